/**
 * The engine and the linking of incidents rest while much arrives by sync, as they do beside an import: they
 * would hold the gate of writers as long again as what arrives. Bounded, so that a slow network or a server
 * that stalls never keeps them from their work.
 */
import type { LoopState } from '../areas/sync/worker/loop.types.ts';

/** Places that are left to be read; fewer are there before it was worth the while. */
const MUCH = 10_000;
/** Without a word of progress. */
const STALLED_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

export const RESTS_FOR = 'Sync: much arrives';

export interface SyncRest {
  heard(state: Pick<LoopState, 'name' | 'progress'>): void;
  /** The thread is gone. */
  end(): void;
}

/** @param rest Is told for what to rest, and null once there is no need. */
export function createSyncRest(rest: (title: string | null) => void): SyncRest {
  /** Since when the run under way has much to read. */
  let since: number | null = null;
  let isResting = false;
  let timer: NodeJS.Timeout | undefined;

  function set(next: boolean): void {
    clearTimeout(timer);
    if (next) {
      timer = setTimeout(() => set(false), STALLED_MS);
      timer.unref();
    }
    if (next !== isResting) rest(next ? RESTS_FOR : null);
    isResting = next;
  }

  return {
    heard({ name, progress }) {
      const isReceiving = name === 'syncing' && progress?.direction === 'receiving';
      const left = isReceiving ? (progress.total ?? 0) - progress.done : 0;
      if (!isReceiving) since = null;
      else if (left > MUCH) since ??= Date.now();
      // Once begun, to the last page.
      set(since !== null && left > 0 && Date.now() - since < LONGEST_MS);
    },
    end() {
      since = null;
      set(false);
    },
  };
}
