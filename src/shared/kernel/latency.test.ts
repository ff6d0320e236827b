import { expect, test } from 'vitest';
import { createLatencyMeter } from './latency.ts';

test('percentiles are those of the sorted times', () => {
  const meter = createLatencyMeter();
  for (let ms = 100; ms >= 1; ms -= 1) meter.record('GET /a', ms);
  expect(meter.figures()).toEqual([{ name: 'GET /a', count: 100, p50: 50, p95: 95, longest: 100 }]);
});

test('only the last 512 count for the percentiles, all for the number and the longest', () => {
  const meter = createLatencyMeter();
  meter.record('x', 1000);
  for (let i = 0; i < 512; i += 1) meter.record('x', 2);
  expect(meter.figures()).toEqual([{ name: 'x', count: 513, p50: 2, p95: 2, longest: 1000 }]);
});

test('the slowest comes first', () => {
  const meter = createLatencyMeter();
  meter.record('fast', 1);
  meter.record('slow', 9);
  expect(meter.figures().map(({ name }) => name)).toEqual(['slow', 'fast']);
});
