import type { ScoreTrend } from '../../../shared/areas/compliance/scores.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';

export interface TrendPoint {
  readonly time: number;
  readonly value: number;
}

/** The stretches of days without a hole: what is missing is not bridged. */
export function linesOf(
  days: readonly ScoreTrend['days'][number][],
  key: 'score' | 'coverage' | 'assurance',
): TrendPoint[][] {
  const lines: TrendPoint[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const day of days) {
    const value = day[key];
    if (value === null) continue;
    const time = Date.parse(day.day);
    if (time - last > DAY_MS) lines.push([]);
    lines.at(-1)?.push({ time, value });
    last = time;
  }
  return lines;
}
