/**
 * Programs of the machine read what strangers made; none of them needs a network. On Linux they start in a
 * network namespace of their own, with nothing in it (unshare(1), user and network namespace), where the system
 * lets accounts make one; elsewhere they start as they are, which the page of the tools says.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const UNSHARE = '/usr/bin/unshare';
const ARGS = ['--user', '--map-current-user', '--net', '--'] as const;
const TRIAL_MS = 2_000;

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this system lets this account do it: tried, not assumed. */
export function canLeaveNetwork(): boolean {
  if (process.platform !== 'linux' || !mayRun(UNSHARE)) return false;
  const trial = spawnSync(UNSHARE, [...ARGS, '/bin/true'], {
    ...{ timeout: TRIAL_MS, stdio: 'ignore', shell: false },
  });
  return trial.status === 0;
}

/** What to start instead of a program; itself where it cannot be, or is none. */
export function withoutNetwork(
  path: string,
  args: readonly string[],
): { readonly path: string; readonly args: readonly string[] } {
  if (!mayRun(path) || !canLeaveNetwork()) return { path, args };
  return { path: UNSHARE, args: [...ARGS, path, ...args] };
}
