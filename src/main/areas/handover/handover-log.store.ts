/** Reads the audit log of a span in stretches, in its order, and the journals of its bulk actions. */
import type { ReadDb } from '../../db/database.ts';
import type { FieldChanges } from '../../db/tables/core.table.ts';
import type { BulkRow, LogEntry } from './handover-digest.ts';

/** So many entries are read at once; a stretch takes a few milliseconds. */
const STRETCH = 2_000;

export interface LogPlace {
  readonly at: number;
  readonly seq: number;
}

interface Row {
  readonly seq: number;
  readonly at: number;
  readonly actor: string | null;
  readonly origin: LogEntry['origin'];
  readonly action: string;
  readonly resource: string;
  readonly record_id: string | null;
  readonly row_count: number;
  readonly changes: string | null;
  readonly is_bulk: 0 | 1;
}

/** The next entries after a place, up to and with `until`; `next` is null at the end. */
export function readLog(
  db: ReadDb,
  after: LogPlace,
  until: number,
): { entries: LogEntry[]; next: LogPlace | null } {
  const rows = db.all<Row>(
    `SELECT l.seq, l.at, l.actor, l.origin, l.action, l.resource, l.record_id, l.row_count, l.changes,
       l.resource = 'alerts' AND l.changes IS NULL AND l.record_id IS NOT NULL
         AND EXISTS (SELECT 1 FROM desk_actions d WHERE d.id = l.record_id) AS is_bulk
     FROM audit_log l INDEXED BY audit_log_moment
     WHERE l.at >= ? AND l.at <= ? AND (l.at, l.seq) > (?, ?)
     ORDER BY l.at, l.seq LIMIT ?`,
    after.at,
    until,
    after.at,
    after.seq,
    STRETCH,
  );
  const last = rows.at(-1);
  return {
    entries: rows.filter(isWanted).map(toEntry),
    next: last && rows.length === STRETCH ? { at: last.at, seq: last.seq } : null,
  };
}

const WANTED: ReadonlySet<string> = new Set(['alerts', 'alert_comments', 'entity_notes']);
const isWanted = ({ resource }: Row): boolean => WANTED.has(resource);

const toEntry = (row: Row): LogEntry => ({
  ...{ seq: row.seq, at: row.at, actor: row.actor, origin: row.origin, action: row.action },
  ...{ resource: row.resource, recordId: row.record_id, rowCount: row.row_count },
  changes: row.changes === null ? null : (JSON.parse(row.changes) as FieldChanges),
  isBulk: row.is_bulk === 1,
});

/** The alerts of a bulk action. Values are as the journal keeps them: JSON of the row's properties. */
export function* readBulk(db: ReadDb, actionId: string): Generator<BulkRow> {
  let n = -1;
  for (;;) {
    const rows = db.all<{ n: number; record_id: string; before: string; after: string }>(
      `SELECT n, record_id, before, after FROM desk_action_changes
       WHERE action_id = ? AND n > ? AND table_name = 'alerts'
         AND before IS NOT NULL AND after IS NOT NULL ORDER BY n LIMIT ?`,
      actionId,
      n,
      STRETCH,
    );
    for (const row of rows)
      yield { id: row.record_id, before: JSON.parse(row.before), after: JSON.parse(row.after) };
    const last = rows.at(-1);
    if (!last || rows.length < STRETCH) return;
    n = last.n;
  }
}

export interface DeedRow {
  readonly id: string;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: number;
  readonly summary: string;
  readonly state: string;
  readonly changed_at: number | null;
  readonly changed_by: string | null;
}

/** What was done to groups and incidents, and what was undone: actions of the desk in the span, newest first. */
export function readDeeds(db: ReadDb, since: number, until: number): DeedRow[] {
  const columns = 'id, kind, actor, at, summary, state, changed_at, changed_by';
  return db.all<DeedRow>(
    `SELECT ${columns} FROM desk_actions INDEXED BY desk_actions_newest
     WHERE at >= ? AND at <= ? AND (kind LIKE 'incidents.%' OR kind LIKE 'groups.%' OR state = 'UNDONE')
     ORDER BY at DESC, id DESC LIMIT 1000`,
    since,
    until,
  );
}
