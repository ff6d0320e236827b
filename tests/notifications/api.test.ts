import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '../../src/shared/areas/notifications/notifications.contract.ts';
import { MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { type Inbox, inboxOf, newInbox } from './notification-calls.ts';

let app: TestApp;
let ana: Inbox;
let rui: Inbox;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  ana = inboxOf(app, app.adminToken ?? '');
  rui = await newInbox(app, 'Auditor');
});
afterAll(() => app.close());

async function critical(title: string): Promise<Notification> {
  app.clock.advance(2 * MINUTE_MS);
  await createAlert(app, { title, severity: 'CRITICAL' });
  const [newest] = await ana.list('?limit=1');
  if (!newest) throw new Error('Nothing was told');
  return newest;
}

describe('the list', () => {
  test('is newest first, in pages, with the count', async () => {
    for (const title of ['one', 'two', 'three']) await critical(title);
    const first = await app.request('GET', '/api/notifications?limit=2', { token: ana.token });
    const total = Number(first.headers.get('x-total-count'));
    expect(total).toBeGreaterThanOrEqual(3);
    const rows = (await first.json()) as Notification[];
    expect(rows.map(({ title }) => title)).toEqual([
      'New critical alert: three',
      'New critical alert: two',
    ]);
    const cursor = first.headers.get('x-next-cursor');
    const rest = await ana.list(`?limit=1000&cursor=${cursor}`);
    expect(rest[0]?.title).toBe('New critical alert: one');
    expect(rest).toHaveLength(total - 2);
  });

  test('can be of the unread ones, and of some kinds', async () => {
    const told = await critical('to be read');
    await ana.mark(told.id, true);
    const ids = async (query: string) => (await ana.list(query)).map(({ id }) => id);
    expect(await ids('?unread=true')).not.toContain(told.id);
    expect(await ids('?unread=false')).toContain(told.id);
    expect(await ids('?kind=critical-alert,job-done')).toContain(told.id);
    expect(await ids('?kind=job-done')).toEqual([]);
  });

  test.each([
    ['?limit=0', 'limit'],
    ['?unread=maybe', 'unread'],
    ['?kind=gossip', 'kind.0'],
    ['?cursor=bm90IG91cnM', 'cursor'],
  ])('refuses %s', async (query, path) => {
    const answer = await app.request('GET', `/api/notifications${query}`, { token: ana.token });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ issues: [{ path }] });
  });
});

