/**
 * What incidents say about how often a risk happens (Gamma–Poisson). The rate of events per year is a
 * gamma distribution (shape, rate); cases over years of exposure make it one of (shape + cases,
 * rate + years). The prior comes from the stated range of frequency, or from the likelihood by the
 * table below. Pure; a person decides what becomes of it.
 */
import type { Range } from './risk-quant.rules.ts';

export interface Gamma {
  readonly shape: number;
  /** Years. */
  readonly rate: number;
}

/** Events per year that a likelihood stands for: its usual rate, and where the next one begins. */
export const LIKELIHOOD_RATES = [
  { likelihood: 1, usual: 0.02, below: 0.05 },
  { likelihood: 2, usual: 0.1, below: 0.2 },
  { likelihood: 3, usual: 0.5, below: 1 },
  { likelihood: 4, usual: 2, below: 4 },
  { likelihood: 5, usual: 8, below: Number.POSITIVE_INFINITY },
] as const;

/** Alerts of one scenario no further apart than this are one case. */
const CASE_GAP_HOURS = 72;
export const DAYS_PER_YEAR = 365.25;

/** Events per year to a likelihood: below 0.05 is 1, from 4 on it is 5. */
export function likelihoodOf(eventsPerYear: number): number {
  return LIKELIHOOD_RATES.find(({ below }) => eventsPerYear < below)?.likelihood ?? 5;
}

/** A likelihood that somebody chose weighs as much as one event at its usual rate. */
export function priorOfLikelihood(likelihood: number): Gamma {
  const { usual } = LIKELIHOOD_RATES.find((row) => row.likelihood === likelihood) ?? { usual: 0.5 };
  return { shape: 1, rate: 1 / usual };
}

export const meanRate = ({ shape, rate }: Gamma): number => shape / rate;

export function posteriorOf({ shape, rate }: Gamma, cases: number, years: number): Gamma {
  return { shape: shape + cases, rate: rate + Math.max(0, years) };
}

/** Lanczos' approximation with g = 5 and six coefficients (C. Lanczos, 1964): error below 2e-10. */
function logGamma(x: number): number {
  const coefficients = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155,
    0.1208650973866179e-2, -0.5395239384953e-5,
  ];
  const sum = coefficients.reduce(
    (total, coefficient, at) => total + coefficient / (x + at + 1),
    1.000000000190015,
  );
  const t = x + 5.5;
  return Math.log((2.506628274631 * sum) / x) - t + (x + 0.5) * Math.log(t);
}

const STEPS = 400;
const ENOUGH = 1e-13;

/** P(a, x), the regularized lower incomplete gamma function (NIST DLMF 8.11.4 and 8.9.2). */
function gammaCdf(a: number, x: number): number {
  if (x <= 0) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? front * series(a, x) : 1 - front * fraction(a, x);
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < STEPS && term > sum * ENOUGH; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The continued fraction by Lentz's method. */
function fraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < STEPS; n++) {
    const term = -n * (n - a);
    b += 2;
    d = 1 / nonZero(term * d + b, tiny);
    c = nonZero(b + term / c, tiny);
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < ENOUGH) break;
  }
  return value;
}
const nonZero = (value: number, tiny: number) => (Math.abs(value) < tiny ? tiny : value);

/** The value that a gamma of this shape and rate 1 is below with chance `p`, by bisection of its logarithm. */
function unitQuantile(shape: number, p: number): number {
  let [low, high] = [Math.log(1e-290), Math.log(shape + 40 * Math.sqrt(shape) + 60)];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (gammaCdf(shape, Math.exp(middle)) < p) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

export function gammaRange({ shape, rate }: Gamma): Range {
  return { low: unitQuantile(shape, 0.05) / rate, high: unitQuantile(shape, 0.95) / rate };
}

/** Of nearly certain and of hopelessly vague ranges. */
const SHAPES = { from: 0.08, to: 2_000 };

/** The gamma whose 5th and 95th percentile these are; the closest one that there is. */
export function gammaOf({ low, high }: Range): Gamma {
  const wanted = Math.log(high / low);
  let [from, to] = [Math.log(SHAPES.from), Math.log(SHAPES.to)];
  const spread = (shape: number) => {
    const range = gammaRange({ shape, rate: 1 });
    return Math.log(range.high / range.low);
  };
  for (let step = 0; step < 60; step++) {
    const middle = (from + to) / 2;
    // The larger the shape, the narrower the range.
    if (spread(Math.exp(middle)) > wanted) from = middle;
    else to = middle;
  }
  const shape = Math.exp((from + to) / 2);
  return { shape, rate: unitQuantile(shape, 0.95) / high };
}

/** A case is known by `key`; `at` is when it was confirmed, `raisedAt` when it began (ms). */
export interface Confirmed {
  readonly key: string;
  readonly raisedAt: number;
}

/** Groups of what lies no more than the gap apart, oldest first. */
export function casesOf<T extends Confirmed>(confirmed: readonly T[]): T[][] {
  const gap = CASE_GAP_HOURS * 3_600_000;
  const sorted = [...confirmed].sort((a, b) => a.raisedAt - b.raisedAt || (a.key < b.key ? -1 : 1));
  const groups: T[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const one of sorted) {
    const group = groups.at(-1);
    if (group && one.raisedAt - last <= gap) group.push(one);
    else groups.push([one]);
    last = one.raisedAt;
  }
  return groups;
}

/** In words, for whoever asks how a proposal came about. */
export const INCIDENT_METHOD: readonly string[] = [
  'The prior is a gamma distribution with the 5th and 95th percentile of the stated events per year (after treatment where the risk is mitigated), else one that weighs as much as one event at the usual rate of its likelihood: 0.02 a year for 1, 0.1 for 2, 0.5 for 3, 2 for 4, 8 for 5.',
  'Cases are alerts that a person resolved as true, completed investigations, and what was added by hand. Alerts and investigations no more than 72 hours apart are one case.',
  'The posterior is gamma with the cases added to its shape and the years of exposure to its rate. Its mean is the proposed likelihood: below 0.05 a year is 1, below 0.2 is 2, below 1 is 3, below 4 is 4, else 5.',
  'Only what the cases moved is proposed: a higher likelihood where they raised the rate, a lower one where they lowered it.',
  'Once a proposal is confirmed, its posterior is the next prior and counting begins anew, so that no case counts twice.',
];
