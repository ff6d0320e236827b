/**
 * Lists of a query, newest first. A query of status, severity, source and time is exact ranges of one index. One
 * that leads to few alerts is gathered and tested. Anything else is looked for along the list for a few
 * milliseconds: then the page ends where the look has got to, and its cursor goes on from there.
 */

import { newestRows } from '../../db/alert-spans.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { ROWID_RANGE } from '../../db/full-text.ts';
import { byNewest, type Place, type Position } from './alert-filter.store.ts';
import type { AskedQuery } from './query-ask.store.ts';
import { isOpenEnd, type Stretches, union } from './query-cells.ts';
import { followLead, lazyMatch } from './query-leads.store.ts';
import { COUNTED_ROWS, givenRows, matchingRows } from './query-rows.store.ts';

/** From the last look on, no further stretch is begun after this time. */
const LOOK_MS = 10;
const FIRST_STRETCH = 500;
const LONGEST_STRETCH = 4_000;
/** Of rows whose texts are read. */
const LONGEST_TEXT_STRETCH = 1_000;
const LONGEST_INDEXED_STRETCH = 32_000;
/** Rows that the search index would walk for one stretch. */
const INDEX_ROWS_MAX = 30_000;
/** A stretch of the list whose rows lie this close in the table is one range of the search index. */
const CLOSE_ROWS = 4;
/** SQLite joins at most 500 selects; more are slower than a look along the list. */
const RANGES_MAX = 96;

export interface QueryPlaces {
  /** In order; the wanted number at most. */
  readonly places: readonly Place[];
  /** Exact where the query leads to few; null where the list would have to be counted. */
  readonly total: number | null;
  /** From where the list goes on, also where no place was found so far; null at its end. */
  readonly next: Position | null;
}

export interface WantedPlaces {
  readonly after: Position | null;
  readonly limit: number;
  readonly lookMs?: number;
}

export function placesOfQuery(db: ReadDb, asked: AskedQuery, wanted: WantedPlaces): QueryPlaces {
  if (asked.cells.cells.length === 0) return { places: [], total: 0, next: null };
  const ranges = listRanges(asked);
  if (asked.isExact && ranges.areExact) {
    const places = alongRanges(db, ranges.ranges, wanted.after, wanted.limit + 1);
    return { ...cut(places, wanted.limit), total: null };
  }
  const known = wanted.after?.look;
  const end = asked.lead && !known ? followLead(db, asked.lead) : null;
  if (end?.rows) return fewPlaces(db, asked, end.rows, wanted);
  const look = known ?? (end && isWorthAsking(db, end.density) ? 'index' : 'rows');
  return lookAlong(db, { ...asked, ranges: ranges.ranges, look }, wanted);
}

/** FTS5 walks a term from its first row on: for a common one, rows are read and tested faster. */
export function isWorthAsking(db: ReadDb, density: number): boolean {
  const last = db.get<{ last: number | null }>('SELECT max(seq) AS last FROM alerts')?.last ?? 0;
  return density * last < INDEX_ROWS_MAX;
}

interface Looked extends AskedQuery {
  readonly ranges: readonly Range[];
  readonly look: 'index' | 'rows';
}

function cut(places: readonly Place[], limit: number): Pick<QueryPlaces, 'places' | 'next'> {
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  const next = last && places.length > limit ? positionOf(last) : null;
  return { places: shown, next };
}

function positionOf(place: Place): Position {
  return { createdAt: place.created_at, seq: place.seq };
}

/** So few are all read, and so counted; of more, about as many as the page shows. */
function fewPlaces(
  db: ReadDb,
  { test }: AskedQuery,
  rows: ReadonlySet<number>,
  { after, limit }: WantedPlaces,
): QueryPlaces {
  const place = after && { seq: after.seq, created_at: after.createdAt };
  const read = (seqs: readonly number[]) =>
    [...matchingRows<Place>(db, test, givenRows(seqs), 'a.seq, a.created_at')].map(
      ({ seq, created_at }) => ({ seq, created_at }),
    );
  if (rows.size <= COUNTED_ROWS) {
    const found = read([...rows]).sort(byNewest);
    const rest = place ? found.filter((one) => byNewest(one, place) > 0) : found;
    return { ...cut(rest, limit), total: found.length };
  }
  const places: Place[] = [];
  for (const one of newestRows(db, [...rows], { after: place, wanted: limit + 1, read })) {
    places.push(one);
    if (places.length > limit) break;
  }
  return { ...cut(places, limit), total: null };
}