describe('read and unread', () => {
  test('[NT1] each account reads on its own what is for everybody', async () => {
    const told = await critical('for all');
    const [anaBefore, ruiBefore] = [await ana.unread(), await rui.unread()];
    const marked = await ana.mark(told.id, true);
    expect(await marked.json()).toMatchObject({ id: told.id, readAt: expect.any(String) });
    expect(await ana.unread()).toBe(anaBefore - 1);
    expect(await rui.unread()).toBe(ruiBefore);
    expect((await rui.list()).find(({ id }) => id === told.id)?.readAt).toBeNull();
    expect(await (await ana.mark(told.id, false)).json()).toMatchObject({ readAt: null });
    expect(await ana.unread()).toBe(anaBefore);
  });

  test('[NT1] what another account was told is not there', async () => {
    const [own] = queryBeside<{ id: string }>(
      app.dataDir,
      "SELECT id FROM users WHERE email = 'admin@example.test'",
    );
    const beside = openBeside(app.dataDir, 'writable');
    beside
      .prepare(
        "INSERT INTO notifications (id, account, kind, title, created_at) VALUES ('private', ?, 'job-done', 'Mine', 1)",
      )
      .run(own?.id);
    beside.close();
    expect((await ana.list()).map(({ id }) => id)).toContain('private');
    expect((await rui.list()).map(({ id }) => id)).not.toContain('private');
    expect((await rui.mark('private', true)).status).toBe(404);
    expect((await rui.readAll({ upTo: 'private' })).status).toBe(404);
  });

  test('[NT2] the list of the unread and the badge are one number, whatever the preferences', async () => {
    await critical('counted');
    const check = async () => {
      const listed = await ana.list('?unread=true&limit=1000');
      expect(await ana.unread()).toBe(listed.length);
      return listed.length;
    };
    const before = await check();
    const choose = (criticalAlert: boolean) =>
      app.request('PATCH', '/api/preferences', {
        token: ana.token,
        body: { notify: { criticalAlert } },
      });
    await choose(false);
    expect(await check()).toBeLessThan(before);
    expect((await ana.list('?limit=1000')).some(({ kind }) => kind === 'critical-alert')).toBe(
      false,
    );
    expect((await rui.list('?limit=1')).at(0)?.kind).toBe('critical-alert');
    await choose(true);
    expect(await check()).toBe(before);
  });

  test('[NT3] all at once: what came in since one looked stays unread', async () => {
    const seen = await critical('seen');
    const unseen = await critical('came in meanwhile');
    const answer = await ana.readAll({ upTo: seen.id });
    expect(((await answer.json()) as { changed: number }).changed).toBeGreaterThan(0);
    expect((await ana.list('?unread=true')).map(({ id }) => id)).toEqual([unseen.id]);
    expect((await rui.list('?unread=true')).map(({ id }) => id)).toContain(seen.id);
    expect(await (await ana.readAll()).json()).toEqual({ changed: 1 });
    expect(await (await ana.readAll()).json()).toEqual({ changed: 0 });
    expect(await ana.unread()).toBe(0);
  });

  test('bad input and unknown ids are refused', async () => {
    const told = await critical('refused');
    const bad = await app.request('PATCH', `/api/notifications/${told.id}`, {
      token: ana.token,
      body: { read: 'yes' },
    });
    expect([bad.status, (await bad.json()) as unknown]).toMatchObject([
      400,
      { message: 'read must be true or false' },
    ]);
    expect((await ana.mark('nothing', true)).status).toBe(404);
    expect((await ana.readAll({ upTo: 'nothing' })).status).toBe(404);
    expect((await ana.readAll({ kind: ['gossip'] })).status).toBe(400);
  });
});

test('[NT1] without a session there is nothing', async () => {
  for (const [method, path] of [
    ['GET', '/api/notifications'],
    ['PATCH', '/api/notifications/x'],
    ['POST', '/api/notifications/read-all'],
    ['GET', '/api/connection'],
  ] as const) {
    const body = method === 'GET' ? {} : { body: { read: true } };
    const answer = await app.request(method, path, { ...body, token: null });
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      401,
      { message: 'Unauthorized' },
    ]);
  }
});

describe('[NT4] what changes is announced', () => {
  beforeEach(() => {
    app.events.length = 0;
  });

  test('a notification, and its mark, with its id; a second time nothing', async () => {
    const told = await critical('announced');
    expect(app.events).toContainEqual({
      type: 'changed',
      resource: 'notifications',
      ids: [told.id],
    });
    app.events.length = 0;
    await ana.mark(told.id, true);
    await ana.mark(told.id, true);
    expect(app.events).toEqual([{ type: 'changed', resource: 'notifications', ids: [told.id] }]);
  });
});

test('[NT5] a link that leads elsewhere is not handed out', async () => {
  const beside = openBeside(app.dataDir, 'writable');
  const links = [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/api/logout',
  ];
  for (const [index, link] of links.entries()) {
    beside
      .prepare(
        "INSERT INTO notifications (id, kind, title, link, created_at) VALUES (?, 'a-later-kind', 'x', ?, 2)",
      )
      .run(`link-${index}`, link);
  }
  beside.close();
  const planted = (await ana.list('?limit=1000')).filter(({ id }) => id.startsWith('link-'));
  expect(planted.map(({ link, kind }) => [link, kind])).toEqual(links.map(() => [null, 'other']));
});
