import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Alert, alertsContract } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { createAlert, listAll } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let first: Alert[];
beforeAll(async () => {
  app = await openTestApp();
  const made: Alert[] = [];
  for (let i = 0; i < 45; i++) {
    if (i % 3 === 0) app.clock.advance(MINUTE_MS);
    made.push(await createAlert(app, { title: `alert ${i}`, severity: i % 2 ? 'HIGH' : 'LOW' }));
  }
  first = made.reverse();
});
afterAll(() => app.close());

test('[AL12] a walk by cursor meets every alert once, in order, while others come in', async () => {
  const met: Alert[] = [];
  let cursor: string | undefined;
  const startedAt = app.clock.now();
  for (let step = 0; ; step++) {
    const page = await app.client.page(alertsContract.list, {
      query: { limit: 4, ...(cursor ? { cursor } : {}) },
    });
    met.push(...page.rows);
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
    app.clock.advance(MINUTE_MS);
    await createAlert(app, { title: `newer ${step}` });
    // One that is as old as the oldest: it arrived later, so it stands before those of its time.
    app.clock.advance(startedAt - 14 * MINUTE_MS - app.clock.now());
    await createAlert(app, { title: `as old as the oldest ${step}` });
    app.clock.advance(startedAt + (step + 1) * MINUTE_MS - app.clock.now());
  }
  const known = new Set(first.map((alert) => alert.id));
  expect(met.filter((alert) => known.has(alert.id))).toEqual(first);
  expect(new Set(met.map((alert) => alert.id)).size).toBe(met.length);
  expect(met.some((alert) => alert.title.startsWith('newer'))).toBe(false);
  expect(met.map((alert) => alert.createdAt)).toEqual(
    met
      .map((alert) => alert.createdAt)
      .toSorted()
      .reverse(),
  );
});

test('there is a next cursor exactly where there is a next page', async () => {
  const all = (await listAll(app)).alerts.length;
  for (const limit of [all - 1, all, all + 1]) {
    const page = await app.client.page(alertsContract.list, { query: { limit } });
    expect(page.rows).toHaveLength(Math.min(limit, all));
    expect(page.total).toBe(all);
    expect(page.nextCursor !== null).toBe(limit < all);
  }
});

test('a page holds 200 alerts unless a limit says otherwise', async () => {
  const missing = 210 - (await listAll(app)).alerts.length;
  for (let i = 0; i < missing; i++) await createAlert(app);
  const response = await app.request('GET', '/api/alerts');
  expect(await response.json()).toHaveLength(200);
  expect(response.headers.get('x-total-count')).toBe('210');
});

describe('[AL14] what is not understood answers 400 instead of a guess', () => {
  const NOT_OURS = 'The cursor is not one that this server gave out';
  test.each([
    'nonsense',
    Buffer.from('12').toString('base64url'),
    Buffer.from('1.2.3').toString('base64url'),
    Buffer.from('a.b').toString('base64url'),
    Buffer.from('1e9.4').toString('base64url'),
    Buffer.from('99999999999999999999.1').toString('base64url'),
    '%00',
  ])('cursor=%s', async (cursor) => {
    const failure = await failureOf(await app.request('GET', `/api/alerts?cursor=${cursor}`));
    expect(failure).toEqual({
      status: 400,
      body: { message: NOT_OURS, issues: [{ path: 'cursor', message: NOT_OURS }] },
    });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=many', 'limit'],
    ['limit=10&limit=20', 'limit'],
    ['from=yesterday', 'from'],
    ['to=2026-11-20', 'to'],
    ['from=2026-11-20T12:00:00%2B02:00', 'from'],
    ['from=2026-02-30T00:00:00Z', 'from'],
    ['severity=SEVERE', 'severity.0'],
    ['severity=HIGH,SEVERE', 'severity.1'],
    ['status=DONE', 'status.0'],
    [`q=${'x'.repeat(501)}`, 'q'],
    [`cursor=${'x'.repeat(201)}`, 'cursor'],
  ])('%s', async (query, path) => {
    const failure = await failureOf(await app.request('GET', `/api/alerts?${query}`));
    expect(failure.status).toBe(400);
    expect(failure.body.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(failure.body.message).toBe(failure.body.issues?.[0]?.message);
  });

  test('limit=1 and limit=1000 are the bounds', async () => {
    expect(await (await app.request('GET', '/api/alerts?limit=1')).json()).toHaveLength(1);
    expect((await app.request('GET', '/api/alerts?limit=1000')).status).toBe(200);
  });

  test('filters may be repeated or joined by commas; empty ones filter nothing', async () => {
    const total = async (query: string) =>
      (await app.request('GET', `/api/alerts?${query}`)).headers.get('x-total-count');
    expect(await total('severity=HIGH&severity=LOW')).toBe(await total('severity=HIGH,LOW'));
    expect(await total('severity=')).toBe(await total(''));
    expect(await total('q=')).toBe(await total(''));
    expect(await total('unknown=1')).toBe(await total(''));
  });

  test('a value that is named twice counts once', async () => {
    const twice = await listAll(app, { severity: 'HIGH,HIGH', status: 'OPEN,OPEN,OPEN', limit: 7 });
    expect(twice).toEqual(await listAll(app, { severity: 'HIGH', status: 'OPEN', limit: 7 }));
    expect(twice.alerts.length).toBeGreaterThan(0);
    const from = first.at(-1)?.createdAt;
    const withTime = await listAll(app, { severity: 'HIGH,HIGH', from, limit: 7 });
    expect(withTime).toEqual(await listAll(app, { severity: 'HIGH', from, limit: 7 }));
  });
});
