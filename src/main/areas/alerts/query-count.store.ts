/** How many alerts a query has, where kept counts say so: whole hours in sum, the rest along the index. */
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { Condition } from './alert-filter.store.ts';
import { actedTotal } from './query-acted.store.ts';
import type { AskedQuery } from './query-ask.store.ts';
import { isOpenEnd, type Stretch } from './query-cells.ts';
import { type Range, rangeIndex, rangeWhere } from './query-list.store.ts';

interface KeptCount {
  readonly source: string;
  readonly status: string;
  readonly severity: string;
  readonly n: number;
}

/** Null where only the alerts themselves can tell. */
export function keptTotal(db: ReadDb, asked: AskedQuery): number | null {
  if (asked.acted)
    return actedTotal(db, asked.acted, (cells) => sumOfCells(db, { ...asked, cells }));
  return asked.isExact ? sumOfCells(db, asked) : null;
}

/** What its cells hold, whatever else it asks for. */
export function sumOfCells(db: ReadDb, asked: AskedQuery): number {
  let total = 0;
  for (const { cells, stretch } of byStretch(asked)) {
    if (isOpenEnd(stretch.from) && isOpenEnd(stretch.to)) {
      total += sumOf(cells, keptCounts(db, null));
      continue;
    }
    const first = Math.ceil(stretch.from / HOUR_MS);
    const end = Math.floor((stretch.to + 1) / HOUR_MS);
    if (first >= end) {
      total += alongIndex(db, cells, stretch);
      continue;
    }
    total +=
      isOpenEnd(stretch.from) && isRecent(db, end)
        ? sumOf(cells, keptCounts(db, null)) -
          sumOfHours(db, cells, { first: end, end: Number.MAX_SAFE_INTEGER })
        : sumOfHours(db, cells, { first, end });
    if (!isOpenEnd(stretch.from))
      total += alongIndex(db, cells, { from: stretch.from, to: first * HOUR_MS - 1 });
    if (!isOpenEnd(stretch.to))
      total += alongIndex(db, cells, { from: end * HOUR_MS, to: stretch.to });
  }
  return total;
}

/** Of what was before such an hour there is more to sum up than of what came after. */
function isRecent(db: ReadDb, hour: number): boolean {
  const kept = db.get<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(hour) FROM alert_counts) AS first, (SELECT max(hour) FROM alert_counts) AS last',
  );
  return (kept?.last ?? 0) - hour < hour - (kept?.first ?? 0);
}

export type ExactCell = AskedQuery['cells']['cells'][number];

/** Cells that have a stretch in common, so that its hours are read once. */
export function byStretch(
  asked: AskedQuery,
): { readonly stretch: Stretch; readonly cells: readonly ExactCell[] }[] {
  const found = new Map<string, { stretch: Stretch; cells: ExactCell[] }>();
  for (const cell of asked.cells.cells) {
    for (const stretch of cell.possible) {
      const key = `${stretch.from} ${stretch.to}`;
      const known = found.get(key);
      if (known) known.cells.push(cell);
      else found.set(key, { stretch, cells: [cell] });
    }
  }
  return [...found.values()];
}

/** Visible and hidden ones, of all time or of hours. */
export function keptCounts(
  db: ReadDb,
  hours: { readonly first: number; readonly end: number } | null,
): { readonly all: KeptCount[]; readonly hidden: KeptCount[] } {
  const read = (table: string) =>
    hours
      ? db.all<KeptCount>(
          `SELECT source, status, severity, sum(n) AS n FROM ${table}
           WHERE hour >= ? AND hour < ? GROUP BY source, status, severity`,
          hours.first,
          hours.end,
        )
      : db.all<KeptCount>(
          `SELECT source, status, severity, sum(n) AS n FROM ${table} GROUP BY source, status, severity`,
        );
  return hours
    ? { all: read('alert_counts'), hidden: read('suppressed_counts') }
    : { all: read('alert_totals'), hidden: read('suppressed_totals') };
}

