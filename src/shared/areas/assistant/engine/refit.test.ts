import { expect, test } from 'vitest';
import { createChanceTable } from './chance.ts';
import { POINTS, type PointCode } from './points.ts';
import {
  BENIGN_AT_LEAST,
  MALICIOUS_AT_LEAST,
  type RefitExample,
  refitPoints as refitCounts,
  tallyOf,
} from './refit.ts';

const refitPoints = (examples: readonly RefitExample[]) => refitCounts(tallyOf(examples));

const many = (n: number, malicious: boolean, codes: PointCode[]): RefitExample[] =>
  Array.from({ length: n }, () => ({ codes, malicious }));

test('[EG34] points are refitted on enough verdicts only, within a bound, and never turn round', () => {
  expect(refitPoints(many(MALICIOUS_AT_LEAST - 1, true, []).concat(many(5000, false, [])))).toEqual(
    POINTS,
  );
  expect(refitPoints(many(5000, true, []).concat(many(BENIGN_AT_LEAST - 1, false, [])))).toEqual(
    POINTS,
  );
  const worst = refitPoints([
    ...many(5000, false, Object.keys(POINTS) as PointCode[]),
    ...many(5000, true, []),
  ]);
  const best = refitPoints([
    ...many(5000, true, Object.keys(POINTS) as PointCode[]),
    ...many(5000, false, []),
  ]);
  for (const [code, points] of Object.entries(POINTS) as [PointCode, number][]) {
    const bound = Math.max(4, 0.3 * Math.abs(points));
    for (const fitted of [worst[code], best[code]]) {
      expect(Math.abs(fitted - points), code).toBeLessThanOrEqual(bound);
      expect(Math.sign(fitted), code).toBe(Math.sign(points));
    }
  }
  expect(worst['new-detector']).toBeLessThan(POINTS['new-detector']);
  expect(best['new-detector']).toBeGreaterThan(POINTS['new-detector']);
});

test('[EG35] what strangers can bring about never counts for less than by hand', () => {
  const flooded = refitPoints([
    ...many(9000, false, ['text-injection', 'unseen-context', 'external-peer']),
    ...many(60, true, []),
  ]);
  for (const code of ['text-injection', 'unseen-context', 'external-peer'] as const)
    expect(flooded[code]).toBeGreaterThanOrEqual(POINTS[code]);
});

test('[EG36] the chance that is shown follows the desk, and begins with what is set by hand', () => {
  const table = createChanceTable();
  const before = table.chanceOf('unknown');
  expect(before).toBeGreaterThan(table.chanceOf('supported'));
  expect(table.chanceOf('unknown-unsettled')).toBeGreaterThan(before);
  for (let n = 0; n < 1000; n++) table.learn('unknown', n % 10 === 0);
  expect(table.chanceOf('unknown')).toBeCloseTo(0.1, 1);
  expect(createChanceTable(table.serialise()).chanceOf('unknown')).toBe(table.chanceOf('unknown'));
});
