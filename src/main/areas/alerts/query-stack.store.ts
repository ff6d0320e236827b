/** Counts of a query that need no look at the alerts one by one, or at few: answered at once. */
import {
  type Histogram,
  STACK_ROWS,
  type Stack,
  type StackField,
} from '../../../shared/areas/views/stacks.contract.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { AskedQuery } from './query-ask.store.ts';
import { isOpenEnd, type Stretch } from './query-cells.ts';
import { byStretch, cellTest, keptCounts, keptTotal } from './query-count.store.ts';
import { emptyHistogram, histogramFrame, keptHistogram } from './query-histogram.store.ts';
import { fewRows } from './query-leads.store.ts';
import { COUNTED_ROWS, givenRows, matchingRows } from './query-rows.store.ts';
import { stackReading } from './query-stack.ts';
import { type Counted, StackCounter, StackEnds } from './stack-counter.ts';

/** Each null where a job has to count. */
export function totalAtOnce(db: ReadDb, asked: AskedQuery): number | null {
  const kept = keptTotal(db, asked);
  if (kept !== null) return kept;
  const few = fewOf(db, asked);
  return few && [...matchingRows(db, asked.test, givenRows(few), 'a.seq')].length;
}

/** Where the query leads to few: these, not tested yet. */
export function fewOf(db: ReadDb, asked: AskedQuery): number[] | null {
  if (asked.cells.cells.length === 0) return [];
  const few = asked.lead && fewRows(db, asked.lead);
  return few && few.size <= COUNTED_ROWS ? [...few] : null;
}

export function stackAtOnce(
  db: ReadDb,
  asked: AskedQuery,
  by: StackField,
  zone: string,
): Stack | null {
  const kept = keptStack(db, asked, by);
  if (kept) return kept;
  const few = fewOf(db, asked);
  if (!few) return null;
  const { expression, valuesOf } = stackReading(by, zone);
  const counter = new StackCounter();
  let total = 0;
  const rows = matchingRows<{ v: string | number | null }>(
    db,
    asked.test,
    givenRows(few),
    `${expression} AS v`,
  );
  for (const { v } of rows) {
    total += 1;
    for (const value of valuesOf(v)) counter.add(value, 1);
  }
  return stackOf(by, total, counter.counts());
}

function stackOf(by: StackField, total: number, counts: ReadonlyMap<string | null, number>): Stack {
  const ends = new StackEnds(STACK_ROWS);
  ends.take(counts);
  const { distinct, common, rare } = ends.result();
  const unnamed = (rows: readonly Counted[]) => rows.map((row) => ({ ...row, label: null }));
  return { by, total, distinct, common: unnamed(common), rare: unnamed(rare) };
}

/** By what the kept counts are kept by, over all time or whole hours. */
function keptStack(db: ReadDb, asked: AskedQuery, by: StackField): Stack | null {
  if (!asked.isExact || (by !== 'source' && by !== 'severity' && by !== 'status')) return null;
  const counts = new Map<string | null, number>();
  let total = 0;
  const add = (value: string, n: number) => {
    counts.set(value, (counts.get(value) ?? 0) + n);
    total += n;
  };
  for (const { stretch, cells } of byStretch(asked)) {
    const hours = wholeHours(stretch);
    if (hours === undefined) return null;
    const { all, hidden } = keptCounts(db, hours);
    const isVisible = cellTest(cells, false);
    const isHidden = cellTest(cells, true);
    for (const count of all) if (isVisible(count)) add(count[by], count.n);
    for (const count of hidden)
      add(count[by], count.n * (Number(isHidden(count)) - Number(isVisible(count))));
  }
  for (const [value, n] of counts) if (n === 0) counts.delete(value);
  return stackOf(by, total, counts);
}

/** Null: of all time. Undefined where it has a part of an hour. */
function wholeHours({ from, to }: Stretch): { first: number; end: number } | null | undefined {
  const first = from / HOUR_MS;
  const end = (to + 1) / HOUR_MS;
  const isFirstWhole = isOpenEnd(from) || Number.isInteger(first);
  const isLastWhole = isOpenEnd(to) || Number.isInteger(end);
  if (!isFirstWhole || !isLastWhole) return undefined;
  if (isOpenEnd(from) && isOpenEnd(to)) return null;
  return { first: Math.floor(first), end: Math.floor(end) };
}

export function histogramAtOnce(db: ReadDb, asked: AskedQuery): Histogram | null {
  const kept = keptHistogram(db, asked);
  if (kept) return kept;
  const few = fewOf(db, asked);
  if (!few) return null;
  const { add, histogram } = emptyHistogram(histogramFrame(db, asked));
  const rows = matchingRows<{ severity: string; hour: number }>(
    db,
    asked.test,
    givenRows(few),
    `a.severity, a.created_at / ${HOUR_MS} AS hour`,
  );
  for (const { severity, hour } of rows) add(hour, severity, 1);
  return histogram();
}
