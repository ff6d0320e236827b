/**
 * What is to be sent, from the change log: every row once and whole, however often it changed. Rows are
 * looked at page by page; nothing here grows with what is stored.
 */
import type { ReadDb } from '../../../db/database.ts';
import { bucketOf } from '../merge.kernel.ts';
import { isSentRow } from '../sent-columns.ts';
import { LIMITS } from '../wire.ts';
import type { Codecs } from './merge-context.ts';
import { type Partial, readPartial, readSearched } from './replica-state.store.ts';

/** A row to be sent, by name. */
export type Named = readonly [table: string, id: string];

export interface Gathered {
  readonly rows: readonly Named[];
  /** Stamps of the covered places, of rows that may have changed since, too. */
  readonly stamps: ReadonlySet<string>;
  readonly through: number;
  readonly partial: Partial | null;
  /** Names of `rows` that are in `sync_again`. */
  readonly again: readonly Named[];
  /** By table, the id that its sweep has reached; null where it is at its end. */
  readonly swept: ReadonlyMap<string, string | null>;
  /** The last place of the change log that has rows in it; beyond `through` where a range goes in parts. */
  readonly covered: number;
  /** The last place that names the row; 0 where none does, or only one that is not covered yet. */
  readonly changedAt: (table: string, id: string) => number;
}

interface LogRow {
  readonly seq: number;
  readonly table_name: string;
  readonly record_id: string | null;
  readonly first_row: number | null;
  readonly last_row: number | null;
  readonly fields: string | null;
  readonly stamp: string;
  readonly from_sync: number;
}

const LOG_PAGE = 1_000;
const SWEEP_PAGE = 2_000;

/** Collects distinct rows up to a number. */
class RowList {
  readonly rows: Named[] = [];
  /** By name, the place of its last change. */
  readonly #known = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.rows.length >= this.#most;
  }

  add(table: string, id: string, place = 0): void {
    if (!isSentRow(table, id)) return;
    const key = `${table} ${id}`;
    if (!this.#known.has(key)) this.rows.push([table, id]);
    this.#known.set(key, Math.max(place, this.changedAt(table, id)));
  }

  changedAt(table: string, id: string): number {
    return this.#known.get(`${table} ${id}`) ?? 0;
  }

  /** Takes back what came after the first rows. */
  cut(length: number): void {
    for (const [table, id] of this.rows.splice(length)) this.#known.delete(`${table} ${id}`);
  }
}

/** @param most Rows; fewer where the last push was too large. */
export function gather(db: ReadDb, codecs: Codecs, most: number): Gathered {
  const list = new RowList(Math.min(most, LIMITS.rows));
  const again = readAgain(db, list);
  const swept = sweep(db, codecs, list);
  const log = readLog(db, codecs, list);
  const covered = log.partial?.seq ?? log.through;
  // A range that did not fit has named rows that came before it: it names them again when it goes.
  const changedAt = (table: string, id: string) => {
    const place = list.changedAt(table, id);
    return place <= covered ? place : 0;
  };
  return { rows: list.rows, again, swept, ...log, covered, changedAt };
}

function readAgain(db: ReadDb, list: RowList): Named[] {
  const rows = db.all<{ t: string; id: string }>(
    'SELECT table_name AS t, record_id AS id FROM sync_again ORDER BY table_name, record_id LIMIT ?',
    LIMITS.rows,
  );
  const taken: Named[] = [];
  for (const { t, id } of rows) {
    if (list.isFull) break;
    list.add(t, id);
    taken.push([t, id]);
  }
  return taken;
}

/** Rows of the buckets that are to go out once more. */
function sweep(db: ReadDb, codecs: Codecs, list: RowList): Map<string, string | null> {
  const reached = new Map<string, string | null>();
  const sweeps = db.all<{ t: string; buckets: string; after: string }>(
    'SELECT table_name AS t, buckets, after_id AS after FROM sync_sweeps ORDER BY table_name',
  );
  for (const { t, buckets, after } of sweeps) {
    if (list.isFull) break;
    if (!codecs.has(t)) {
      reached.set(t, null);
      continue;
    }
    reached.set(
      t,
      sweepTable(db, t, { wanted: new Set(JSON.parse(buckets) as number[]), after }, list),
    );
  }
  return reached;
}

