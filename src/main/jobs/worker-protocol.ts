import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import { SMALL_YOUNG_HEAP_MB } from '../platform/thread-heaps.ts';
import type { JobProgress } from './job.ts';

/** Jobs stream. */
export const WORKER_LIMITS = {
  maxOldGenerationSizeMb: 512,
  maxYoungGenerationSizeMb: SMALL_YOUNG_HEAP_MB,
};
/**
 * Of a thread that parses evidence: its events live until their batch is kept, longer than the small
 * young generation holds them. Captures are read 15 % faster, event logs 8 %, for some 30 MB; with more
 * the gain is no larger. Such a thread goes when it has nothing to do.
 */
export const READER_LIMITS = { ...WORKER_LIMITS, maxYoungGenerationSizeMb: 48 };

/** What a worker is born with. The key stays in this process. */
export interface WorkerSetup {
  readonly databasePath: string;
  readonly key: Uint8Array;
  readonly gate: SharedArrayBuffer;
  /** Whether anything may leave; of all threads. */
  readonly isolation: SharedArrayBuffer;
  readonly writerId: number;
}

export type ToWorker =
  | {
      type: 'start';
      jobId: string;
      kind: string;
      startedBy: string | null;
      input: unknown;
      source: MessagePort | null;
    }
  | { type: 'cancel'; jobId: string }
  /** Somebody is about to ask for a job of this kind. */
  | { type: 'prepare'; kind: string; input: unknown };

export type FromWorker =
  | { type: 'progress'; jobId: string; progress: JobProgress }
  | { type: 'event'; event: ServerEvent }
  | { type: 'done'; jobId: string; result: unknown }
  | {
      type: 'failed';
      jobId: string;
      code: ErrorCode | 'cancelled';
      message: string;
      stack: string;
    };

/** Over the source's port: chunks one way, `taken` (one per chunk) the other. */
export type SourceMessage =
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'error'; message: string };
export type SourceReply = { type: 'taken' } | { type: 'stopped' };
