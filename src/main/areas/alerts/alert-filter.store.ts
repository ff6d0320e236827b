/** What a filter means to the tables: exact ranges of an index, and the places of the list within them. */
import type { AlertFilter, AlertHandling } from '../../../shared/areas/alerts/alerts.contract.ts';
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import type { Bound, ReadDb } from '../../db/database.ts';

/** A place in the list: rows after it are older, or as old with a lower `seq`. */
export interface Position {
  readonly createdAt: number;
  readonly seq: number;
  /** The list of a query is looked along, by the search index or by rows: its next page need not find that out. */
  readonly look?: 'index' | 'rows';
}

export interface Place {
  readonly seq: number;
  readonly created_at: number;
}

export const byNewest = (a: Place, b: Place) => b.created_at - a.created_at || b.seq - a.seq;

export interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

function timeConditions(filter: AlertFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.from) conditions.push({ sql: 'a.created_at >= ?', values: [Date.parse(filter.from)] });
  if (filter.to) conditions.push({ sql: 'a.created_at <= ?', values: [Date.parse(filter.to)] });
  return conditions;
}

/** The index that holds what was handled since a moment; null where the queue's own ranges lead to it. */
export function handlingIndex({ handling }: AlertFilter): string | null {
  return handling === undefined || handling === 'waiting' ? null : HANDLINGS[handling].index;
}

const HANDLINGS = {
  'acted-on': { index: 'alerts_acted_places', moment: 'a.first_action_at', and: null },
  closed: { index: 'alerts_closed_places', moment: 'a.resolved_at', and: null },
  'closed-automatically': {
    index: 'alerts_auto_closed_places',
    moment: 'a.auto_closed_at',
    and: 'a.overturned_at IS NULL',
  },
  overturned: {
    index: 'alerts_overturned',
    moment: 'a.auto_closed_at',
    and: 'a.overturned_at IS NOT NULL',
  },
} as const satisfies Partial<Record<AlertHandling, unknown>>;

export function handlingConditions({ handling, since }: AlertFilter): Condition[] {
  if (handling === undefined) return [];
  if (handling === 'waiting') {
    return [{ sql: "a.status = 'OPEN' AND a.first_action_at IS NULL", values: [] }];
  }
  const { moment, and } = HANDLINGS[handling];
  const from = since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since);
  return [
    { sql: `${moment} >= ?`, values: [from] },
    ...(and === null ? [] : [{ sql: and, values: [] }]),
  ];
}

export type HiddenChoice = 'without' | 'only' | 'with';

/** Whether the filter means what rules of suppression hide. What was handled counts hidden or not. */
export function hiddenChoice(filter: AlertFilter): HiddenChoice {
  if (filter.suppressedBy !== undefined) return 'only';
  if (filter.suppressed !== undefined) return filter.suppressed;
  return handlingIndex(filter) === null ? 'without' : 'with';
}

const VISIBLE: Condition = { sql: 'a.suppressed_by IS NULL', values: [] };
const HIDDEN: Condition = { sql: 'a.suppressed_by IS NOT NULL', values: [] };

/** The conditions of each part of the list: hidden alerts and the others are in indexes of their own. */
function hiddenParts(filter: AlertFilter): Condition[][] {
  const rule = filter.suppressedBy;
  if (rule !== undefined) return [[HIDDEN, { sql: 'a.suppressed_by = ?', values: [rule] }]];
  const choice = hiddenChoice(filter);
  if (choice === 'with') return [[VISIBLE], [HIDDEN]];
  return [[choice === 'only' ? HIDDEN : VISIBLE]];
}

function hiddenConditions(filter: AlertFilter): Condition[] {
  return hiddenChoice(filter) === 'with' ? [] : hiddenParts(filter).flat();
}

/** The exact ranges of one index that together are the filter; without a filter, all of them. */
export function filterRanges(filter: AlertFilter): Condition[][] {
  const source = filter.source ? [{ sql: 'a.source = ?', values: [filter.source] }] : [];
  // A value that is named twice is one range: its rows must not come twice.
  const statuses = new Set(filter.status?.length ? filter.status : ALERT_STATUSES);
  const severities = new Set(filter.severity?.length ? filter.severity : SEVERITIES);
  return hiddenParts(filter).flatMap((hidden) =>
    [...statuses].flatMap((status) =>
      [...severities].map((severity) => [
        ...source,
        { sql: 'a.status = ?', values: [status] },
        { sql: 'a.severity = ?', values: [severity] },
        ...hidden,
      ]),
    ),
  );
}

export function where(conditions: readonly Condition[]): Condition {
  return {
    sql: ['a.deleted_at IS NULL', ...conditions.map((condition) => condition.sql)].join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}

function after(position: Position | null): Condition[] {
  if (!position) return [];
  return [{ sql: '(a.created_at, a.seq) < (?, ?)', values: [position.createdAt, position.seq] }];
}

/**
 * The next places of the list, without regard to text. SQLite merges the ranges as it reads them
 * ("Query Planning", co-routines of compound selects), so that a page costs its rows and no more.
 */
export function placesAlongList(
  db: ReadDb,
  filter: AlertFilter,
  position: Position | null,
  limit: number,
): Place[] {
  const index = handlingIndex(filter);
  if (index) {
    const { sql, values } = where([...fieldConditions(filter), ...after(position)]);
    return db.all<Place>(
      `SELECT a.seq, a.created_at FROM alerts a INDEXED BY ${index} WHERE ${sql} ORDER BY 2 DESC, 1 DESC LIMIT ?`,
      ...values,
      limit,
    );
  }
  const ranges = filterRanges(filter).map((range) =>
    where([...range, ...timeConditions(filter), ...handlingConditions(filter), ...after(position)]),
  );
  const sql = ranges.map((range) => `SELECT a.seq, a.created_at FROM alerts a WHERE ${range.sql}`);
  return db.all<Place>(
    `${sql.join(' UNION ALL ')} ORDER BY 2 DESC, 1 DESC LIMIT ?`,
    ...ranges.flatMap(({ values }) => values),
    limit,
  );
}

export function setCondition(column: string, values: readonly string[] | undefined): Condition[] {
  if (!values?.length) return [];
  return [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }];
}

export function fieldConditions(filter: AlertFilter): Condition[] {
  return [
    ...setCondition('a.status', filter.status),
    ...setCondition('a.severity', filter.severity),
    ...(filter.source ? [{ sql: 'a.source = ?', values: [filter.source] }] : []),
    ...timeConditions(filter),
    ...handlingConditions(filter),
    ...hiddenConditions(filter),
  ];
}

export function count(db: ReadDb, sql: string, values: readonly Bound[]): number {
  return db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;
}
