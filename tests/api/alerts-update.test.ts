import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERT_STATUSES, type AlertStatus } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const patch = (id: string, body: unknown, token?: string) =>
  app.request('PATCH', `/api/alerts/${id}`, { body, ...(token === undefined ? {} : { token }) });

/** Written out here once more, so that a change of the rules shows. */
const ALLOWED: Record<AlertStatus, readonly AlertStatus[]> = {
  OPEN: ['IN_PROGRESS'],
  IN_PROGRESS: ['RESOLVED', 'FALSE_POSITIVE'],
  RESOLVED: ['OPEN'],
  FALSE_POSITIVE: ['OPEN'],
};
const PAIRS = ALERT_STATUSES.flatMap((from) => ALERT_STATUSES.map((to) => [from, to] as const));

describe('transitions', () => {
  test.each(PAIRS)('[AL4] %s to %s', async (from, to) => {
    const alert = await createAlertIn(app, from);
    const response = await patch(alert.id, { status: to, reason: 'Because the test says so' });
    if (ALLOWED[from].includes(to)) {
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ id: alert.id, status: to });
      return;
    }
    const failure = await failureOf(response);
    expect(failure.status).toBe(409);
    expect(failure.body.allowed).toEqual(ALLOWED[from]);
    expect(failure.body.message).toContain(from);
    expect(failure.body.message).toContain(to);
    expect(await (await app.request('GET', `/api/alerts/${alert.id}`)).json()).toEqual(alert);
  });

  test.each(['RESOLVED', 'FALSE_POSITIVE'] as const)(
    '[AL5] reopening from %s needs a reason',
    async (from) => {
      const alert = await createAlertIn(app, from);
      const message = 'A reason is required to reopen an alert';
      for (const body of [
        { status: 'OPEN' },
        { status: 'OPEN', reason: '' },
        { status: 'OPEN', reason: '  ' },
      ]) {
        expect(await failureOf(await patch(alert.id, body))).toEqual({
          status: 400,
          body: { message, issues: [{ path: 'reason', message }] },
        });
      }
      const reopened = await updateAlert(app, alert.id, {
        status: 'OPEN',
        reason: 'Seen again on ws-18',
      });
      expect(reopened).toMatchObject({ status: 'OPEN', resolvedAt: null, falsePositive: false });
      const history = await (await app.request('GET', `/api/alerts/${alert.id}/history`)).json();
      expect(history).toMatchObject([
        { action: 'alerts.reopen', reason: 'Seen again on ws-18' },
        {},
        {},
        {},
      ]);
    },
  );
});

describe('what a transition brings with it', () => {
  test('[AL6] closing sets resolvedAt to now; only False Positive sets the flag', async () => {
    const [resolved, falsePositive] = [
      await createAlertIn(app, 'IN_PROGRESS'),
      await createAlertIn(app, 'IN_PROGRESS'),
    ];
    app.clock.advance(61_000);
    const now = new Date(app.clock.now()).toISOString();
    expect(await updateAlert(app, resolved.id, { status: 'RESOLVED' })).toMatchObject({
      status: 'RESOLVED',
      falsePositive: false,
      resolvedAt: now,
      updatedAt: now,
    });
    expect(await updateAlert(app, falsePositive.id, { status: 'FALSE_POSITIVE' })).toMatchObject({
      status: 'FALSE_POSITIVE',
      falsePositive: true,
      resolvedAt: now,
    });
  });

  test('[AL6] reopening clears both, and a second closing has its own time', async () => {
    const alert = await createAlertIn(app, 'FALSE_POSITIVE');
    app.clock.advance(1000);
    const open = await updateAlert(app, alert.id, { status: 'OPEN', reason: 'It is real' });
    expect([open.resolvedAt, open.falsePositive]).toEqual([null, false]);
    app.clock.advance(1000);
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    const closed = await updateAlert(app, alert.id, { status: 'RESOLVED' });
    expect(closed).toMatchObject({
      resolvedAt: new Date(app.clock.now()).toISOString(),
      falsePositive: false,
    });
  });

  test('[AL7] escalation and assignment leave status and closing alone', async () => {
    const alert = await createAlertIn(app, 'RESOLVED');
    const me = (await (await app.request('GET', '/api/auth/user')).json()) as { id: string };
    const changed = await updateAlert(app, alert.id, { escalated: true, assignedTo: me.id });
    expect(changed).toEqual({
      ...alert,
      escalated: true,
      assignedTo: me.id,
      updatedAt: changed.updatedAt,
    });
    const back = await updateAlert(app, alert.id, { escalated: false, assignedTo: null });
    expect(back).toMatchObject({
      escalated: false,
      assignedTo: null,
      status: 'RESOLVED',
      resolvedAt: alert.resolvedAt,
    });
  });

  test('status, escalation and assignment go together in one call', async () => {
    const alert = await createAlert(app);
    const me = (await (await app.request('GET', '/api/auth/user')).json()) as { id: string };
    const changed = await updateAlert(app, alert.id, {
      status: 'IN_PROGRESS',
      escalated: true,
      assignedTo: me.id,
    });
    expect(changed).toMatchObject({ status: 'IN_PROGRESS', escalated: true, assignedTo: me.id });
  });

  test('nothing of a call is kept when a part of it is refused', async () => {
    const alert = await createAlert(app);
    expect((await patch(alert.id, { escalated: true, status: 'RESOLVED' })).status).toBe(409);
    expect(await (await app.request('GET', `/api/alerts/${alert.id}`)).json()).toEqual(alert);
  });
});

