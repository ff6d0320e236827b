import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSettledRun, type SettledRunOptions } from './settled-run.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function settledRun(look: SettledRunOptions['look']) {
  const failures: unknown[] = [];
  const run = createSettledRun({
    ...{ quietMs: 100, longestWaitMs: 1_000, retryMs: 5_000, look },
    onFailure: (cause) => failures.push(cause),
  });
  return { ...run, failures };
}

test('runs once when changes have come to rest, and is not put off for ever', async () => {
  let runs = 0;
  const { soon, start } = settledRun(async () => void runs++);
  const stop = start();
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  for (let ms = 0; ms < 1_100; ms += 50) {
    soon();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(runs).toBe(2);
  stop();
  soon();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});

test('what comes during a run is looked at in another, never beside it', async () => {
  const ends: (() => void)[] = [];
  const { soon, start } = settledRun(() => new Promise((resolve) => ends.push(resolve)));
  const stop = start();
  await vi.advanceTimersByTimeAsync(100);
  soon();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(2);
  stop();
});

test('a failure is told and tried again; whoever is too early comes back', async () => {
  let runs = 0;
  const { start, failures } = settledRun(async (again) => {
    runs++;
    if (runs === 1) throw new Error('full');
    if (runs === 2) again.after(2_000);
  });
  const stop = start();
  await vi.advanceTimersByTimeAsync(100);
  expect(failures).toEqual([new Error('full')]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(3);
  stop();
});
