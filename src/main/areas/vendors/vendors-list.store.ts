/** The registry's list, its counts and its search: read from indexes, never by going through rows. */
import type { Vendor, VendorQuery } from '../../../shared/areas/vendors/vendors.contract.ts';
import type { ReviewWindow } from '../../../shared/areas/vendors/vendors.rules.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { wordsQuery } from '../../db/full-text.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import {
  type Condition,
  contractCondition,
  countKept,
  documentsCondition,
  reviewCondition,
  rowToVendor,
  type VendorRow,
} from './vendors.store.ts';

export interface VendorPage {
  readonly rows: Vendor[];
  readonly total: number;
  readonly nextCursor: string | null;
}

interface FoundRows {
  readonly rows: VendorRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const NOTHING: FoundRows = { rows: [], total: 0, nextCursor: null };

const oneOf = (column: string, values: readonly string[]): Condition => ({
  sql: `${column} IN (${values.map(() => '?').join(', ')})`,
  values,
});

function tierAndStatus(query: VendorQuery): Condition[] {
  return [
    ...(query.status?.length ? [oneOf('v.status', query.status)] : []),
    ...(query.tier?.length ? [oneOf('v.risk_tier', query.tier)] : []),
  ];
}

const reviewsOf = ({ review, due }: VendorQuery): ReviewWindow[] => [
  ...new Set([...(review ? [review] : []), ...(due ? (['due'] as const) : [])]),
];

/** On rows `v`: of `vendors`, or of `vendor_places`, which has the columns that are asked here. */
function conditionsOf(query: VendorQuery, today: Day, idColumn: string): Condition[] {
  const conditions = tierAndStatus(query);
  if (query.category?.length) conditions.push(oneOf('v.category', query.category));
  for (const review of reviewsOf(query))
    conditions.push(reviewCondition(review, today, 'v.next_assessment'));
  if (query.contract)
    conditions.push(contractCondition(query.contract, today, 'v.contract_expiry'));
  if (query.documents) conditions.push(documentsCondition(today, idColumn));
  return conditions;
}

const whereOf = (conditions: readonly Condition[]) =>
  conditions.map(({ sql }) => `(${sql})`).join(' AND ');
const valuesOf = (conditions: readonly Condition[]) =>
  conditions.flatMap(({ values }) => [...values]);

const countRows = (db: ReadDb, sql: string, values: readonly Bound[]): number =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

const CURRENT: Condition = { sql: 'v.deleted_at IS NULL', values: [] };

/** From the kept counts where these know what is asked, else along the narrowest index. */
function countNewest(
  db: ReadDb,
  query: VendorQuery,
  today: Day,
  conditions: readonly Condition[],
): number {
  const { category, contract, documents } = query;
  if (!category?.length && !contract && !documents)
    return countKept(db, tierAndStatus(query), reviewsOf(query), today);
  const index = documents
    ? ''
    : `INDEXED BY ${contract ? 'vendors_by_contract' : 'vendors_by_category'}`;
  return countRows(
    db,
    `SELECT count(*) AS n FROM vendors v ${index} WHERE ${whereOf(conditions)}`,
    valuesOf(conditions),
  );
}

/** The indexes are named: the product keeps no statistics that would choose them. */
function listNewest(db: ReadDb, query: VendorQuery, today: Day): FoundRows {
  const conditions = [CURRENT, ...conditionsOf(query, today, 'v.id')];
  const total = countNewest(db, query, today, conditions);
  if (total === 0) return NOTHING;
  if (query.cursor !== undefined) {
    const [at, id] = fromCursor(query.cursor, ['number', 'string']);
    // The first half alone lets the index begin there.
    conditions.push({
      sql: 'v.created_at <= ? AND (v.created_at < ? OR v.id < ?)',
      values: [at, at, id],
    });
  }
  const rows = db.rows(
    vendorsTable,
    `SELECT v.* FROM vendors v INDEXED BY vendors_current
     WHERE ${whereOf(conditions)} ORDER BY v.created_at DESC, v.id DESC LIMIT ?`,
    ...valuesOf(conditions),
    query.limit + 1,
  );
  const last = rows[query.limit - 1];
  const nextCursor = rows.length > query.limit && last ? toCursor([last.createdAt, last.id]) : null;
  return { rows: rows.slice(0, query.limit), total, nextCursor };
}

/** One tier or one status lies together in the order of the search index; what is due soon is little. */
function placesIndex(query: VendorQuery): string {
  const { tier, status } = query;
  const reviews = reviewsOf(query);
  if (reviews.includes('due') || reviews.includes('month'))
    return 'INDEXED BY vendor_places_by_next';
  if (tier?.length === 1) return 'INDEXED BY vendor_places_by_tier';
  if (status?.length === 1) return 'INDEXED BY vendor_places_by_status';
  return 'NOT INDEXED';
}

const FOUND = 'SELECT rowid AS place FROM vendors_fts WHERE vendors_fts MATCH ?';

/**
 * By arrival here, latest first, which is the order of the search index: a common word must not be
 * sorted. Where the search is narrowed, the index and the places are merged, each read once and in
 * its order (SQLite, "Query Planning": a compound SELECT with ORDER BY).
 */
function listFound(db: ReadDb, query: VendorQuery, match: string, today: Day): FoundRows {
  const conditions = conditionsOf(query, today, 'v.vendor_id');
  const narrowed = () =>
    conditions.length === 0
      ? FOUND
      : `${FOUND} INTERSECT
         SELECT place FROM vendor_places v ${placesIndex(query)} WHERE ${whereOf(conditions)}`;
  const total = countRows(
    db,
    conditions.length === 0
      ? 'SELECT count(*) AS n FROM vendors_fts WHERE vendors_fts MATCH ?'
      : `SELECT count(*) AS n FROM (${narrowed()})`,
    [match, ...valuesOf(conditions)],
  );
  if (total === 0) return NOTHING;
  if (query.cursor !== undefined) {
    const [, place] = fromCursor(query.cursor, ['string', 'number']);
    conditions.push({ sql: 'v.place < ?', values: [place] });
  }
  const found = db.all<{ place: number }>(
    `${narrowed()} ORDER BY 1 DESC LIMIT ?`,
    ...[match, ...valuesOf(conditions), query.limit + 1],
  );
  const kept = found.slice(0, query.limit).map(({ place }) => place);
  const rows = db.rows(
    vendorsTable,
    `SELECT v.* FROM json_each(?) j CROSS JOIN vendor_places p ON p.place = j.value
     CROSS JOIN vendors v ON v.id = p.vendor_id ORDER BY j.key`,
    JSON.stringify(kept),
  );
  const last = kept.at(-1);
  const hasMore = found.length > query.limit && last !== undefined;
  return { rows, total, nextCursor: hasMore ? toCursor(['found', last]) : null };
}

export function listVendors(db: ReadDb, query: VendorQuery, today: Day): VendorPage {
  const typed = query.q?.trim() ?? '';
  const match = typed === '' ? null : wordsQuery(typed);
  if (typed !== '' && match === null) return { rows: [], total: 0, nextCursor: null };
  const { rows, total, nextCursor } =
    match === null ? listNewest(db, query, today) : listFound(db, query, match, today);
  return { rows: rows.map((row) => rowToVendor(row, today)), total, nextCursor };
}
