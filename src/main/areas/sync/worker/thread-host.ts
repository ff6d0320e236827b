/** The thread of sync from the core's side: begins, ends, hears it. */
import { Worker } from 'node:worker_threads';
import { releaseGateOf } from '../../../db/write-gate.ts';
import type { Log } from '../../../platform/log.ts';
import { SMALL_YOUNG_HEAP_MB } from '../../../platform/thread-heaps.ts';
import type { OpenedMembership } from '../joining/joining.types.ts';
import type { SyncThreadSetup } from './sync-thread-birth.ts';
import {
  type FromSyncThread,
  fromSyncThreadSchema,
  type ToSyncThread,
} from './sync-thread-setup.ts';

/** The same thread of thought as jobs': what it holds is bounded by pages. */
const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: SMALL_YOUNG_HEAP_MB };
/** Where it died, before it begins again. */
const AGAIN_MS = 2_000;
/** A page may be in the middle of being taken over. */
const PATIENCE_MS = 5_000;

export interface ThreadHostDeps {
  readonly workerEntry: string | URL;
  readonly setup: Omit<SyncThreadSetup['sync'], 'opened' | 'databasePath'>;
  readonly databasePath: () => string;
  readonly log: Log;
  hear(message: FromSyncThread): void;
  /** It ended by itself, and begins again in a moment. */
  died(): void;
}

export interface ThreadHost {
  readonly isRunning: () => boolean;
  begin(opened: OpenedMembership): void;
  send(message: ToSyncThread): void;
  /** Resolves once its connections are closed. */
  end(): Promise<void>;
}

export function createThreadHost(deps: ThreadHostDeps): ThreadHost {
  let worker: Worker | undefined;
  let again: NodeJS.Timeout | undefined;

  function begin(opened: OpenedMembership): void {
    if (worker !== undefined) return;
    clearTimeout(again);
    const databasePath = deps.databasePath();
    const workerData: SyncThreadSetup = { sync: { ...deps.setup, databasePath, opened } };
    const made = new Worker(deps.workerEntry, { workerData, resourceLimits: LIMITS });
    worker = made;
    made.unref();
    made.on('message', (message: unknown) => {
      const parsed = fromSyncThreadSchema.safeParse(message);
      // What waits for others' threads (isolation) would keep it.
      if (parsed.data?.type === 'closed') void made.terminate();
      if (worker !== made) return;
      if (parsed.success) deps.hear(parsed.data);
      else deps.log.error('the thread of sync said what nobody understands', {});
    });
    made.on('error', (cause) => deps.log.error('the thread of sync failed', { cause }));
    made.on('exit', () => {
      releaseGateOf(deps.setup.gate, deps.setup.writerId);
      if (worker !== made) return;
      worker = undefined;
      deps.died();
      again = setTimeout(() => begin(opened), AGAIN_MS);
      again.unref();
    });
  }

  return {
    isRunning: () => worker !== undefined,
    begin,
    send: (message) => worker?.postMessage(message),
    async end() {
      clearTimeout(again);
      const made = worker;
      worker = undefined;
      if (!made) return;
      const gone = new Promise<void>((resolve) => made.once('exit', () => resolve()));
      made.postMessage({ type: 'close' } satisfies ToSyncThread);
      const patience = setTimeout(() => void made.terminate(), PATIENCE_MS);
      await gone;
      clearTimeout(patience);
    },
  };
}
