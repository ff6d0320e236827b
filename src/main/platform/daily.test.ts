import { expect, test, vi } from 'vitest';
import { startDaily } from './daily.ts';
import { silentLog } from './log.ts';

const NOON = new Date(2026, 10, 20, 12).getTime();
const BEFORE_MIDNIGHT = new Date(2026, 10, 20, 23, 59, 59).getTime();
const MIDNIGHT = new Date(2026, 10, 21).getTime();

test('[NT8] runs at once, then when the clock says that a day has begun, and not in between', () => {
  vi.useFakeTimers();
  let now = NOON;
  const run = vi.fn();
  const stop = startDaily({ clock: { now: () => now }, log: silentLog, lookEveryMs: 1_000 }, run);
  expect(run).toHaveBeenCalledTimes(1);
  now = BEFORE_MIDNIGHT;
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
  now = MIDNIGHT;
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(2);
  stop();
  now = MIDNIGHT + 86_400_000;
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('[NT8] what failed is tried again, and stops nothing', () => {
  vi.useFakeTimers();
  const run = vi.fn().mockImplementationOnce(() => {
    throw new Error('disk full');
  });
  const stop = startDaily({ clock: { now: () => NOON }, log: silentLog, lookEveryMs: 1_000 }, run);
  vi.advanceTimersByTime(3_000);
  expect(run).toHaveBeenCalledTimes(2);
  stop();
  vi.useRealTimers();
});