/** Whether a count belongs to one of the cells; hidden ones are part of all. */
export function cellTest(
  cells: readonly ExactCell[],
  isHidden: boolean,
): (count: Omit<KeptCount, 'n'>) => boolean {
  const keys = new Map<string, ReadonlySet<string> | null>();
  for (const { cell, sources } of cells) {
    if (cell.isHidden !== isHidden) continue;
    const key = `${cell.status} ${cell.severity}`;
    const known = keys.get(key);
    if (sources === null) keys.set(key, null);
    else if (known !== null) keys.set(key, new Set([...(known ?? []), ...sources]));
  }
  return ({ status, severity, source }) => {
    const known = keys.get(`${status} ${severity}`);
    return known === null || (known?.has(source) ?? false);
  };
}

function sumOf(
  cells: readonly ExactCell[],
  { all, hidden }: ReturnType<typeof keptCounts>,
): number {
  const isVisible = cellTest(cells, false);
  const isHidden = cellTest(cells, true);
  let total = 0;
  for (const count of all) if (isVisible(count)) total += count.n;
  for (const count of hidden)
    total += count.n * (Number(isHidden(count)) - Number(isVisible(count)));
  return total;
}

/** Summed by SQLite, cell by cell: a year has hundreds of thousands of kept counts. */
function sumOfHours(
  db: ReadDb,
  cells: readonly ExactCell[],
  hours: { first: number; end: number },
): number {
  let total = 0;
  for (const one of cells) {
    const hidden = sumOfCell(db, 'suppressed_counts', one, hours);
    total += one.cell.isHidden ? hidden : sumOfCell(db, 'alert_counts', one, hours) - hidden;
  }
  return total;
}

function sumOfCell(
  db: ReadDb,
  table: 'alert_counts' | 'suppressed_counts',
  { cell, sources }: ExactCell,
  { first, end }: { first: number; end: number },
): number {
  const among = sources === null ? '' : 'AND source IN (SELECT value FROM json_each(?))';
  const row = db.get<{ n: number | null }>(
    `SELECT sum(n) AS n FROM ${table} INDEXED BY ${table}_state
     WHERE status = ? AND severity = ? AND hour >= ? AND hour < ? ${among}`,
    ...[cell.status, cell.severity, first, end],
    ...(sources === null ? [] : [JSON.stringify(sources)]),
  );
  return row?.n ?? 0;
}

/** Kept counts of cells: what is hidden is counted among all, too. */
export function cellCondition(cells: readonly ExactCell[], isHidden: boolean): Condition {
  const own = cells.filter(({ cell }) => cell.isHidden === isHidden);
  const parts = own.map(({ cell, sources }): Condition => {
    const among = sources === null ? '' : ' AND source IN (SELECT value FROM json_each(?))';
    const values = [cell.status, cell.severity];
    return {
      sql: `status = ? AND severity = ?${among}`,
      values: sources === null ? values : [...values, JSON.stringify(sources)],
    };
  });
  const allOfThem = ALERT_STATUSES.length * SEVERITIES.length;
  if (parts.length === 0) return { sql: '0', values: [] };
  if (parts.length === allOfThem && own.every(({ sources }) => sources === null))
    return { sql: '1', values: [] };
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(' OR '),
    values: parts.flatMap(({ values }) => values),
  };
}

function alongIndex(db: ReadDb, cells: readonly ExactCell[], { from, to }: Stretch): number {
  if (from > to) return 0;
  let total = 0;
  for (const { cell, sources } of cells) {
    for (const source of sources ?? [null]) {
      const range: Range = { ...cell, source, from, to };
      const { sql, values } = rangeWhere(range);
      const row = db.get<{ n: number }>(
        `SELECT count(*) AS n FROM alerts a INDEXED BY ${rangeIndex(range)} WHERE ${sql}`,
        ...values,
      );
      total += row?.n ?? 0;
    }
  }
  return total;
}
