import { MessageChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';
import { checkpoint, createLogSync, isCheckpointDue, QUIET_LOG_BYTES } from '../db/checkpoint.ts';
import { JOB_CACHE_KIB, openConnection } from '../db/connection.ts';
import { createDatabase } from '../db/database.ts';
import { createEgressLedger, recordRefusals } from '../db/egress-ledger.ts';
import { storageError } from '../db/errors.ts';
import { holdSnapshot } from '../db/snapshot.ts';
import { WriteGate } from '../db/write-gate.ts';
import { systemClock } from '../platform/clock.ts';
import { createEgress } from '../platform/egress/create-egress.ts';
import { installNetworkGuard } from '../platform/egress/network-guard.ts';
import { ownCodeOf } from '../platform/egress/seal-thread.ts';
import { createSharedIsolation } from '../platform/egress/shared-isolation.ts';
import type { Egress } from '../platform/egress-port.ts';
import { newUuid } from '../platform/ids.ts';
import { silentLog } from '../platform/log.ts';
import { tidyLargeHeap } from '../platform/tidy-heap.ts';
import type { JobContext, JobDatabase, JobKind, JobKinds, JobStorage } from './job.ts';
import { LogKeeper } from './log-keeper.ts';
import { startStage } from './stage.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './worker-protocol.ts';

type Start = Extract<ToWorker, { type: 'start' }>;

const PROGRESS_EVERY_MS = 200;
/**
 * A thread without a job for so long tidies up: the next one is then not waiting for it. One whose job was ended
 * for another's does so at once.
 */
const TIDY_AFTER_MS = 300;

/**
 * Turns this thread into a worker that runs jobs of the given kinds, one connection for all.
 * `entry` is the file of this thread, from which stages start too; `others` are read when one of them
 * is first asked for.
 */
export function runWorker(
  entry: URL,
  kinds: JobKinds,
  others: () => Promise<JobKinds> = async () => ({}),
): void {
  const port = parentPort;
  if (!port) throw new Error('runWorker needs a worker thread');
  const setup = workerData as WorkerSetup;
  const send = (message: FromWorker) => port.postMessage(message);
  const connection = openConnection({
    path: setup.databasePath,
    key: setup.key,
    durability: 'normal',
    cacheKib: JOB_CACHE_KIB,
  });
  const gate = new WriteGate(setup.gate, setup.writerId, 'bulk');
  const { databasePath, key } = setup;
  const storage: JobStorage = {
    databasePath,
    key,
    hold: () => holdSnapshot({ databasePath, key, gate }),
  };
  const db = createDatabase({
    connection,
    gate,
    clock: systemClock,
    log: silentLog,
    emit: (event) => send({ type: 'event', event }),
  });
  const egress = openEgress(entry, setup, db);
  const find = createKindFinder(kinds, others);
  const abortsByJob = new Map<string, AbortController>();
  const rest = createRest();

  async function start(message: Start) {
    const abort = new AbortController();
    const keeper = new LogKeeper(entry, setup, connection);
    rest.end();
    abortsByJob.set(message.jobId, abort);
    try {
      const run = await find(message.kind);
      if (!run) throw new Error(`Unknown kind of job: ${message.kind}`);
      const { stage, stageAlone } = createStages(entry, message, abort.signal);
      const context = createContext(
        message,
        abort.signal,
        { connection, db },
        { keeper, stage, stageAlone, storage, send, gate, egress },
      );
      const result = await db.viewing(message.startedBy, () => run(message.input, context));
      send({ type: 'done', jobId: message.jobId, result });
    } catch (error) {
      send(failure(message.jobId, error, abort.signal.aborted));
    } finally {
      abortsByJob.delete(message.jobId);
      await keeper.close();
      // Nobody waits for this any more; left in the log, it would be paid for by the next click.
      if (isCheckpointDue(connection, QUIET_LOG_BYTES)) checkpoint(connection);
      // Pages that a job has read are of no use to an idle thread (SQLite, "PRAGMA shrink_memory"), nor is its heap.
      if (abortsByJob.size === 0) {
        connection.pragma('shrink_memory');
        rest.begin();
      } else if (abort.signal.aborted) tidyLargeHeap();
    }
  }

  async function prepare({ kind, input }: Extract<ToWorker, { type: 'prepare' }>) {
    try {
      await (await find(kind))?.prepare?.(input);
    } catch {
      // The job itself meets it again, and says so.
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'start') void start(message);
    else if (message.type === 'cancel') abortsByJob.get(message.jobId)?.abort();
    else void prepare(message);
  });
}

