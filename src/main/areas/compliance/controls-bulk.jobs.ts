import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import {
  BATCH_ROWS,
  type BulkStep,
  changeBatch,
  endBatch,
  findBatch,
  markUndone,
  undoRows,
} from './control-batches.store.ts';

export interface BulkJobInput extends BulkStep {
  readonly ids: readonly string[];
}

export const bulkCaller = (actor: string | null, reason: string | null): Caller => ({
  actor,
  origin: 'user',
  action: 'compliance.bulk',
  reason,
});

export const undoCaller = (actor: string | null, summary: string): Caller => ({
  actor,
  origin: 'user',
  action: 'compliance.undo',
  reason: `Undo of ‘${summary}’`,
});

/** Changes many controls, 500 a transaction. What was changed before a cancel can be undone. */
export const bulkControlsJob: JobFunction = async (input, context) => {
  const { ids, ...step } = input as BulkJobInput;
  const { db, startedBy } = context;
  const caller = bulkCaller(startedBy, step.reason);
  try {
    for (let at = 0; at < ids.length; at += BATCH_ROWS) {
      const part = ids.slice(at, at + BATCH_ROWS);
      await inBatch(context, caller, (tx) => changeBatch(tx, part, step));
      context.report({ done: at + part.length, total: ids.length, message: null });
    }
  } finally {
    db.write(caller, (tx) => endBatch(tx, step.batchId));
  }
  return { batchId: step.batchId };
};

/** Puts back what a bulk change changed. A cancelled undo can be begun again where it stopped. */
export const undoControlsJob: JobFunction = async (input, context) => {
  const { batchId } = input as { batchId: string };
  const { db, startedBy } = context;
  const batch = db.read('controls.batch', (reader) => findBatch(reader, batchId));
  const total = batch?.rowCount ?? 0;
  const caller = undoCaller(startedBy, batch?.summary ?? '');
  let done = 0;
  let isMore = true;
  while (isMore) {
    isMore = await inBatch(context, caller, (tx) => undoRows(tx, batchId));
    done = Math.min(total, done + BATCH_ROWS);
    context.report({ done, total, message: null });
  }
  db.write(caller, (tx) => markUndone(tx, batchId, startedBy));
  return { batchId };
};

async function inBatch<R>(
  { db, signal, relieveLog }: JobContext,
  caller: Caller,
  step: (tx: WriteTx) => R,
): Promise<R> {
  signal.throwIfAborted();
  const result = db.write(caller, step);
  relieveLog();
  await nextTurn();
  return result;
}
