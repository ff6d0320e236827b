import { dropOrphanParts } from '../../db/action-journal.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { type BulkPlan, beginBulk } from './alert-bulk.ts';
import { type BulkPage, type BulkSet, bulkPage } from './alert-bulk-set.store.ts';
import type { Position } from './alert-filter.store.ts';

export interface BulkJobInput {
  readonly actionId: string;
  readonly set: BulkSet;
  readonly plan: BulkPlan;
}

const PAGE_ROWS = 10_000;

/** Fixes the set, writes it down, and has it carried out; cancelled before that, nothing was begun. */
export function createAlertBulkJob(
  runAction: (context: JobContext, actionId: string) => Promise<void>,
): JobFunction {
  return async (input, context): Promise<{ actionId: string }> => {
    const { actionId, set, plan } = input as BulkJobInput;
    const { db, startedBy: actor, jobId } = context;
    const seqs = fixSet(context, set, plan);
    context.signal.throwIfAborted();
    if (actor === null) throw new Error('A bulk action is a person’s');
    db.write({ actor, origin: 'user', action: 'alerts.bulk', reason: plan.note }, (tx) => {
      dropOrphanParts(tx);
      beginBulk(tx, { actionId, actor, plan, seqs, jobId });
    });
    await runAction(context, actionId);
    return { actionId };
  };
}

function fixSet({ db, report, signal }: JobContext, set: BulkSet, plan: BulkPlan): number[] {
  const seqs: number[] = [];
  const limit = set.limit ?? Number.POSITIVE_INFINITY;
  const pageAfter = (after: Position | null): BulkPage =>
    db.read('alerts.bulkSet', (reader) => bulkPage(reader, set, plan, { after, limit: PAGE_ROWS }));
  let page = pageAfter(null);
  for (;;) {
    for (const seq of page.seqs) if (seqs.length < limit) seqs.push(seq);
    report({ done: 0, total: seqs.length, message: null });
    if (page.next === null || seqs.length >= limit) break;
    signal.throwIfAborted();
    page = pageAfter(page.next);
  }
  return seqs;
}
