import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termOf } from '../../src/renderer/areas/views/narrowing.ts';
import { FIELD_NAMES } from '../../src/shared/areas/views/query-fields.ts';
import { STACK_FIELDS, stacksContract } from '../../src/shared/areas/views/stacks.contract.ts';
import { viewsContract } from '../../src/shared/areas/views/views.contract.ts';
import { createAlert, createAlertIn, listAll } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';

const clock = new TestClock();
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ clock });
  await createAlertIn(app, 'RESOLVED', {
    title: 'Old beacon',
    sourceHost: 'web-01',
    severity: 'LOW',
  });
  await createAlert(app, { title: 'New beacon', sourceHost: 'WEB-02', severity: 'CRITICAL' });
  await createAlert(app, { title: 'Scan of 10.0.5.7', sourceHost: 'db-01', sourceIp: '10.0.5.7' });
});
afterAll(() => app.close());

const titles = async (query: Record<string, string>) =>
  (await listAll(app, query)).alerts.map(({ title }) => title);

async function json(method: string, path: string, body?: unknown, token?: string) {
  const response = await app.request(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(token ? { token } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

describe('[VI5] [VI8] a query in the API', () => {
  test('[VI1] lists, and combines with the filters of before', async () => {
    expect(await titles({ query: 'host:web-*' })).toEqual(['New beacon', 'Old beacon']);
    expect(await titles({ query: 'host:web-* not status:resolved' })).toEqual(['New beacon']);
    expect(await titles({ query: 'host:web-*', severity: 'LOW' })).toEqual(['Old beacon']);
    expect(await titles({ query: 'ip:10.0.0.0/16 or severity:>=critical' })).toEqual([
      'Scan of 10.0.5.7',
      'New beacon',
    ]);
    expect(await titles({ query: 'beacon', q: 'new' })).toEqual(['New beacon']);
  });

  test('[VI1] exports what it lists', async () => {
    const response = await app.request('GET', '/api/alerts/export?query=host%3Adb-01');
    const lines = (await response.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).alert.title)).toEqual(['Scan of 10.0.5.7']);
  });

  test('[VI2] says what is wrong with it and where', async () => {
    const { status, body } = await json('GET', '/api/alerts?query=x%20sevrity%3Ahigh');
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      expect.objectContaining({ path: 'query', at: 2, length: 7, fix: 'severity' }),
    ]);
    expect(body.message).toContain('Did you mean severity?');
  });

  test('[VI6] means who asks, and days of the given zone', async () => {
    const { alerts } = await listAll(app, { query: 'title:new' });
    const me = (await json('GET', '/api/auth/user')).body.id;
    await json('PATCH', `/api/alerts/${alerts[0]?.id}`, { assignedTo: me });
    expect(await titles({ query: 'assignee:me' })).toEqual(['New beacon']);
    expect(await titles({ query: 'assignee:none severity:low' })).toEqual(['Old beacon']);
    const nobody = await json('GET', '/api/alerts?query=assignee%3Anobody');
    expect([nobody.status, nobody.body.message]).toEqual([
      400,
      expect.stringContaining('There is no account "nobody"'),
    ]);
    // The clock stands at noon of 20 November in UTC: in Auckland that is the 21st.
    expect(await titles({ query: 'on:2026-11-21', zone: 'Pacific/Auckland' })).toHaveLength(3);
    expect(await titles({ query: 'on:2026-11-21' })).toHaveLength(0);
    expect(await titles({ query: 'last:1h' })).toHaveLength(3);
    expect((await json('GET', '/api/alerts?query=a&zone=Mars/Base')).status).toBe(400);
  });

  test('[VI6] a bulk action means the alerts of its query, and no others', async () => {
    const request = {
      filter: { query: 'assignee:me severity:critical' },
      change: { escalated: true },
    };
    const preview = await json('POST', '/api/alerts/bulk/preview', request);
    expect([preview.status, JSON.stringify(preview.body)]).toEqual([
      200,
      expect.stringContaining('1'),
    ]);
    const { status } = await json('POST', '/api/alerts/bulk', request);
    expect(status).toBeLessThan(300);
    expect(await titles({ query: 'escalated:yes' })).toEqual(['New beacon']);
    const wrong = { ...request, filter: { query: 'sevrity:high' } };
    expect((await json('POST', '/api/alerts/bulk', wrong)).status).toBe(400);
    expect(await titles({ query: 'escalated:yes' })).toEqual(['New beacon']);
  });

  test('[VI7] completes values with kept counts', async () => {
    const values = (field: string, typed: string) =>
      app.client.call(stacksContract.values, { query: { field, typed } });
    expect(await values('host', 'WEB')).toEqual([
      expect.objectContaining({ value: 'web-01', count: 1 }),
      expect.objectContaining({ value: 'web-02', count: 1 }),
    ]);
    expect(await values('source', 'e')).toEqual([{ value: 'EDR', label: null, count: 3 }]);
    expect(await values('nothing', '')).toEqual([]);
    const [account] = await values('assignee', '');
    expect(account?.value).toContain('@example.test');
    for (const field of FIELD_NAMES)
      expect(await values(field, 'e'), field).toEqual(expect.any(Array));
  });
});

