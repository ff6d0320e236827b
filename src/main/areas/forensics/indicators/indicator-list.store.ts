/** Lists of indicators by any filter and order, a page or a batch at a time. */
import type {
  INDICATOR_ORDERS,
  IndicatorFilter,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { Bound, ReadDb } from '../../../db/database.ts';
import { wordsQuery } from '../../../db/full-text.ts';
import { indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { IndicatorRow } from '../investigations.store.ts';

export type IndicatorOrder = (typeof INDICATOR_ORDERS)[number];

interface Order {
  readonly key: string;
  readonly direction: 'ASC' | 'DESC';
  readonly of: (row: IndicatorRow) => string | number;
}

const NEVER = 9_000_000_000_000_000;

const ORDERS: Readonly<Record<IndicatorOrder, Order>> = {
  newest: { key: 'i.created_at', direction: 'DESC', of: (row) => row.createdAt },
  seen: { key: 'coalesce(i.last_seen, 0)', direction: 'DESC', of: (row) => row.lastSeen ?? 0 },
  value: { key: 'i.value', direction: 'ASC', of: (row) => row.value },
  confidence: { key: 'i.confidence', direction: 'DESC', of: (row) => row.confidence },
  expiry: {
    key: `coalesce(i.expires_at, ${NEVER})`,
    direction: 'ASC',
    of: (row) => row.expiresAt ?? NEVER,
  },
};

export interface ListedAfter {
  readonly key: string | number;
  readonly id: string;
}

export const placeOfRow = (row: IndicatorRow, order: IndicatorOrder): ListedAfter => ({
  key: ORDERS[order].of(row),
  id: row.id,
});

interface Where {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const likeOf = (q: string): string => `%${q.replace(/[\\%_]/g, (one) => `\\${one}`)}%`;

function wordsOf(filter: IndicatorFilter): Where[] {
  const text = filter.q?.trim() ?? '';
  if (text === '') return [];
  // Of one investigation there are few: parts of words are found, too.
  if (filter.investigation !== undefined)
    return [{ sql: "i.value LIKE ? ESCAPE '\\'", values: [likeOf(text)] }];
  const match = wordsQuery(text, true);
  if (match === undefined || match === null) return [{ sql: '0', values: [] }];
  return [
    {
      sql: `i.id IN (SELECT p.indicator_id FROM indicator_fts f
        CROSS JOIN indicator_places p ON p.place = f.rowid WHERE indicator_fts MATCH ?)`,
      values: [match],
    },
  ];
}

const STATES: Readonly<Record<string, string>> = {
  active: 'i.is_active = 1',
  inactive: 'i.is_active = 0',
  expired: 'i.is_active = 0 AND i.expires_at IS NOT NULL AND i.expires_at <= ?',
};

function whereOf(filter: IndicatorFilter, now: number): Where {
  const { investigation, type, state, tlp, severity } = filter;
  const is = (column: string, value: string | undefined): Where[] =>
    value === undefined ? [] : [{ sql: `i.${column} = ?`, values: [value] }];
  const parts: Where[] = [
    { sql: 'i.deleted_at IS NULL', values: [] },
    ...is('investigation_id', investigation),
    ...is('type', type),
    ...is('tlp', tlp),
    ...is('severity', severity),
    ...(state === undefined
      ? []
      : [{ sql: STATES[state] ?? '0', values: state === 'expired' ? [now] : [] }]),
    ...wordsOf(filter),
  ];
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

export interface ListRequest {
  readonly filter: IndicatorFilter;
  readonly order: IndicatorOrder;
  readonly after: ListedAfter | null;
  readonly limit: number;
  readonly now: number;
}

export function listIndicatorRows(db: ReadDb, request: ListRequest): IndicatorRow[] {
  const { key, direction } = ORDERS[request.order];
  const { sql, values } = whereOf(request.filter, request.now);
  const { after } = request;
  const beyond = direction === 'DESC' ? '<' : '>';
  return db.rows(
    indicatorsTable,
    `SELECT i.* FROM indicators i WHERE ${sql}
       ${after === null ? '' : `AND (${key}, i.id) ${beyond} (?, ?)`}
     ORDER BY ${key} ${direction}, i.id ${direction} LIMIT ?`,
    ...values,
    ...(after === null ? [] : [after.key, after.id]),
    request.limit,
  );
}

export function countIndicatorRows(db: ReadDb, filter: IndicatorFilter, now: number): number {
  const { sql, values } = whereOf(filter, now);
  return (
    db.get<{ n: number }>(`SELECT count(*) AS n FROM indicators i WHERE ${sql}`, ...values)?.n ?? 0
  );
}

export function rowsById(db: ReadDb, ids: readonly string[]): IndicatorRow[] {
  return db.rows(
    indicatorsTable,
    `SELECT * FROM indicators WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC`,
    JSON.stringify(ids),
  );
}
