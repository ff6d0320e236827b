import { describe, expect, test } from 'vitest';
import { suppressionContract } from '../../src/shared/areas/suppression/suppression.contract.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { seededId } from '../helpers/control-seed.ts';
import { PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';
import { NOISE, openSuppression } from '../helpers/suppression-calls.ts';

const DAY_MS = 86_400_000;

/** A session that a clock ahead made lives no longer than any other ([AU17]). */
async function signedInAgain(app: TestApp): Promise<TestApp> {
  const body = { email: 'admin@example.test', password: PASSWORD };
  const token = tokenOf(await app.request('POST', '/api/login', { body, token: null }));
  return {
    ...app,
    request: (method, path, options) =>
      app.request(method, path, { ...options, ...(token ? { token } : {}) }),
  };
}
const _CONTROL = seededId('c', 0);
const at = openSuppression();
const { body, call, make, get, post, listed, dashboard, inDays } = at;

describe('making a rule', () => {
  test('[SU1] [SU20] a rule is answered as it is kept', async () => {
    const made = await make();
    expect(suppressionContract.get.response.parse(await get(made.id))).toMatchObject({
      name: 'Nightly backup',
      state: 'ACTIVE',
      owner: at.owner(),
      hits: 0,
      hidden: 0,
      lastHitAt: null,
      scope: { sources: ['Backup'], hosts: ['BK-*'], maxSeverity: 'HIGH', users: [] },
      expiresAt: inDays(14),
    });
    const listing = await call('GET', '?state=ACTIVE,EXPIRING&q=nightly');
    expect(listing.headers.get('X-Total-Count')).toBe('1');
    expect(await (await call('GET', '?state=ENDED')).json()).toEqual([]);
  });

  test('[SU1] [SU3] [SU4] what is not understood answers 400 and is not kept', async () => {
    const refused = [
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ reason: '' }, 'reason', 'Reason is required'],
      [{ owner: 'nobody' }, 'owner', 'There is no such account'],
      [{ expiresAt: 'tomorrow' }, 'expiresAt', undefined],
      [{ scope: {} }, 'scope', undefined],
      [{ scope: { hosts: ['*'] } }, 'scope.hosts', undefined],
      [{ scope: { addresses: ['0.0.0.0/0'] } }, 'scope.addresses', undefined],
      [{ scope: { techniques: ['lateral'] } }, 'scope.techniques.0', undefined],
      [
        { scope: { hosts: Array.from({ length: 21 }, (_, n) => `h${n}`) } },
        'scope.hosts',
        undefined,
      ],
      [{ scope: { hosts: ['a'], maxSeverity: 'CRITICAL' } }, 'hidesCritical', undefined],
      [{ controlId: 'none' }, 'controlId', 'There is no such control'],
    ] as const;
    for (const [rule, path, message] of refused) {
      const response = await call('POST', '', body(rule as never));
      expect(response.status, JSON.stringify(rule)).toBe(400);
      const { body: failure } = await failureOf(response);
      expect(failure.issues?.[0]?.path, JSON.stringify(rule)).toBe(path);
      if (message) expect(failure.message).toBe(message);
    }
    expect(await (await call('GET', '')).json()).toEqual([]);
  });

  test('[SU1] the expiry lies ahead and within the days of the setting, the last moment included', async () => {
    for (const expiresAt of [inDays(0), inDays(-1), inDays(30, 1)])
      expect((await call('POST', '', body({ expiresAt }))).status).toBe(400);
    expect((await make({ expiresAt: inDays(30) })).state).toBe('ACTIVE');
    const settings = (maxDays: number) =>
      at.app().request('PATCH', '/api/settings', {
        body: { suppression: { maxDays } },
        token: at.app().adminToken ?? null,
      });
    expect((await settings(366)).status).toBe(400);
    expect((await settings(90)).status).toBe(200);
    expect((await make({ expiresAt: inDays(90) })).state).toBe('ACTIVE');
  });

  test('[SU20] an auditor sees rules and changes none', async () => {
    const made = await make();
    const token = await at.app().tokenFor('Auditor');
    const as = (method: string, path: string, sent?: unknown) =>
      at
        .app()
        .request(method, `/api/suppressions${path}`, { token, ...(sent ? { body: sent } : {}) });
    expect((await as('GET', '')).status).toBe(200);
    expect((await as('GET', `/${made.id}`)).status).toBe(200);
    expect((await as('POST', '', body())).status).toBe(403);
    expect((await as('PATCH', `/${made.id}`, { name: 'x' })).status).toBe(403);
    expect((await as('POST', `/${made.id}/end`, { reason: 'x' })).status).toBe(403);
    expect((await as('POST', `/${made.id}/apply`)).status).toBe(403);
    expect((await call('GET', '/none')).status).toBe(404);
    expect((await call('POST', '/none/end', { reason: 'x' })).status).toBe(404);
  });
});

