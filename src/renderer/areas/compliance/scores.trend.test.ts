import { expect, test } from 'vitest';
import { linesOf } from './scores.trend.ts';

const day = (date: string, score: number | null) => ({
  day: date,
  score,
  coverage: null,
  assurance: null,
});

test('a missing day is a hole in the line, not bridged', () => {
  const days = [
    day('2026-11-01', 90),
    day('2026-11-02', 91),
    day('2026-11-04', 92),
    day('2026-11-05', null),
    day('2026-11-06', 93),
  ];
  expect(linesOf(days, 'score').map((line) => line.map(({ value }) => value))).toEqual([
    [90, 91],
    [92],
    [93],
  ]);
  expect(linesOf(days, 'coverage')).toEqual([]);
});
