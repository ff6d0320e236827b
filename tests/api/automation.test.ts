import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import type {
  AutomationHealth,
  AutomationPattern,
  Backtest,
  SecondLook,
  Trip,
} from '../../src/shared/areas/assistant/automation.contract.ts';
import { AUDITS_NEEDED } from '../../src/shared/areas/assistant/automation.rules.ts';
import type { ExplainedAlert } from '../../src/shared/areas/assistant/engine.contract.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';

/** Ten minutes before midnight: two days of verdicts within one session. */
const START = Date.parse('2026-11-20T23:50:00.000Z');
const QUARTER = 900_000;

let app: TestApp;
let other: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', clock: new TestClock(START) });
  other = await app.tokenFor('SOC Analyst');
}, 60_000);
afterAll(() => app.close());

async function json<T>(path: string): Promise<T> {
  return (await (await app.request('GET', path)).json()) as T;
}
const post = (path: string, body: unknown, token?: string) =>
  app.request('POST', path, { body, ...(token === undefined ? {} : { token }) });

async function settled(): Promise<void> {
  await expect
    .poll(async () => (await json<{ isBehind: boolean }>('/api/engine')).isBehind, {
      timeout: 30_000,
      interval: 50,
    })
    .toBe(false);
}

/** Alerts a quarter of an hour apart, so that none is a burst. */
async function importAlerts(n: number, from: number): Promise<void> {
  const lines = Array.from({ length: n }, (_, i) =>
    [
      new Date(from + i * 2 * QUARTER).toISOString(),
      'Disk check failed',
      'low',
      'mon-01',
      `rule-7`,
      `event ${from} ${i}`,
    ].join(','),
  );
  const rawBody = ['timestamp,title,severity,host,rule,description', ...lines].join('\n');
  const fields = {
    ...{ time: 'timestamp', title: 'title', severity: 'severity', description: 'description' },
    ...{ sourceHost: 'host', detector: 'rule' },
  };
  const mapping = encodeURIComponent(JSON.stringify({ fields, defaultSource: 'Monitoring' }));
  const made = await app.request(
    'POST',
    `/api/imports?name=checks.csv&format=csv&mapping=${mapping}`,
    { rawBody },
  );
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await expect
    .poll(async () => (await json<{ state: string }>(`/api/imports/${id}`)).state, {
      timeout: 20_000,
    })
    .not.toBe('RUNNING');
}

async function close(id: string, body: Record<string, unknown>, token?: string): Promise<void> {
  for (const change of [{ status: 'IN_PROGRESS' }, body])
    expect(
      (
        await app.request('PATCH', `/api/alerts/${id}`, {
          body: change,
          ...(token === undefined ? {} : { token }),
        })
      ).status,
    ).toBe(200);
}
const FALSE = { status: 'FALSE_POSITIVE', verdict: 'FALSE_POSITIVE' };

const open = () => json<Alert[]>('/api/alerts?status=OPEN&limit=500');

async function learnPattern(): Promise<void> {
  await importAlerts(6, START - 3 * 86_400_000);
  const alerts = await open();
  expect(alerts).toHaveLength(6);
  for (const { id } of alerts.slice(0, 3)) await close(id, FALSE, other);
  app.clock.advance(QUARTER);
  for (const { id } of alerts.slice(3)) await close(id, FALSE, other);
  await settled();
}

async function pattern(): Promise<AutomationPattern> {
  const [found] = await json<AutomationPattern[]>('/api/automation/patterns');
  if (!found) throw new Error('There is no pattern');
  return found;
}

