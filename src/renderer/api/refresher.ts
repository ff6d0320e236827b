import type { Query, QueryClient } from '@tanstack/react-query';
import { isSlow } from './query-hints.ts';
import { createThrottle } from './throttle.ts';

const EVERY_MS = 500;
const SLOW_EVERY_MS = 4_000;

export interface RefresherDeps {
  readonly queries: QueryClient;
  later(run: () => void, delayMs: number): void;
}

/**
 * Has queries read anew whose answer is old. Each by itself, at most once an interval and never twice at a time, so
 * that none waits for another, with one exception: the slow ones begin when the others are there. What nobody
 * looks at is marked, and read when somebody does.
 */
export function createRefresher({ queries, later }: RefresherDeps) {
  const cache = queries.getQueryCache();
  const fastRuns = new Set<Promise<void>>();

  /**
   * What is under way may have been read before the change: a first load is let end and then read again
   * (TanStack Query keeps it running and takes its answer for fresh), as is one that nobody looks at any longer.
   */
  async function readAgain(hash: string): Promise<void> {
    const query = cache.get(hash);
    if (!query) return;
    if (isFetching(query) && (query.state.data === undefined || !query.isActive()))
      await Promise.allSettled([query.promise]);
    query.invalidate();
    if (query.isActive())
      await queries.refetchQueries({ predicate: (one) => one === query, type: 'active' });
  }

  const fast = createThrottle({ intervalMs: EVERY_MS, later }, (hash) => {
    const run = readAgain(hash);
    fastRuns.add(run);
    return run.finally(() => fastRuns.delete(run));
  });
  const slow = createThrottle({ intervalMs: SLOW_EVERY_MS, later }, async (hash) => {
    await Promise.allSettled([...fastRuns]);
    await readAgain(hash);
  });

  return (stale: readonly Query[]): void => {
    const read = [];
    for (const query of new Set(stale)) {
      query.invalidate();
      if (query.isActive() || isFetching(query)) read.push(query);
    }
    for (const query of read) if (!isSlow(query)) fast(query.queryHash);
    for (const query of read) if (isSlow(query)) slow(query.queryHash);
  };
}

function isFetching({ state }: Query): boolean {
  return state.fetchStatus !== 'idle';
}
