/**
 * Risk in currency: how ranges of a loss per event and of events per year become a year's loss.
 *
 * One draw is one year. Its rate of events is lognormal, its number of events is Poisson of that rate,
 * every event's loss is lognormal, and the year's loss is their sum. A lognormal is fitted to the two
 * percentiles exactly. Before and after treatment are drawn from the same random numbers, so that
 * their difference is the treatment and not chance. Pure and the same on every machine.
 */
import { createRandom, normalQuantile } from './risk-quant.random.ts';

/** Also says what results were drawn by: an older formula's are made anew. */
export const QUANT_FORMULA = 2;
export const DRAWS = 10_000;
export const DEFAULT_SEED = 20261121;
export const DEFAULT_CURRENCY = 'EUR';

/** The standard normal's 95th percentile. */
const Z95 = 1.6448536269514722;
/** From this rate on the number of events is taken from the normal: an error below 1 % of the rate. */
const NORMAL_FROM = 60;
/** More events of one year than this are summed as one lognormal of the same mean and variance. */
const SUM_FROM = 64;

/** 5th and 95th percentile. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface QuantRanges {
  /** Per event, in currency. */
  readonly loss: Range;
  /** Events per year. */
  readonly frequency: Range;
}

export interface Lognormal {
  readonly mu: number;
  readonly sigma: number;
}

export function lognormalOf({ low, high }: Range): Lognormal {
  const [from, to] = [Math.log(low), Math.log(high)];
  return { mu: (from + to) / 2, sigma: (to - from) / (2 * Z95) };
}

const meanOf = ({ mu, sigma }: Lognormal) => Math.exp(mu + (sigma * sigma) / 2);

/** By inversion: more of the rate is never fewer events of the same uniform number. */
function poisson(rate: number, uniform: number): number {
  if (rate > NORMAL_FROM)
    return Math.max(0, Math.round(rate + Math.sqrt(rate) * normalQuantile(uniform)));
  let chance = Math.exp(-rate);
  let below = chance;
  let count = 0;
  // Ends where the sum can grow no more, also at the uniform number nearest to 1.
  while (uniform > below && (count < rate || chance > 1e-17)) {
    count++;
    chance *= rate / count;
    below += chance;
  }
  return count;
}

/** The sum of many losses (L. F. Fenton, 1960): a lognormal with their mean and variance. */
function sumOfMany(count: number, loss: Lognormal, normal: number): number {
  const spread = Math.expm1(loss.sigma * loss.sigma) / count;
  const sigma = Math.sqrt(Math.log1p(spread));
  const mu = Math.log(count * meanOf(loss)) - (sigma * sigma) / 2;
  return Math.exp(mu + sigma * normal);
}

interface Model {
  readonly rate: Lognormal;
  readonly loss: Lognormal;
}
const modelOf = ({ loss, frequency }: QuantRanges): Model => ({
  rate: lognormalOf(frequency),
  loss: lognormalOf(loss),
});

export interface DrawSettings {
  readonly seed: number;
  /** Of the risk, so that risks are drawn independently of each other. */
  readonly stream: number;
  readonly draws?: number;
}

/** A loss per year for every draw. `after` is null where no range after treatment is stated. */
export interface DrawnYears {
  readonly before: Float64Array;
  readonly after: Float64Array | null;
}

export function drawYears(
  before: QuantRanges,
  after: QuantRanges | null,
  { seed, stream, draws = DRAWS }: DrawSettings,
): DrawnYears {
  const counts = createRandom(seed, stream);
  const models = [modelOf(before), ...(after === null ? [] : [modelOf(after)])];
  const years = models.map(() => new Float64Array(draws));
  const losses: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const rateNormal = normalQuantile(counts.next());
    const countUniform = counts.next();
    const severity = createRandom(seed + draw + 1, stream ^ 0x5bd1e995);
    losses.length = 0;
    const normalAt = (at: number) => {
      while (losses.length <= at) losses.push(normalQuantile(severity.next()));
      return losses[at] ?? 0;
    };
    models.forEach(({ rate, loss }, which) => {
      const count = poisson(Math.exp(rate.mu + rate.sigma * rateNormal), countUniform);
      const year = years[which];
      if (year) year[draw] = yearOf(count, loss, normalAt);
    });
  }
  return { before: years[0] ?? new Float64Array(0), after: years[1] ?? null };
}

