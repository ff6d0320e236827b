/**
 * One change of many alerts. The set is fixed when it starts and kept in parts; each part is written
 * in one transaction, in which every alert is looked at again: what somebody changed meanwhile, or
 * what the change does not apply to, stays and is counted.
 */
import { z } from 'zod';
import type { BulkChange, BulkStep } from '../../../shared/areas/actions/bulk.rules.ts';
import {
  bulkKind,
  bulkSummary,
  countedAlerts,
  isClosing,
  stepsOf,
} from '../../../shared/areas/actions/bulk.rules.ts';
import type { AlertUpdate } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { RequiredFields } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  type ActionRow,
  addPart,
  advanceRun,
  beginRun,
  dropPart,
  type LeftReason,
  type LeftRow,
  lastChanger,
  nextPart,
  type RunRow,
} from '../../db/action-journal.ts';
import { insertAction, type RowChange, recordChanges } from '../../db/action-log.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { changeAlerts } from './alert-bulk.store.ts';
import { alertChange } from './alert-changes.ts';
import type { AlertRow } from './alert-rows.ts';
import type { AlertPatch } from './alerts.store.ts';
import { type Decider, decideUpdate } from './dispositions.ts';

/** Small: a click waits for at most one part. */
const PART_ROWS = 100;
/** So many are changed within the call. */
export const AT_ONCE_MAX = 200;

/** What a bulk action does, as its journal keeps it. */
export interface BulkPlan extends BulkStep {
  readonly note: string | null;
  readonly required: RequiredFields;
}

const planSchema = z.custom<BulkPlan>((value) => typeof value === 'object' && value !== null);

export interface NewBulk {
  readonly actionId: string;
  readonly actor: string;
  readonly plan: BulkPlan;
  readonly seqs: readonly number[];
  readonly jobId: string | null;
}

/** The update of each alert, by the steps it takes. */
function updateOf({ change, note }: BulkPlan, isLast: boolean): AlertUpdate {
  const reason = note ? { reason: note } : {};
  if (!isLast) return { status: 'IN_PROGRESS', ...reason };
  return isDisposing(change) && note ? { ...change, note } : { ...change, ...reason };
}

function isDisposing({ status, verdict, reasonCode, evidence }: BulkChange): boolean {
  return isClosing(status) || [verdict, reasonCode, evidence].some((value) => value !== undefined);
}

/**
 * What the plan makes of one alert. @throws AppError 'bad-input' where something is missing that every
 * alert would miss, 'conflict' where it does not apply.
 */
export function decideBulk(before: AlertRow, plan: BulkPlan, desk: Decider): AlertPatch {
  const steps = stepsOf(plan, before.status);
  if (!steps) throw new AppError('conflict', 'The change does not apply to this alert');
  let row = before;
  let patch: AlertPatch = {};
  // The specification's transitions are kept: what is open is in progress before it is closed.
  const updates =
    steps.length === 2 ? [updateOf(plan, false), updateOf(plan, true)] : [updateOf(plan, true)];
  for (const update of updates) {
    const next = decideUpdate(row, update, desk);
    patch = updates.length === 1 ? next : { ...patch, ...next };
    if (updates.length > 1) row = { ...row, ...next } as AlertRow;
  }
  return patch;
}

/** Writes down what is to be done, and to which alerts; nothing is changed yet. */
export function beginBulk(tx: WriteTx, bulk: NewBulk): void {
  const { actionId, actor, plan, seqs, jobId } = bulk;
  const summary = bulkSummary(plan, countedAlerts(seqs.length));
  insertAction(
    tx,
    { id: actionId, kind: bulkKind(plan.change), actor, summary, note: plan.note },
    { rowCount: seqs.length, state: 'RUNNING', plan: JSON.stringify(plan) },
  );
  beginRun(tx, { actionId, direction: 'DO', actor, total: seqs.length, position: -1, jobId });
  // In the order of the table: the system reads ahead of it, and a page is read once.
  const inOrder = [...seqs].sort((a, b) => a - b);
  for (let n = 0; n * PART_ROWS < inOrder.length; n++)
    addPart(tx, actionId, n, inOrder.slice(n * PART_ROWS, (n + 1) * PART_ROWS));
}

/** Writes the next part; false where there is none. */
export function writeBulkPart(tx: WriteTx, action: ActionRow, run: RunRow): boolean {
  const part = nextPart(tx, action.id);
  if (!part) return false;
  const plan = planSchema.parse(JSON.parse(action.plan ?? 'null'));
  const desk: Decider = { now: tx.now, actor: action.actor, required: plan.required };
  const met = new Set<number>();
  const left: LeftRow[] = [];
  const changes: RowChange[] = [];
  const leave = (row: AlertRow, reason: LeftReason) => {
    const changedBy = reason === 'changed' ? lastChanger(tx, row.id) : null;
    left.push({ recordId: row.id, reason, changedBy });
    return null;
  };
  changeAlerts(tx, part.seqs, action.id, (row) => {
    met.add(row.seq);
    if (row.updatedAt > action.at) return leave(row, 'changed');
    const patch = patchOrNull(row, plan, desk);
    if (!patch) return leave(row, 'refused');
    const change = alertChange(row, patch as Partial<AlertRow>);
    if (!change) return leave(row, 'same');
    changes.push(change);
    return patch;
  });
  for (const seq of part.seqs)
    if (!met.has(seq)) left.push({ recordId: `seq ${seq}`, reason: 'gone', changedBy: null });
  recordChanges(tx, action.id, run.done, changes);
  dropPart(tx, action.id, part.n);
  advanceRun(tx, run, { position: part.n, done: changes.length, left, isRange: true });
  return true;
}

function patchOrNull(row: AlertRow, plan: BulkPlan, desk: Decider): AlertPatch | null {
  try {
    return decideBulk(row, plan, desk);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
