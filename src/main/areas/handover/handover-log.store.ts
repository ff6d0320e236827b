/** Reads the audit log of a span in stretches, in its order, and the journals of its bulk actions. */
import type { ReadDb } from '../../db/database.ts';
import type { FieldChanges } from '../../db/tables/core.table.ts';
import type { BulkRow, LogEntry } from './handover-digest.ts';
import { type BulkRun, createRunFinder, hasChanged } from './handover-runs.ts';

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

const isWanted = ({ resource }: Row): boolean => resource === 'alerts';

const toEntry = (row: Row): LogEntry => ({
  ...{ seq: row.seq, at: row.at, actor: row.actor, origin: row.origin, action: row.action },
  ...{ recordId: row.record_id, rowCount: row.row_count },
  changes: row.changes === null ? null : (JSON.parse(row.changes) as FieldChanges),
  isBulk: row.is_bulk === 1,
});

/** Reads the rows that the runs of bulk actions changed, each run once. */
export function createBulkReader(): (
  db: ReadDb,
  entry: LogEntry & { readonly recordId: string },
) => Iterable<BulkRow> {
  const findRun = createRunFinder();
  return (db, entry) => {
    const runs = db.all<BulkRun>(
      `SELECT n, direction, started_at, finished_at, position, done FROM desk_action_runs
       WHERE action_id = ? ORDER BY n`,
      entry.recordId,
    );
    const run = findRun(entry, runs);
    return run ? changedRows(db, entry.recordId, run, runs) : [];
  };
}

/** Values are as the journal keeps them: JSON of the row's properties. */
function* changedRows(
  db: ReadDb,
  actionId: string,
  run: BulkRun,
  runs: readonly BulkRun[],
): Generator<BulkRow> {
  const keptBy = readKept(db, actionId);
  const byNone: ReadonlySet<number> = new Set();
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
      if (hasChanged(run, runs, row.n, keptBy.get(row.record_id) ?? byNone))
        yield { id: row.record_id, before: JSON.parse(row.before), after: JSON.parse(row.after) };
    const last = rows.at(-1);
    if (!last || rows.length < STRETCH) return;
    n = last.n;
  }
}

/** By row, the runs that left it. */
function readKept(db: ReadDb, actionId: string): Map<string, Set<number>> {
  const keptBy = new Map<string, Set<number>>();
  for (const { run, record_id } of db.all<{ run: number; record_id: string }>(
    'SELECT run, record_id FROM desk_action_kept WHERE action_id = ?',
    actionId,
  ))
    keptBy.set(record_id, (keptBy.get(record_id) ?? new Set()).add(run));
  return keptBy;
}
