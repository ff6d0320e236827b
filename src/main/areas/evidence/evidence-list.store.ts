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

function conditionsOf(query: EvidenceQuery, now: number): Condition[] {
  const conditions: Condition[] = [{ sql: CURRENT, values: [] }];
  if (query.type) conditions.push({ sql: 'e.type = ?', values: [query.type] });
  if (query.validity) conditions.push(validityCondition(query.validity, now));
  if (query.control !== undefined)
    conditions.push({
      sql: `e.id IN (SELECT l.evidence_id FROM control_evidence l
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

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8');

function listNewest(db: ReadDb, query: EvidenceQuery, now: number) {
  const conditions = conditionsOf(query, now);
  const where = whereOf(conditions);
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM evidence e WHERE ${where}`,
      ...valuesOf(conditions),
    )?.n ?? 0;
  if (query.cursor !== undefined) {
    const match = /^(-?\d{1,16})\.([\w:-]{1,100})$/.exec(decode(query.cursor));
    if (!match) throw badCursor();
    conditions.push({
      sql: 'e.created_at < ? OR (e.created_at = ? AND e.id < ?)',
      values: [Number(match[1]), Number(match[1]), match[2] ?? ''],
    });
  }
  const rows = db.rows(
    evidenceTable,
    `SELECT e.* FROM evidence e WHERE ${whereOf(conditions)}
     ORDER BY e.created_at DESC, e.id DESC LIMIT ?`,
    ...valuesOf(conditions),
    query.limit + 1,
  );
  const last = rows[query.limit - 1];
  const nextCursor =
    rows.length > query.limit && last ? encode(`${last.createdAt}.${last.id}`) : null;
  return { rows: rows.slice(0, query.limit), total, nextCursor };
}

/** By arrival here, latest first, which is the order of the index: a common word must not be sorted. */
function listFound(db: ReadDb, query: EvidenceQuery, match: string, now: number) {
  const conditions = conditionsOf(query, now);
  const isFiltered = conditions.length > 1;
  const total =
    (isFiltered
      ? db.get<{ n: number }>(
          `SELECT count(*) AS n FROM evidence_fts f
           CROSS JOIN evidence_places p ON p.place = f.rowid
           CROSS JOIN evidence e ON e.id = p.evidence_id
           WHERE evidence_fts MATCH ? AND ${whereOf(conditions)}`,
          match,
          ...valuesOf(conditions),
        )
      : db.get<{ n: number }>(
          'SELECT count(*) AS n FROM evidence_fts WHERE evidence_fts MATCH ?',
          match,
        )
    )?.n ?? 0;
  if (query.cursor !== undefined) {
    const place = /^p\.(\d{1,16})$/.exec(decode(query.cursor))?.[1];
    if (place === undefined) throw badCursor();
    conditions.push({ sql: 'f.rowid < ?', values: [Number(place)] });
  }
  const found = db.all<{ place: number; id: string }>(
    `SELECT f.rowid AS place, e.id AS id FROM evidence_fts f
     CROSS JOIN evidence_places p ON p.place = f.rowid
     CROSS JOIN evidence e ON e.id = p.evidence_id
     WHERE evidence_fts MATCH ? AND ${whereOf(conditions)} ORDER BY f.rowid DESC LIMIT ?`,
    match,
    ...valuesOf(conditions),
    query.limit + 1,
  );
  const kept = found.slice(0, query.limit);
  const byId = new Map(
    db
      .rows(
        evidenceTable,
        'SELECT * FROM evidence WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(kept.map(({ id }) => id)),
      )
      .map((row) => [row.id, row]),
  );
  const rows = kept.flatMap(({ id }) => byId.get(id) ?? []);
  const last = kept.at(-1);
  const nextCursor = found.length > query.limit && last ? encode(`p.${last.place}`) : null;
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
    const where = `${CURRENT} AND ${sql}`;
    return (
      db.get<{ n: number }>(`SELECT count(*) AS n FROM evidence e WHERE ${where}`, ...values)?.n ??
      0
    );
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
