/**
 * Bulk changes of controls and their undo, a batch of rows at a time. What a row was before is kept
 * with the stamp that the change left on it: where the newest stamp of a row is another one at the
 * undo, somebody changed it since, and it is left alone.
 */
import type {
  ControlBatch,
  SharedChange,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import { controlBatchesTable, controlBatchRowsTable } from '../../db/tables/control-tests.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { type ControlPatch, decideChange, readControlFacts } from './control-assess.store.ts';
import { readAccountNames } from './control-history.store.ts';
import type { ControlRow } from './controls-list.store.ts';

/** Rows of one transaction: a click waits for at most one of them. */
export const BATCH_ROWS = 500;
const KEPT_BATCHES = 30;
const NAMED_SKIPPED = 100;

export interface BulkStep {
  readonly batchId: string;
  readonly change: SharedChange;
  readonly reason: string;
}

type BatchRow = RowOf<typeof controlBatchesTable>;

function newestStamp(row: ControlRow): string {
  const fields = Object.values((row.fieldVersions ?? {}) as Record<string, string>);
  return [row.rowVersion, ...fields].sort().at(-1) ?? row.rowVersion;
}

/** Begins a batch, and lets the rows of the oldest ones go, which can then no longer be undone. */
export function beginBatch(
  tx: WriteTx,
  batch: { id: string; actor: string; summary: string; reason: string },
): void {
  tx.run(
    `DELETE FROM control_batches WHERE state <> 'RUNNING' AND id NOT IN
       (SELECT id FROM control_batches ORDER BY created_at DESC, id DESC LIMIT ?)`,
    KEPT_BATCHES - 1,
  );
  tx.run(
    `INSERT INTO control_batches (id, actor, summary, reason, state, created_at)
     VALUES (?, ?, ?, ?, 'RUNNING', ?)`,
    batch.id,
    batch.actor,
    batch.summary,
    batch.reason,
    tx.now,
  );
  tx.announce('control_batches', batch.id);
}

function readRows(db: ReadDb, ids: readonly string[]): ControlRow[] {
  return db.rows(
    controlsTable,
    'SELECT * FROM controls WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
    JSON.stringify(ids),
  );
}

/** Changes these controls; what cannot be changed is passed over and named. */
export function changeBatch(tx: WriteTx, ids: readonly string[], step: BulkStep): void {
  const rows = readRows(tx, ids);
  const factsOf = readControlFacts(
    tx,
    rows.map(({ id }) => id),
    tx.now,
  );
  const skipped: { controlId: string; reason: string }[] = [];
  let changed = 0;
  for (const row of rows) {
    try {
      const { patch } = decideChange(row, step.change, step.reason, factsOf(row.id), tx.now);
      if (changeOne(tx, row, patch, step.batchId)) changed += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ controlId: row.controlId, reason: error.message });
    }
  }
  noteProgress(tx, step.batchId, changed, skipped);
}

/** Whether anything but the time of the change differs now. */
function changeOne(tx: WriteTx, row: ControlRow, patch: ControlPatch, batchId: string): boolean {
  const fields = (Object.keys(patch) as (keyof ControlPatch)[]).filter(
    (field) => field !== 'updatedAt' && patch[field] !== row[field],
  );
  if (fields.length === 0) return false;
  const after = tx.update(controlsTable, row.id, patch)?.after;
  if (!after) return false;
  tx.run(
    'INSERT INTO control_batch_rows (batch_id, control_id, before, stamp) VALUES (?, ?, ?, ?)',
    batchId,
    row.id,
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]]))),
    newestStamp(after),
  );
  return true;
}

function noteProgress(
  tx: WriteTx,
  batchId: string,
  changed: number,
  skipped: readonly { controlId: string; reason: string }[],
): void {
  const batch = findBatch(tx, batchId);
  if (!batch) throw new AppError('not-found', 'There is no such bulk change');
  tx.run(
    'UPDATE control_batches SET row_count = row_count + ?, skipped = ? WHERE id = ?',
    changed,
    JSON.stringify([...batch.skipped, ...skipped].slice(0, NAMED_SKIPPED)),
    batchId,
  );
}

export function endBatch(tx: WriteTx, batchId: string): void {
  tx.run("UPDATE control_batches SET state = 'DONE' WHERE id = ? AND state = 'RUNNING'", batchId);
  tx.announce('control_batches', batchId);
}

/** Batches that an end of the process cut off: what they changed can be undone. */
export function endCutOffBatches(tx: WriteTx): void {
  tx.run("UPDATE control_batches SET state = 'DONE' WHERE state = 'RUNNING'");
}

export function hasCutOffBatches(db: ReadDb): boolean {
  return db.get("SELECT 1 FROM control_batches WHERE state = 'RUNNING'") !== undefined;
}

/** Puts the next rows back as they were. False where none are left. */
export function undoRows(tx: WriteTx, batchId: string): boolean {
  const next = tx.rows(
    controlBatchRowsTable,
    `SELECT * FROM control_batch_rows WHERE batch_id = ? AND state = 'CHANGED' LIMIT ?`,
    batchId,
    BATCH_ROWS,
  );
  if (next.length === 0) return false;
  const rows = new Map(
    readRows(
      tx,
      next.map(({ controlId }) => controlId),
    ).map((row) => [row.id, row]),
  );
  let restored = 0;
  for (const { controlId, before, stamp } of next) {
    const row = rows.get(controlId);
    const isAsLeft = row !== undefined && newestStamp(row) === stamp;
    if (isAsLeft) {
      tx.update(controlsTable, controlId, { ...(before as ControlPatch), updatedAt: tx.now });
      restored += 1;
    }
    tx.run(
      'UPDATE control_batch_rows SET state = ? WHERE batch_id = ? AND control_id = ?',
      isAsLeft ? 'RESTORED' : 'KEPT',
      batchId,
      controlId,
    );
  }
  tx.run(
    `UPDATE control_batches SET restored_count = restored_count + ?, kept_count = kept_count + ?
     WHERE id = ?`,
    restored,
    next.length - restored,
    batchId,
  );
  return true;
}

export function markUndone(tx: WriteTx, batchId: string, actor: string | null): void {
  tx.run(
    "UPDATE control_batches SET state = 'UNDONE', undone_by = ?, undone_at = ? WHERE id = ?",
    actor,
    tx.now,
    batchId,
  );
  tx.announce('control_batches', batchId);
}

export function findBatch(db: ReadDb, id: string): BatchRow | undefined {
  return db.rows(controlBatchesTable, 'SELECT * FROM control_batches WHERE id = ?', id)[0];
}

/** The last ones, newest first. */
export function listBatches(db: ReadDb, limit: number): BatchRow[] {
  return db.rows(
    controlBatchesTable,
    'SELECT * FROM control_batches ORDER BY created_at DESC, id DESC LIMIT ?',
    limit,
  );
}

export function toBatches(db: ReadDb, rows: readonly BatchRow[]): ControlBatch[] {
  const names = readAccountNames(db);
  const nameOf = (id: string | null) => (id && names.get(id)) || 'Unknown account';
  return rows.map((row) => ({
    id: row.id,
    actor: row.actor,
    actorName: nameOf(row.actor),
    summary: row.summary,
    reason: row.reason,
    state: row.state,
    changed: row.rowCount,
    skipped: row.skipped,
    restored: row.restoredCount,
    kept: row.keptCount,
    undoneAt: row.undoneAt === null ? null : toIso(row.undoneAt),
    undoneByName: row.undoneBy === null ? null : nameOf(row.undoneBy),
    createdAt: toIso(row.createdAt),
  }));
}
