import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

/** Lets what is waiting on settled promises run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

function openThrottle(work: (key: string) => Promise<unknown> = () => Promise.resolve()) {
  const timers: (() => void)[] = [];
  const runs: string[] = [];
  const throttled = createThrottle({ intervalMs: 500, later: (run) => timers.push(run) }, (key) => {
    runs.push(key);
    return work(key);
  });
  const elapse = async () => {
    for (const run of timers.splice(0)) run();
    await settle();
  };
  return { throttled, runs, elapse };
}

test('the first is run at once, a burst after it once, at the end of the interval', async () => {
  const { throttled, runs, elapse } = openThrottle();
  for (let event = 0; event < 1_000; event += 1) throttled('alerts');
  expect(runs).toEqual(['alerts']);
  await elapse();
  expect(runs).toEqual(['alerts', 'alerts']);
  await elapse();
  await elapse();
  expect(runs).toHaveLength(2);
});

test('after a quiet interval the next is run at once again', async () => {
  const { throttled, runs, elapse } = openThrottle();
  throttled('alerts');
  await elapse();
  throttled('alerts');
  expect(runs).toEqual(['alerts', 'alerts']);
});

test('keys do not wait for each other', () => {
  const { throttled, runs } = openThrottle();
  throttled('alerts');
  throttled('users');
  expect(runs).toEqual(['alerts', 'users']);
});

test('work that takes longer than the interval is never run twice at a time', async () => {
  const finish: (() => void)[] = [];
  const { throttled, runs, elapse } = openThrottle(
    () => new Promise<void>((resolve) => finish.push(resolve)),
  );
  throttled('alerts');
  throttled('alerts');
  await elapse();
  expect(runs).toHaveLength(1);
  finish[0]?.();
  await settle();
  expect(runs).toHaveLength(2);
});

test('work that fails does not stop what comes after it', async () => {
  const { throttled, runs, elapse } = openThrottle(() => Promise.reject(new Error('no answer')));
  throttled('alerts');
  throttled('alerts');
  await elapse();
  await elapse();
  throttled('alerts');
  expect(runs).toHaveLength(3);
});
