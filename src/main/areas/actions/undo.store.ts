/** What Undo and Redo read of the journal: the changes of an action, and what was done to their rows since. */
import type { ActionRow, RunRow } from '../../db/action-journal.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

/** Small: a click waits for at most one batch. */
const BATCH_ROWS = 100;
/** So many are undone within the call. */
export const AT_ONCE_MAX = 200;

type Properties = Readonly<Record<string, unknown>>;

export interface JournalChange {
  readonly n: number;
  readonly table: string;
  readonly id: string;
  readonly before: Properties | null;
  readonly after: Properties | null;
}

interface ChangeRow {
  readonly n: number;
  readonly table_name: string;
  readonly record_id: string;
  readonly before: string | null;
  readonly after: string | null;
}

const parsed = (json: string | null) => (json === null ? null : (JSON.parse(json) as Properties));

/** The next changes of a run, in its order, each row at most once. */
export function nextChanges(db: ReadDb, run: RunRow): JournalChange[] {
  const isUndo = run.direction === 'UNDO';
  const rows = db.all<ChangeRow>(
    isUndo
      ? `SELECT * FROM desk_action_changes WHERE action_id = ? AND n < ? AND is_applied = 1
         ORDER BY n DESC LIMIT ?`
      : `SELECT * FROM desk_action_changes WHERE action_id = ? AND n > ? AND is_applied = 0
         ORDER BY n LIMIT ?`,
    run.action_id,
    run.position,
    BATCH_ROWS,
  );
  const changes: JournalChange[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const key = `${row.table_name} ${row.record_id}`;
    // A row that the action changed twice is put back step by step.
    if (seen.has(key)) break;
    seen.add(key);
    changes.push({
      ...{ n: row.n, table: row.table_name, id: row.record_id },
      ...{ before: parsed(row.before), after: parsed(row.after) },
    });
  }
  return changes;
}

export function countChanges(db: ReadDb, actionId: string, isApplied: boolean): number {
  return (
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM desk_action_changes WHERE action_id = ? AND is_applied = ?',
      actionId,
      isApplied ? 1 : 0,
    )?.n ?? 0
  );
}

/** The tables whose rows an action changed. */
export function changedTables(db: ReadDb, actionId: string): string[] {
  return db
    .all<{ table_name: string }>(
      'SELECT DISTINCT table_name FROM desk_action_changes WHERE action_id = ?',
      actionId,
    )
    .map((row) => row.table_name);
}

export function markApplied(
  tx: WriteTx,
  actionId: string,
  changes: readonly JournalChange[],
  isApplied: boolean,
): void {
  tx.run(
    `UPDATE desk_action_changes SET is_applied = ?
     WHERE action_id = ? AND n IN (SELECT value FROM json_each(?))`,
    isApplied ? 1 : 0,
    actionId,
    JSON.stringify(changes.map(({ n }) => n)),
  );
}

/** What another action, done later and not undone, changed of a row. */
export interface LaterChange {
  readonly recordId: string;
  readonly actor: string | null;
  /** Null where the row was made or removed. */
  readonly properties: readonly string[] | null;
}

export function laterChanges(
  db: ReadDb,
  action: ActionRow,
  ids: readonly string[],
): Map<string, LaterChange[]> {
  const since = action.changed_at ?? action.at;
  const rows = db.all<{
    record_id: string;
    actor: string | null;
    before: string | null;
    after: string | null;
  }>(
    `SELECT c.record_id, coalesce(a.changed_by, a.actor) AS actor, c.before, c.after
     FROM json_each(?) ids
     CROSS JOIN desk_action_changes c ON c.record_id = ids.value
     CROSS JOIN desk_actions a ON a.id = c.action_id
     WHERE c.is_applied = 1 AND c.action_id <> ?
       AND (a.at > ? OR (a.at = ? AND a.id > ?))
     ORDER BY a.at DESC, a.id DESC`,
    JSON.stringify(ids),
    action.id,
    since,
    since,
    action.id,
  );
  const byRecord = new Map<string, LaterChange[]>();
  for (const { record_id: recordId, actor, before, after } of rows) {
    const isWhole = before === null || after === null;
    const properties = isWhole ? null : Object.keys(JSON.parse(after) as Properties);
    const list = byRecord.get(recordId) ?? [];
    list.push({ recordId, actor, properties });
    byRecord.set(recordId, list);
  }
  return byRecord;
}

/** The caller's own newest action that can be undone. */
export function newestToUndo(db: ReadDb, actor: string): ActionRow | undefined {
  return db.get<ActionRow>(
    "SELECT * FROM desk_actions WHERE actor = ? AND state = 'DONE' AND row_count > 0 ORDER BY at DESC, id DESC LIMIT 1",
    actor,
  );
}

/** What the caller undid last, where they have done nothing new since. */
export function newestToRedo(db: ReadDb, actor: string): ActionRow | undefined {
  return db.get<ActionRow>(
    `SELECT * FROM desk_actions u WHERE u.changed_by = ? AND u.state = 'UNDONE'
       AND NOT EXISTS (
         SELECT 1 FROM desk_actions d WHERE d.actor = u.changed_by AND d.at > u.changed_at)
     ORDER BY u.changed_at DESC, u.at, u.id LIMIT 1`,
    actor,
  );
}
