/** How long something takes, again and again: exact percentiles of the last 512 times, in milliseconds. */
const KEPT = 512;

export interface LatencyFigures {
  readonly name: string;
  /** All since the meter was made; the percentiles are of the last 512 of them. */
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  /** The longest of all. */
  readonly longest: number;
}

interface Series {
  readonly times: Float64Array;
  count: number;
  longest: number;
}

export interface LatencyMeter {
  record(name: string, ms: number): void;
  /** Slowest p95 first. */
  figures(): LatencyFigures[];
}

/** Bounded by the number of names: give it those of endpoints, never of records. */
export function createLatencyMeter(): LatencyMeter {
  const all = new Map<string, Series>();
  return {
    record(name, ms) {
      let series = all.get(name);
      if (!series) {
        series = { times: new Float64Array(KEPT), count: 0, longest: 0 };
        all.set(name, series);
      }
      series.times[series.count % KEPT] = ms;
      series.count += 1;
      series.longest = Math.max(series.longest, ms);
    },
    figures: () =>
      [...all]
        .map(([name, { times, count, longest }]) => {
          const sorted = times.slice(0, Math.min(count, KEPT)).sort();
          return { name, count, p50: rank(sorted, 50), p95: rank(sorted, 95), longest };
        })
        .sort((a, b) => b.p95 - a.p95 || a.name.localeCompare(b.name)),
  };
}

/** Nearest-rank percentile of sorted values. */
function rank(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? 0;
}
