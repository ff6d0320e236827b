import { expect, test } from 'vitest';
import { lookOn } from './look-on.ts';

/** A list of `rows` numbers whose calls come back with a few of them, or with none. */
function listOf(rows: number, perCall: readonly number[]) {
  const asked: number[] = [];
  const ask = async (cursor: string | null, limit: number) => {
    const from = Number(cursor ?? 0);
    const n = Math.min(limit, perCall[asked.length % perCall.length] ?? 0, rows - from);
    asked.push(limit);
    const found = Array.from({ length: n }, (_, place) => from + place);
    return { rows: found, total: null, nextCursor: from + n < rows ? String(from + n) : null };
  };
  return { ask, asked };
}
const { signal } = new AbortController();

test('[GR13] a page is asked for on until it is full, and no row comes twice', async () => {
  const { ask, asked } = listOf(50, [0, 3, 4]);
  const first = await lookOn(ask, { cursor: null, size: 10, signal });
  expect(first).toMatchObject({ total: null, nextCursor: '10' });
  expect(first.rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(asked).toEqual([10, 10, 7, 3, 3]);
  const second = await lookOn(ask, { cursor: first.nextCursor, size: 10, signal });
  expect(second.rows[0]).toBe(10);
});

test('[GR13] a whole list that fits says how many there are', async () => {
  const { ask } = listOf(5, [2]);
  expect(await lookOn(ask, { cursor: null, size: 10, signal })).toEqual({
    rows: [0, 1, 2, 3, 4],
    total: 5,
    nextCursor: null,
  });
});

test('[GR13] a look that finds nothing ends after some calls and can be gone on with', async () => {
  const { ask, asked } = listOf(5, [0]);
  const page = await lookOn(ask, { cursor: null, size: 10, signal });
  expect(page).toEqual({ rows: [], total: null, nextCursor: '0' });
  expect(asked.length).toBeLessThan(20);
  const stopped = AbortSignal.abort();
  const before = asked.length;
  await lookOn(ask, { cursor: null, size: 10, signal: stopped });
  expect(asked.length).toBe(before + 1);
});
