/** The repository's list, its counts and its search: read from indexes, as those of evidence. */
import type {
  Policy,
  PolicyQuery,
  PolicyStats,
} from '../../../shared/areas/policies/policies.contract.ts';
import { REVIEW_DUE_DAYS } from '../../../shared/areas/policies/policies.rules.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { wordsQuery } from '../../db/full-text.ts';
import { policiesTable } from '../../db/tables/policies.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import type { PolicyRow } from './policies.store.ts';
import { toPolicies } from './policy-rows.ts';

export interface PolicyPage {
  readonly rows: Policy[];
  readonly total: number;
  readonly nextCursor: string | null;
}

interface FoundRows {
  readonly rows: PolicyRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const NOTHING: FoundRows = { rows: [], total: 0, nextCursor: null };
const OUTDATED = "e.status = 'APPROVED' AND e.next_review_date < ?";
const DUE = "e.status = 'APPROVED' AND e.next_review_date >= ? AND e.next_review_date <= ?";

/** On rows `e`: of `policies`, or of `policy_places`, which has the columns that are asked here. */
function conditionsOf(query: PolicyQuery, today: Day, idColumn: string): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: Bound[]) => conditions.push({ sql, values });
  if (query.status) add('e.status = ?', query.status);
  if (query.category) add('e.category = ?', query.category);
  if (query.owner) add('e.owner = ?', query.owner);
  if (query.working) add('e.working_status = ?', query.working);
  if (query.outdated) add(OUTDATED, today);
  if (query.due) add(DUE, today, addDays(today, REVIEW_DUE_DAYS));
  if (query.control !== undefined)
    add(
      `${idColumn} IN (SELECT l.policy_id FROM policy_controls l
        WHERE l.control_id = ? AND l.deleted_at IS NULL)`,
      query.control,
    );
  return conditions;
}

const whereOf = (conditions: readonly Condition[]) =>
  conditions.map(({ sql }) => `(${sql})`).join(' AND ');
const valuesOf = (conditions: readonly Condition[]) =>
  conditions.flatMap(({ values }) => [...values]);
const countRows = (db: ReadDb, sql: string, values: readonly Bound[]): number =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

/** The indexes are named: the product keeps no statistics for SQLite to choose by. */
function listNewest(db: ReadDb, query: PolicyQuery, today: Day): FoundRows {
  const isOfControl = query.control !== undefined;
  const asked = conditionsOf(query, today, 'e.id');
  const conditions = [{ sql: 'e.deleted_at IS NULL', values: [] }, ...asked];
  const total = countRows(
    db,
    `SELECT count(*) AS n FROM policies e ${isOfControl ? '' : 'INDEXED BY policies_by_state'}
     WHERE ${whereOf(conditions)}`,
    valuesOf(conditions),
  );
  if (total === 0) return NOTHING;
  if (query.cursor !== undefined) {
    const [at, id] = fromCursor(query.cursor, ['number', 'string']);
    // The first half alone lets the index begin there.
    conditions.push({
      sql: 'e.created_at <= ? AND (e.created_at < ? OR e.id < ?)',
      values: [at, at, id],
    });
  }
  const rows = db.rows(
    policiesTable,
    `SELECT ${COLUMNS} FROM policies e ${isOfControl ? '' : 'INDEXED BY policies_newest'}
     WHERE ${whereOf(conditions)} ORDER BY e.created_at DESC, e.id DESC LIMIT ?`,
    ...valuesOf(conditions),
    query.limit + 1,
  );
  const last = rows[query.limit - 1];
  const nextCursor = rows.length > query.limit && last ? toCursor([last.createdAt, last.id]) : null;
  return { rows: rows.slice(0, query.limit), total, nextCursor };
}

/** All but the text, which no list shows. */
const COLUMNS = `e.id, e.title, e.description, NULL AS content, e.version, e.status, e.category,
  e.owner, e.approver, e.effective_date, e.review_date, e.next_review_date, e.is_outdated,
  e.created_at, e.updated_at, e.current_version_id, e.working_version_id, e.working_status,
  e.review_months, e.row_version, e.field_versions, e.deleted_at`;

const FOUND = 'SELECT rowid AS place FROM policy_fts WHERE policy_fts MATCH ?';

/** In the order of the search index, latest first: a common word must not be sorted. */
function listFound(db: ReadDb, query: PolicyQuery, match: string, today: Day): FoundRows {
  const conditions = conditionsOf(query, today, 'e.policy_id');
  const narrowed = () =>
    conditions.length === 0
      ? FOUND
      : `${FOUND} INTERSECT
         SELECT place FROM policy_places e NOT INDEXED WHERE ${whereOf(conditions)}`;
  const total = countRows(
    db,
    conditions.length === 0
      ? 'SELECT count(*) AS n FROM policy_fts WHERE policy_fts MATCH ?'
      : `SELECT count(*) AS n FROM (${narrowed()})`,
    [match, ...valuesOf(conditions)],
  );
  if (total === 0) return NOTHING;
  if (query.cursor !== undefined) {
    const [, place] = fromCursor(query.cursor, ['string', 'number']);
    conditions.push({ sql: 'e.place < ?', values: [place] });
  }
  const found = db.all<{ place: number }>(
    `${narrowed()} ORDER BY 1 DESC LIMIT ?`,
    ...[match, ...valuesOf(conditions), query.limit + 1],
  );
  const kept = found.slice(0, query.limit).map(({ place }) => place);
  const rows = db.rows(
    policiesTable,
    `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN policy_places s ON s.place = j.value
     CROSS JOIN policies e ON e.id = s.policy_id ORDER BY j.key`,
    JSON.stringify(kept),
  );
  const last = kept.at(-1);
  const nextCursor =
    found.length > query.limit && last !== undefined ? toCursor(['place', last]) : null;
  return { rows, total, nextCursor };
}

export function listPolicies(db: ReadDb, query: PolicyQuery, today: Day): PolicyPage {
  const typed = query.q?.trim() ?? '';
  const match = typed === '' ? null : wordsQuery(typed);
  if (typed !== '' && match === null) return { rows: [], total: 0, nextCursor: null };
  const { rows, total, nextCursor } =
    match === null ? listNewest(db, query, today) : listFound(db, query, match, today);
  return { rows: toPolicies(db, rows, today), total, nextCursor };
}

export function countPolicies(db: ReadDb, today: Day): PolicyStats {
  const from = 'policies e INDEXED BY policies_by_state';
  const count = (sql: string, ...values: Bound[]) =>
    countRows(
      db,
      `SELECT count(*) AS n FROM ${from} WHERE e.deleted_at IS NULL AND ${sql}`,
      values,
    );
  const ofStatus = (status: Policy['status']) => count('e.status = ?', status);
  const [draft, underReview, approved, deprecated] = [
    ofStatus('DRAFT'),
    ofStatus('UNDER_REVIEW'),
    ofStatus('APPROVED'),
    ofStatus('DEPRECATED'),
  ];
  return {
    total: draft + underReview + approved + deprecated,
    draft,
    underReview,
    approved,
    deprecated,
    outdated: count(OUTDATED, today),
    due: count(DUE, today, addDays(today, REVIEW_DUE_DAYS)),
    nextUnderReview: count("e.status = 'APPROVED' AND e.working_status = 'UNDER_REVIEW'"),
  };
}
