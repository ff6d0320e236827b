import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { readGroupRules } from '../../db/groups/group-rules.ts';
import type { JobContext } from '../../jobs/job.ts';
import { type AlertBatch, fromSentBatch, memoryOf, type SentBatch, splitBatch } from './alert-batch.ts';
import { type ParseMessage, parseInputSchema } from './import-parse.stage.ts';
import { ReceiptWriter } from './import-receipt.ts';
import type { ImportCounts } from './imports.store.ts';

const importInputSchema = parseInputSchema.omit({ now: true, groupRules: true }).extend({
  totalBytes: z.number().nullable(),
});
export type ImportInput = z.infer<typeof importInputSchema>;

/** Rows of a transaction while somebody changes things, too: written in a few milliseconds. */
const GENTLE_ROWS = 50;
/** Rows of one while nobody does; who comes in the middle waits for one batch and the commit. */
const ALONE_ROWS = 3_000;
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
      if (message === PAUSE) writer.flush();
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
    if (!isCancelled) writer.flush();
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
  /** What was added and not yet written. */
  flush(): void;
}

function createBatchWriter(receipt: ReceiptWriter, context: JobContext): BatchWriter {
  let waiting: SentBatch[] = [];
  const mustEnd = () => context.isSomebodyAtWork();
  const write = (batches: readonly (() => AlertBatch)[]) => {
    receipt.writeBatches(batches, mustEnd);
    context.relieveLog();
  };
  /** Gives way to a click once: what was given up is written after it. */
  const writeGently = (piece: AlertBatch) => {
    const isWritten = receipt.writeUnlessWaiting(piece, () => context.isSomebodyWaiting());
    if (isWritten) context.relieveLog();
    else write([() => piece]);
  };
  const flush = () => {
    const batches = waiting;
    waiting = [];
    if (batches.length > 0) write(batches.map((batch) => () => fromSentBatch(batch)));
  };
  return {
    async add(batch) {
      if (mustEnd()) {
        flush();
        for (const piece of splitBatch(fromSentBatch(batch), GENTLE_ROWS)) {
          writeGently(piece);
          await context.logOnDisk();
        }
        return;
      }
      waiting.push(batch);
      const rows = waiting.reduce((sum, { count }) => sum + count, 0);
      if (rows >= ALONE_ROWS || waiting.reduce(addBytes, 0) >= ALONE_BYTES) flush();
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
      writer.flush();
      receipt.reject(message.records);
      return;
    case 'end': {
      const { counts, format, notes, unknownFields } = message;
      receipt.note(counts);
      writer.flush();
      receipt.finish({ state: 'DONE', error: null, format, notes, unknownFields });
      return;
    }
    default:
      exhaustive(message);
  }
}
