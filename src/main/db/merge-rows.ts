/**
 * The write door's way for what others wrote: rows as the merge left them, with the stamps they came
 * with. Whoever merges has decided; here it is written, told to the audit log in the names of those
 * who did it, and to the change log as something that is not sent again.
 */
import { hlcToStamp, stampToHlc } from './hlc.ts';
import { insertMany, ROWS_WITHOUT_A_LOOK, rowInsert } from './many-inserts.ts';
import type { PackedRows } from './packed-rows.ts';
import type { StatementCache, TableShape } from './statements.ts';
import type { FieldChanges } from './tables/core.table.ts';
import type { InsertedRange } from './write-door.ts';

/** One row that was here: columns with their values as SQLite takes them. */
export interface MergedChange {
  readonly id: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly rowVersion: string;
  readonly fieldVersions: string | null;
  /** Its `seq`, of a table that has one. */
  readonly place?: number | null;
}

/** What somebody did elsewhere, for the audit log; `at` is his moment and `stamp` his. */
export interface MergedEntry {
  readonly at: number;
  readonly actor: string | null;
  readonly action: string;
  readonly reason: string | null;
  readonly recordId: string | null;
  readonly rowCount: number;
  readonly changes: FieldChanges | null;
  readonly stamp: string;
}

export interface MergedRows {
  /** New rows; `rowVersion`, `fieldVersions` and `deletedAt` are among their columns. */
  readonly inserts: PackedRows;
  readonly updates: readonly MergedChange[];
  readonly entries: readonly MergedEntry[];
  /** The latest stamp among what came; null: nothing came, stamps are made anew. */
  readonly latest: string | null;
  /** Where given, a row that its table refuses is left out, and named. */
  readonly onRefused?: (id: string, reason: string) => void;
  /** Called every so many new rows; what it throws ends the transaction. */
  readonly giveWay?: () => void;
}

export interface MergedResult {
  readonly inserted: InsertedRange;
  /** Which of `inserts` are there now, in the order of their `seq`. */
  readonly places: readonly number[];
  /** Ids of the changed rows, as far as they are few enough to be named. */
  readonly updated: number;
}

type Refuse = NonNullable<MergedRows['onRefused']>;

/** Runs one row's statement in a savepoint of its own; false where its table refused it. */
function attempt(statements: StatementCache, id: string, refuse: Refuse, fn: () => void): boolean {
  statements.get('SAVEPOINT merged_row').run();
  try {
    fn();
    statements.get('RELEASE merged_row').run();
    return true;
  } catch (error) {
    if (!isConstraint(error)) throw error;
    statements.get('ROLLBACK TO merged_row').run();
    statements.get('RELEASE merged_row').run();
    refuse(id, error instanceof Error ? error.message : 'refused');
    return false;
  }
}

/** Whether a table refused a row, and not the disk or the file. */
export function isConstraint(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)/.test(code);
}

export function insertMerged(
  statements: StatementCache,
  shape: TableShape,
  { inserts, onRefused, giveWay }: Pick<MergedRows, 'inserts' | 'onRefused' | 'giveWay'>,
): Pick<MergedResult, 'inserted' | 'places'> {
  const { properties, columns, constants, count } = inserts;
  if (count === 0) return { inserted: { count: 0, first: 0, last: 0 }, places: [] };
  if (!onRefused) {
    const inserted = insertMany(statements, shape, { rows: inserts, giveWay });
    return { inserted, places: [...new Array<unknown>(count).keys()] };
  }
  const ids = columns[properties.indexOf('id')];
  const insertOne = rowInsert(statements, shape, inserts);
  const places: number[] = [];
  let [first, last] = [0, 0];
  for (let row = 0; row < count; row++) {
    if (row % ROWS_WITHOUT_A_LOOK === 0) giveWay?.();
    const insert = () => {
      last = insertOne(row);
    };
    const id = String(ids?.[row] ?? constants.id);
    if (!attempt(statements, id, onRefused, insert)) continue;
    if (places.length === 0) first = last;
    places.push(row);
  }
  return { inserted: { count: places.length, first, last }, places };
}

export function updateMerged(
  statements: StatementCache,
  shape: TableShape,
  { updates, onRefused }: Pick<MergedRows, 'updates' | 'onRefused'>,
): MergedChange[] {
  const written: MergedChange[] = [];
  for (const change of updates) {
    const names = Object.keys(change.set);
    const sets = [...names, 'row_version', 'field_versions'].map((name) => `${name} = ?`);
    const statement = statements.get(`UPDATE ${shape.name} SET ${sets.join(', ')} WHERE id = ?`);
    const bound = [...Object.values(change.set), change.rowVersion, change.fieldVersions];
    const update = () => void statement.run(bound, change.id);
    if (!onRefused) update();
    else if (!attempt(statements, change.id, onRefused, update)) continue;
    written.push(change);
  }
  return written;
}

/** The own clock is never behind what was seen; a stamp of others is never taken for an own one. */
export function advanceClock(statements: StatementCache, latest: string, node: string): void {
  const { wallMs, counter } = stampToHlc(latest);
  const seen = hlcToStamp({ wallMs, counter }, node);
  statements
    .get(
      `INSERT INTO meta (key, value) VALUES ('hlc_seen', ?) ON CONFLICT (key)
       DO UPDATE SET value = excluded.value WHERE excluded.value > value`,
    )
    .run(seen);
}

export function auditMerged(
  statements: StatementCache,
  resource: string,
  entries: readonly MergedEntry[],
): void {
  const statement = statements.get(
    `INSERT INTO audit_log (at, actor, origin, action, resource, record_id, row_count, reason, changes, stamp)
     VALUES (?, ?, 'sync', ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { at, actor, action, recordId, rowCount, reason, changes, stamp } of entries) {
    const text = changes ? JSON.stringify(changes) : null;
    statement.run(at, actor, action, resource, recordId, rowCount, reason, text, stamp);
  }
}

/** Whoever follows the change log hears of it; nobody sends it. */
export function recordMerged(
  statements: StatementCache,
  table: string,
  { ranges, ids, latest }: { ranges: readonly Range[]; ids: readonly string[]; latest: string },
): void {
  for (const { first, last } of ranges)
    statements
      .get(
        'INSERT INTO change_log (table_name, first_row, last_row, stamp, from_sync) VALUES (?, ?, ?, ?, 1)',
      )
      .run(table, first, last, latest);
  const statement = statements.get(
    'INSERT INTO change_log (table_name, record_id, stamp, from_sync) VALUES (?, ?, ?, 1)',
  );
  for (const id of ids) statement.run(table, id, latest);
}

type Range = Pick<InsertedRange, 'first' | 'last'>;

/** Rows of a table with places are told of by their range, others by their names. */
export function placesOf(
  inserted: InsertedRange,
  updates: readonly MergedChange[],
): { ranges: Range[]; unplaced: string[] } {
  const unplaced: string[] = [];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { id, place } of updates) {
    if (typeof place !== 'number') unplaced.push(id);
    else [first, last] = [Math.min(first, place), Math.max(last, place)];
  }
  const ranges: Range[] = inserted.count > 0 ? [inserted] : [];
  if (last > 0) ranges.push({ first, last });
  return { ranges, unplaced };
}
