/**
 * Lists of alerts, newest first. Every combination of status, severity and source is a few exact
 * ranges of one index, merged, so that no page scans what the filter excludes; totals come from
 * kept counts.
 */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import {
  type Condition,
  count,
  fieldConditions,
  filterRanges,
  handlingIndex,
  hiddenChoice,
  type Place,
  type Position,
  placesAlongList,
  setCondition,
  where,
} from './alert-filter.store.ts';
import type { AlertRow } from './alert-rows.ts';
import { searchAlerts } from './alert-search.store.ts';
import { searchMatch } from './alert-search.ts';
import { askQuery } from './query-ask.store.ts';
import { keptTotal } from './query-count.store.ts';
import { placesOfQuery } from './query-list.store.ts';

export interface ListedPage {
  readonly rows: AlertRow[];
  /** Null where counting would take longer than anybody waits: a common word within a filter. */
  readonly total: number | null;
  readonly next: Position | null;
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

/** Kept counts are of all alerts, and once more of those that rules of suppression hide. */
function sumKept(
  db: ReadDb,
  filter: AlertFilter,
  kept: { readonly all: string; readonly hidden: string },
  { sql, values }: Condition,
): number {
  const sum = (table: string) => count(db, `SELECT sum(n) AS n FROM ${table} WHERE ${sql}`, values);
  const choice = hiddenChoice(filter);
  if (choice === 'only') return sum(kept.hidden);
  return choice === 'with' ? sum(kept.all) : sum(kept.all) - sum(kept.hidden);
}

/** How many alerts the filter (without text) has, from kept counts and at most two part hours. */
function countAlerts(db: ReadDb, filter: AlertFilter): number {
  const { sql, values } = countsCondition(filter);
  const rule = filter.suppressedBy;
  if (!filter.from && !filter.to) {
    const ofRule = rule === undefined ? '' : ' AND rule_id = ?';
    return sumKept(
      db,
      filter,
      { all: 'alert_totals', hidden: 'suppressed_totals' },
      { sql: sql + ofRule, values: rule === undefined ? values : [...values, rule] },
    );
  }
  const from = filter.from ? Date.parse(filter.from) : Number.MIN_SAFE_INTEGER;
  const to = filter.to ? Date.parse(filter.to) : Number.MAX_SAFE_INTEGER;
  const firstWholeHour = Math.ceil(from / HOUR_MS);
  const endHour = Math.floor((to + 1) / HOUR_MS);
  // Hours are not kept by rule; what one rule hides of a time is counted along its own index.
  if (rule !== undefined || firstWholeHour >= endHour) return countRange(db, filter, from, to);
  const whole = sumKept(
    db,
    filter,
    { all: 'alert_counts', hidden: 'suppressed_counts' },
    { sql: `hour >= ? AND hour < ? AND ${sql}`, values: [firstWholeHour, endHour, ...values] },
  );
  return (
    whole +
    (filter.from ? countRange(db, filter, from, firstWholeHour * HOUR_MS - 1) : 0) +
    (filter.to ? countRange(db, filter, endHour * HOUR_MS, to) : 0)
  );
}

/** Those that wait are the open ones without the few on which somebody has acted. */
function countFiltered(db: ReadDb, filter: AlertFilter): number {
  const { handling, ...rest } = filter;
  if (handling === undefined) return countAlerts(db, filter);
  if (handling !== 'waiting') return countIndexed(db, filter, handlingIndex(filter));
  if (filter.status?.length && !filter.status.includes('OPEN')) return 0;
  const open: AlertFilter = { ...rest, status: ['OPEN'] };
  return countAlerts(db, open) - countIndexed(db, open, 'alerts_open_acted');
}

function countIndexed(db: ReadDb, filter: AlertFilter, index: string | null): number {
  const acted = index === 'alerts_open_acted' ? [ACTED_ON] : [];
  const { sql, values } = where([...fieldConditions(filter), ...acted]);
  const from = index === null ? 'alerts a' : `alerts a INDEXED BY ${index}`;
  return count(db, `SELECT count(*) AS n FROM ${from} WHERE ${sql}`, values);
}

/** As the partial index says it: a bound status would not prove that its rows are among it. */
const ACTED_ON: Condition = {
  sql: "a.status = 'OPEN' AND a.first_action_at IS NOT NULL",
  values: [],
};

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
  if (filter.query?.trim()) return listQuery(db, filter, options);
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

/** A page may be short of its limit, or empty, while `next` says that more is to be looked for. */
function listQuery(
  db: ReadDb,
  filter: AlertFilter,
  { limit, after, withTotal }: { limit: number; after: Position | null; withTotal: boolean },
): ListedPage {
  const asked = askQuery(db, filter);
  const { places, total, next } = placesOfQuery(db, asked, { after, limit });
  return {
    rows: rowsAt(db, places),
    total: withTotal ? (total ?? keptTotal(db, asked)) : null,
    next,
  };
}

/** The next places of a filter of any kind; short of the limit, or empty, while `next` says that there is more. */
export function placesPage(
  db: ReadDb,
  filter: AlertFilter,
  { after, limit }: { after: Position | null; limit: number },
): { places: readonly Place[]; next: Position | null } {
  if (filter.query?.trim()) return placesOfQuery(db, askQuery(db, filter), { after, limit });
  const { places } = findPlaces(db, filter, { limit, after, withTotal: false });
  const page = places.slice(0, limit);
  const last = page.at(-1);
  const isMore = places.length > limit && last !== undefined;
  return { places: page, next: isMore ? { createdAt: last.created_at, seq: last.seq } : null };
}

/** One place more than the page, which tells whether there is a next one. Bulk actions walk it, too. */
function findPlaces(
  db: ReadDb,
  filter: AlertFilter,
  options: { limit: number; after: Position | null; withTotal: boolean },
): { places: Place[]; total: number | null } {
  const limit = options.limit + 1;
  if (filter.q?.trim()) {
    const match = searchMatch(filter.q);
    if (!match) return { places: [], total: 0 };
    return searchAlerts(db, filter, match, { after: options.after, limit });
  }
  const places = placesAlongList(db, filter, options.after, limit);
  return { places, total: options.withTotal ? countFiltered(db, filter) : 0 };
}

function rowsAt(db: ReadDb, places: readonly Place[]): AlertRow[] {
  return places.flatMap((place) =>
    db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ?', place.seq),
  );
}
