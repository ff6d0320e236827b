/** What a host puts in place before anything else runs: the guard, shut until a workspace says otherwise. */
import { installNetworkGuard, type NetworkGuard } from './network-guard.ts';
import { ownCodeOf } from './seal-thread.ts';
import { createIsolationMemory, createSharedIsolation } from './shared-isolation.ts';

export interface HostNetwork {
  readonly memory: SharedArrayBuffer;
  readonly guard: NetworkGuard;
  /** Isolated from the start; the page cannot undo it. */
  readonly isForced: boolean;
}

/** `entry`: the host's own file. */
export function startHostNetwork(entry: string, isForced: boolean): HostNetwork {
  const memory = createIsolationMemory();
  const isolation = createSharedIsolation(memory);
  return { memory, guard: installNetworkGuard({ isolation, ownCode: ownCodeOf(entry) }), isForced };
}

/** Of `WATCHFLOOR_ISOLATED`: whatever is not a no is a yes. */
export const saysIsolated = (value: string | undefined): boolean =>
  value !== undefined && !/^(?:|0|no|off|false)$/i.test(value.trim());
