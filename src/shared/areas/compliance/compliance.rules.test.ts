import { expect, test } from 'vitest';
import { scoreBand } from './compliance.rules.ts';

test.each([
  [100, 'good'],
  [90, 'good'],
  [89, 'watch'],
  [80, 'watch'],
  [79, 'bad'],
  [0, 'bad'],
] as const)('a score of %i is %s', (score, band) => {
  expect(scoreBand(score)).toBe(band);
});
