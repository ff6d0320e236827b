import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { overlapsPeriod, periodOf } from '../../src/shared/areas/audits/audits.rules.ts';
import { isFindingOverdue } from '../../src/shared/areas/audits/findings.rules.ts';
import {
  drawOrdinals,
  LEVEL_FIGURES,
  SAMPLE_LEVELS,
  sampleSizeFor,
} from '../../src/shared/areas/audits/sampling.rules.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('drawing', () => {
  test('[AD11] the ordinals are those that follow from seed and count by hand', () => {
    // SHA-256 of 'seed,1' … taken modulo 1000, plus 1, worked out apart from the product.
    const byHand = [1, 2, 3].map((i) => Number(BigInt(`0x${sha256(`seed,${i}`)}`) % 1000n) + 1);
    expect(drawOrdinals({ seed: 'seed', size: 3, population: 1000 }, sha256)).toEqual(byHand);
  });

  test('[AD11] the same seed draws the same, another one another, none twice', () => {
    const draw = (seed: string) => drawOrdinals({ seed, size: 50, population: 10_000 }, sha256);
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
    expect(new Set(draw('a')).size).toBe(50);
    for (const ordinal of draw('a')) {
      expect(ordinal).toBeGreaterThanOrEqual(1);
      expect(ordinal).toBeLessThanOrEqual(10_000);
    }
  });

  test('[AD11] a sample of everything has everything', () => {
    const all = drawOrdinals({ seed: 'x', size: 9, population: 7 }, sha256);
    expect(all.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('[AD11] every ordinal is drawn about as often as the others', () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 4000; seed++)
      for (const n of drawOrdinals({ seed: String(seed), size: 1, population: 8 }, sha256))
        counts.set(n, (counts.get(n) ?? 0) + 1);
    for (const n of counts.values()) expect(Math.abs(n - 500)).toBeLessThan(110);
    expect(counts.size).toBe(8);
  });
});

/** The chance that none of `deviating` is among `size` of `population`, counted by combinations. */
function missed(population: number, deviating: number, size: number): number {
  let chance = 1;
  for (let i = 0; i < size; i++) chance *= (population - deviating - i) / (population - i);
  return Math.max(0, chance);
}

describe('sizes', () => {
  test.each(SAMPLE_LEVELS)('[AD14] %s is the smallest that is enough', (level) => {
    const { confidence, tolerable } = LEVEL_FIGURES[level];
    for (const population of [1, 2, 7, 30, 100, 999, 100_000]) {
      const size = sampleSizeFor(population, level);
      const deviating = Math.floor(population * tolerable) + 1;
      expect(missed(population, deviating, size)).toBeLessThanOrEqual(1 - confidence + 1e-9);
      if (size > 1) expect(missed(population, deviating, size - 1)).toBeGreaterThan(1 - confidence);
    }
  });

  test('[AD14] the figures of the table for a large population', () => {
    expect(SAMPLE_LEVELS.map((level) => sampleSizeFor(1_000_000, level))).toEqual([22, 29, 59]);
    expect(sampleSizeFor(0, 'USUAL')).toBe(0);
  });
});

describe('times', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  test('[AD20] an acceptance is overdue the day after it has run out', () => {
    const accepted = (acceptedUntil: string) =>
      isFindingOverdue({ status: 'ACCEPTED', dueAt: null, acceptedUntil }, now);
    expect(accepted('2026-11-19')).toBe(true);
    expect(accepted('2026-11-20')).toBe(false);
  });

  test('[AD17] a closed finding is never overdue', () => {
    const of = (status: 'OPEN' | 'CLOSED') =>
      isFindingOverdue({ status, dueAt: now - 1, acceptedUntil: null }, now);
    expect([of('OPEN'), of('CLOSED')]).toEqual([true, false]);
  });

  test('[AD7] a period has both its days; evidence without one counts by its moment', () => {
    const audit = { periodStart: '2026-01-01', periodEnd: '2026-01-31' };
    expect(periodOf('2026-01-01', '2026-01-31')).toEqual({
      start: Date.parse('2026-01-01'),
      end: Date.parse('2026-02-01'),
    });
    const at = (day: string) => Date.parse(day);
    expect(overlapsPeriod(audit, { from: null, to: at('2026-01-31T23:59:59Z') })).toBe(true);
    expect(overlapsPeriod(audit, { from: at('2026-02-01'), to: at('2026-03-01') })).toBe(false);
    expect(overlapsPeriod(audit, { from: at('2025-01-01'), to: at('2027-01-01') })).toBe(true);
    expect(overlapsPeriod(audit, { from: null, to: null })).toBeNull();
  });
});
