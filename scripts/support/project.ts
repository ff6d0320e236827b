import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SERVE_ENTRY = 'out/main/serve.js';
export const DESKTOP_ENTRY = 'out/main/electron.js';

/** One line to the user. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
