import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A timer of so many milliseconds is watched; what it comes late by is the delay. */
const EVERY_MS = 20;
const NS_PER_MS = 1e6;

export interface LoopDelay {
  /** Milliseconds that the event loop made others wait, since the start. */
  figures(): { p50: number; p99: number; longest: number };
  stop(): void;
}

/** Node, "Performance measurement APIs", `monitorEventLoopDelay`: its times include the interval itself. */
export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: EVERY_MS });
  histogram.enable();
  const late = (ns: number) => (ns > 0 ? Math.max(0, ns / NS_PER_MS - EVERY_MS) : 0);
  return {
    figures: () => ({
      p50: late(histogram.percentile(50)),
      p99: late(histogram.percentile(99)),
      longest: histogram.count === 0 ? 0 : late(histogram.max),
    }),
    stop: () => void histogram.disable(),
  };
}
