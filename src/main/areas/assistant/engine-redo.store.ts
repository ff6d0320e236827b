/**
 * Decisions about open alerts made anew, a piece at a time: what they all rest on (points, the table of
 * ATT&CK) changed. A piece is bounded by alerts looked at and by decisions passed over.
 */
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertRow } from './engine-rows.ts';

const PASSED_OVER = 5_000;

export function redoOpen(tx: WriteTx): void {
  tx.run('UPDATE engine_state SET redo_from = 0 WHERE one = 1');
}

export const isRedoing = (db: ReadDb): boolean =>
  db.get('SELECT 1 FROM engine_state WHERE redo_from IS NOT NULL') !== undefined;

/** Null where nothing is left. */
export function takeRedo(tx: WriteTx, limit: number): AlertRow[] | null {
  const from =
    tx.get<{ at: number | null }>('SELECT redo_from AS at FROM engine_state')?.at ?? null;
  if (from === null) return null;
  const rows = tx.rows(
    alertsTable,
    `SELECT a.* FROM engine_decisions d CROSS JOIN alerts a ON a.seq = d.alert_seq
     WHERE d.alert_seq > ? AND d.alert_seq <= ? AND d.is_open = 1 ORDER BY d.alert_seq LIMIT ?`,
    ...[from, from + PASSED_OVER, limit],
  );
  const last = tx.get<{ seq: number | null }>('SELECT max(alert_seq) AS seq FROM engine_decisions');
  const reached = rows.length < limit ? from + PASSED_OVER : (rows.at(-1)?.seq ?? from);
  const isOver = reached >= (last?.seq ?? 0);
  tx.run('UPDATE engine_state SET redo_from = ? WHERE one = 1', isOver ? null : reached);
  return rows;
}
