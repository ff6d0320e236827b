import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoopState } from '../areas/sync/worker/loop.types.ts';
import { createSyncRest, RESTS_FOR } from './sync-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  const told: (string | null)[] = [];
  const rest = createSyncRest((title) => void told.push(title));
  const receiving = (done: number, total: number): Pick<LoopState, 'name' | 'progress'> => ({
    name: 'syncing',
    progress: { direction: 'receiving', done, total },
  });
  return { told, rest, receiving };
}

test('[SY232] own work rests from much that arrives to its last page', () => {
  const { told, rest, receiving } = follow();
  rest.heard(receiving(0, 5_000));
  expect(told).toEqual([]);
  rest.heard(receiving(5_000, 100_000));
  rest.heard(receiving(99_000, 100_000));
  expect(told).toEqual([RESTS_FOR]);
  rest.heard(receiving(100_000, 100_000));
  expect(told).toEqual([RESTS_FOR, null]);
  rest.heard({ name: 'up-to-date', progress: null });
  expect(told).toEqual([RESTS_FOR, null]);
});

test('[SY232] own work goes on where sync fails, is paused, sends, ends or stalls', () => {
  const { told, rest, receiving } = follow();
  const stops: (() => void)[] = [
    () => rest.heard({ name: 'problem', progress: null }),
    () => rest.heard({ name: 'paused', progress: null }),
    () => rest.heard({ name: 'syncing', progress: { ...SENDING } }),
    () => rest.end(),
    () => void vi.advanceTimersByTime(10_001),
  ];
  for (const stop of stops) {
    rest.heard(receiving(0, 100_000));
    expect(told.at(-1)).toBe(RESTS_FOR);
    stop();
    expect(told.at(-1)).toBeNull();
  }
  expect(told.length).toBe(2 * stops.length);
});

const SENDING = { direction: 'sending', done: 0, total: 100_000 } as const;

test('[SY232] own work is not kept from going on for longer than ten minutes by a slow network', () => {
  const { told, rest, receiving } = follow();
  for (let second = 0; second < 15 * 60; second += 5) {
    rest.heard(receiving(second * 100, 1_000_000));
    vi.advanceTimersByTime(5_000);
  }
  expect(told).toEqual([RESTS_FOR, null]);
});