describe('[VI11] counts', () => {
  test('stacks, totals and histograms are exact', async () => {
    const stack = await app.client.call(stacksContract.stack, {
      query: { by: 'host', query: 'beacon' },
    });
    expect(stack).toMatchObject({ state: 'done', result: { total: 2, distinct: 2 } });
    const severities = await app.client.call(stacksContract.stack, { query: { by: 'severity' } });
    expect(severities).toMatchObject({
      result: {
        total: 3,
        distinct: 3,
        common: expect.arrayContaining([{ value: 'LOW', label: null, n: 1 }]),
      },
    });
    const total = await app.client.call(stacksContract.total, {
      query: { query: '-title:beacon' },
    });
    const again =
      total.state === 'done'
        ? total
        : await done(() =>
            app.client.call(stacksContract.total, { query: { query: '-title:beacon' } }),
          );
    expect(again).toMatchObject({ state: 'done', result: { total: 1 } });
    const histogram = await app.client.call(stacksContract.histogram, {
      query: { query: 'severity:critical' },
    });
    expect(histogram).toMatchObject({ state: 'done', result: { total: 1 } });
  });

  test('a count of the last hours comes to an end, and stays while it is made anew', async () => {
    const ask = () => {
      clock.advance(1);
      return app.client.call(stacksContract.stack, {
        query: { by: 'template', query: '-host:none last:30d' },
      });
    };
    const counted = await done(ask);
    expect(counted).toMatchObject({ result: { total: 3 } });
    clock.advance(60_000);
    const again = await ask();
    if (again.state !== 'working' || counted.state !== 'done') throw new Error(again.state);
    expect(again.before).toEqual({ asOf: counted.asOf, result: counted.result });
    expect(await done(ask)).toMatchObject({ result: { total: 3 } });
  });

  test.each(STACK_FIELDS)('by %s, a bar narrows to as many alerts as it counts', async (by) => {
    const hidden = by === 'suppressed' ? { suppressed: 'with' as const } : {};
    const zone = 'UTC';
    const stack = await done(() =>
      app.client.call(stacksContract.stack, {
        query: { by, zone, query: '-host:none', ...hidden },
      }),
    );
    if (stack.state !== 'done') throw new Error(stack.state);
    expect(stack.result.total).toBe(3);
    expect(stack.result.rare.length).toBeGreaterThan(0);
    for (const { value, n } of stack.result.rare) {
      const query = termOf(by, value);
      if (query === null) continue;
      expect((await listAll(app, { query, zone })).alerts, query).toHaveLength(n);
    }
  });

  test('a stack that needs a look at each alert is made by a job', async () => {
    const ask = () =>
      app.client.call(stacksContract.stack, { query: { by: 'template', query: '-host:db-01' } });
    expect((await ask()).state).toBe('working');
    expect(await done(ask)).toMatchObject({
      result: {
        total: 2,
        distinct: 2,
        rare: [
          { value: 'new beacon', n: 1 },
          { value: 'old beacon', n: 1 },
        ],
      },
    });
    const jobs = (await json('GET', '/api/jobs')).body as { kind: string; state: string }[];
    expect(jobs.find(({ kind }) => kind === 'count-alerts')).toMatchObject({ state: 'DONE' });
  });
});

