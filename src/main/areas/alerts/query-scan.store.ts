/** Every match of a query, a stretch of the table at a time: for jobs, where nobody waits for the next click. */

import type { ReadDb } from '../../db/database.ts';
import { ROWID_RANGE } from '../../db/full-text.ts';
import type { AskedQuery } from './query-ask.store.ts';
import { isOpenEnd } from './query-cells.ts';
import { fewRows, wholeMatch } from './query-leads.store.ts';
import { type Candidates, givenRows, matchingRows, type RowTest } from './query-rows.store.ts';

/** Rows of the table that one step looks at. */
const STEP_ROWS = 20_000;
/** With the search index in front: it gathers beginnings of words anew for each step. */
const INDEXED_STEP_ROWS = 200_000;

export interface ScanStep {
  /** Values of the expression with their number; one each where the query has words. */
  readonly counts: readonly { readonly v: string | number | null; readonly n: number }[];
  readonly done: number;
  readonly total: number;
}

/** @param expression SQL over `a`, without values to bind. */
export function* scanCounts(
  db: ReadDb,
  asked: AskedQuery,
  expression: string,
): Generator<ScanStep> {
  const test = { ...asked.test, condition: withTimes(asked) };
  const few = asked.lead && fewRows(db, asked.lead);
  if (asked.cells.cells.length === 0 || few) {
    const rows = few && asked.cells.cells.length > 0 ? [...few] : [];
    yield {
      counts: countsOf(db, test, givenRows(rows), expression),
      done: rows.length,
      total: rows.length,
    };
    return;
  }
  const ends = db.get<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(seq) FROM alerts) AS first, (SELECT max(seq) FROM alerts) AS last',
  );
  const [first, last] = [ends?.first ?? 0, ends?.last ?? -1];
  const match = asked.lead && wholeMatch(asked.lead);
  const step = match ? INDEXED_STEP_ROWS : STEP_ROWS;
  for (let from = first; from <= last; from += step) {
    const to = from + step - 1;
    const counts = countsOf(db, test, between(from, to, match), expression);
    yield { counts, done: Math.min(last, to) - first + 1, total: last - first + 1 };
  }
}

function between(from: number, to: number, match: string | null): Candidates {
  if (match === null) return { sql: 'alerts a WHERE a.seq BETWEEN ? AND ?', values: [from, to] };
  return {
    sql: `alerts a WHERE a.seq IN (
      SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND ${ROWID_RANGE})`,
    values: [match, from, to],
  };
}

function countsOf(
  db: ReadDb,
  test: RowTest,
  candidates: Candidates,
  expression: string,
): ScanStep['counts'] {
  if (!test.words) {
    const isJoined = !candidates.sql.includes('WHERE');
    return db.all(
      `SELECT ${expression} AS v, count(*) AS n FROM ${candidates.sql}
       ${isJoined ? 'WHERE' : 'AND'} a.deleted_at IS NULL AND ${test.condition.sql} GROUP BY 1`,
      ...candidates.values,
      ...test.condition.values,
    );
  }
  const counts = new Map<string | number | null, number>();
  for (const { v } of matchingRows<{ v: string | number | null }>(
    db,
    test,
    candidates,
    `${expression} AS v`,
  ))
    counts.set(v, (counts.get(v) ?? 0) + 1);
  return [...counts].map(([v, n]) => ({ v, n }));
}

/** The times that the cells leave, so that rows outside them are passed over by number alone. */
function withTimes({ cells, test }: AskedQuery): RowTest['condition'] {
  const stretches = cells.cells.flatMap(({ possible }) => possible);
  const from = Math.min(...stretches.map((one) => one.from));
  const to = Math.max(...stretches.map((one) => one.to));
  const conditions = [
    ...(Number.isFinite(from) && !isOpenEnd(from)
      ? [{ sql: 'a.created_at >= ?', value: from }]
      : []),
    ...(Number.isFinite(to) && !isOpenEnd(to) ? [{ sql: 'a.created_at <= ?', value: to }] : []),
  ];
  return {
    sql: [...conditions.map(({ sql }) => sql), test.condition.sql].join(' AND '),
    values: [...conditions.map(({ value }) => value), ...test.condition.values],
  };
}
