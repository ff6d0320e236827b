import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Performance } from '../../src/shared/areas/settings/about.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Auditor' });
});
afterAll(() => app.close());

const read = async () =>
  (await (await app.request('GET', '/api/about/performance')).json()) as Performance;

test('[SET34] every call that was answered is counted under its name, failed ones too', async () => {
  const before = await read();
  const timesOf = (performance: Performance, name: string) =>
    performance.calls.find((call) => call.name === name)?.count ?? 0;
  await app.request('GET', '/api/alerts');
  await app.request('GET', '/api/alerts?status=NONSENSE');
  await app.request('GET', '/api/alerts/one');
  await app.request('GET', '/api/alerts/another');
  const after = await read();
  expect(timesOf(after, 'GET /api/alerts') - timesOf(before, 'GET /api/alerts')).toBe(2);
  expect(timesOf(after, 'GET /api/alerts/{id}') - timesOf(before, 'GET /api/alerts/{id}')).toBe(2);
  const list = after.calls.find(({ name }) => name === 'GET /api/alerts');
  expect(list?.summary).toContain('Alerts, newest first');
  expect(list?.p50).toBeGreaterThan(0);
  expect(list?.longest).toBeGreaterThanOrEqual(list?.p95 ?? Number.NaN);
});

test('[SET34] memory and the waits of the event loop are measured, not claimed', async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const blockedUntil = performance.now() + 200;
  while (performance.now() < blockedUntil);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const { memory, loopDelay } = await read();
  expect(memory.now).toBeGreaterThan(20);
  expect(memory.peak).toBeGreaterThanOrEqual(memory.now * 0.5);
  expect(loopDelay.longest).toBeGreaterThan(80);
});
