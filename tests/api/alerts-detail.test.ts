import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  historyEntrySchema,
  relatedAlertsSchema,
} from '../../src/shared/areas/alerts/alerts.contract.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let me: { id: string; firstName: string; lastName: string };
beforeAll(async () => {
  app = await openTestApp();
  me = (await (await app.request('GET', '/api/auth/user')).json()) as typeof me;
});
afterAll(() => app.close());

const get = (path: string) => app.request('GET', path);

describe('an alert that is not there is 404', () => {
  test.each(['', '/raw', '/history', '/related'])('GET /api/alerts/{id}%s', async (suffix) => {
    const failure = await failureOf(
      await get(`/api/alerts/01890a5d-ac96-774b-bcce-b302099a8057${suffix}`),
    );
    expect(failure).toEqual({ status: 404, body: { message: 'There is no such alert' } });
  });

  test('an id of more than 100 characters is refused before it is looked for', async () => {
    expect((await get(`/api/alerts/${'x'.repeat(101)}`)).status).toBe(400);
  });
});

describe('raw record', () => {
  test('[AL18] an alert made by hand has none', async () => {
    const alert = await createAlert(app);
    const answer = await get(`/api/alerts/${alert.id}/raw`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toBeNull();
  });

  test('full takes true or false only', async () => {
    const alert = await createAlert(app);
    expect((await get(`/api/alerts/${alert.id}/raw?full=yes`)).status).toBe(400);
  });
});

describe('history', () => {
  async function historyOf(id: string) {
    return historyEntrySchema
      .strict()
      .array()
      .parse(await (await get(`/api/alerts/${id}/history`)).json());
  }

  test('[AL9] says who did what when, which fields changed and why, newest first', async () => {
    const at: string[] = [];
    const tick = () => {
      app.clock.advance(1500);
      at.unshift(new Date(app.clock.now()).toISOString());
    };
    tick();
    const alert = await createAlert(app);
    tick();
    await updateAlert(app, alert.id, { assignedTo: me.id });
    tick();
    await updateAlert(app, alert.id, { escalated: true });
    tick();
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    tick();
    await updateAlert(app, alert.id, { status: 'FALSE_POSITIVE', reason: 'Backup agent' });
    tick();
    await updateAlert(app, alert.id, { status: 'OPEN', reason: 'It was no backup' });
    const history = await historyOf(alert.id);
    expect(history.map(({ action, reason, changes }) => ({ action, reason, changes }))).toEqual([
      {
        action: 'alerts.reopen',
        reason: 'It was no backup',
        changes: expect.arrayContaining([
          { field: 'status', from: 'FALSE_POSITIVE', to: 'OPEN' },
          { field: 'falsePositive', from: true, to: false },
          { field: 'resolvedAt', from: at[1], to: null },
        ]),
      },
      {
        action: 'alerts.false-positive',
        reason: 'Backup agent',
        changes: expect.arrayContaining([
          { field: 'status', from: 'IN_PROGRESS', to: 'FALSE_POSITIVE' },
          { field: 'falsePositive', from: false, to: true },
          { field: 'resolvedAt', from: null, to: at[1] },
        ]),
      },
      {
        action: 'alerts.investigate',
        reason: null,
        changes: [{ field: 'status', from: 'OPEN', to: 'IN_PROGRESS' }],
      },
      {
        action: 'alerts.escalate',
        reason: null,
        changes: [{ field: 'escalated', from: false, to: true }],
      },
      {
        action: 'alerts.assign',
        reason: null,
        changes: [{ field: 'assignedTo', from: null, to: me.id }],
      },
      { action: 'alerts.create', reason: null, changes: [] },
    ]);
    expect(history.map((entry) => entry.at)).toEqual(at);
    expect(new Set(history.map((entry) => entry.actor))).toEqual(new Set([me.id]));
    expect(new Set(history.map((entry) => entry.actorName))).toEqual(
      new Set([`${me.firstName} ${me.lastName}`]),
    );
    expect(new Set(history.map((entry) => entry.id)).size).toBe(history.length);
  });

  test('[AL9] names each of two people', async () => {
    const alert = await createAlert(app);
    await app.request('PATCH', `/api/alerts/${alert.id}`, {
      body: { escalated: true },
      token: app.adminToken ?? null,
    });
    expect((await historyOf(alert.id)).map((entry) => entry.actorName)).toEqual([
      'Ada Admin',
      'Sam SOC Analyst',
    ]);
  });

  test('a refused change leaves no trace in it', async () => {
    const alert = await createAlert(app);
    await app.request('PATCH', `/api/alerts/${alert.id}`, { body: { status: 'RESOLVED' } });
    expect((await historyOf(alert.id)).map((entry) => entry.action)).toEqual(['alerts.create']);
  });

  test('withdrawing an escalation has its own name', async () => {
    const alert = await createAlert(app);
    await updateAlert(app, alert.id, { escalated: true });
    await updateAlert(app, alert.id, { escalated: false });
    expect((await historyOf(alert.id))[0]?.action).toBe('alerts.deescalate');
  });
});

describe('[AL19] related alerts', () => {
  async function relatedTo(id: string) {
    return relatedAlertsSchema.parse(await (await get(`/api/alerts/${id}/related`)).json());
  }

  test('share host, user or address, newest first, without the alert itself', async () => {
    const fields = { sourceHost: 'rel-host', sourceUser: 'rel-user', sourceIp: '198.51.100.7' };
    const alert = await createAlert(app, fields);
    app.clock.advance(1000);
    const sameHost = await createAlertIn(app, 'RESOLVED', { sourceHost: 'rel-host' });
    app.clock.advance(1000);
    const sameHostAndUser = await createAlert(app, {
      sourceHost: 'rel-host',
      sourceUser: 'rel-user',
    });
    await createAlert(app, {
      sourceHost: 'rel-host-2',
      sourceIp: '198.51.100.70',
      sourceUser: 'REL-USER',
    });
    expect(await relatedTo(alert.id)).toEqual([
      { by: 'host', value: 'rel-host', total: 2, alerts: [sameHostAndUser, sameHost] },
      { by: 'user', value: 'rel-user', total: 1, alerts: [sameHostAndUser] },
    ]);
  });

  test('are at most 20 a kind, with the full count', async () => {
    const alert = await createAlert(app, { sourceHost: 'busy' });
    for (let i = 0; i < 25; i++) await createAlert(app, { sourceHost: 'busy', title: `n${i}` });
    const [byHost, ...others] = await relatedTo(alert.id);
    expect(others).toEqual([]);
    expect(byHost?.total).toBe(25);
    expect(byHost?.alerts.map((other) => other.title)).toEqual(
      Array.from({ length: 20 }, (_, i) => `n${24 - i}`),
    );
  });

  test('are none where nothing is shared', async () => {
    const alert = await createAlert(app, { sourceHost: 'alone' });
    expect(await relatedTo(alert.id)).toEqual([]);
    expect(await relatedTo((await createAlert(app)).id)).toEqual([]);
  });
});
