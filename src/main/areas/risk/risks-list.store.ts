/** The register's list and its search, read from short rows (`risk_places`) and kept counts. */
import type { Risk, RiskQuery } from '../../../shared/areas/risk/risks.contract.ts';
import { RISK_LEVEL_RANGES } from '../../../shared/areas/risk/risks.rules.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { wordsQuery } from '../../db/full-text.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { toRisks } from './risk-rows.store.ts';
import type { Paged } from './risk-treatment.store.ts';

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

/** Where the residual stands: `residualLikelihood` of the rules, of a row of places or counts. */
export const RESIDUAL_LIKELIHOOD_SQL =
  'min(5, max(1, (residual_tenths + impact * 10 - 1) / (impact * 10)))';

const oneOf = (column: string, wanted: readonly string[] | undefined): Condition[] =>
  wanted?.length
    ? [
        {
          sql: `${column} IN (${wanted.map(() => '?').join(', ')})`,
          values: wanted,
        },
      ]
    : [];

/** Of columns that places and counts both have. */
function countedConditions(db: ReadDb, query: RiskQuery): Condition[] {
  const conditions = [...oneOf('status', query.status), ...oneOf('category', query.category)];
  if (query.level?.length) {
    const ranges = query.level.map((level) => RISK_LEVEL_RANGES[level]);
    conditions.push({
      sql: ranges.map(() => '(likelihood * impact >= ? AND likelihood * impact < ?)').join(' OR '),
      values: ranges.flat(),
    });
  }
  if (query.cell)
    conditions.push({
      sql: 'likelihood = ? AND impact = ?',
      values: [query.cell.likelihood, query.cell.impact],
    });
  if (query.residualCell)
    conditions.push({
      sql: `impact = ? AND ${RESIDUAL_LIKELIHOOD_SQL} = ?`,
      values: [query.residualCell.impact, query.residualCell.likelihood],
    });
  if (query.aboveAppetite) {
    const { appetite } = readWorkspaceSettings(db).risk;
    conditions.push(
      appetite === null
        ? { sql: '0', values: [] }
        : { sql: 'residual_tenths > ?', values: [Math.round(appetite * 10)] },
    );
  }
  return conditions;
}

function placedConditions(query: RiskQuery, today: Day): Condition[] {
  const conditions: Condition[] = [];
  if (query.owner !== undefined) conditions.push({ sql: 'owner = ?', values: [query.owner] });
  if (query.overdue) conditions.push({ sql: 'attention_on < ?', values: [today] });
  return conditions;
}

const whereOf = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? '1' : conditions.map(({ sql }) => `(${sql})`).join(' AND ');
const valuesOf = (conditions: readonly Condition[]) =>
  conditions.flatMap(({ values }) => [...values]);

const number = (db: ReadDb, sql: string, values: readonly Bound[]): number =>
  db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;

function countListed(db: ReadDb, query: RiskQuery, today: Day): number {
  const counted = countedConditions(db, query);
  const placed = placedConditions(query, today);
  if (placed.length === 0)
    return number(
      db,
      `SELECT sum(n) AS n FROM risk_counts WHERE ${whereOf(counted)}`,
      valuesOf(counted),
    );
  const all = [...counted, ...placed];
  const index = query.owner === undefined ? 'risk_places_attention' : 'risk_places_owner';
  return number(
    db,
    `SELECT count(*) AS n FROM risk_places INDEXED BY ${index} WHERE ${whereOf(all)}`,
    valuesOf(all),
  );
}

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const NOTHING: Found = { ids: [], total: 0, nextCursor: null };

