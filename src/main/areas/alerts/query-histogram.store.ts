/** Alerts of a query over time: from counts kept per hour where the query is exact ranges. */
import type { Histogram } from '../../../shared/areas/views/stacks.contract.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import { HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { Condition } from './alert-filter.store.ts';
import type { AskedQuery } from './query-ask.store.ts';
import { isOpenEnd, type Stretch } from './query-cells.ts';
import { byStretch, cellCondition, type ExactCell } from './query-count.store.ts';
import { rangeIndex, rangeWhere } from './query-list.store.ts';

const BARS_MAX = 168;
const STEPS = [1, 2, 3, 6, 12, 24, 48, 168, 720, 2160, 8760];

/** Hours since the epoch. */
export interface HistogramFrame {
  readonly first: number;
  readonly stepHours: number;
  readonly bars: number;
}

/** From the first to the last hour in which there may be matches; a single empty bar where there are none. */
export function histogramFrame(db: ReadDb, { cells }: AskedQuery): HistogramFrame {
  const hour = (order: 'ASC' | 'DESC') =>
    db.get<{ hour: number }>(
      `SELECT hour FROM alert_counts WHERE n > 0 ORDER BY hour ${order} LIMIT 1`,
    )?.hour ?? 0;
  const stretches = cells.cells.flatMap(({ possible }) => possible);
  if (stretches.length === 0) return { first: 0, stepHours: 1, bars: 1 };
  const from = Math.min(...stretches.map((one) => one.from));
  const to = Math.max(...stretches.map((one) => one.to));
  const first = Math.max(hour('ASC'), isOpenEnd(from) ? 0 : Math.floor(from / HOUR_MS));
  const last = Math.min(
    hour('DESC'),
    isOpenEnd(to) ? Number.MAX_SAFE_INTEGER : Math.floor(to / HOUR_MS),
  );
  const hours = Math.max(1, last - first + 1);
  const wanted = hours / BARS_MAX;
  const stepHours = STEPS.find((step) => step >= wanted) ?? Math.ceil(wanted / 8760) * 8760;
  const start = Math.floor(first / stepHours) * stepHours;
  const bars = Math.max(1, Math.floor((last - start) / stepHours) + 1);
  return { first: start, stepHours, bars };
}

export function emptyHistogram({ first, stepHours, bars }: HistogramFrame) {
  const none = () => new Array<number>(bars).fill(0);
  const counts: Record<Severity, number[]> = {
    CRITICAL: none(),
    HIGH: none(),
    MEDIUM: none(),
    LOW: none(),
  };
  let total = 0;
  return {
    add(hour: number, severity: string, n: number): void {
      const bar = Math.floor((hour - first) / stepHours);
      const row = counts[severity as Severity];
      if (row?.[bar] === undefined) return;
      row[bar] += n;
      total += n;
    },
    histogram: (): Histogram => ({
      from: toIso(first * HOUR_MS),
      stepMs: stepHours * HOUR_MS,
      total,
      counts,
    }),
  };
}

/** Null where only the alerts themselves can tell. */
export function keptHistogram(db: ReadDb, asked: AskedQuery): Histogram | null {
  if (!asked.isExact) return null;
  const { add, histogram } = emptyHistogram(histogramFrame(db, asked));
  for (const { stretch, cells } of byStretch(asked)) {
    const firstHour = isOpenEnd(stretch.from)
      ? Number.MIN_SAFE_INTEGER
      : Math.ceil(stretch.from / HOUR_MS);
    const endHour = isOpenEnd(stretch.to)
      ? Number.MAX_SAFE_INTEGER
      : Math.floor((stretch.to + 1) / HOUR_MS);
    if (firstHour >= endHour) {
      addAlongIndex(db, cells, stretch, add);
      continue;
    }
    const hours = { first: firstHour, end: endHour };
    addHours(db, { table: 'alert_counts', times: 1, ...hours }, cellCondition(cells, false), add);
    addHours(
      db,
      { table: 'suppressed_counts', times: -1, ...hours },
      cellCondition(cells, false),
      add,
    );
    addHours(
      db,
      { table: 'suppressed_counts', times: 1, ...hours },
      cellCondition(cells, true),
      add,
    );
    if (!isOpenEnd(stretch.from))
      addAlongIndex(db, cells, { from: stretch.from, to: firstHour * HOUR_MS - 1 }, add);
    if (!isOpenEnd(stretch.to))
      addAlongIndex(db, cells, { from: endHour * HOUR_MS, to: stretch.to }, add);
  }
  return histogram();
}

interface KeptHours {
  readonly table: 'alert_counts' | 'suppressed_counts';
  readonly times: 1 | -1;
  readonly first: number;
  readonly end: number;
}

/** One row an hour, in the order that the table has: SQLite sorts nothing. */
function addHours(
  db: ReadDb,
  { table, times, first, end }: KeptHours,
  { sql, values }: Condition,
  add: (hour: number, severity: string, n: number) => void,
): void {
  if (sql === '0') return;
  const sums = SEVERITIES.map((one) => `sum(n) FILTER (WHERE severity = '${one}') AS ${one}`);
  const rows = db.iterate<Record<Severity, number | null> & { hour: number }>(
    `SELECT hour, ${sums.join(', ')} FROM ${table}
     WHERE hour >= ? AND hour < ? AND (${sql}) GROUP BY hour`,
    first,
    end,
    ...values,
  );
  for (const row of rows)
    for (const severity of SEVERITIES) add(row.hour, severity, times * (row[severity] ?? 0));
}

function addAlongIndex(
  db: ReadDb,
  cells: readonly ExactCell[],
  { from, to }: Stretch,
  add: (hour: number, severity: string, n: number) => void,
): void {
  if (from > to) return;
  for (const { cell, sources } of cells) {
    for (const source of sources ?? [null]) {
      const range = { ...cell, source, from, to };
      const { sql, values } = rangeWhere(range);
      const rows = db.all<{ hour: number; n: number }>(
        `SELECT a.created_at / ${HOUR_MS} AS hour, count(*) AS n
         FROM alerts a INDEXED BY ${rangeIndex(range)} WHERE ${sql} GROUP BY 1`,
        ...values,
      );
      for (const { hour, n } of rows) add(hour, cell.severity, n);
    }
  }
}