async function done<T extends { state: string }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.state !== 'working') return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('[VI9] saved views', () => {
  test('are own or shared; only their owner changes them', async () => {
    const filter = { query: 'severity:critical last:24h' };
    const own = await app.client.call(viewsContract.create, {
      body: { name: 'Criticals', filter },
    });
    expect(own).toMatchObject({
      name: 'Criticals',
      filter,
      isMine: true,
      isShared: false,
      isDefault: false,
    });
    expect(await json('POST', '/api/views', { name: ' criticals ', filter })).toMatchObject({
      status: 409,
    });
    const other = await app.tokenFor('SOC Analyst');
    const seen = async () =>
      ((await json('GET', '/api/views', undefined, other)).body as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await seen()).toEqual([]);
    await app.client.call(viewsContract.update, {
      params: { id: own.id },
      body: { isShared: true },
    });
    expect(await seen()).toEqual(['Criticals']);
    expect(await json('PATCH', `/api/views/${own.id}`, { name: 'Mine' }, other)).toMatchObject({
      status: 403,
    });
    expect(await json('DELETE', `/api/views/${own.id}`, undefined, other)).toMatchObject({
      status: 403,
    });
    expect(await json('PUT', '/api/views/default', { id: own.id }, other)).toMatchObject({
      status: 204,
    });
    expect((await json('GET', '/api/views', undefined, other)).body[0]).toMatchObject({
      isDefault: true,
      isMine: false,
    });
    expect((await json('DELETE', `/api/views/${own.id}`)).status).toBe(204);
    expect(await seen()).toEqual([]);
  });

  test('[VI9] keep their list, its order and its columns, also through a file', async () => {
    const filter = {
      severity: 'CRITICAL',
      show: 'incidents',
      order: 'severity',
      state: 'any',
      columns: 'severity,name,lastSeen',
    } as const;
    const { id } = await app.client.call(viewsContract.create, {
      body: { name: 'Worst incidents', filter },
    });
    const { body: file } = await json('GET', '/api/views/export');
    expect((await json('DELETE', `/api/views/${id}`)).status).toBe(204);
    expect((await json('POST', '/api/views/import', file)).body).toEqual({
      added: 1,
      passedOver: 0,
    });
    const [view] = (await json('GET', '/api/views')).body;
    expect(view).toMatchObject({ name: 'Worst incidents', filter });
    const wrong = { name: 'x', filter: { show: 'elsewhere' } };
    expect((await json('POST', '/api/views', wrong)).status).toBe(400);
    expect((await json('DELETE', `/api/views/${view.id}`)).status).toBe(204);
  });

  test('what a person calls a view of their own is not in the history that everybody reads', async () => {
    const { body: view } = await json('POST', '/api/views', { name: 'Watching Sam', filter: {} });
    const path = `/api/views/${view.id}`;
    await json('PATCH', path, { name: 'Watching Ada' });
    await json('PATCH', path, { filter: { severity: 'HIGH' } });
    await json('PUT', '/api/views/default', { id: view.id });
    await json('DELETE', path);
    const { body } = await json('GET', '/api/actions?limit=5');
    const history = JSON.stringify(body);
    expect(history).not.toContain('Watching');
    expect(history.match(/a personal view/g)).toHaveLength(5);
    const shared = { name: 'Our queue', filter: {}, isShared: true };
    const { body: ours } = await json('POST', '/api/views', shared);
    await json('DELETE', `/api/views/${ours.id}`);
    const after = JSON.stringify((await json('GET', '/api/actions?limit=2')).body);
    expect(after.match(/view ‘Our queue’/g)).toHaveLength(2);
  });

  test('an auditor reads them only', async () => {
    const auditor = await app.tokenFor('Auditor');
    expect((await json('GET', '/api/views', undefined, auditor)).status).toBe(200);
    expect((await json('POST', '/api/views', { name: 'x', filter: {} }, auditor)).status).toBe(403);
    expect((await json('GET', '/api/alert-stacks?by=host', undefined, auditor)).status).toBe(200);
  });

  test('[VI10] travel as a file, all of it or nothing', async () => {
    await json('POST', '/api/views', { name: 'Web', filter: { query: 'host:web-*' } });
    const file = (await json('GET', '/api/views/export')).body;
    expect(file).toEqual({
      watchfloorViews: 1,
      views: [{ name: 'Web', filter: { query: 'host:web-*' } }],
    });
    expect((await json('POST', '/api/views/import', file)).body).toEqual({
      added: 0,
      passedOver: 1,
    });
    const changed = { ...file, views: [{ name: 'Web', filter: { query: 'host:web-1*' } }] };
    expect((await json('POST', '/api/views/import', changed)).body).toEqual({
      added: 1,
      passedOver: 0,
    });
    const names = async () =>
      ((await json('GET', '/api/views')).body as { name: string }[]).map(({ name }) => name);
    expect(await names()).toEqual(['Web', 'Web 2']);
    const hostile = [
      { ...file, watchfloorViews: 2 },
      {
        watchfloorViews: 1,
        views: [
          { name: 'Good', filter: {} },
          { name: 'Bad', filter: { query: 'host:' } },
        ],
      },
      { watchfloorViews: 1, views: [{ name: 'Good', filter: { constructor: 'x' } }] },
      { watchfloorViews: 1, views: [{ name: 'x'.repeat(500), filter: {} }] },
      { watchfloorViews: 1, views: [{ name: 'Good', filter: { severity: 'AWFUL' } }] },
      {
        watchfloorViews: 1,
        views: Array.from({ length: 500 }, (_, n) => ({ name: `v${n}`, filter: {} })),
      },
    ];
    for (const body of hostile)
      expect((await json('POST', '/api/views/import', body)).status).toBe(400);
    expect(await names()).toEqual(['Web', 'Web 2']);
  });
});
