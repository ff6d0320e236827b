import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert, HistoryEntry } from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { Comment, Watcher } from '../../src/shared/areas/discussion/discussion.contract.ts';
import type { Checklist, Playbook } from '../../src/shared/areas/discussion/playbooks.contract.ts';
import type { Notification } from '../../src/shared/areas/notifications/notifications.contract.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let other: string;
let otherId: string;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp();
  other = await app.tokenFor('SOC Analyst');
  auditor = await app.tokenFor('Auditor');
  otherId = (await call<{ id: string }>('GET', '/api/auth/user', undefined, other)).body.id;
});
afterAll(() => app.close());

async function call<T>(method: string, path: string, body?: unknown, token?: string) {
  const response = await app.request(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as T };
}
const comment = (id: string, text: string, token?: string) =>
  call<Comment>('POST', `/api/alerts/${id}/comments`, { text }, token);
const history = async (id: string) =>
  (await call<HistoryEntry[]>('GET', `/api/alerts/${id}/history`)).body;
const notices = async (token: string | undefined, kind: string) =>
  (await call<Notification[]>('GET', `/api/notifications?kind=${kind}`, undefined, token)).body;

describe('comments', () => {
  test('[DI1] are edited and deleted by their author only, and the history keeps what they said', async () => {
    const alert = await createAlert(app);
    const { status, body: made } = await comment(alert.id, ' First <b>look</b> ');
    expect(status).toBe(201);
    expect(made).toMatchObject({ alertId: alert.id, text: 'First <b>look</b>', editedAt: null });
    const path = `/api/comments/${made.id}`;
    expect((await call('PATCH', path, { text: 'Mine now' }, other)).status).toBe(403);
    expect((await call('DELETE', path, undefined, other)).status).toBe(403);
    app.clock.advance(1000);
    const edited = await call<Comment>('PATCH', path, {
      text: 'Second look',
      seen: made.createdAt,
    });
    expect(edited.body).toMatchObject({ text: 'Second look', editedAt: expect.any(String) });
    const stale = await call('PATCH', path, { text: 'Third', seen: made.createdAt });
    expect(stale.status).toBe(409);
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call<Comment[]>('GET', `/api/alerts/${alert.id}/comments`)).body).toEqual([]);
    const entries = await history(alert.id);
    expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
      'alerts.delete-comment',
      'alerts.edit-comment',
      'alerts.comment',
    ]);
    expect(entries[0]?.changes).toEqual([{ field: 'comment', from: 'Second look', to: null }]);
    expect(entries[1]?.changes).toEqual([
      { field: 'comment', from: 'First <b>look</b>', to: 'Second look' },
    ]);
    expect(entries[2]?.reason).toBe('First <b>look</b>');
  });

  test('are listed newest first, in pages', async () => {
    const alert = await createAlert(app);
    for (const text of ['one', 'two', 'three']) {
      app.clock.advance(1);
      await comment(alert.id, text);
    }
    const first = await app.request('GET', `/api/alerts/${alert.id}/comments?limit=2`);
    expect(first.headers.get('X-Total-Count')).toBe('3');
    const texts = ((await first.json()) as Comment[]).map(({ text }) => text);
    const cursor = first.headers.get('X-Next-Cursor');
    const rest = await call<Comment[]>('GET', `/api/alerts/${alert.id}/comments?cursor=${cursor}`);
    expect([...texts, ...rest.body.map(({ text }) => text)]).toEqual(['three', 'two', 'one']);
    const listed = await call<Alert[]>('GET', '/api/alerts');
    expect(listed.body.find(({ id }) => id === alert.id)?.marks).toEqual({
      comments: 3,
      checks: null,
    });
  });

  test.each([{ text: '  ' }, { text: 'x'.repeat(4001) }, {}, { text: 7 }])(
    'bad: %j',
    async (body) => {
      const alert = await createAlert(app);
      const path = `/api/alerts/${alert.id}/comments`;
      const response = await app.request('POST', path, { body });
      expect((await failureOf(response)).status).toBe(400);
    },
  );

  test('are refused to those who only read, and of no alert', async () => {
    const alert = await createAlert(app);
    expect((await comment(alert.id, 'x', auditor)).status).toBe(403);
    expect((await comment('nowhere', 'x')).status).toBe(404);
    expect((await call('GET', `/api/alerts/${alert.id}/comments`, undefined, auditor)).status).toBe(
      200,
    );
  });
});

describe('[DI3] mentions', () => {
  test('are told once, to others only', async () => {
    const alert = await createAlert(app, { title: 'Told of' });
    const me = (await call<{ id: string }>('GET', '/api/auth/user')).body.id;
    const text = `@{${otherId}} @{${otherId}} @{${me}} @{nobody} <script>`;
    const { body: made } = await comment(alert.id, text);
    expect(made.mentions.toSorted()).toEqual([me, otherId].toSorted());
    const mine = await notices(undefined, 'mention');
    const told = await notices(other, 'mention');
    expect(mine).toEqual([]);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ link: `/alerts?alert=${alert.id}`, readAt: null });
    expect(told[0]?.title).toMatch(/ mentioned you: Told of$/);
    expect(told[0]?.body).not.toContain('@{0');
    await call('PATCH', `/api/comments/${made.id}`, { text: `${text} more` });
    expect(await notices(other, 'mention')).toHaveLength(1);
  });
});