describe('bad updates', () => {
  const cases: [string, unknown, string, string][] = [
    ['nothing to change', {}, '', 'Nothing to change: give status, assignedTo or escalated'],
    [
      'a reason alone',
      { reason: 'why' },
      '',
      'Nothing to change: give status, assignedTo or escalated',
    ],
    [
      'an unknown status',
      { status: 'DONE' },
      'status',
      'Status must be one of OPEN, IN_PROGRESS, RESOLVED, FALSE_POSITIVE',
    ],
    [
      'a reason of 1001 characters',
      { status: 'IN_PROGRESS', reason: 'r'.repeat(1001) },
      'reason',
      'Reason must be at most 1000 characters',
    ],
    [
      'an account that is not there',
      { assignedTo: 'nobody' },
      'assignedTo',
      'There is no such account to assign to',
    ],
  ];
  test.each(cases)('%s', async (_name, body, path, message) => {
    const alert = await createAlert(app);
    expect(await failureOf(await patch(alert.id, body))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
    expect(await (await app.request('GET', `/api/alerts/${alert.id}`)).json()).toEqual(alert);
  });

  test('title, severity and times cannot be changed afterwards', async () => {
    const alert = await createAlert(app);
    const changed = await updateAlert(app, alert.id, {
      escalated: true,
      title: 'Nothing to see',
      severity: 'LOW',
      falsePositive: true,
      createdAt: '2001-01-01T00:00:00.000Z',
    });
    const firstActionAt = new Date(app.clock.now()).toISOString();
    expect(changed).toEqual({ ...alert, escalated: true, firstActionAt });
  });

  test.each(['nothing-here', '00000000-0000-7000-8000-000000000000', "' OR 1=1 --"])(
    'the unknown id %s is 404',
    async (id) => {
      const failure = await failureOf(
        await patch(encodeURIComponent(id), { status: 'IN_PROGRESS' }),
      );
      expect(failure).toEqual({ status: 404, body: { message: 'There is no such alert' } });
    },
  );
});

describe('two windows at once', () => {
  test('[AL8] of two equal transitions one wins and the other hears what is allowed now', async () => {
    const alert = await createAlert(app);
    const other = await app.tokenFor('SOC Analyst');
    const answers = await Promise.all([
      patch(alert.id, { status: 'IN_PROGRESS' }),
      patch(alert.id, { status: 'IN_PROGRESS' }, other),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const loser = answers.find((answer) => answer.status === 409);
    expect(await loser?.json()).toMatchObject({ allowed: ['RESOLVED', 'FALSE_POSITIVE'] });
    const history = (await (
      await app.request('GET', `/api/alerts/${alert.id}/history`)
    ).json()) as { action: string }[];
    expect(history.map((entry) => entry.action)).toEqual(['alerts.investigate', 'alerts.create']);
  });

  test('[AL8] of two closings with different verdicts only one stands', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const other = await app.tokenFor('Administrator');
    const answers = await Promise.all([
      patch(alert.id, { status: 'FALSE_POSITIVE' }, other),
      patch(alert.id, { status: 'RESOLVED' }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const stored = (await (await app.request('GET', `/api/alerts/${alert.id}`)).json()) as {
      status: string;
      falsePositive: boolean;
    };
    expect(stored.falsePositive).toBe(stored.status === 'FALSE_POSITIVE');
  });

  test('changes of different fields do not undo each other', async () => {
    const alert = await createAlert(app);
    await Promise.all([
      patch(alert.id, { escalated: true }),
      patch(alert.id, { status: 'IN_PROGRESS' }),
    ]);
    expect(await (await app.request('GET', `/api/alerts/${alert.id}`)).json()).toMatchObject({
      escalated: true,
      status: 'IN_PROGRESS',
    });
  });
});