function yearOf(count: number, loss: Lognormal, normalAt: (at: number) => number): number {
  if (count > SUM_FROM) return sumOfMany(count, loss, normalAt(0));
  let sum = 0;
  for (let at = 0; at < count; at++) sum += Math.exp(loss.mu + loss.sigma * normalAt(at));
  return sum;
}

/** Adds a risk's years to those of a portfolio, draw by draw. */
export function addYears(sum: Float64Array, years: Float64Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (years[at] ?? 0);
}

/** `chance`: that a year's loss is at least `loss`. */
export interface ExceedancePoint {
  readonly loss: number;
  readonly chance: number;
}

export interface LossFigures {
  /** Mean of a year's loss. */
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  /** That a year has any loss. */
  readonly chanceOfLoss: number;
  /** Losses rise, chances fall. Empty where no draw had a loss. */
  readonly curve: readonly ExceedancePoint[];
}

/** Chances that the curve is read at: evenly down to half of the years with a loss, then geometric. */
const EVEN_POINTS = 16;
const RARE_POINTS = 36;
const RAREST = 0.001;

export function lossFigures(years: Float64Array): LossFigures {
  const sorted = Float64Array.from(years).sort();
  const count = sorted.length;
  const mean = count === 0 ? 0 : sorted.reduce((sum, loss) => sum + loss, 0) / count;
  const at = (share: number) => sorted[Math.max(1, Math.ceil(share * count)) - 1] ?? 0;
  const withLoss = count - firstAbove(sorted, 0);
  const chanceOfLoss = count === 0 ? 0 : withLoss / count;
  return {
    ...{ mean, p50: at(0.5), p90: at(0.9), p95: at(0.95), chanceOfLoss },
    curve: curveOf(sorted, chanceOfLoss),
  };
}

function firstAbove(sorted: Float64Array, limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}

function wantedChances(chanceOfLoss: number): number[] {
  const half = chanceOfLoss / 2;
  const rarest = Math.min(RAREST, half);
  const even = Array.from(
    { length: EVEN_POINTS },
    (_, n) => chanceOfLoss - (half * n) / EVEN_POINTS,
  );
  const rare = Array.from(
    { length: RARE_POINTS + 1 },
    (_, n) => half * (rarest / half) ** (n / RARE_POINTS),
  );
  return [...even, ...rare];
}

function curveOf(sorted: Float64Array, chanceOfLoss: number): ExceedancePoint[] {
  if (chanceOfLoss <= 0) return [];
  const count = sorted.length;
  const points: ExceedancePoint[] = [];
  for (const wanted of wantedChances(chanceOfLoss)) {
    // The smallest loss that this share of the years reaches.
    const index = Math.min(count - 1, Math.max(0, count - Math.max(1, Math.round(wanted * count))));
    const loss = sorted[index] ?? 0;
    const chance = (count - index) / count;
    const last = points.at(-1);
    if (loss > 0 && (!last || (loss > last.loss && chance < last.chance)))
      points.push({ loss, chance });
  }
  return points;
}

/** Chance that a curve gives a loss: straight between its points. For reading off a chart. */
export function chanceAt(curve: readonly ExceedancePoint[], loss: number): number {
  const next = curve.findIndex((point) => point.loss >= loss);
  if (next === -1) return 0;
  const [to, from] = [curve[next], curve[next - 1]];
  if (!to) return 0;
  if (!from) return to.chance;
  return from.chance + ((to.chance - from.chance) * (loss - from.loss)) / (to.loss - from.loss);
}

/** In words, for whoever asks how a figure came about. */
export const QUANT_METHOD: readonly string[] = [
  'One draw is one year. Its rate of events is lognormal, fitted to the 5th and 95th percentile of events per year; the number of events is Poisson of that rate.',
  'The loss of every event is lognormal, fitted to the 5th and 95th percentile of a loss per event. The loss of the year is their sum.',
  'Annualised loss is the mean over all draws. P50, P90 and P95 are the losses that half, 10 % and 5 % of the years exceed.',
  'Before and after treatment are drawn from the same random numbers. Risks are drawn independently of each other, and a portfolio is their sum, draw by draw.',
  'Numbers come from xoshiro128**; the same seed and inputs give the same figures on every machine.',
];
