/** The search of a keystroke, bounded in all it does; see `alert-suggest.ts` for the idea. */
import type { Database, ReadDb } from '../../db/database.ts';
import {
  type AlertTexts,
  alertTest,
  type TypedWord,
  toTypedWord,
  wordMatches,
} from './alert-suggest.ts';

/** So many terms are named for one beginning, and so many looked at to find them. */
const TERMS_MAX = 48;
const STEPS_MAX = 128;
/** Where a beginning has more terms, so many of the newest alerts are looked through. */
const NEWEST_LOOKED_THROUGH = 2_000;
/** More matches than this are not counted. */
const COUNTED_MAX = 100;
/** Of several words, so many of the newest alerts with the rarest are held against the others. */
const CANDIDATES_MAX = 1_000;
/** The index may be asked for all of them together where that is so many steps at most. */
const STEPS_TOGETHER_MAX = 300_000;
const MATCHES_MAX = 12;
const READ_AT_ONCE = 125;
/** Sorts before every character of a word: `term + AFTER_TERM` is the first that can follow it. */
const AFTER_TERM = '\u0001';

export interface SuggestedAlert {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly source: string;
  readonly source_host: string | null;
  readonly source_ip: string | null;
  readonly created_at: number;
  readonly suppressed_by: string | null;
}

export interface Suggestions {
  readonly total: number | null;
  readonly alerts: SuggestedAlert[];
}

export type AlertSuggester = (words: readonly string[], limit: number) => Suggestions;

/** Alerts in which every word occurs, as a word or the beginning of one; those that came last first. */
export function createAlertSuggester(db: Database): AlertSuggester {
  return (words, limit) =>
    db.read('alerts.suggest', (reader) => suggest(reader, words.map(toTypedWord), limit));
}

interface Found {
  readonly rows: readonly number[];
  /** There are no others. */
  readonly isComplete: boolean;
}

function suggest(db: ReadDb, words: readonly TypedWord[], limit: number): Suggestions {
  const named = words.map((word) => ({ word, ...termsOf(db, word) }));
  const found = alongIndex(db, named);
  // The first groups of an address may also be a version in a text, which no term can name.
  const isNamed = named.every(({ word, isAll }) => isAll && word.beginning?.of !== 'entity');
  const rows = isNamed ? found.rows : [...found.rows, ...amongNewest(db, words)];
  const newest = [...new Set(rows)].sort((a, b) => b - a);
  const isCounted = isNamed && found.isComplete && newest.length <= COUNTED_MAX;
  return {
    total: isCounted ? newest.length : null,
    alerts: alertsAt(db, newest.slice(0, limit)),
  };
}

/** The terms of the index that begin so: one step of its dictionary each, however common they are. */
function termsOf(db: ReadDb, word: TypedWord): { terms: string[]; isAll: boolean } {
  const terms: string[] = [];
  if (!word.beginning) return { terms, isAll: true };
  const { of, prefix } = word.beginning;
  let from = prefix;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = db.get<{ term: string; col: string }>(
      'SELECT term, col FROM temp.alert_words WHERE term >= ? LIMIT 1',
      from,
    );
    if (!next?.term.startsWith(prefix)) return { terms, isAll: true };
    if ((next.col === 'entity_terms') === (of === 'entity')) terms.push(next.term);
    if (terms.length >= TERMS_MAX) return { terms, isAll: false };
    from = next.term + AFTER_TERM;
  }
  return { terms, isAll: false };
}

interface NamedWord {
  readonly word: TypedWord;
  readonly terms: readonly string[];
}

/** Matching rows, the newest first. */
function alongIndex(db: ReadDb, named: readonly NamedWord[]): Found {
  const matches = named
    .flatMap(({ word, terms }) => wordMatches(word, terms))
    .slice(0, MATCHES_MAX);
  const [only] = matches;
  if (only === undefined) return { rows: [], isComplete: true };
  if (matches.length === 1 && named.length === 1) {
    return { rows: newestOf(db, only, COUNTED_MAX + 1), isComplete: true };
  }
  const answers = rowTest(
    db,
    named.map(({ word }) => word),
  );
  const rarest = newestOfRarest(db, matches);
  const rows = answers(rarest);
  if (rarest.length < CANDIDATES_MAX) return { rows, isComplete: true };
  if (rows.length > COUNTED_MAX || stepsTogether(db, rarest, matches.length) > STEPS_TOGETHER_MAX) {
    return { rows, isComplete: false };
  }
  const together = newestOf(db, matches.join(' AND '), CANDIDATES_MAX);
  return { rows: answers(together), isComplete: together.length < CANDIDATES_MAX };
}

function newestOf(db: ReadDb, match: string, limit: number): number[] {
  return db
    .all<{ rowid: number }>(
      'SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? ORDER BY rowid DESC LIMIT ?',
      match,
      limit,
    )
    .map(({ rowid }) => rowid);
}

/** The newest rows of the match that has the fewest; where all have many, of the one that reaches furthest back. */
function newestOfRarest(db: ReadDb, matches: readonly string[]): number[] {
  let rarest: number[] | undefined;
  for (const match of matches) {
    const rows = newestOf(db, match, CANDIDATES_MAX);
    if (rows.length < CANDIDATES_MAX) return rows;
    if (!rarest || (rows.at(-1) ?? 0) < (rarest.at(-1) ?? 0)) rarest = rows;
  }
  return rarest ?? [];
}

/** How often the index would step to hold the rarest, as dense as its newest rows are, against all. */
function stepsTogether(db: ReadDb, rarest: readonly number[], matches: number): number {
  const last = db.get<{ last: number | null }>('SELECT max(seq) AS last FROM alerts')?.last ?? 0;
  const density = rarest.length / Math.max(1, last - (rarest.at(-1) ?? 0));
  return density * last * matches;
}

const TEXTS =
  'a.seq, a.title, a.description, a.source, a.source_host, a.source_user, a.entity_terms';

/** Those of given rows whose alert answers all words, in their order, until there are too many to count. */
function rowTest(db: ReadDb, words: readonly TypedWord[]): (rows: readonly number[]) => number[] {
  const isMatch = alertTest(words);
  return (rows) => {
    const found: number[] = [];
    for (let from = 0; from < rows.length && found.length <= COUNTED_MAX; from += READ_AT_ONCE) {
      const alerts = db.all<AlertTexts & { seq: number }>(
        `SELECT ${TEXTS} FROM json_each(?) j CROSS JOIN alerts a ON a.seq = j.value
         WHERE a.deleted_at IS NULL`,
        JSON.stringify(rows.slice(from, from + READ_AT_ONCE)),
      );
      found.push(...alerts.filter(isMatch).map(({ seq }) => seq));
    }
    return found;
  };
}

function amongNewest(db: ReadDb, words: readonly TypedWord[]): number[] {
  return db
    .all<AlertTexts & { seq: number }>(
      `SELECT ${TEXTS} FROM alerts a WHERE a.deleted_at IS NULL ORDER BY a.seq DESC LIMIT ?`,
      NEWEST_LOOKED_THROUGH,
    )
    .filter(alertTest(words))
    .map(({ seq }) => seq);
}

function alertsAt(db: ReadDb, rows: readonly number[]): SuggestedAlert[] {
  return db.all<SuggestedAlert>(
    `SELECT a.id, a.title, a.severity, a.status, a.source, a.source_host, a.source_ip,
       a.created_at, a.suppressed_by
     FROM json_each(?) j CROSS JOIN alerts a ON a.seq = j.value
     WHERE a.deleted_at IS NULL ORDER BY a.created_at DESC, a.seq DESC`,
    JSON.stringify(rows),
  );
}
