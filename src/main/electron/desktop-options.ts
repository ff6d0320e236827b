import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface DesktopOptions {
  /** The data folder, where another than the default one is wanted. */
  readonly dataDir: string | undefined;
  readonly isWeakKeyStoreAllowed: boolean;
}

/** Options of the desktop; switches of Chromium among them are passed over. */
export function readDesktopOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DesktopOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { 'data-dir': { type: 'string' }, 'weak-key-store': { type: 'boolean' } },
  });
  const given = values['data-dir'] ?? environment.WATCHFLOOR_DATA_DIR;
  return {
    dataDir: typeof given === 'string' && given !== '' ? resolve(given) : undefined,
    isWeakKeyStoreAllowed: values['weak-key-store'] === true,
  };
}
