/**
 * Lists of alerts, newest first. Every combination of status, severity and source is a few exact
 * ranges of one index, merged here, so that no page scans what the filter excludes; totals come
 * from kept counts.
 */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { AlertRow } from './alert-rows.ts';
import { matchExpression } from './alert-search.ts';

/** A place in the list: rows after it are older, or as old with a lower `seq`. */
export interface Position {
  readonly createdAt: number;
  readonly seq: number;
}

export interface ListedPage {
  readonly rows: AlertRow[];
  readonly total: number;
  readonly next: Position | null;
}

interface Place {
  readonly seq: number;
  readonly created_at: number;
}

/** Up to so many matches are sorted in memory; a term found more often is looked for along the list. */
const RARE_MATCHES = 5_000;

const byNewest = (a: Place, b: Place) => b.created_at - a.created_at || b.seq - a.seq;

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

function timeConditions(filter: AlertFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.from) conditions.push({ sql: 'a.created_at >= ?', values: [Date.parse(filter.from)] });
  if (filter.to) conditions.push({ sql: 'a.created_at <= ?', values: [Date.parse(filter.to)] });
  return conditions;
}

/** The exact ranges of the index that together are the filter. */
function filterRanges(filter: AlertFilter): Condition[][] {
  const source = filter.source ? [{ sql: 'a.source = ?', values: [filter.source] }] : [];
  if (!filter.status?.length && !filter.severity?.length && !filter.source) return [[]];
  const statuses = filter.status?.length ? filter.status : ALERT_STATUSES;
  const severities = filter.severity?.length ? filter.severity : SEVERITIES;
  return statuses.flatMap((status) =>
    severities.map((severity) => [
      ...source,
      { sql: 'a.status = ?', values: [status] },
      { sql: 'a.severity = ?', values: [severity] },
    ]),
  );
}

function where(conditions: readonly Condition[]): Condition {
  return {
    sql: ['a.deleted_at IS NULL', ...conditions.map((condition) => condition.sql)].join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}

function after(position: Position | null): Condition[] {
  if (!position) return [];
  return [{ sql: '(a.created_at, a.seq) < (?, ?)', values: [position.createdAt, position.seq] }];
}

function placesAlongList(
  db: ReadDb,
  filter: AlertFilter,
  extra: readonly Condition[],
  position: Position | null,
  limit: number,
): Place[] {
  const places = filterRanges(filter).flatMap((range) => {
    const { sql, values } = where([
      ...range,
      ...timeConditions(filter),
      ...after(position),
      ...extra,
    ]);
    return db.all<Place>(
      `SELECT a.seq, a.created_at FROM alerts a WHERE ${sql} ORDER BY a.created_at DESC, a.seq DESC LIMIT ?`,
      ...values,
      limit,
    );
  });
  return places.sort(byNewest).slice(0, limit);
}

function setCondition(column: string, values: readonly string[] | undefined): Condition[] {
  if (!values?.length) return [];
  return [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }];
}

function fieldConditions(filter: AlertFilter): Condition[] {
  return [
    ...setCondition('a.status', filter.status),
    ...setCondition('a.severity', filter.severity),
    ...(filter.source ? [{ sql: 'a.source = ?', values: [filter.source] }] : []),
    ...timeConditions(filter),
  ];
}

function searchPlaces(
  db: ReadDb,
  filter: AlertFilter,
  match: string,
  position: Position | null,
  limit: number,
): { places: Place[]; total: number } {
  const found = db.all<{ rowid: number }>(
    'SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? LIMIT ?',
    match,
    RARE_MATCHES + 1,
  );
  const conditions = fieldConditions(filter);
  if (found.length <= RARE_MATCHES) {
    const { sql, values } = where(conditions);
    const all = db.all<Place>(
      `SELECT a.seq, a.created_at FROM alerts_fts f CROSS JOIN alerts a ON a.seq = f.rowid
       WHERE alerts_fts MATCH ? AND ${sql}`,
      match,
      ...values,
    );
    const isAfter = (place: Place) =>
      !position ||
      place.created_at < position.createdAt ||
      (place.created_at === position.createdAt && place.seq < position.seq);
    return { places: all.sort(byNewest).filter(isAfter).slice(0, limit), total: all.length };
  }
  const isMatch = {
    sql: 'EXISTS (SELECT 1 FROM alerts_fts WHERE alerts_fts MATCH ? AND rowid = a.seq)',
    values: [match],
  };
  return {
    places: placesAlongList(db, filter, [isMatch], position, limit),
    total: countMatches(db, match, conditions),
  };
}

