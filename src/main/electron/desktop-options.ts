import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../platform/data-folder.ts';
import { saysIsolated } from '../platform/egress/host-network.ts';

export interface DesktopOptions {
  /** Absolute; the same default as the browser host's, so that both open the same workspace. */
  readonly dataDir: string;
  readonly isWeakKeyStoreAllowed: boolean;
  /** Nothing leaves this machine, and the page cannot change that. */
  readonly isIsolated: boolean;
}

/** Options of the desktop; switches of Chromium among them are passed over. */
export function readDesktopOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DesktopOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      'data-dir': { type: 'string' },
      'weak-key-store': { type: 'boolean' },
      isolated: { type: 'boolean' },
    },
  });
  const given = values['data-dir'] ?? environment.WATCHFLOOR_DATA_DIR;
  return {
    dataDir: typeof given === 'string' && given !== '' ? resolve(given) : defaultDataFolder(),
    isIsolated: values.isolated === true || saysIsolated(environment.WATCHFLOOR_ISOLATED),
    isWeakKeyStoreAllowed: values['weak-key-store'] === true,
  };
}
