/** The repository's list, its counts and its search: read from indexes, never by going through rows. */
import type {
  Evidence,
  EvidenceFilterName,
  EvidenceQuery,
  EvidenceStats,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { EXPIRING_DAYS } from '../../../shared/areas/evidence/evidence.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import { readControlCounts, readNames } from './evidence-people.store.ts';
import { type EvidenceRow, rowToEvidence } from './evidence-rows.ts';

export interface EvidencePage {
  readonly rows: Evidence[];
  readonly total: number;
  readonly nextCursor: string | null;
}

interface FoundRows {
  readonly rows: EvidenceRow[];
  readonly total: number;
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

/**
 * What is typed as an FTS5 query (SQLite, "FTS5 Extension", section 3): every word must occur, the
 * beginning of one is enough. Null where nothing in it can be searched for.
 */
function searchQuery(text: string): string | null {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (words.length === 0) return null;
  return words
    .slice(0, 20)
    .map((word) => (word.length > 1 ? `"${word}" *` : `"${word}"`))
    .join(' AND ');
}

function badCursor(): AppError {
  const message = 'The cursor is not one that this server gave out';
  return new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

const countRows = (db: ReadDb, sql: string, values: readonly Bound[]): number =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8');

/**
 * The indexes are named: the product keeps no statistics, and without them SQLite sorts all that is
 * expired rather than read the newest until there are enough.
 */
function listNewest(db: ReadDb, query: EvidenceQuery, now: number): FoundRows {
  const isOfControl = query.control !== undefined;
  const conditions = [{ sql: CURRENT, values: [] }, ...conditionsOf(query, now, 'e.id')];
  const counted = isOfControl ? '' : 'INDEXED BY evidence_by_validity';
  const total = countRows(
    db,
    `SELECT count(*) AS n FROM evidence e ${counted} WHERE ${whereOf(conditions)}`,
    valuesOf(conditions),
  );
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

/**
 * By arrival here, latest first, which is the order of the search index: a common word must not be
 * sorted. Where the search is narrowed, the index and the places are merged, each read once and in
 * its order (SQLite, "Query Planning": a compound SELECT with ORDER BY); looking up what each hit is
 * takes four times as long.
 */
function listFound(db: ReadDb, query: EvidenceQuery, match: string, now: number): FoundRows {
  const conditions = conditionsOf(query, now, 'e.evidence_id');
  const narrowed = () =>
    conditions.length === 0
      ? FOUND
      : `${FOUND} INTERSECT
         SELECT place FROM evidence_places e NOT INDEXED WHERE ${whereOf(conditions)}`;
  const total = countRows(
    db,
    conditions.length === 0
      ? 'SELECT count(*) AS n FROM evidence_fts WHERE evidence_fts MATCH ?'
      : `SELECT count(*) AS n FROM (${narrowed()})`,
    [match, ...valuesOf(conditions)],
  );
  if (total === 0) return NOTHING;
  if (query.cursor !== undefined) {
    const place = /^p\.(\d{1,16})$/.exec(decode(query.cursor))?.[1];
    if (place === undefined) throw badCursor();
    conditions.push({ sql: 'e.place < ?', values: [Number(place)] });
  }
  const found = db.all<{ place: number }>(
    `${narrowed()} ORDER BY 1 DESC LIMIT ?`,
    ...[match, ...valuesOf(conditions), query.limit + 1],
  );
  const kept = found.slice(0, query.limit).map(({ place }) => place);
  const rows = db.rows(
    evidenceTable,
    `SELECT e.* FROM json_each(?) j CROSS JOIN evidence_places p ON p.place = j.value
     CROSS JOIN evidence e ON e.id = p.evidence_id ORDER BY j.key`,
    JSON.stringify(kept),
  );
  const last = kept.at(-1);
  const nextCursor = found.length > query.limit && last !== undefined ? encode(`p.${last}`) : null;
  return { rows, total, nextCursor };
}

export function listEvidence(db: ReadDb, query: EvidenceQuery, now: number): EvidencePage {
  const typed = query.q?.trim() ?? '';
  const match = typed === '' ? null : searchQuery(typed);
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
