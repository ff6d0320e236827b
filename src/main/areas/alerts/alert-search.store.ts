/**
 * Text search in the list's order. A rare match is gathered and sorted; a common one is looked for
 * along the list, a stretch at a time, so that the first page never waits for the millionth match.
 */

import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { newestRows } from '../../db/alert-spans.ts';
import type { ReadDb } from '../../db/database.ts';
import { ROWID_RANGE } from '../../db/full-text.ts';
import {
  byNewest,
  count,
  fieldConditions,
  hiddenChoice,
  type Place,
  type Position,
  placesAlongList,
  where,
} from './alert-filter.store.ts';
import type { SearchMatch } from './alert-search.ts';
import { countRows, type LookedAt, matchesApart } from './alert-search-apart.store.ts';
import { closeRanges } from './close-ranges.ts';

/** Up to so many matches are gathered. */
const RARE_MATCHES = 5_000;
/** So many matches are counted while somebody waits; beyond it the list says none. */
const COUNTED_MATCHES = 50_000;
/** So many hidden alerts are taken off the matches of a common word. */
const HIDDEN_HELD_AGAINST = 2_000;
const FIRST_STRETCH = 1_000;
const LONGEST_STRETCH = 64_000;
/** A sample says so roughly: only where it says twice as many is counting left out. */
const CERTAINLY_MORE = 2;

interface Wanted {
  readonly after: Position | null;
  readonly limit: number;
}

interface Found {
  readonly places: Place[];
  readonly total: number | null;
}

/** Places of matches, newest first. A word that is itself common is taken as whole. */
export function searchAlerts(
  db: ReadDb,
  filter: AlertFilter,
  match: SearchMatch,
  wanted: Wanted,
): Found {
  const whole = matchingRows(db, match.whole, RARE_MATCHES + 1);
  if (whole.length > RARE_MATCHES) return commonMatches(db, filter, match.whole, wanted);
  const isSame = match.prefixed === match.whole;
  const rows = isSame ? whole : matchingRows(db, match.prefixed, RARE_MATCHES + 1);
  if (rows.length > RARE_MATCHES) return commonMatches(db, filter, match.prefixed, wanted);
  return rareMatches(db, filter, rows, wanted);
}

function matchingRows(db: ReadDb, match: string, limit: number): number[] {
  return db
    .all<{ rowid: number }>(
      'SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? LIMIT ?',
      match,
      limit,
    )
    .map((row) => row.rowid);
}

/** The index has the alerts that are there and no others: without a filter no row is read to count them. */
function rareMatches(
  db: ReadDb,
  filter: AlertFilter,
  rows: readonly number[],
  wanted: Wanted,
): Found {
  const shown = isFiltered(filter) ? null : withoutHidden(db, filter, rows);
  if (!shown) return filteredMatches(db, filter, rows, wanted);
  const places: Place[] = [];
  const after = wanted.after && { seq: wanted.after.seq, created_at: wanted.after.createdAt };
  const read = (seqs: readonly number[]) =>
    db.all<Place>(
      `SELECT a.seq, a.created_at FROM json_each(?) j CROSS JOIN alerts a ON a.seq = j.value
       WHERE a.deleted_at IS NULL`,
      JSON.stringify(seqs),
    );
  for (const place of newestRows(db, shown, { after, wanted: wanted.limit, read })) {
    places.push(place);
    if (places.length >= wanted.limit) break;
  }
  return { places, total: shown.length };
}

/** By more than whether rules of suppression hide it. */
function isFiltered(filter: AlertFilter): boolean {
  return (
    hiddenChoice(filter) === 'only' || fieldConditions({ ...filter, suppressed: 'with' }).length > 0
  );
}

/** Null where so many are hidden that holding them against the matches is no shorter. */
function withoutHidden(
  db: ReadDb,
  filter: AlertFilter,
  rows: readonly number[],
): readonly number[] | null {
  if (hiddenChoice(filter) === 'with') return rows;
  const hidden = hiddenRows(db);
  if (hidden.length > HIDDEN_HELD_AGAINST) return null;
  if (hidden.length === 0) return rows;
  const among = new Set(hidden);
  return rows.filter((seq) => !among.has(seq));
}

