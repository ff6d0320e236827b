import { connectionContract } from '../../../shared/areas/sync/connection.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ConnectionDeps {
  /** Interfaces with a network, from the machine's own list. */
  readonly interfaces: () => readonly string[];
  readonly clock: Clock;
}

export function connectionRoutes({ interfaces, clock }: ConnectionDeps): Route[] {
  return [
    route(connectionContract.get, () => {
      const names = [...interfaces()];
      return {
        network: names.length > 0 ? ('present' as const) : ('cut' as const),
        interfaces: names,
        sync: 'not-configured' as const,
        at: toIso(clock.now()),
      };
    }),
  ];
}
