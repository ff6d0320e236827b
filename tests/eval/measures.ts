/** Figures of a replay. */
import type { Replayed } from './replay.ts';

export interface Closed {
  readonly groups: number;
  readonly malicious: number;
  readonly closed: number;
  readonly closedMalicious: number;
  readonly coverage: number;
  /** Null where nothing was closed. */
  readonly precision: number | null;
  /** Lower end of the 95 % interval (Wilson). */
  readonly precisionAtLeast: number | null;
  /** Malicious groups that were closed, of all; null where there are none. */
  readonly missed: number | null;
}

type IsClosed = (one: Replayed) => boolean;
export const byEngine: IsClosed = ({ decision }) => decision === 'auto-close';
export const byRate: IsClosed = ({ byRate: isClosed }) => isClosed;
export const byNobody: IsClosed = () => true;

export function closedBy(all: readonly Replayed[], isClosed: IsClosed): Closed {
  const groups = all.length;
  const malicious = all.filter((one) => one.isMalicious).length;
  const closings = all.filter(isClosed);
  const closed = closings.length;
  const closedMalicious = closings.filter((one) => one.isMalicious).length;
  return {
    ...{ groups, malicious, closed, closedMalicious },
    coverage: groups === 0 ? 0 : closed / groups,
    precision: closed === 0 ? null : 1 - closedMalicious / closed,
    precisionAtLeast: closed === 0 ? null : wilsonLow(closed - closedMalicious, closed),
    missed: malicious === 0 ? null : closedMalicious / malicious,
  };
}

function wilsonLow(good: number, all: number): number {
  const z = 1.96;
  const share = good / all;
  const middle = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return (middle - spread) / (1 + (z * z) / all);
}

const BINS = 10;

/** Expected calibration error: over ten bins of the estimated chance, how far estimate and share differ. */
export function calibrationError(all: readonly Replayed[]): number {
  const bins = Array.from({ length: BINS }, () => ({ all: 0, chance: 0, malicious: 0 }));
  for (const { chance, isMalicious } of all) {
    const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))];
    if (!bin) continue;
    bin.all++;
    bin.chance += chance;
    bin.malicious += isMalicious ? 1 : 0;
  }
  const off = bins.reduce((sum, bin) => sum + Math.abs(bin.chance - bin.malicious), 0);
  return all.length === 0 ? 0 : off / all.length;
}

/** The same for suspicion, read as a chance in a hundred: it only ranks, so that it may be far off. */
export const suspicionError = (all: readonly Replayed[]): number =>
  calibrationError(all.map((one) => ({ ...one, chance: Math.min(0.999, one.suspicion / 100) })));

/** How often a malicious group ranks above a benign one, by suspicion; ties count half. */
export function rankQuality(all: readonly Replayed[]): number | null {
  const sorted = [...all].sort((a, b) => a.suspicion - b.suspicion);
  let [rankSum, malicious, at] = [0, 0, 0];
  while (at < sorted.length) {
    let next = at;
    while (next < sorted.length && sorted[next]?.suspicion === sorted[at]?.suspicion) next++;
    const rank = (at + 1 + next) / 2;
    for (const one of sorted.slice(at, next)) {
      if (!one.isMalicious) continue;
      malicious++;
      rankSum += rank;
    }
    at = next;
  }
  const benign = sorted.length - malicious;
  if (malicious === 0 || benign === 0) return null;
  return (rankSum - (malicious * (malicious + 1)) / 2) / (malicious * benign);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
