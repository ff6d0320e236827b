import type { ReadDb } from '../../../db/database.ts';
import { syncConflictsTable } from '../../../db/tables/sync.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { childrenOf } from './conflict-places.store.ts';

export type ConflictRow = typeof syncConflictsTable.$inferSelect;
type StoredState = ConflictRow['state'];

export interface ConflictsAsked {
  readonly state?: StoredState;
  readonly limit: number;
}

/** Newest first. */
export function listConflicts(db: ReadDb, { state, limit }: ConflictsAsked) {
  const where = state === undefined ? '' : 'WHERE state = ?';
  const values = state === undefined ? [] : [state];
  return {
    rows: db.rows(
      syncConflictsTable,
      `SELECT * FROM sync_conflicts ${where} ORDER BY seq DESC LIMIT ?`,
      ...values,
      limit,
    ),
    total:
      db.get<{ n: number }>(`SELECT count(*) AS n FROM sync_conflicts ${where}`, ...values)?.n ?? 0,
  };
}

/** Of a record and of the rows that belong to it (a version of a policy), newest first. */
export function conflictsOf(
  db: ReadDb,
  record: { readonly table: string; readonly id: string },
  { state, limit }: ConflictsAsked,
) {
  const own = db.rows(
    syncConflictsTable,
    `SELECT * FROM sync_conflicts WHERE record_id = ? AND table_name = ?
     ORDER BY seq DESC LIMIT ?`,
    record.id,
    record.table,
    limit,
  );
  const belonging = childrenOf(record.table).flatMap(({ table, column }) =>
    db.rows(
      syncConflictsTable,
      `SELECT k.* FROM sync_conflicts k JOIN ${table} t ON t.id = k.record_id
       WHERE k.table_name = '${table}' AND t.${column} = ? ORDER BY k.seq DESC LIMIT ?`,
      record.id,
      limit,
    ),
  );
  const rows = [...own, ...belonging]
    .filter((row) => state === undefined || row.state === state)
    .sort((a, b) => b.seq - a.seq);
  return { rows: rows.slice(0, limit), total: rows.length };
}

export function findConflict(db: ReadDb, id: string): ConflictRow | undefined {
  return db.rows(syncConflictsTable, 'SELECT * FROM sync_conflicts WHERE id = ?', id)[0];
}

export function countOpen(db: ReadDb): number {
  return (
    db.get<{ n: number }>("SELECT count(*) AS n FROM sync_conflicts WHERE state = 'OPEN'")?.n ?? 0
  );
}

export function markConflict(tx: WriteTx, id: string, state: StoredState, actor: string): void {
  const isOpen = state === 'OPEN';
  tx.run(
    'UPDATE sync_conflicts SET state = ?, decided_by = ?, decided_at = ? WHERE id = ?',
    state,
    isOpen ? null : actor,
    isOpen ? null : tx.now,
    id,
  );
}
