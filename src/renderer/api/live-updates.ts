import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Host } from '../../shared/host.ts';
import { exhaustive } from '../../shared/kernel/exhaustive.ts';
import { rememberJob } from './jobs.queries.ts';
import { createThrottle } from './throttle.ts';

const INVALIDATE_EVERY_MS = 500;
const EVERYTHING = '*';

export type Connection = 'connecting' | 'live' | 'lost';
export type ConnectionStore = StoreApi<{ readonly state: Connection }>;

export function createConnectionStore(): ConnectionStore {
  return createStore(() => ({ state: 'connecting' }));
}

/** The first elements of the query keys that a change of a resource makes old. */
export function staleKeys(resource: string): string[] {
  if (resource === 'workspace') return [EVERYTHING];
  if (resource === 'alerts') return ['alerts', 'dashboard'];
  return [resource];
}

export interface LiveUpdateDeps {
  readonly host: Pick<Host, 'subscribe'>;
  readonly queries: QueryClient;
  readonly connection: ConnectionStore;
  later(run: () => void, delayMs: number): void;
}

/** Follows the core's events until the returned function is called. */
export function startLiveUpdates(deps: LiveUpdateDeps): () => void {
  const { queries, connection } = deps;
  let isFirstHello = true;
  const markStale = createThrottle({ intervalMs: INVALIDATE_EVERY_MS, later: deps.later }, (key) =>
    queries.invalidateQueries(key === EVERYTHING ? {} : { queryKey: [key] }),
  );
  function follow(event: ServerEvent): void {
    switch (event.type) {
      case 'hello':
        // A later hello ends a gap in which changes may have passed unheard.
        if (!isFirstHello) markStale(EVERYTHING);
        isFirstHello = false;
        return;
      case 'changed':
        for (const key of staleKeys(event.resource)) markStale(key);
        return;
      case 'job':
        rememberJob(queries, event.job);
        return;
      default:
        exhaustive(event);
    }
  }
  const stop = deps.host.subscribe(follow, (isConnected) =>
    connection.setState({ state: isConnected ? 'live' : 'lost' }),
  );
  return () => {
    stop();
    connection.setState({ state: 'connecting' });
  };
}