function listNewest(db: ReadDb, query: RiskQuery, today: Day): Found {
  const total = countListed(db, query, today);
  if (total === 0) return NOTHING;
  const conditions = [...countedConditions(db, query), ...placedConditions(query, today)];
  if (query.cursor !== undefined) {
    const [at, id] = fromCursor(query.cursor, ['number', 'string']);
    // The first half alone lets the index begin there.
    conditions.push({
      sql: 'created_at <= ? AND (created_at < ? OR risk_id < ?)',
      values: [at, at, id],
    });
  }
  const index = query.owner === undefined ? 'risk_places_newest' : 'risk_places_owner';
  const found = db.all<{ id: string; at: number }>(
    `SELECT risk_id AS id, created_at AS at FROM risk_places INDEXED BY ${index}
     WHERE ${whereOf(conditions)} ORDER BY created_at DESC, risk_id DESC LIMIT ?`,
    ...valuesOf(conditions),
    query.limit + 1,
  );
  const kept = found.slice(0, query.limit);
  const last = kept.at(-1);
  return {
    ids: kept.map(({ id }) => id),
    total,
    nextCursor: found.length > query.limit && last ? toCursor([last.at, last.id]) : null,
  };
}

/**
 * By arrival here, latest first: the order of the search index, so that a common word is not sorted.
 * Where the search is narrowed, index and places are merged once, for the count and the page; without
 * its order, SQLite would put both into trees instead.
 */
function matchPlaces(
  db: ReadDb,
  conditions: readonly Condition[],
  match: string,
  { before, limit }: { before: number; limit: number },
): { total: number; found: { place: number }[] } {
  if (conditions.length === 0)
    return {
      total: number(db, `SELECT count(*) AS n FROM risks_fts WHERE risks_fts MATCH ?`, [match]),
      found: db.all(
        `SELECT rowid AS place FROM risks_fts WHERE risks_fts MATCH ? AND rowid < CAST(? AS INTEGER)
         ORDER BY rowid DESC LIMIT ?`,
        ...[match, before, limit],
      ),
    };
  const rows = db.all<{ place: number | null; total: number }>(
    `WITH found AS MATERIALIZED (
       SELECT rowid AS place FROM risks_fts WHERE risks_fts MATCH ?
       INTERSECT SELECT place FROM risk_places NOT INDEXED WHERE ${whereOf(conditions)}
       ORDER BY 1 DESC),
     counted AS MATERIALIZED (SELECT count(*) AS total FROM found)
     SELECT f.place, c.total FROM counted c LEFT JOIN found f ON f.place < ?
     ORDER BY f.place DESC LIMIT ?`,
    ...[match, ...valuesOf(conditions), before, limit],
  );
  return {
    total: rows[0]?.total ?? 0,
    found: rows.flatMap(({ place }) => (place === null ? [] : [{ place }])),
  };
}

function listFound(db: ReadDb, query: RiskQuery, match: string, today: Day): Found {
  const conditions = [...countedConditions(db, query), ...placedConditions(query, today)];
  const [before] =
    query.cursor === undefined ? [Number.MAX_SAFE_INTEGER] : fromCursor(query.cursor, ['number']);
  const limit = query.limit + 1;
  const { total, found } = matchPlaces(db, conditions, match, { before, limit });
  const kept = found.slice(0, query.limit).map(({ place }) => place);
  const ids = db
    .all<{ id: string }>(
      `SELECT p.risk_id AS id FROM json_each(?) j CROSS JOIN risk_places p ON p.place = j.value
       ORDER BY j.key`,
      JSON.stringify(kept),
    )
    .map(({ id }) => id);
  const last = kept.at(-1);
  return {
    ids,
    total,
    nextCursor: found.length > query.limit && last !== undefined ? toCursor([last]) : null,
  };
}

export function listRisks(db: ReadDb, query: RiskQuery, today: Day): Paged<Risk> {
  const typed = query.q?.trim() ?? '';
  const match = typed === '' ? null : wordsQuery(typed);
  if (typed !== '' && match === null) return { rows: [], total: 0, nextCursor: null };
  const { ids, total, nextCursor } =
    match === null ? listNewest(db, query, today) : listFound(db, query, match, today);
  const rows = db.rows(
    risksTable,
    'SELECT r.* FROM json_each(?) j CROSS JOIN risks r ON r.id = j.value ORDER BY j.key',
    JSON.stringify(ids),
  );
  return { rows: toRisks(db, rows, today), total, nextCursor };
}