function sweepTable(
  db: ReadDb,
  table: string,
  { wanted, after }: { wanted: ReadonlySet<number>; after: string },
  list: RowList,
): string | null {
  let place = after;
  for (;;) {
    const ids = db.all<{ id: string }>(
      `SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
      place,
      SWEEP_PAGE,
    );
    for (const { id } of ids) {
      if (list.isFull) return place;
      if (wanted.size === 256 || wanted.has(bucketOf(id))) list.add(table, id);
      place = id;
    }
    if (ids.length < SWEEP_PAGE) return null;
  }
}

type Log = Pick<Gathered, 'through' | 'partial' | 'stamps'>;

function readLog(db: ReadDb, codecs: Codecs, list: RowList): Log {
  const stamps = new Set<string>();
  const started = readPartial(db);
  let through = readSearched(db);
  for (;;) {
    const log = db.all<LogRow>(
      'SELECT * FROM change_log WHERE seq > ? ORDER BY seq LIMIT ?',
      through,
      LOG_PAGE,
    );
    for (const entry of log) {
      if (list.isFull) return { through, partial: null, stamps };
      if (entry.from_sync === 0 && codecs.has(entry.table_name)) {
        const end = takeEntry(db, entry, list, started);
        if (end !== 'whole') return { through, partial: end, stamps };
        stamps.add(entry.stamp);
      }
      through = entry.seq;
    }
    if (log.length < LOG_PAGE) return { through, partial: null, stamps };
  }
}

/** A range goes whole where it can, because its write is sent with its end; null: with the next push. */
function takeEntry(
  db: ReadDb,
  entry: LogRow,
  list: RowList,
  started: Partial | null,
): Partial | null | 'whole' {
  const before = list.rows.length;
  const partial = addEntry(db, entry, list, started?.seq === entry.seq ? started.row : null);
  if (!partial) return 'whole';
  if (before === 0) return partial;
  list.cut(before);
  return null;
}

/** The place within a range where the list was full; null where all of it is in. */
function addEntry(
  db: ReadDb,
  { seq, table_name: table, record_id: id, first_row, last_row, fields, stamp }: LogRow,
  list: RowList,
  after: number | null,
): Partial | null {
  if (id !== null) {
    list.add(table, id, seq);
    return null;
  }
  const place = table === 'alerts' || table === 'incident_pins' ? 'seq' : 'rowid';
  let from = after ?? (first_row ?? 0) - 1;
  for (;;) {
    const rows = db.all<{ place: number; id: string; versions: string | null }>(
      `SELECT ${place} AS place, id, field_versions AS versions FROM ${table}
       WHERE ${place} > ? AND ${place} <= ? ORDER BY ${place} LIMIT ?`,
      ...[from, last_row ?? 0, LOG_PAGE],
    );
    for (const row of rows) {
      if (list.isFull) return { seq, row: from };
      // Of a range of changes, those whose fields bear its stamp.
      if (fields === null || row.versions?.includes(stamp)) list.add(table, row.id, seq);
      from = row.place;
    }
    if (rows.length < LOG_PAGE) return null;
  }
}

/** Rows that wait, about: a range of changes counts whole. */
export function countWaiting(db: ReadDb, codecs: Codecs): number {
  const log = db.get<{ n: number }>(
    `SELECT coalesce(sum(CASE WHEN first_row IS NULL THEN 1 ELSE last_row - first_row + 1 END), 0) AS n
     FROM change_log WHERE seq > ? AND from_sync = 0`,
    readSearched(db),
  );
  const again = db.get<{ n: number }>('SELECT count(*) AS n FROM sync_again');
  const sweeps = db.all<{ t: string; buckets: string; after: string }>(
    'SELECT table_name AS t, buckets, after_id AS after FROM sync_sweeps',
  );
  let waiting = (log?.n ?? 0) + (again?.n ?? 0);
  for (const { t, buckets, after } of sweeps) {
    if (!codecs.has(t)) continue;
    const rows = db.get<{ n: number }>(`SELECT count(*) AS n FROM ${t} WHERE id > ?`, after);
    const share = (JSON.parse(buckets) as number[]).length / 256;
    waiting += Math.ceil((rows?.n ?? 0) * share);
  }
  return waiting;
}

export function stampAt(db: ReadDb, place: number): string {
  return (
    db.get<{ stamp: string }>(
      'SELECT stamp FROM change_log WHERE seq <= ? AND from_sync = 0 ORDER BY seq DESC LIMIT 1',
      place,
    )?.stamp ?? ''
  );
}