/** Of a thread without a job. */
function createRest() {
  let tidying: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(tidying);
  return {
    begin() {
      end();
      tidying = setTimeout(tidyLargeHeap, TIDY_AFTER_MS).unref();
    },
    end,
  };
}

/** Threads that read for a job: the bytes it was started with, or what it names itself. */
function createStages(
  entry: URL,
  { source }: Start,
  signal: AbortSignal,
): Pick<JobContext, 'stage' | 'stageAlone'> {
  return {
    stage(kind, input) {
      if (!source) throw new Error('This job was started without bytes to read');
      return startStage(entry, { stage: kind, input, source }, signal);
    },
    stageAlone: (kind, input) =>
      startStage(entry, { stage: kind, input, source: noSource() }, signal),
  };
}

/** Guards this thread as the core's is, and gives it the same one way out. */
function openEgress(entry: URL, setup: WorkerSetup, db: JobDatabase['db']): Egress {
  const isolation = createSharedIsolation(setup.isolation);
  const guard = installNetworkGuard({ isolation, ownCode: ownCodeOf(entry.href) });
  guard.onRefused(recordRefusals(db));
  const { permit, resolve } = guard;
  return createEgress({ isolation, ledger: createEgressLedger(db), permit, resolve });
}

/** The others are read once, when one of them is first asked for. */
function createKindFinder(kinds: JobKinds, others: () => Promise<JobKinds>) {
  let loaded: Promise<JobKinds> | undefined;
  return async (kind: string): Promise<JobKind | undefined> => {
    if (kinds[kind]) return kinds[kind];
    loaded ??= others();
    return (await loaded)[kind];
  };
}

function noSource(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}

interface ContextParts {
  readonly keeper: LogKeeper;
  readonly stage: JobContext['stage'];
  readonly stageAlone: JobContext['stageAlone'];
  readonly storage: JobStorage;
  readonly send: (message: FromWorker) => void;
  readonly gate: WriteGate;
  readonly egress: Egress;
}

function createContext(
  message: Start,
  signal: AbortSignal,
  { db }: JobDatabase,
  { keeper, stage, stageAlone, storage, send, gate, egress }: ContextParts,
): JobContext {
  let reportedAt = 0;
  const syncLog = createLogSync(storage.databasePath);
  return {
    jobId: message.jobId,
    startedBy: message.startedBy,
    db,
    clock: systemClock,
    newId: newUuid,
    signal,
    stage,
    stageAlone,
    storage,
    egress,
    report(progress) {
      const now = performance.now();
      if (now - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = now;
      send({ type: 'progress', jobId: message.jobId, progress });
    },
    relieveLog() {
      keeper.relieve();
      if (gate.isSomebodyAtWork()) void syncLog();
    },
    logOnDisk: () => (gate.isSomebodyAtWork() ? syncLog() : Promise.resolve()),
    isSomebodyAtWork: () => gate.isSomebodyAtWork(),
    isSomebodyWaiting: () => gate.isSomebodyWaiting(),
  };
}

function failure(jobId: string, thrown: unknown, isCancelled: boolean): FromWorker {
  const error = storageError(thrown);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isCancelled) return { type: 'failed', jobId, code: 'cancelled', message: 'Cancelled', stack };
  if (error instanceof AppError)
    return { type: 'failed', jobId, code: error.code, message: error.message, stack };
  return {
    type: 'failed',
    jobId,
    code: 'internal',
    message: 'The job failed inside Watchfloor. The log says more.',
    stack,
  };
}
