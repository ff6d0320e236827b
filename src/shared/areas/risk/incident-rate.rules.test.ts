import { describe, expect, test } from 'vitest';
import {
  casesOf,
  gammaOf,
  gammaRange,
  LIKELIHOOD_RATES,
  likelihoodOf,
  meanRate,
  posteriorOf,
  priorOfLikelihood,
} from './incident-rate.rules.ts';

describe('[RK54] Gamma–Poisson', () => {
  test.each([
    [0.2, 1],
    [0.01, 0.05],
    [0.001, 10],
    [4, 16],
    [100, 110],
  ])('the prior of %d to %d has these percentiles', (low, high) => {
    const range = gammaRange(gammaOf({ low, high }));
    expect(range.low / low).toBeCloseTo(1, 6);
    expect(range.high / high).toBeCloseTo(1, 6);
  });

  test('percentiles of gammas that tables know', () => {
    // Exponential of mean 1, and half of chi-squared with 10 degrees of freedom.
    expect(gammaRange({ shape: 1, rate: 1 }).low).toBeCloseTo(-Math.log(0.95), 9);
    expect(gammaRange({ shape: 1, rate: 1 }).high).toBeCloseTo(-Math.log(0.05), 9);
    expect(gammaRange({ shape: 5, rate: 1 }).high).toBeCloseTo(18.307038 / 2, 5);
    expect(gammaRange({ shape: 5, rate: 1 }).low).toBeCloseTo(3.940299 / 2, 5);
  });

  test('cases raise the rate, years without one lower it, and much evidence outweighs the prior', () => {
    const prior = priorOfLikelihood(3);
    expect(meanRate(posteriorOf(prior, 3, 1))).toBeGreaterThan(meanRate(prior));
    expect(meanRate(posteriorOf(prior, 0, 3))).toBeLessThan(meanRate(prior));
    expect(posteriorOf(prior, 0, 0)).toEqual(prior);
    expect(meanRate(posteriorOf(prior, 4000, 1000))).toBeCloseTo(4, 1);
  });

  test('a likelihood without cases reads as itself, and every rate has one', () => {
    for (const { likelihood } of LIKELIHOOD_RATES)
      expect(likelihoodOf(meanRate(priorOfLikelihood(likelihood)))).toBe(likelihood);
    expect([0, 0.0499, 0.05, 0.2, 1, 4, 1e6].map(likelihoodOf)).toEqual([1, 1, 2, 3, 4, 5, 5]);
  });

  test('what lies no more than 72 hours apart is one case', () => {
    const hour = 3_600_000;
    const at = (key: string, hours: number) => ({ key, raisedAt: hours * hour });
    const cases = casesOf([at('d', 217), at('a', 0), at('c', 144), at('b', 72)]);
    expect(cases.map((group) => group.map(({ key }) => key))).toEqual([['a', 'b', 'c'], ['d']]);
    expect(casesOf([])).toEqual([]);
  });
});