function countMatches(db: ReadDb, match: string, conditions: readonly Condition[]): number {
  if (conditions.length === 0) {
    return count(db, 'SELECT count(*) AS n FROM alerts_fts WHERE alerts_fts MATCH ?', [match]);
  }
  const { sql, values } = where(conditions);
  return count(
    db,
    `SELECT count(*) AS n FROM alerts_fts f CROSS JOIN alerts a ON a.seq = f.rowid WHERE alerts_fts MATCH ? AND ${sql}`,
    [match, ...values],
  );
}

function count(db: ReadDb, sql: string, values: readonly Bound[]): number {
  return db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;
}

function countsCondition(filter: AlertFilter): Condition {
  const conditions = [
    ...setCondition('status', filter.status),
    ...setCondition('severity', filter.severity),
    ...(filter.source ? [{ sql: 'source = ?', values: [filter.source] }] : []),
  ];
  return {
    sql: ['1', ...conditions.map((condition) => condition.sql)].join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}

/** How many alerts the filter (without text) has, from kept counts and at most two part hours. */
export function countAlerts(db: ReadDb, filter: AlertFilter): number {
  const { sql, values } = countsCondition(filter);
  if (!filter.from && !filter.to) {
    return count(db, `SELECT sum(n) AS n FROM alert_totals WHERE ${sql}`, values);
  }
  const from = filter.from ? Date.parse(filter.from) : Number.MIN_SAFE_INTEGER;
  const to = filter.to ? Date.parse(filter.to) : Number.MAX_SAFE_INTEGER;
  const firstWholeHour = Math.ceil(from / HOUR_MS);
  const endHour = Math.floor((to + 1) / HOUR_MS);
  if (firstWholeHour >= endHour) return countRange(db, filter, from, to);
  const whole = count(
    db,
    `SELECT sum(n) AS n FROM alert_counts WHERE hour >= ? AND hour < ? AND ${sql}`,
    [firstWholeHour, endHour, ...values],
  );
  return (
    whole +
    (filter.from ? countRange(db, filter, from, firstWholeHour * HOUR_MS - 1) : 0) +
    (filter.to ? countRange(db, filter, endHour * HOUR_MS, to) : 0)
  );
}

function countRange(db: ReadDb, filter: AlertFilter, from: number, to: number): number {
  if (from > to) return 0;
  return filterRanges(filter).reduce((sum, range) => {
    const { sql, values } = where(range);
    return (
      sum +
      count(
        db,
        `SELECT count(*) AS n FROM alerts a WHERE ${sql} AND a.created_at >= ? AND a.created_at <= ?`,
        [...values, from, to],
      )
    );
  }, 0);
}

/** One page of the list and how many rows the whole filter has. */
export function listAlerts(
  db: ReadDb,
  filter: AlertFilter,
  options: { limit: number; after: Position | null; withTotal: boolean },
): ListedPage {
  const found = findPlaces(db, filter, options);
  const places = found.places.slice(0, options.limit);
  const last = places.at(-1);
  return {
    rows: rowsAt(db, places),
    total: found.total,
    next:
      last && found.places.length > options.limit
        ? { createdAt: last.created_at, seq: last.seq }
        : null,
  };
}

/** One place more than the page, which tells whether there is a next one. */
function findPlaces(
  db: ReadDb,
  filter: AlertFilter,
  options: { limit: number; after: Position | null; withTotal: boolean },
): { places: Place[]; total: number } {
  const limit = options.limit + 1;
  if (filter.q?.trim()) {
    const match = matchExpression(filter.q);
    return match ? searchPlaces(db, filter, match, options.after, limit) : { places: [], total: 0 };
  }
  const places = placesAlongList(db, filter, [], options.after, limit);
  return { places, total: options.withTotal ? countAlerts(db, filter) : 0 };
}

function rowsAt(db: ReadDb, places: readonly Place[]): AlertRow[] {
  return places.flatMap((place) =>
    db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ?', place.seq),
  );
}
