/**
 * Which places of a stretch match a common word, where their rows lie far apart in the table. Asking
 * the index about one row costs as much as reading some hundred entries of the word's list, so a few
 * are asked first, and what they say decides between asking on and reading the list whole.
 */
import type { ReadDb } from '../../db/database.ts';
import type { Place } from './alert-filter.store.ts';

/** What was found among the first `looked` places. */
export interface LookedAt {
  readonly places: Place[];
  readonly looked: number;
}

const SAMPLE = 40;
/** Entries of a word's list that are read in the time of one question (measured: 60 µs and 0.09 µs). */
const ENTRIES_A_QUESTION = 650;

/** At least as many as there are alerts; purged ones leave gaps. */
export function countRows(db: ReadDb): number {
  return db.get<{ n: number | null }>('SELECT max(seq) AS n FROM alerts')?.n ?? 0;
}

/** Stops once `wanted` are found. */
export function matchesApart(
  db: ReadDb,
  match: string,
  stretch: readonly Place[],
  wanted: number,
): LookedAt {
  const places: Place[] = [];
  let looked = 0;
  for (const place of stretch) {
    if (places.length >= wanted) break;
    if (looked === SAMPLE && isListShorter(db, wanted, places.length)) {
      return ofWholeList(db, match, stretch);
    }
    looked++;
    if (isMatch(db, match, place.seq)) places.push(place);
  }
  return { places, looked };
}

function isListShorter(db: ReadDb, wanted: number, hits: number): boolean {
  const share = Math.max(hits, 1) / SAMPLE;
  const questions = (wanted - hits) / share;
  return questions * ENTRIES_A_QUESTION > share * countRows(db);
}

function isMatch(db: ReadDb, match: string, seq: number): boolean {
  const sql = 'SELECT 1 FROM alerts_fts WHERE alerts_fts MATCH ? AND rowid = CAST(? AS INTEGER)';
  return db.get(sql, match, seq) !== undefined;
}

function ofWholeList(db: ReadDb, match: string, stretch: readonly Place[]): LookedAt {
  const found = db.all<{ rowid: number }>(
    'SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND +rowid IN (SELECT value FROM json_each(?))',
    match,
    JSON.stringify(stretch.map(({ seq }) => seq)),
  );
  const members = new Set(found.map((row) => row.rowid));
  return { places: stretch.filter(({ seq }) => members.has(seq)), looked: stretch.length };
}
