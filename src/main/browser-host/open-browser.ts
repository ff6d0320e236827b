import { spawn } from 'node:child_process';

/** The platform's own opener. The npm package for this finds its script beside its file, which a bundle has not. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens our own address in the user's browser. Where there is no opener, the printed address is enough. */
export function openBrowser(origin: string): void {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, origin], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
