import { describe, expect, test } from 'vitest';
import { createRandom, normalQuantile, streamOf } from './risk-quant.random.ts';
import {
  addYears,
  chanceAt,
  DRAWS,
  drawYears,
  lognormalOf,
  lossFigures,
  type QuantRanges,
} from './risk-quant.rules.ts';

const BEFORE: QuantRanges = {
  loss: { low: 20_000, high: 900_000 },
  frequency: { low: 0.2, high: 2 },
};
const SETTINGS = { seed: 20261121, stream: streamOf('golden') };

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
const scaled = ({ loss, frequency }: QuantRanges, by: number): QuantRanges => ({
  loss: { low: loss.low * by, high: loss.high * by },
  frequency: { low: frequency.low * by, high: frequency.high * by },
});

const GOLDEN = {
  before: { mean: 209788.858, p50: 0, p90: 616372.431, p95: 1011915.59, chanceOfLoss: 0.4884 },
  after: { mean: 53021.4189, p50: 0, p90: 153408.39, p95: 285583.776, chanceOfLoss: 0.3037 },
  uniform: [0.8061533561395928, 0.15901568450006903, 0.09238980857603202],
};

describe('[RK50] the same seed draws the same years everywhere', () => {
  test('golden figures of a known risk', () => {
    const { before, after } = drawYears(BEFORE, scaled(BEFORE, 0.5), SETTINGS);
    const rounded = (years: Float64Array | null) => {
      const { curve: _, ...figures } = lossFigures(years ?? new Float64Array(0));
      return Object.fromEntries(
        Object.entries(figures).map(([key, value]) => [key, Number(value.toPrecision(9))]),
      );
    };
    expect(rounded(before)).toEqual(GOLDEN.before);
    expect(rounded(after)).toEqual(GOLDEN.after);
  });

  test('numbers of a known seed, another stream, and the hash of a known word', () => {
    const random = createRandom(1);
    expect([random.next(), random.next(), random.next()]).toEqual(GOLDEN.uniform);
    expect(createRandom(1, 1).next()).not.toBe(GOLDEN.uniform[0]);
    expect(streamOf('a')).toBe(0xe40c292c);
  });

  test('uniform numbers are uniform, normals are normal', () => {
    const random = createRandom(42);
    const tenths = new Array<number>(10).fill(0);
    for (let n = 0; n < 100_000; n++) {
      const at = Math.floor(random.next() * 10);
      tenths[at] = (tenths[at] ?? 0) + 1;
    }
    // Chi-squared with 9 degrees of freedom: above 27.9 once in a thousand.
    const chi = tenths.reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(27.9);
    expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 8);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167813, 7);
    expect(normalQuantile(0.5)).toBe(0);
  });
});

describe('[RK50] what is drawn is what was stated', () => {
  test('percentiles of drawn losses and of drawn rates are the stated ones', () => {
    const { mu, sigma } = lognormalOf(BEFORE.loss);
    const random = createRandom(7);
    const losses = Array.from({ length: 50_000 }, () =>
      Math.exp(mu + sigma * normalQuantile(random.next())),
    );
    expect(percentile(losses, 0.05) / BEFORE.loss.low).toBeCloseTo(1, 1);
    expect(percentile(losses, 0.95) / BEFORE.loss.high).toBeCloseTo(1, 1);
  });

  test.each([0.05, 0.7, 8, 55, 75, 400])('about %d events a year of one size', (rate) => {
    const ranges: QuantRanges = {
      loss: { low: 1000, high: 1000 },
      frequency: { low: rate, high: rate },
    };
    const { before } = drawYears(ranges, null, SETTINGS);
    const { mean, chanceOfLoss } = lossFigures(before);
    // Four standard errors of a Poisson mean.
    expect(Math.abs(mean / 1000 - rate)).toBeLessThan(4 * Math.sqrt(rate / DRAWS));
    expect(chanceOfLoss).toBeCloseTo(1 - Math.exp(-rate), 1);
  });

  test('the annualised loss is the product of the two means', () => {
    const { before } = drawYears(BEFORE, null, SETTINGS);
    const meanOf = (range: QuantRanges['loss']) => {
      const { mu, sigma } = lognormalOf(range);
      return Math.exp(mu + (sigma * sigma) / 2);
    };
    const expected = meanOf(BEFORE.loss) * meanOf(BEFORE.frequency);
    expect(lossFigures(before).mean / expected).toBeGreaterThan(0.93);
    expect(lossFigures(before).mean / expected).toBeLessThan(1.07);
  });
});

describe('[RK50] figures hang together', () => {
  test.each([1, 2, 3, 4, 5])('seed %i: after less is less in every year, curves fall', (seed) => {
    for (const by of [0.1, 0.5, 0.9, 1]) {
      const drawn = drawYears(BEFORE, scaled(BEFORE, by), { seed, stream: seed });
      const after = drawn.after ?? new Float64Array(0);
      expect(after.every((loss, at) => loss <= (drawn.before[at] ?? 0) + 1e-6)).toBe(true);
      const figures = [lossFigures(drawn.before), lossFigures(after)];
      for (const { curve, p50, p90, p95, chanceOfLoss } of figures) {
        expect(p50).toBeLessThanOrEqual(p90);
        expect(p90).toBeLessThanOrEqual(p95);
        expect(curve[0]?.chance).toBeLessThanOrEqual(chanceOfLoss);
        for (const [at, point] of curve.entries()) {
          const before = curve[at - 1];
          expect(point.loss).toBeGreaterThan(before?.loss ?? 0);
          expect(point.chance).toBeLessThan(before?.chance ?? 1.0001);
        }
        const p95Chance = chanceAt(curve, p95);
        expect(Math.abs(p95Chance - 0.05)).toBeLessThan(0.01);
      }
    }
  });

  test('a portfolio is the sum of its years', () => {
    const one = drawYears(BEFORE, null, { seed: 1, stream: 1 }).before;
    const two = drawYears(BEFORE, null, { seed: 1, stream: 2 }).before;
    const sum = new Float64Array(DRAWS);
    addYears(sum, one);
    addYears(sum, two);
    const mean = (years: Float64Array) => lossFigures(years).mean;
    expect(mean(sum)).toBeCloseTo(mean(one) + mean(two), 6);
    // Independent: bad years of one are not those of the other.
    expect(lossFigures(sum).p95).toBeLessThan(lossFigures(one).p95 + lossFigures(two).p95);
  });

  test('where nothing happens there is no curve', () => {
    const { curve, ...rest } = lossFigures(new Float64Array(DRAWS));
    expect(curve).toEqual([]);
    expect(rest).toEqual({ mean: 0, p50: 0, p90: 0, p95: 0, chanceOfLoss: 0 });
    expect(chanceAt([], 5)).toBe(0);
  });
});
