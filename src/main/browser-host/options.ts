import { parseArgs } from 'node:util';
import { AppError } from '../../shared/contract/errors.ts';
import { defaultDataFolder } from '../platform/data-folder.ts';
import { saysIsolated } from '../platform/egress/host-network.ts';

export interface BrowserHostOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly open: boolean;
  /** Nothing leaves this machine, and the page cannot change that. */
  readonly isIsolated: boolean;
}

const DEFAULT_PORT = 4780;

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new AppError('bad-input', `The port must be a number from 0 to 65535, not "${text}"`);
}

/** Command line first, then environment, then defaults; a variable that is set to nothing is not set. @throws AppError 'bad-input'. */
export function readOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isTerminal: boolean,
): BrowserHostOptions {
  let values: { port?: string; 'data-dir'?: string; 'no-open'?: boolean; isolated?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'no-open': { type: 'boolean' },
        isolated: { type: 'boolean' },
      },
    }));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'bad-input',
      `${detail}. Options: --port N, --data-dir FOLDER, --no-open, --isolated`,
    );
  }
  const hasDisplay = process.platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
  return {
    port: parsePort(values.port ?? (env.WATCHFLOOR_PORT || String(DEFAULT_PORT))),
    dataDir: values['data-dir'] || env.WATCHFLOOR_DATA_DIR || defaultDataFolder(),
    isIsolated: values.isolated === true || saysIsolated(env.WATCHFLOOR_ISOLATED),
    open: !values['no-open'] && isTerminal && hasDisplay,
  };
}