describe('automation', () => {
  test('[EG54] in shadow nothing is closed, and a pattern must earn it', async () => {
    await learnPattern();
    await importAlerts(AUDITS_NEEDED + 4, START - 10 * 86_400_000);
    await settled();
    const alerts = await json<Alert[]>(
      '/api/alerts?query=decision:auto-close%20status:open&limit=500',
    );
    expect(alerts).toHaveLength(AUDITS_NEEDED + 4);
    expect(alerts.every(({ status }) => status === 'OPEN')).toBe(true);
    const { id } = await pattern();
    const refused = await post(`/api/automation/patterns/${id}/switch`, {
      to: 'ON',
      reason: 'Noise',
    });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('149 more audits');
    for (const alert of alerts.slice(0, AUDITS_NEEDED)) {
      const given = await post(
        '/api/automation/audits',
        { alertId: alert.id, verdict: 'AGREE' },
        other,
      );
      expect(given.status).toBe(200);
    }
    const again = { alertId: alerts[0]?.id, verdict: 'AGREE' };
    expect((await post('/api/automation/audits', again)).status).toBe(409);
    expect(await pattern()).toMatchObject({ audits: { agreed: 149, errors: 0 }, blockedBy: null });
    expect((await open()).length).toBe(AUDITS_NEEDED + 4);
  }, 90_000);

  test('[EG55] closes only once workspace and pattern are switched on, and each closing is undone', async () => {
    const { id } = await pattern();
    const on = { to: 'ON', reason: 'Earned it' };
    expect((await post(`/api/automation/patterns/${id}/switch`, on, other)).status).toBe(403);
    expect((await post(`/api/automation/patterns/${id}/switch`, on)).status).toBe(200);
    await settled();
    expect((await open()).length).toBe(AUDITS_NEEDED + 4);
    const policy = { state: 'ON', reason: 'Audited', dailyCap: 3 };
    expect((await app.request('PUT', '/api/automation/policy', { body: policy })).status).toBe(200);
    await importAlerts(5, START - 12 * 86_400_000);
    await settled();
    const closed = await json<Alert[]>('/api/alerts?handling=closed-automatically');
    expect(closed).toHaveLength(3);
    expect(closed[0]).toMatchObject({ ...FALSE, closedBy: null, falsePositive: true });
    expect(closed[0]?.closingNote).toContain('Closed by Watchfloor');
    const first = closed[0]?.id ?? '';
    const actions = await json<{ id: string; actorName: string; note: string }[]>('/api/actions');
    const action = actions.find(({ actorName }) => actorName === 'Watchfloor');
    expect((await post(`/api/actions/${action?.id}/undo`, {})).status).toBe(200);
    await settled();
    const back = await json<Alert[]>('/api/alerts?handling=closed-automatically');
    expect(back).toHaveLength(2);
    const looks = await json<SecondLook[]>('/api/automation/second-looks');
    expect(looks).toHaveLength(1);
    const explained = await json<ExplainedAlert>(`/api/alerts/${looks[0]?.id}/explanation`);
    expect(explained.closing?.isOverturned).toBe(true);
    expect(first).not.toBe('');
  });

  test('[EG56] a confirmed error switches the pattern off, and its audits begin anew', async () => {
    const [look] = await json<SecondLook[]>('/api/automation/second-looks');
    const given = await post(`/api/automation/second-looks/${look?.id}`, {
      outcome: 'CONFIRMED',
      note: 'It was an attack',
    });
    expect(await given.json()).toEqual({ tripped: 'PATTERN', waits: false });
    expect(await pattern()).toMatchObject({ state: 'TRIPPED', audits: { agreed: 0, errors: 0 } });
    const [trip] = await json<Trip[]>('/api/automation/trips');
    expect(trip).toMatchObject({ reason: 'It was an attack', alertId: look?.id });
    const again = await post(`/api/automation/second-looks/${look?.id}`, { outcome: 'CONFIRMED' });
    expect(again.status).toBe(409);
  });

  test('[EG57] what is wrong, forbidden or missing is refused', async () => {
    const auditor = await app.tokenFor('Auditor');
    const audit = { alertId: 'nobody', verdict: 'AGREE' };
    expect((await post('/api/automation/audits', audit)).status).toBe(404);
    expect((await post('/api/automation/audits', { ...audit, verdict: 'YES' })).status).toBe(400);
    expect((await post('/api/automation/audits', audit, auditor)).status).toBe(403);
    expect((await post('/api/automation/patterns/none/switch', { to: 'ON' })).status).toBe(400);
    expect(
      (await post('/api/automation/patterns/none/switch', { to: 'ON', reason: 'x' })).status,
    ).toBe(404);
    expect((await post('/api/engine/rescore', {}, other)).status).toBe(403);
    expect((await app.request('GET', '/api/alerts/none/explanation')).status).toBe(404);
    expect((await app.request('GET', '/api/alerts?sort=suspicion&cursor=abc')).status).toBe(400);
  });

  test('[EG58] a critical asset is never closed', async () => {
    const asset = { kind: 'host', value: 'MON-01', criticality: 'CRITICAL', role: 'monitoring' };
    const saved = await app.request('PUT', '/api/automation/assets', { body: asset });
    expect(saved.status).toBe(200);
    await settled();
    expect(await json<Alert[]>('/api/alerts?query=decision:auto-close%20status:open')).toEqual([]);
    const { id } = (await saved.json()) as { id: string };
    expect((await app.request('DELETE', `/api/automation/assets/${id}`)).status).toBe(204);
    expect((await app.request('DELETE', `/api/automation/assets/${id}`)).status).toBe(404);
  });

  test('[EG59] the queue by suspicion is whole, in order, page by page', async () => {
    await post('/api/alerts', {
      title: 'Ransom note',
      description: 'A file',
      severity: 'CRITICAL',
      source: 'EDR',
      sourceHost: 'fs-01',
    });
    await settled();
    const seen: Alert[] = [];
    let cursor: string | null = null;
    do {
      const response: Response = await app.request(
        'GET',
        `/api/alerts?sort=suspicion&limit=50${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...((await response.json()) as Alert[]));
      cursor = response.headers.get('x-next-cursor');
    } while (cursor);
    expect(seen[0]?.title).toBe('Ransom note');
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.length).toBe((await open()).length);
    const points = seen.map(({ engine }) => engine?.suspicion ?? -1);
    expect(points).toEqual([...points].sort((a, b) => b - a));
    const critical = await json<Alert[]>('/api/alerts?sort=suspicion&severity=CRITICAL');
    expect(critical.map(({ title }) => title)).toEqual(['Ransom note']);
  });

  test('[EG60] a backtest replays the desk, and health counts what came after the engine spoke', async () => {
    expect(await json<Backtest | null>('/api/automation/backtest')).toBeNull();
    expect((await post('/api/automation/backtest', {})).status).toBe(202);
    await expect
      .poll(() => json<Backtest | null>('/api/automation/backtest'), { timeout: 20_000 })
      .toMatchObject({ alerts: 6, malicious: 0, missed: 0 });
    const health = await json<AutomationHealth>('/api/automation/health');
    expect(health.policy.state).toBe('ON');
    expect(health.audits).toMatchObject({ n: AUDITS_NEEDED, right: AUDITS_NEEDED });
    expect(health.audits.low).toBeCloseTo(0.98, 2);
  });
});
