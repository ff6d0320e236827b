import { expect, test } from 'vitest';
import { closeRanges } from './close-ranges.ts';

const rowsFrom = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, n) => first + n * step);

test('[SE12] neighbours in any order are one range, and one row far away does not part them', () => {
  expect(closeRanges([12, 10, 11])).toEqual([{ first: 10, last: 12 }]);
  expect(closeRanges([...rowsFrom(900_000, 200).reverse(), 7])).toEqual([
    { first: 7, last: 7 },
    { first: 900_000, last: 900_199 },
  ]);
});

test('[SE12] rows that lie far apart, or thinly, are no ranges', () => {
  expect(closeRanges(rowsFrom(1, 40, 1_000))).toHaveLength(40);
  expect(closeRanges(rowsFrom(1, 41, 1_000))).toBeNull();
  expect(closeRanges(rowsFrom(1, 100, 30))).toBeNull();
});
