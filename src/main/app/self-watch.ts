import type { Endpoint } from '../../shared/contract/define.ts';
import { createLatencyMeter } from '../../shared/kernel/latency.ts';
import type { PerformancePort } from '../areas/settings/about.routes.ts';
import type { Clock } from '../platform/clock.ts';
import { watchLoopDelay } from '../platform/loop-delay.ts';

/** How fast this core is, measured by itself while it works. */
export function watchSelf(clock: Clock) {
  const meter = createLatencyMeter();
  const loop = watchLoopDelay();
  const summaries = new Map<string, string>();
  const port: PerformancePort = {
    startedAt: clock.now(),
    calls: () =>
      meter.figures().map((one) => ({ ...one, summary: summaries.get(one.name) ?? one.name })),
    loopDelay: loop.figures,
  };
  return {
    port,
    onAnswered({ method, path, summary }: Endpoint, ms: number) {
      const name = `${method} ${path}`;
      summaries.set(name, summary);
      meter.record(name, ms);
    },
    stop: loop.stop,
  };
}
