/**
 * Points of suspicion after the desk's own verdicts: bounded, so that a bad week cannot turn them
 * round. What a stranger's text can bring about never counts for less than by hand: else many harmless
 * alerts with such texts would make them worthless.
 */
import { POINTS, type PointCode, type PointTable } from './points.ts';

/** One alert that people closed, and the reasons it had. */
export interface RefitExample {
  readonly codes: readonly PointCode[];
  readonly malicious: boolean;
}

/** Fewer say nothing: the points stay as they are. */
export const MALICIOUS_AT_LEAST = 50;
export const BENIGN_AT_LEAST = 200;
/** So far a refitted point may be from its hand-set one: four, or three tenths of it. */
const BOUND_LEAST = 4;
const BOUND_SHARE = 0.3;
/** Points for each factor of e by which a reason is more frequent among malicious alerts. */
const POINTS_A_NAT = 6;
/** Verdicts that the hand-set point is worth. */
const WORTH = 200;
const BY_STRANGERS: ReadonlySet<PointCode> = new Set([
  'text-injection',
  'unseen-context',
  'external-peer',
]);

const boundOf = (points: number): number =>
  Math.max(BOUND_LEAST, Math.floor(BOUND_SHARE * Math.abs(points)));

export interface ExampleCounts {
  readonly malicious: number;
  readonly benign: number;
  readonly byCode: ReadonlyMap<PointCode, { readonly malicious: number; readonly benign: number }>;
}

export function tallyOf(examples: readonly RefitExample[]): ExampleCounts {
  const byCode = new Map<PointCode, { malicious: number; benign: number }>();
  for (const example of examples)
    for (const code of new Set(example.codes)) {
      const counts = byCode.get(code) ?? { malicious: 0, benign: 0 };
      counts[example.malicious ? 'malicious' : 'benign']++;
      byCode.set(code, counts);
    }
  const malicious = examples.filter((one) => one.malicious).length;
  return { malicious, benign: examples.length - malicious, byCode };
}

/** Only counts go in: the same examples in any order give the same points. */
export function refitPoints(
  { malicious, benign, byCode }: ExampleCounts,
  byHand: PointTable = POINTS,
): PointTable {
  if (malicious < MALICIOUS_AT_LEAST || benign < BENIGN_AT_LEAST) return byHand;
  const fitted = (Object.entries(byHand) as [PointCode, number][]).map(([code, points]) => {
    const counts = byCode.get(code) ?? { malicious: 0, benign: 0 };
    const among = (count: number, all: number): number => (count + 0.5) / (all + 1);
    const nats = Math.log(among(counts.malicious, malicious) / among(counts.benign, benign));
    return [code, bounded(code, points, POINTS_A_NAT * nats, counts.malicious + counts.benign)];
  });
  return Object.fromEntries(fitted) as PointTable;
}

function bounded(code: PointCode, points: number, suggested: number, seen: number): number {
  const weight = seen / (seen + WORTH);
  const wanted = Math.round(points + weight * (suggested - points));
  const bound = boundOf(points);
  const least = BY_STRANGERS.has(code) ? points : points - bound;
  const within = Math.min(points + bound, Math.max(least, wanted));
  // What raises suspicion never comes to lower it, nor the other way.
  return points > 0 ? Math.max(1, within) : Math.min(-1, within);
}