/** One more than can be held against others, where there are more. */
function hiddenRows(db: ReadDb): number[] {
  return db
    .all<{ seq: number }>(
      `SELECT seq FROM alerts INDEXED BY alerts_hidden_state
       WHERE deleted_at IS NULL AND suppressed_by IS NOT NULL LIMIT ?`,
      HIDDEN_HELD_AGAINST + 1,
    )
    .map(({ seq }) => seq);
}

function filteredMatches(
  db: ReadDb,
  filter: AlertFilter,
  rows: readonly number[],
  { after, limit }: Wanted,
): Found {
  const { sql, values } = where(fieldConditions(filter));
  const all = db.all<Place>(
    `SELECT a.seq, a.created_at FROM json_each(?) j CROSS JOIN alerts a ON a.seq = j.value WHERE ${sql}`,
    JSON.stringify(rows),
    ...values,
  );
  const isAfter = (place: Place) =>
    !after ||
    place.created_at < after.createdAt ||
    (place.created_at === after.createdAt && place.seq < after.seq);
  return { places: all.sort(byNewest).filter(isAfter).slice(0, limit), total: all.length };
}

function commonMatches(db: ReadDb, filter: AlertFilter, match: string, wanted: Wanted): Found {
  const { places, share } = matchesAlongList(db, filter, match, wanted);
  return { places, total: countCommon(db, filter, match, share) };
}

/** Null where a filter is set, or there is more to count or to hold against it than while somebody waits. */
function countCommon(db: ReadDb, filter: AlertFilter, match: string, share: number): number | null {
  if (isFiltered(filter)) return null;
  if (share * countRows(db) > CERTAINLY_MORE * COUNTED_MATCHES) return null;
  const all = count(
    db,
    'SELECT count(*) AS n FROM (SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? LIMIT ?)',
    [match, COUNTED_MATCHES + 1],
  );
  if (all > COUNTED_MATCHES) return null;
  if (hiddenChoice(filter) === 'with') return all;
  const hidden = hiddenRows(db);
  if (hidden.length === 0) return all;
  if (hidden.length > HIDDEN_HELD_AGAINST) return null;
  return (
    all -
    count(
      db,
      `SELECT count(*) AS n FROM json_each(?) j
       JOIN alerts_fts f ON f.rowid = j.value WHERE alerts_fts MATCH ?`,
      [JSON.stringify(hidden), match],
    )
  );
}

/** `share` is how much of what was looked at matches, 0 to 1. */
function matchesAlongList(
  db: ReadDb,
  filter: AlertFilter,
  match: string,
  { after, limit }: Wanted,
): { places: Place[]; share: number } {
  const found: Place[] = [];
  let looked = 0;
  let position = after;
  for (
    let length = FIRST_STRETCH;
    found.length < limit;
    length = Math.min(length * 4, LONGEST_STRETCH)
  ) {
    const stretch = placesAlongList(db, filter, position, length);
    const last = stretch.at(-1);
    if (!last) break;
    const among = matchesAmong(db, match, stretch, limit - found.length);
    found.push(...among.places);
    looked += among.looked;
    if (stretch.length < length) break;
    position = { createdAt: last.created_at, seq: last.seq };
  }
  const share = looked === 0 ? 0 : found.length / looked;
  return { places: found.slice(0, limit), share };
}

/** What matches of a stretch: by few ranges of the index where its rows lie close in the table. */
function matchesAmong(
  db: ReadDb,
  match: string,
  stretch: readonly Place[],
  wanted: number,
): LookedAt {
  const ranges = closeRanges(stretch.map((place) => place.seq));
  if (!ranges) return matchesApart(db, match, stretch, wanted);
  const members = new Set<number>();
  for (const { first, last } of ranges) {
    const found = db.all<{ rowid: number }>(
      `SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND ${ROWID_RANGE}`,
      match,
      first,
      last,
    );
    for (const { rowid } of found) members.add(rowid);
  }
  return {
    places: stretch.filter((place) => members.has(place.seq)),
    looked: stretch.length,
  };
}
