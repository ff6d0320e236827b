import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { readGroupRules } from '../../db/groups/group-rules.ts';
import type { JobContext } from '../../jobs/job.ts';
import {
  type AlertBatch,
  fromSentBatch,
  memoryOf,
  releaseSentBatch,
  type SentBatch,
  splitBatch,
} from './alert-batch.ts';
import { type ParseMessage, parseInputSchema } from './import-parse.stage.ts';
import { ReceiptWriter } from './import-receipt.ts';
import type { ImportCounts } from './imports.store.ts';

const importInputSchema = parseInputSchema.omit({ now: true, groupRules: true }).extend({
  totalBytes: z.number().nullable(),
});
export type ImportInput = z.infer<typeof importInputSchema>;

/** Rows of a transaction while somebody changes things, too: written in a few milliseconds. */
const GENTLE_ROWS = 50;
/**
 * Rows of one while nobody does, which is given up for who comes in the middle. Many: the index of what entities
 * are named by what groups is touched all over, so that a transaction of 3,000 rows writes most of its pages.
 */
const ALONE_ROWS = 6_000;
/** Large records are written sooner: packed, so many bytes of them wait at most. */
const ALONE_BYTES = 8 * 1024 * 1024;
/** Where nothing more comes for so long, what is there is written: a sender may take its time. */
const PAUSE_MS = 100;

/**
 * Imports a file of alerts. Another thread reads it; this one writes batch by batch and keeps the
 * receipt up to date with each. What was written stays, whatever ends the import.
 */
export async function importAlertsJob(
  rawInput: unknown,
  context: JobContext,
): Promise<ImportCounts> {
  const { importId, totalBytes, ...parse } = importInputSchema.parse(rawInput);
  const receipt = new ReceiptWriter(context.db, importId, context.startedBy);
  const writer = createBatchWriter(receipt, context);
  try {
    const messages = context.stage('parse-alerts', {
      ...parse,
      importId,
      now: context.clock.now(),
      groupRules: context.db.read('alerts.groupRules', readGroupRules),
    });
    for await (const message of withPauses(messages as AsyncIterable<ParseMessage>, PAUSE_MS)) {
      context.signal.throwIfAborted();
      if (message === PAUSE) await writer.flush();
      else await take(message, receipt, writer);
      context.report({ done: receipt.counts().bytesRead, total: totalBytes, message: null });
    }
    return receipt.counts();
  } catch (error) {
    // Who cancels at the last moment is too late: everything is in.
    if (receipt.isFinished) return receipt.counts();
    const isCancelled = context.signal.aborted;
    const failure =
      error instanceof AppError ? error.message : 'The import failed inside Watchfloor';
    if (!isCancelled) await writer.flush();
    receipt.finish({
      state: isCancelled ? 'CANCELLED' : 'FAILED',
      error: isCancelled
        ? 'Cancelled. What was added is kept; import the file again to add the rest.'
        : failure,
      format: parse.format,
      notes: [],
      unknownFields: [],
    });
    throw error;
  }
}

const PAUSE: unique symbol = Symbol('pause');

/** What comes, and PAUSE wherever nothing came for so long. */
async function* withPauses<T>(
  source: AsyncIterable<T>,
  ms: number,
): AsyncGenerator<T | typeof PAUSE> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const waited = new AbortController();
      const pause = sleep<typeof PAUSE>(ms, PAUSE, { signal: waited.signal }).catch(
        (): typeof PAUSE => PAUSE,
      );
      const first = await Promise.race([next, pause]);
      waited.abort();
      if (first === PAUSE) {
        yield PAUSE;
        await next;
        continue;
      }
      if (first.done) return;
      yield first.value;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

interface BatchWriter {
  /** Resolves when the next may come. */
  add(batch: SentBatch): Promise<void>;
  /** Writes what was added and is not yet written. */
  flush(): Promise<void>;
}

function createBatchWriter(receipt: ReceiptWriter, context: JobContext): BatchWriter {
  let waiting: SentBatch[] = [];
  const writeAtOnce = (batches: readonly (() => AlertBatch)[]): boolean => {
    const isWritten = receipt.writeUnlessWaiting(batches, () => context.isSomebodyWaiting());
    if (isWritten) context.relieveLog();
    return isWritten;
  };
  /** Gives way to a click once a piece: what was given up is written after it. */
  const writeGently = async (batch: SentBatch) => {
    for (const piece of splitBatch(fromSentBatch(batch), GENTLE_ROWS)) {
      if (!writeAtOnce([() => piece])) {
        receipt.write(piece);
        context.relieveLog();
      }
      await context.logOnDisk();
    }
  };
  const flush = async () => {
    let batches = waiting;
    waiting = [];
    for (let next = batches[0]; next; next = batches[0]) {
      const isAlone = !context.isSomebodyAtWork();
      if (isAlone && writeAtOnce(batches.map((batch) => () => fromSentBatch(batch)))) {
        batches.forEach(releaseSentBatch);
        return;
      }
      await writeGently(next);
      releaseSentBatch(next);
      context.signal.throwIfAborted();
      batches = batches.slice(1);
    }
  };
  return {
    async add(batch) {
      waiting.push(batch);
      const rows = waiting.reduce((sum, { count }) => sum + count, 0);
      const isMuch = rows >= ALONE_ROWS || waiting.reduce(addBytes, 0) >= ALONE_BYTES;
      if (isMuch || context.isSomebodyAtWork()) await flush();
    },
    flush,
  };
}

const addBytes = (sum: number, batch: SentBatch): number =>
  memoryOf(batch).reduce((bytes, { byteLength }) => bytes + byteLength, sum);

async function take(
  message: ParseMessage,
  receipt: ReceiptWriter,
  writer: BatchWriter,
): Promise<void> {
  switch (message.type) {
    case 'batch':
      await writer.add(message.batch);
      return;
    case 'counts':
      receipt.note(message.counts);
      return;
    case 'rejected':
      await writer.flush();
      receipt.reject(message.records);
      return;
    case 'end': {
      const { counts, format, notes, unknownFields } = message;
      receipt.note(counts);
      await writer.flush();
      receipt.finish({ state: 'DONE', error: null, format, notes, unknownFields });
      return;
    }
    default:
      exhaustive(message);
  }
}