describe('[DI4] watching', () => {
  test('is per account, and tells of what others do', async () => {
    const alert = await createAlertIn(app, 'OPEN', { title: 'Watched one' });
    const watch = (watching: boolean, token?: string) =>
      call<Watcher[]>('PUT', `/api/alerts/${alert.id}/watch`, { watching }, token);
    expect((await watch(true, auditor)).status).toBe(403);
    expect((await watch(true, other)).body).toEqual([
      { account: otherId, since: expect.any(String) },
    ]);
    expect((await watch(true, other)).body).toHaveLength(1);
    app.clock.advance(1000);
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    await comment(alert.id, 'Looks odd', other);
    await expect
      .poll(async () => (await notices(other, 'watched-alert')).map(({ title }) => title))
      .toEqual([expect.stringMatching(/ started to investigate it: Watched one$/)]);
    await updateAlert(app, alert.id, { status: 'RESOLVED', note: 'Cleaned' });
    await expect
      .poll(async () => (await notices(other, 'watched-alert'))[0])
      .toMatchObject({ title: expect.stringMatching(/resolved it/), body: 'Cleaned' });
    expect(await notices(other, 'watched-alert')).toHaveLength(1);
    expect(await notices(undefined, 'watched-alert')).toEqual([]);
    expect((await watch(false, other)).body).toEqual([]);
  });
});

describe('checklists', () => {
  const checklists = async (id: string) =>
    (await call<Checklist[]>('GET', `/api/alerts/${id}/checklists`)).body;

  test('[DI5] fit by the words of the source', async () => {
    const alert = await createAlert(app, { title: 'Encoded PowerShell, LSASS access' });
    expect((await checklists(alert.id)).map(({ playbook, why }) => [playbook.id, why])).toEqual([
      ['builtin:credential-dumping', 'lsass'],
      ['builtin:malware', 'encoded powershell'],
    ]);
    expect(await checklists((await createAlert(app, { title: 'Door open' })).id)).toEqual([]);
  });

  test('[DI6] [DI8] a step is ticked once, with who and when', async () => {
    const alert = await createAlert(app, { title: 'Ransom note found' });
    const check = (checked: boolean, token?: string) =>
      call<Checklist[]>(
        'PUT',
        `/api/alerts/${alert.id}/checks`,
        { playbookId: 'builtin:ransomware', stepId: 'isolate', checked },
        token,
      );
    expect((await check(true, auditor)).status).toBe(403);
    const [list] = (await check(true, other)).body;
    expect(list).toMatchObject({ done: 1, total: 9 });
    expect(list?.steps[0]).toMatchObject({ stepId: 'isolate', by: otherId });
    expect((await check(true)).body[0]?.steps[0]?.by).toBe(otherId);
    const { body: marked } = await call<Alert>('GET', `/api/alerts/${alert.id}`);
    expect(marked.marks).toEqual({ comments: 0, checks: { done: 1, total: 9 } });
    expect((await check(false)).body[0]).toMatchObject({ done: 0 });
    const entries = await history(alert.id);
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
      'alerts.uncheck',
      'alerts.check',
    ]);
    expect(entries[1]?.changes[0]).toMatchObject({ field: 'step', from: null });
    const unknown = { playbookId: 'builtin:ransomware', stepId: 'none', checked: true };
    expect((await call('PUT', `/api/alerts/${alert.id}/checks`, unknown)).status).toBe(404);
  });

  test('[DI7] those of the workspace change, and what was ticked stays', async () => {
    const input = {
      name: 'Badge reader',
      matches: { words: ['badge'], techniques: ['t1110'] },
      steps: [{ text: 'Call the desk' }, { text: 'Check the camera' }],
    };
    expect((await call('POST', '/api/playbooks', { ...input, steps: [] })).status).toBe(400);
    expect((await call('POST', '/api/playbooks', input, auditor)).status).toBe(403);
    const { body: made } = await call<Playbook>('POST', '/api/playbooks', input);
    expect(made).toMatchObject({ isBuiltIn: false, matches: { techniques: ['T1110'] } });
    const alert = await createAlert(app, { title: 'Badge used twice' });
    const [first, second] = made.steps;
    const tick = { playbookId: made.id, stepId: first?.id, checked: true };
    await call('PUT', `/api/alerts/${alert.id}/checks`, tick);
    const steps = [second, { text: 'Lock the door' }];
    const changed = await call<Playbook>('PUT', `/api/playbooks/${made.id}`, { ...input, steps });
    expect(changed.body.steps[0]).toEqual(second);
    const [list] = await checklists(alert.id);
    expect(list).toMatchObject({ done: 0, total: 2 });
    expect(list?.steps.at(-1)).toMatchObject({ text: 'Call the desk', isGone: true });
    const own = await call('PUT', '/api/playbooks/builtin:phishing', { ...input });
    expect(own.status).toBe(409);
    expect((await call('DELETE', `/api/playbooks/${made.id}`)).status).toBe(200);
    expect((await checklists(alert.id))[0]?.playbook.name).toBe('Deleted checklist');
  });

  test('there are at least ten of the product, each with its own ids', async () => {
    const { body } = await call<Playbook[]>('GET', '/api/playbooks', undefined, auditor);
    const own = body.filter(({ isBuiltIn }) => isBuiltIn);
    expect(own.length).toBeGreaterThanOrEqual(10);
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    for (const { steps } of own) expect(steps.length).toBeGreaterThanOrEqual(6);
  });
});
