import { connectionContract } from '../../../shared/areas/sync/connection.contract.ts';
import type { SyncStateName } from '../../../shared/areas/sync/sync-state.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ConnectionDeps {
  /** Interfaces with a network, from the machine's own list. */
  readonly interfaces: () => readonly string[];
  readonly sync: () => SyncStateName;
  readonly clock: Clock;
}

export function connectionRoutes({ interfaces, sync, clock }: ConnectionDeps): Route[] {
  return [
    route(connectionContract.get, () => {
      const names = [...interfaces()];
      return {
        network: names.length > 0 ? ('present' as const) : ('cut' as const),
        interfaces: names,
        sync: sync(),
        at: toIso(clock.now()),
      };
    }),
  ];
}
