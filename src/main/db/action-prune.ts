/**
 * What the history of actions keeps no longer. Nothing within the kept time goes, and nothing that is under
 * way: all that can still be undone within it stays. What stands about rows in the audit log is not touched.
 */
import type { ReadDb } from './database.ts';
import type { WriteTx } from './write-door.ts';

const BEGINS = 'desk_journal_begins';

/** An undo or redo keeps its action. */
const OVER = `max(at, coalesce(changed_at, at)) < ?
  AND state NOT IN ('RUNNING', 'UNDOING', 'REDOING')`;

/** @param before Ms. */
export function countOverActions(db: ReadDb, before: number): number {
  return (
    db.get<{ n: number }>(`SELECT count(*) AS n FROM desk_actions WHERE ${OVER}`, before)?.n ?? 0
  );
}

/**
 * Deletes up to `limit` changed rows of the oldest action, and the action with the last of them.
 * @returns How many rows; 0 where nothing is left to do.
 */
export function pruneActions(tx: WriteTx, before: number, limit: number): number {
  const action = tx.get<{ id: string }>(
    `SELECT id FROM desk_actions WHERE ${OVER} ORDER BY at, id LIMIT 1`,
    before,
  );
  if (!action) return 0;
  const removed = tx.run(
    `DELETE FROM desk_action_changes WHERE action_id = ? AND n IN (
       SELECT n FROM desk_action_changes WHERE action_id = ? LIMIT ?)`,
    action.id,
    action.id,
    limit,
  );
  // Without all of its rows it must not be undone.
  if (removed === limit) {
    tx.run('UPDATE desk_actions SET is_final = 1 WHERE id = ?', action.id);
    return removed;
  }
  for (const table of ['desk_action_runs', 'desk_action_parts', 'desk_action_kept'])
    tx.run(`DELETE FROM ${table} WHERE action_id = ?`, action.id);
  tx.run('DELETE FROM desk_actions WHERE id = ?', action.id);
  tx.run(
    `INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET
       value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))`,
    BEGINS,
    String(before),
  );
  tx.note('desk_actions', 1);
  tx.announce('desk_actions');
  return removed + 1;
}

/** From when on all actions are in the history, ms; null where none was ever deleted. */
export function journalBegins(db: ReadDb): number | null {
  const row = db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', BEGINS);
  return row ? Number(row.value) : null;
}
