/** The repository's list, its counts and its search: read from indexes, never by going through rows. */
import type {
  Evidence,
  EvidenceFilterName,
  EvidenceQuery,
  EvidenceStats,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { EXPIRING_DAYS, SEARCH_COUNTED } from '../../../shared/areas/evidence/evidence.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { wordsQuery } from '../../db/full-text.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import { readControlCounts, readNames } from './evidence-people.store.ts';
import { type EvidenceRow, rowToEvidence } from './evidence-rows.ts';

export interface EvidencePage {
  readonly rows: Evidence[];
  /** Null: more than `SEARCH_COUNTED`. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

interface FoundRows {
  readonly rows: EvidenceRow[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

const NOTHING: FoundRows = { rows: [], total: 0, nextCursor: null };

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const CURRENT = 'e.deleted_at IS NULL AND e.superseded_by IS NULL';

function validityCondition(validity: EvidenceFilterName, now: number): Condition {
  switch (validity) {
    case 'valid':
      return {
        sql: "e.verdict = 'ACCEPTED' AND (e.expiration_date IS NULL OR e.expiration_date > ?)",
        values: [now],
      };
    case 'expiring':
      return {
        sql: "e.verdict = 'ACCEPTED' AND e.expiration_date > ? AND e.expiration_date <= ?",
        values: [now, now + EXPIRING_DAYS * DAY_MS],
      };
    case 'expired':
      return {
        sql: "e.verdict IN ('ACCEPTED', 'PENDING') AND e.expiration_date <= ?",
        values: [now],
      };
    case 'pending':
      return {
        sql: "e.verdict = 'PENDING' AND (e.expiration_date IS NULL OR e.expiration_date > ?)",
        values: [now],
      };
    case 'rejected':
      return { sql: "e.verdict = 'REJECTED'", values: [] };
  }
}

/** On rows `e`: of `evidence`, or of `evidence_places`, which has the columns that are asked here. */
function conditionsOf(query: EvidenceQuery, now: number, idColumn: string): Condition[] {
  const conditions: Condition[] = [];
  if (query.type) conditions.push({ sql: 'e.type = ?', values: [query.type] });
  if (query.validity) conditions.push(validityCondition(query.validity, now));
  if (query.control !== undefined)
    conditions.push({
      sql: `${idColumn} IN (SELECT l.evidence_id FROM control_evidence l
        WHERE l.control_id = ? AND l.deleted_at IS NULL)`,
      values: [query.control],
    });
  return conditions;
}

const whereOf = (conditions: readonly Condition[]) =>
  conditions.map(({ sql }) => `(${sql})`).join(' AND ');
const valuesOf = (conditions: readonly Condition[]) =>
  conditions.flatMap(({ values }) => [...values]);

function badCursor(): AppError {
  const message = 'The cursor is not one that this server gave out';
  return new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

const countRows = (db: ReadDb, sql: string, values: readonly Bound[]): number =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8');

/** Of all that there is, which SQLite counts page by page, without what is in no list. */
function countCurrent(db: ReadDb): number {
  const all = countRows(db, 'SELECT count(*) AS n FROM evidence', []);
  const others = countRows(
    db,
    `SELECT count(*) AS n FROM evidence INDEXED BY evidence_not_current
     WHERE deleted_at IS NOT NULL OR superseded_by IS NOT NULL`,
    [],
  );
  return all - others;
}

function countNarrowed(
  db: ReadDb,
  { type, control }: EvidenceQuery,
  conditions: readonly Condition[],
): number {
  const index = type ? 'evidence_by_type' : 'evidence_by_validity';
  const counted = control === undefined ? `INDEXED BY ${index}` : '';
  return countRows(
    db,
    `SELECT count(*) AS n FROM evidence e ${counted} WHERE ${whereOf(conditions)}`,
    valuesOf(conditions),
  );
}

/**
 * The indexes are named: the product keeps no statistics, and without them SQLite sorts all that is
 * expired rather than read the newest until there are enough.
 */
function listNewest(db: ReadDb, query: EvidenceQuery, now: number): FoundRows {
  const isOfControl = query.control !== undefined;
  const narrowing = conditionsOf(query, now, 'e.id');
  const conditions = [{ sql: CURRENT, values: [] }, ...narrowing];
  const total = narrowing.length === 0 ? countCurrent(db) : countNarrowed(db, query, conditions);
  if (total === 0) return NOTHING;
  if (query.cursor !== undefined) {
    const match = /^(-?\d{1,16})\.([\w:-]{1,100})$/.exec(decode(query.cursor));
    if (!match) throw badCursor();
    const at = Number(match[1]);
    // The first half alone lets the index begin there.
    conditions.push({
      sql: 'e.created_at <= ? AND (e.created_at < ? OR e.id < ?)',
      values: [at, at, match[2] ?? ''],
    });
  }
  const rows = db.rows(
    evidenceTable,
    `SELECT e.* FROM evidence e ${isOfControl ? '' : 'INDEXED BY evidence_current'}
     WHERE ${whereOf(conditions)} ORDER BY e.created_at DESC, e.id DESC LIMIT ?`,
    ...valuesOf(conditions),
    query.limit + 1,
  );
  const last = rows[query.limit - 1];
  const nextCursor =
    rows.length > query.limit && last ? encode(`${last.createdAt}.${last.id}`) : null;
  return { rows: rows.slice(0, query.limit), total, nextCursor };
}

const FOUND = 'SELECT rowid AS place FROM evidence_fts WHERE evidence_fts MATCH ?';

/** Expired and expiring evidence is found by its dates where it is no more than this. */
const FEW_PLACES = 15_000;

/** The places that a search is narrowed to, by the index that suits them. */
function narrowingPlaces(
  db: ReadDb,
  { validity, control }: EvidenceQuery,
  conditions: readonly Condition[],
): string {
  const where = whereOf(conditions);
  if (control !== undefined || validity === undefined)
    return `SELECT place FROM evidence_places e NOT INDEXED WHERE ${where}`;
  if (validity === 'expired' || validity === 'expiring') {
    const byDate = `SELECT place FROM evidence_places e INDEXED BY evidence_places_by_expiry WHERE ${where}`;
    const few = `SELECT count(*) AS n FROM (${byDate} LIMIT ${FEW_PLACES + 1})`;
    // They are sorted, which is quick for some and slow for most of a hundred thousand.
    if (countRows(db, few, valuesOf(conditions)) <= FEW_PLACES) return byDate;
  }
  // Under one verdict, and under each of the two that may expire, places lie in their order.
  const index = validity === 'expired' ? 'NOT INDEXED' : 'INDEXED BY evidence_places_by_verdict';
  return `SELECT place FROM evidence_places e ${index} WHERE ${where}`;
}

interface FoundPlaces {
  /** One more than a page where there are more. */
  readonly places: readonly number[];
  readonly total: number | null;
}

/** Everything that is found; the search index knows how much that is. */
function searchAll(db: ReadDb, query: EvidenceQuery, match: string): FoundPlaces {
  const before = placeOf(query);
  const total = countRows(db, 'SELECT count(*) AS n FROM evidence_fts WHERE evidence_fts MATCH ?', [
    match,
  ]);
  const found = db.all<{ place: number }>(
    `${FOUND} ${before === null ? '' : 'AND rowid < CAST(? AS INTEGER)'} ORDER BY rowid DESC LIMIT ?`,
    ...[match, ...(before === null ? [] : [before]), query.limit + 1],
  );
  return { places: found.map(({ place }) => place), total };
}

/**
 * Index and places are merged, each read once and in its order (SQLite, "Query Planning": a compound
 * SELECT with ORDER BY); looking up what each hit is takes four times as long. As far as it goes in
 * time: a common word is not counted to its end.
 */
function searchNarrowed(
  db: ReadDb,
  query: EvidenceQuery,
  match: string,
  conditions: readonly Condition[],
): FoundPlaces {
  const before = placeOf(query);
  const places = narrowingPlaces(db, query, conditions);
  const merged = (further = '') =>
    `${places} ${further} INTERSECT ${FOUND} ORDER BY 1 DESC LIMIT ?`;
  const values = valuesOf(conditions);
  const found = db.get<{ n: number; places: string | null }>(
    `SELECT count(*) AS n, group_concat(place) AS places FROM (${merged()})`,
    ...[...values, match, SEARCH_COUNTED + 1],
  );
  const total = found && found.n > SEARCH_COUNTED ? null : (found?.n ?? 0);
  if (before === null)
    return { places: (found?.places?.split(',', query.limit + 1) ?? []).map(Number), total };
  const page = db.all<{ place: number }>(
    merged('AND e.place < ?'),
    ...[...values, before, match, query.limit + 1],
  );
  return { places: page.map(({ place }) => place), total };
}

/** @throws AppError 'bad-input' where the cursor is none of a search. */
function placeOf({ cursor }: EvidenceQuery): number | null {
  if (cursor === undefined) return null;
  const place = /^p\.(\d{1,16})$/.exec(decode(cursor))?.[1];
  if (place === undefined) throw badCursor();
  return Number(place);
}

/** By arrival here, latest first, which is the order of the search index: a common word must not be sorted. */
function listFound(db: ReadDb, query: EvidenceQuery, words: string, now: number): FoundRows {
  const { type, ...rest } = query;
  // A type is a word of its column: the search index narrows it down by itself.
  const match = type ? `(${words}) AND type : "${type}"` : words;
  const conditions = conditionsOf(rest, now, 'e.evidence_id');
  const { places, total } =
    conditions.length === 0
      ? searchAll(db, query, match)
      : searchNarrowed(db, query, match, conditions);
  const kept = places.slice(0, query.limit);
  const rows = db.rows(
    evidenceTable,
    `SELECT e.* FROM json_each(?) j CROSS JOIN evidence_places p ON p.place = j.value
     CROSS JOIN evidence e ON e.id = p.evidence_id ORDER BY j.key`,
    JSON.stringify(kept),
  );
  const last = kept.at(-1);
  const nextCursor = places.length > query.limit && last !== undefined ? encode(`p.${last}`) : null;
  return { rows, total, nextCursor };
}

export function listEvidence(db: ReadDb, query: EvidenceQuery, now: number): EvidencePage {
  const typed = query.q?.trim() ?? '';
  const match = typed === '' ? null : wordsQuery(typed);
  if (typed !== '' && match === null) return { rows: [], total: 0, nextCursor: null };
  const { rows, total, nextCursor } =
    match === null ? listNewest(db, query, now) : listFound(db, query, match, now);
  return { rows: withExtras(db, rows, now), total, nextCursor };
}

export function withExtras(db: ReadDb, rows: readonly EvidenceRow[], now: number): Evidence[] {
  const names = readNames(
    db,
    rows.map(({ collectedBy }) => collectedBy),
  );
  const counts = readControlCounts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    rowToEvidence(
      row,
      {
        collectedByName: names.get(row.collectedBy ?? '') ?? null,
        controlCount: counts.get(row.id) ?? 0,
      },
      now,
    ),
  );
}

export function countEvidence(db: ReadDb, now: number): EvidenceStats {
  const count = (validity: EvidenceFilterName) => {
    const { sql, values } = validityCondition(validity, now);
    const from = 'evidence e INDEXED BY evidence_by_validity';
    return countRows(db, `SELECT count(*) AS n FROM ${from} WHERE ${CURRENT} AND ${sql}`, values);
  };
  const [valid, expired, pending, rejected] = [
    count('valid'),
    count('expired'),
    count('pending'),
    count('rejected'),
  ];
  const total = valid + expired + pending + rejected;
  return { total, valid, expiring: count('expiring'), expired, pending, rejected };
}
