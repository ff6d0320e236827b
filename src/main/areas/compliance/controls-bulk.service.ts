import type {
  BatchAnswer,
  BulkChange,
  ControlBatch,
  SharedChange,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { badField } from './control-assess.store.ts';
import {
  beginBatch,
  changeBatch,
  endBatch,
  endCutOffBatches,
  findBatch,
  hasCutOffBatches,
  listBatches,
  markUndone,
  toBatches,
  undoRows,
} from './control-batches.store.ts';
import { isAccount } from './controls.store.ts';
import { type BulkJobInput, bulkCaller, undoCaller } from './controls-bulk.jobs.ts';
import { matchingIds } from './controls-list.store.ts';

/** So many are changed within the call, in one transaction; more are a job's work. */
const WITHIN_CALL = 200;

export interface BulkServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createBulkService({ db, runner, clock, newId }: BulkServiceDeps) {
  const mustFind = (reader: ReadDb, id: string) => {
    const batch = findBatch(reader, id);
    if (!batch) throw new AppError('not-found', 'There is no such bulk change');
    return batch;
  };

  function get(id: string): ControlBatch {
    return db.read('controls.batch', (reader) => {
      const [batch] = toBatches(reader, [mustFind(reader, id)]);
      if (!batch) throw new Error('A row became no batch');
      return batch;
    });
  }

  return {
    get,

    list: (limit: number): ControlBatch[] =>
      db.read('controls.batches', (reader) => toBatches(reader, listBatches(reader, limit))),

    /** @throws AppError 'conflict' where the filter matches another number than the caller saw. */
    change(bulk: BulkChange, actor: string): BatchAnswer {
      const ids = db.read('controls.bulkIds', (reader) => chosenIds(reader, bulk, clock.now()));
      const step = { batchId: newId(), change: bulk.change, reason: bulk.reason };
      const caller = bulkCaller(actor, bulk.reason);
      const summary = summaryOf(bulk.change, ids.length);
      db.write(caller, (tx) => {
        beginBatch(tx, { id: step.batchId, actor, summary, reason: bulk.reason });
        if (ids.length > WITHIN_CALL) return;
        changeBatch(tx, ids, step);
        endBatch(tx, step.batchId);
      });
      if (ids.length <= WITHIN_CALL) return { batch: get(step.batchId), job: null };
      const input: BulkJobInput = { ...step, ids };
      const request = { kind: 'controls-bulk', title: `Change ${ids.length} controls`, input };
      try {
        const { job } = runner.start({
          ...{ ...request, unit: 'controls', total: ids.length, startedBy: actor },
        });
        return { batch: get(step.batchId), job: job.id };
      } catch (error) {
        db.write(caller, (tx) => endBatch(tx, step.batchId));
        throw error;
      }
    },

    /** @throws AppError 'conflict' where the change is under way or undone already. */
    undo(id: string, actor: string): BatchAnswer {
      const batch = db.read('controls.batch', (reader) => mustFind(reader, id));
      if (batch.state === 'RUNNING')
        throw new AppError(
          'conflict',
          'This change is still under way. Undo it when it has ended.',
        );
      if (batch.state === 'UNDONE') throw new AppError('conflict', 'This change is undone already');
      if (batch.rowCount <= WITHIN_CALL) {
        db.write(undoCaller(actor, batch.summary), (tx) => {
          if (findBatch(tx, id)?.state !== 'DONE')
            throw new AppError('conflict', 'This change is undone already');
          while (undoRows(tx, id));
          markUndone(tx, id, actor);
        });
        return { batch: get(id), job: null };
      }
      const title = `Undo a change of ${batch.rowCount} controls`;
      const { job } = runner.start({
        kind: 'controls-undo',
        title,
        unit: 'controls',
        total: batch.rowCount,
        startedBy: actor,
        input: { batchId: id },
      });
      return { batch: get(id), job: job.id };
    },

    /** Changes that were cut off by the end of the process can be undone, not continued. */
    endCutOff(): void {
      if (!db.read('controls.cutOff', hasCutOffBatches)) return;
      db.write({ actor: null, origin: 'system', action: 'compliance.bulk' }, endCutOffBatches);
    },
  };
}
export type BulkService = ReturnType<typeof createBulkService>;

function chosenIds(db: ReadDb, bulk: BulkChange, now: number): string[] {
  const { owner } = bulk.change;
  if (owner && !isAccount(db, owner)) throw badField('change.owner', 'There is no such account');
  if (bulk.change.isApplicable === false && !bulk.change.applicabilityReason)
    throw badField(
      'change.applicabilityReason',
      'A reason is required where a control does not apply',
    );
  if (bulk.change.status !== undefined && bulk.change.isApplicable === false)
    throw badField('change.status', 'What does not apply cannot be assessed');
  const ids = bulk.filter ? matchingIds(db, bulk.filter, now) : [...new Set(bulk.ids)];
  if (bulk.expectedCount !== undefined && bulk.expectedCount !== ids.length)
    throw new AppError(
      'conflict',
      `The filter matches ${ids.length} controls now, not ${bulk.expectedCount}. Look at them again.`,
    );
  if (ids.length === 0) throw badField('filter', 'The filter matches no control');
  return ids;
}

/** 'Status COMPLIANT, owner of 12 controls'. */
function summaryOf(change: SharedChange, count: number): string {
  const parts = [
    change.status && `status ${controlStatusText(change.status)}`,
    change.owner !== undefined && 'owner',
    change.nextAssessment !== undefined && 'next assessment',
    change.isApplicable !== undefined && (change.isApplicable ? 'applicable' : 'not applicable'),
    change.priority && `priority ${change.priority}`,
    change.isAutomated !== undefined && (change.isAutomated ? 'automated' : 'not automated'),
  ].filter(Boolean);
  const text = parts.join(', ');
  const controls = count === 1 ? '1 control' : `${count} controls`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} of ${controls}`;
}
