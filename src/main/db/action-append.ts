/** For what follows an action in slices: alerts that a rule hides or gives back. */
import { nextChangeNumber } from './action-journal.ts';
import { type RowChange, recordChanges } from './action-log.ts';
import type { ReadDb } from './database.ts';
import type { WriteTx } from './write-door.ts';

/** Adds rows to an action that is done, in the transaction that changes them: its undo takes them along. */
export function appendChanges(tx: WriteTx, actionId: string, changes: readonly RowChange[]): void {
  if (changes.length === 0) return;
  recordChanges(tx, actionId, nextChangeNumber(tx, actionId), changes);
  // The rows' own histories find what changed them among others by the runs of its action.
  tx.run(
    `INSERT INTO desk_action_runs (action_id, n, direction, actor, started_at, finished_at, state, position, total, done, is_range)
     SELECT id, 0, 'DO', actor, ?, ?, 'DONE', 0, ?, ?, 1 FROM desk_actions WHERE id = ?
     ON CONFLICT (action_id, n) DO UPDATE SET finished_at = excluded.finished_at,
       total = total + excluded.total, done = done + excluded.done`,
    tx.now,
    tx.now,
    changes.length,
    changes.length,
    actionId,
  );
  tx.run(
    'UPDATE desk_actions SET row_count = row_count + ? WHERE id = ?',
    changes.length,
    actionId,
  );
  tx.announce('desk_actions', actionId);
}

/** Whether an action still stands: not undone, and not about to be. */
export function isActionDone(db: ReadDb, actionId: string): boolean {
  return (
    db.get("SELECT 1 FROM desk_actions WHERE id = ? AND state = 'DONE'", actionId) !== undefined
  );
}

/** The changed properties of a row before and after; null where nothing changed. */
export function rowChange(
  table: string,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): RowChange | null {
  const id = String((after ?? before)?.id);
  if (!before || !after) return { table, id, before: pick(before), after: pick(after) };
  const changed = Object.keys(after).filter(
    (property) =>
      !KEPT.has(property) &&
      JSON.stringify(before[property] ?? null) !== JSON.stringify(after[property] ?? null),
  );
  if (changed.length === 0) return null;
  return { table, id, before: pick(before, changed), after: pick(after, changed) };
}

/** Of the door, or of the moment: no decision of anybody's. */
const KEPT = new Set(['rowVersion', 'fieldVersions', 'deletedAt', 'updatedAt', 'seq']);

function pick(
  row: Readonly<Record<string, unknown>> | null,
  properties?: readonly string[],
): Readonly<Record<string, unknown>> | null {
  if (!row) return null;
  const wanted = properties ?? Object.keys(row).filter((property) => !KEPT.has(property));
  return Object.fromEntries(wanted.map((property) => [property, row[property] ?? null]));
}
