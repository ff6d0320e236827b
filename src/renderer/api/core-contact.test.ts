import { expect, test } from 'vitest';
import type { Host } from '../../shared/host.ts';
import { createConnectionStore, createCoreClock, watchContact } from './core-contact.ts';

const NOW = Date.parse('2026-11-20T16:00:00.400Z');

test('[NT13] a clock that is hours off is set right by the core, in both directions', () => {
  for (const hours of [-3, 3]) {
    const clock = createCoreClock(() => NOW + hours * 3_600_000);
    clock.hear('Fri, 20 Nov 2026 16:00:00 GMT');
    expect(Math.abs(clock.now() - NOW)).toBeLessThan(1_000);
  }
});

test('[NT13] a clock that is right is left alone, and nothing is learned from no date', () => {
  const clock = createCoreClock(() => NOW);
  clock.hear('Fri, 20 Nov 2026 16:00:00 GMT');
  clock.hear(undefined);
  clock.hear('soon');
  expect(clock.now()).toBe(NOW);
});

test('[NT12] every answer is a contact; a call that fails is none', async () => {
  const connection = createConnectionStore();
  let isAway = false;
  const host = {
    request: async () => {
      if (isAway) throw new TypeError('Failed to fetch');
      return { status: 500, statusText: '', headers: {}, body: '' };
    },
  } as unknown as Host;
  let now = NOW;
  const watched = watchContact(
    host,
    createCoreClock(() => now),
    connection,
  );
  await watched.request({ method: 'GET', path: '/api/jobs' });
  expect(connection.getState().contactAt).toBe(NOW);
  now += 60_000;
  isAway = true;
  await expect(watched.request({ method: 'GET', path: '/api/jobs' })).rejects.toThrow();
  expect(connection.getState().contactAt).toBe(NOW);
});
