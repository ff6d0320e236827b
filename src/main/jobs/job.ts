import type { Connection } from '../db/connection.ts';
import type { Database } from '../db/database.ts';
import type { HeldSnapshot } from '../db/snapshot.ts';
import type { Clock } from '../platform/clock.ts';
import type { Egress } from '../platform/egress-port.ts';
import type { NewId } from '../platform/ids.ts';

export interface JobProgress {
  readonly done: number;
  readonly total: number | null;
  readonly message: string | null;
}

/** The file under the database, for the few jobs that copy or replace it. */
export interface JobStorage {
  readonly databasePath: string;
  readonly key: Uint8Array;
  /** Must be released, whatever happens. */
  hold(): Promise<HeldSnapshot>;
}

/** What a job is given. It must look at `signal` between batches and give way to the event loop. */
export interface JobContext {
  readonly jobId: string;
  readonly startedBy: string | null;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly signal: AbortSignal;
  readonly storage: JobStorage;
  /** The one way out of this thread; closed while the workspace is isolated. */
  readonly egress: Egress;
  report(progress: JobProgress): void;
  /** Moves the write-ahead log into the database where it has grown large; call it between batches. */
  relieveLog(): void;
  /**
   * Resolves once what was written is on the disk, where a person changes things meanwhile; else at once. Who waits
   * for it between small batches leaves the next click's commit one batch to put there, not all since the last.
   */
  logOnDisk(): Promise<void>;
  /** Whether a person changes things meanwhile: batches should then be small. */
  isSomebodyAtWork(): boolean;
  /** Whether one waits in this moment for the transaction under way. */
  isSomebodyWaiting(): boolean;
  /** Has the job's bytes read by a stage in a thread of its own, and gives its messages. */
  stage(kind: string, input: unknown): AsyncIterable<unknown>;
  /** The same of a stage that finds by itself what it reads. */
  stageAlone(kind: string, input: unknown): AsyncIterable<unknown>;
}

/** A plain function, so that it can be tested without a thread. Throws AppError for the user. */
export type JobFunction = (input: unknown, context: JobContext) => Promise<unknown>;

/** `prepare` does what need not wait for somebody to ask: it changes nothing and may be left out. */
export type JobKind = JobFunction & {
  readonly prepare?: (input: unknown) => Promise<void> | void;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** A job's own connection and database, in its thread. */
export interface JobDatabase {
  readonly connection: Connection;
  readonly db: Database;
}