function lookAlong(
  db: ReadDb,
  { ranges, look, ...asked }: Looked,
  { after, limit, lookMs = LOOK_MS }: WantedPlaces,
): QueryPlaces {
  const started = performance.now();
  const match = look === 'index' && asked.lead ? lazyMatch(db, asked.lead) : null;
  const goOn = (next: Position | null) => next && { ...next, look };
  const byRows = asked.test.words ? LONGEST_TEXT_STRETCH : LONGEST_STRETCH;
  const longest = match ? LONGEST_INDEXED_STRETCH : byRows;
  const found: Place[] = [];
  let position = after;
  for (let length = FIRST_STRETCH; ; length = Math.min(length * 2, longest)) {
    const stretch = alongRanges(db, ranges, position, length);
    const seqs = stretch.map(({ seq }) => seq);
    const candidates = match ? indexedRows(db, match, seqs) : seqs;
    const passed = new Set<number>();
    if (candidates.length > 0)
      for (const { seq } of matchingRows<Place>(db, asked.test, givenRows(candidates), 'a.seq'))
        passed.add(seq);
    found.push(...stretch.filter(({ seq }) => passed.has(seq)));
    if (found.length > limit) {
      const { places, next } = cut(found, limit);
      return { places, total: null, next: goOn(next) };
    }
    const last = stretch.at(-1);
    if (!last || stretch.length < length) return { places: found, total: null, next: null };
    position = positionOf(last);
    if (performance.now() - started > lookMs)
      return { places: found, total: null, next: goOn(position) };
  }
}

/** Those of a stretch that the search index has under its question; all where they lie too far apart to ask. */
export function indexedRows(db: ReadDb, match: string, seqs: readonly number[]): readonly number[] {
  if (seqs.length === 0) return [];
  const first = seqs.reduce((a, b) => Math.min(a, b));
  const last = seqs.reduce((a, b) => Math.max(a, b));
  if (last - first >= seqs.length * CLOSE_ROWS) return seqs;
  const rows = db.all<{ rowid: number }>(
    `SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND ${ROWID_RANGE}`,
    match,
    first,
    last,
  );
  const members = new Set(rows.map(({ rowid }) => rowid));
  return seqs.filter((seq) => members.has(seq));
}

/** One stretch of one index. */
export interface Range {
  readonly status: string;
  readonly severity: string;
  readonly isHidden: boolean;
  readonly source: string | null;
  readonly from: number;
  readonly to: number;
}

/** The ranges that hold every match; exact where they name sources as closely as the query does. */
function listRanges({ cells }: AskedQuery): { ranges: Range[]; areExact: boolean } {
  const named = cells.cells.flatMap(({ cell, sources, possible }) =>
    (sources ?? [null]).flatMap((source) =>
      possible.map(({ from, to }) => ({ ...cell, source, from, to })),
    ),
  );
  if (named.length <= RANGES_MAX) return { ranges: named, areExact: true };
  const times = new Map<string, { cell: Omit<Range, 'from' | 'to'>; possible: Stretches }>();
  for (const { cell, possible } of cells.cells) {
    const key = `${cell.status} ${cell.severity} ${cell.isHidden}`;
    const known = times.get(key)?.possible ?? [];
    times.set(key, { cell: { ...cell, source: null }, possible: union(known, possible) });
  }
  const wide = [...times.values()].flatMap(({ cell, possible }) =>
    (possible.length > 3 ? hull(possible) : possible).map(({ from, to }) => ({
      ...cell,
      from,
      to,
    })),
  );
  return { ranges: wide, areExact: false };
}

function hull(stretches: Stretches): Stretches {
  return [{ from: stretches[0]?.from ?? 0, to: stretches.at(-1)?.to ?? 0 }];
}

export function rangeWhere(range: Range): { sql: string; values: Bound[] } {
  const conditions = [
    'a.deleted_at IS NULL',
    `a.suppressed_by IS ${range.isHidden ? 'NOT ' : ''}NULL`,
  ];
  const values: Bound[] = [];
  const add = (sql: string, value: Bound) => {
    conditions.push(sql);
    values.push(value);
  };
  if (range.source !== null) add('a.source = ?', range.source);
  add('a.status = ?', range.status);
  add('a.severity = ?', range.severity);
  if (!isOpenEnd(range.from)) add('a.created_at >= ?', range.from);
  if (!isOpenEnd(range.to)) add('a.created_at <= ?', range.to);
  return { sql: conditions.join(' AND '), values };
}

export function rangeIndex({ isHidden, source }: Range): string {
  return `alerts_${isHidden ? 'hidden_' : ''}${source === null ? 'state' : 'source'}`;
}

/** SQLite merges the ranges as it reads them: a stretch costs its rows and no more. */
function alongRanges(
  db: ReadDb,
  ranges: readonly Range[],
  after: Position | null,
  limit: number,
): Place[] {
  if (ranges.length === 0) return [];
  const values: Bound[] = [];
  const selects = ranges.map((range) => {
    const where = rangeWhere(range);
    values.push(...where.values);
    if (after) values.push(after.createdAt, after.seq);
    const from = `alerts a INDEXED BY ${rangeIndex(range)}`;
    return `SELECT a.seq, a.created_at FROM ${from} WHERE ${where.sql}${after ? ' AND (a.created_at, a.seq) < (?, ?)' : ''}`;
  });
  return db.all<Place>(
    `${selects.join(' UNION ALL ')} ORDER BY 2 DESC, 1 DESC LIMIT ?`,
    ...values,
    limit,
  );
}