describe('what it hides', () => {
  test('[SU7] [SU8] [SU10] what arrives in its scope is out of lists and figures, kept and found', async () => {
    const seen = await createAlert(at.app(), { title: 'Real' });
    const rule = await make();
    const hidden = await createAlert(at.app(), NOISE);
    expect(hidden).toMatchObject({ status: 'OPEN', suppressedBy: rule.id });
    const other = await createAlert(at.app(), { ...NOISE, sourceHost: 'web-01' });
    expect(other.suppressedBy).toBeNull();
    expect((await listed()).alerts.map(({ id }) => id)).toEqual([other.id, seen.id]);
    expect((await listed()).total).toBe(2);
    expect(await listed({ suppressed: 'only' })).toMatchObject({
      total: 1,
      alerts: [{ id: hidden.id }],
    });
    expect(await listed({ suppressed: 'with' })).toMatchObject({ total: 3 });
    expect(await listed({ suppressedBy: rule.id, status: 'OPEN' })).toMatchObject({ total: 1 });
    expect(await listed({ suppressedBy: rule.id, status: 'RESOLVED' })).toMatchObject({ total: 0 });
    expect((await listed({ q: 'backup' })).total).toBe(1);
    expect((await listed({ q: 'backup', suppressed: 'with' })).total).toBe(2);
    expect((await dashboard()).activeAlerts).toBe(2);
    expect(await get(rule.id)).toMatchObject({ hits: 1, hidden: 1, hiddenOpen: 1 });
    expect((await get(rule.id)).lastHitAt).not.toBeNull();
    expect((await at.app().request('GET', '/api/alerts?suppressed=maybe')).status).toBe(400);
  });

  test('[SU4] [SU8] a critical alert is hidden, and not told of, only where that was said', async () => {
    const critical = { ...NOISE, severity: 'CRITICAL' as const };
    await make();
    expect((await createAlert(at.app(), critical)).suppressedBy).toBeNull();
    const rule = await make({
      scope: { sources: ['Backup'], maxSeverity: 'CRITICAL' },
      hidesCritical: true,
    });
    expect((await createAlert(at.app(), critical)).suppressedBy).toBe(rule.id);
    const told = queryBeside(
      at.app().dataDir,
      "SELECT count(*) AS n FROM notifications WHERE kind = 'critical-alert'",
    );
    expect(told).toEqual([{ n: 1 }]);
  });

  test('[SU7] of several rules the one made first hides it', async () => {
    const first = await make();
    at.app().clock.advance(1000);
    await make({ scope: { hosts: ['bk-01'] } });
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBe(first.id);
  });

  test('[SU12] up to the moment of its expiry, and not under a clock set back', async () => {
    const rule = await make({ expiresAt: inDays(0, 60_000) });
    at.app().clock.advance(59_999);
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBe(rule.id);
    at.app().clock.advance(1);
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBeNull();
    at.app().clock.advance(-3 * DAY_MS);
    const sooner = await make();
    at.app().clock.advance(-2 * DAY_MS);
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBeNull();
    at.app().clock.advance(2 * DAY_MS);
    expect((await createAlert(await signedInAgain(at.app()), NOISE)).suppressedBy).toBe(sooner.id);
  });

  test('[SU8] what was closed is counted as before, hidden or not', async () => {
    const rule = await make();
    const hidden = await createAlert(at.app(), NOISE);
    await updateAlert(at.app(), hidden.id, { status: 'IN_PROGRESS' });
    const closed = await updateAlert(at.app(), hidden.id, { status: 'RESOLVED' });
    expect(closed.suppressedBy).toBe(rule.id);
    const since = inDays(-1);
    expect(await listed({ handling: 'closed', since })).toMatchObject({ total: 1 });
    expect(await listed({ handling: 'closed', since, suppressed: 'only' })).toMatchObject({
      total: 1,
    });
    expect(await listed({ status: 'RESOLVED' })).toMatchObject({ total: 0 });
    expect(await get(rule.id)).toMatchObject({ hidden: 1, hiddenOpen: 0 });
  });
});

describe('what waits already', () => {
  test('[SU11] is hidden on request, as an action that can be undone', async () => {
    const waiting = await createAlert(at.app(), NOISE);
    const taken = await createAlertIn(at.app(), 'IN_PROGRESS', NOISE);
    const rule = await make();
    expect((await listed()).total).toBe(2);
    const applied = await post(`/${rule.id}/apply`);
    expect(applied).toMatchObject({ hidden: 1, hits: 0, running: null, job: null });
    expect((await listed()).alerts.map(({ id }) => id)).toEqual([taken.id]);
    const undone = await at
      .app()
      .request('POST', `/api/actions/${applied.actionId}/undo`, { body: {} });
    expect(undone.status).toBeLessThan(300);
    expect((await listed()).total).toBe(2);
    expect(await get(rule.id)).toMatchObject({ hidden: 0 });
    const history = (await (
      await at.app().request('GET', `/api/alerts/${waiting.id}/history`)
    ).json()) as { action: string }[];
    expect(history.map(({ action }) => action)).toContain('suppression.apply');
  });

  test('[SU11] comes along where the rule is made with it', async () => {
    await createAlert(at.app(), NOISE);
    const rule = await make({ appliesToWaiting: true });
    expect(rule).toMatchObject({ hidden: 1 });
    expect((await listed()).total).toBe(0);
  });
});
