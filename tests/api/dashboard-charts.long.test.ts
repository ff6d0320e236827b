import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alertsContract } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  type AlertVolume,
  dashboardContract,
  type SlaBurn,
  type TechniqueFigures,
} from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import { VOLUME_HOURS } from '../../src/shared/areas/dashboard/dashboard.rules.ts';
import { workspaceSettingsContract } from '../../src/shared/areas/settings/workspace-settings.contract.ts';
import { SEVERITIES, type Severity } from '../../src/shared/kernel/severity.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../src/shared/kernel/time.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const volumeOf = (app: TestApp): Promise<AlertVolume> =>
  app.client.call(dashboardContract.volume, {});
const techniquesOf = (app: TestApp): Promise<TechniqueFigures> =>
  app.client.call(dashboardContract.techniques, {});
const burnOf = (app: TestApp): Promise<SlaBurn> => app.client.call(dashboardContract.sla, {});

const countOf = async (app: TestApp, query: Record<string, string>): Promise<number | null> =>
  (await app.client.page(alertsContract.list, { query: { ...query, limit: 1 } as never })).total;

interface Line {
  readonly title: string;
  readonly time: number;
  readonly severity?: Severity;
  readonly techniques?: readonly string[];
}

async function importLines(app: TestApp, lines: readonly Line[]): Promise<void> {
  const fields = { title: 'title', time: 'time', severity: 'severity', techniques: 'techniques' };
  const severityWords = Object.fromEntries(SEVERITIES.map((one) => [one.toLowerCase(), one]));
  const mapping = encodeURIComponent(JSON.stringify({ fields, severityWords }));
  const rawBody = lines
    .map((line) => JSON.stringify({ severity: 'LOW', ...line, time: toIso(line.time) }))
    .join('\n');
  const response = await app.request(
    'POST',
    `/api/imports?name=a.json&format=json&mapping=${mapping}`,
    { rawBody },
  );
  const receipt = (await response.json()) as { added: number };
  expect(receipt).toMatchObject({ state: 'DONE', added: lines.length });
}

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterEach(() => app.close());

describe('the volume of 7 days', () => {
  test('[DA1] has every hour with every severity, as many as the list finds between its bounds', async () => {
    const now = app.clock.now();
    await importLines(
      app,
      Array.from({ length: 400 }, (_, n) => ({
        title: `Alert ${n}`,
        time: now - n * 37 * MINUTE_MS,
        severity: SEVERITIES[n % 4] as Severity,
      })),
    );
    await createAlertIn(app, 'RESOLVED', { severity: 'CRITICAL' });
    const volume = await volumeOf(app);
    expect(Date.parse(volume.from)).toBe((Math.floor(now / HOUR_MS) - VOLUME_HOURS + 1) * HOUR_MS);
    for (const severity of SEVERITIES) {
      expect(volume.counts[severity]).toHaveLength(VOLUME_HOURS);
      for (const place of [0, 1, 50, 99, 166, 167]) {
        const start = Date.parse(volume.from) + place * HOUR_MS;
        const [from, to] = [toIso(start), toIso(start + HOUR_MS - 1)];
        expect(volume.counts[severity][place]).toBe(await countOf(app, { severity, from, to }));
      }
      const all = volume.counts[severity].reduce((sum, count) => sum + count, 0);
      expect(all).toBe(await countOf(app, { severity, from: volume.from, to: toIso(now) }));
      expect(all).toBeGreaterThan(50);
    }
  });

  test('[DA1] leaves out what is older than its first hour, and what lies ahead', async () => {
    const { from } = await volumeOf(app);
    const first = Date.parse(from);
    await importLines(app, [
      { title: 'Just too old', time: first - 1 },
      { title: 'Just not too old', time: first },
      { title: 'Tomorrow', time: app.clock.now() + DAY_MS },
    ]);
    const { counts } = await volumeOf(app);
    expect(counts.LOW[0]).toBe(1);
    expect(counts.LOW.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});

describe('techniques of 30 days', () => {
  const counts = async () =>
    (await techniquesOf(app)).techniques.map(({ id, alerts }) => [id, alerts]);

  test('[DA2] are counted per alert that names them, with names and tactics of ATT&CK', async () => {
    const now = app.clock.now();
    await importLines(app, [
      { title: 'One', time: now, techniques: ['T1059.001', 'T1078', 'T1059.001'] },
      { title: 'Two', time: now - 3 * DAY_MS, techniques: ['T1059.001'] },
      { title: 'Three', time: now - DAY_MS, techniques: ['T9999'] },
      { title: 'Old', time: now - 31 * DAY_MS, techniques: ['T1486'] },
      { title: 'None', time: now },
    ]);
    const { techniques, tactics, from } = await techniquesOf(app);
    expect(from).toBe('2026-10-22T00:00:00.000Z');
    expect(tactics).toContain('Initial Access');
    expect(techniques).toEqual([
      { id: 'T1059.001', name: 'PowerShell', tactics: ['Execution'], alerts: 2 },
      expect.objectContaining({ id: 'T1078', name: 'Valid Accounts', alerts: 1 }),
      { id: 'T9999', name: null, tactics: [], alerts: 1 },
    ]);
    expect(techniques[1]?.tactics.length).toBeGreaterThan(1);
  });

  test('[DA3] a technique leads to its alerts: the list finds as many', async () => {
    const now = app.clock.now();
    await importLines(app, [
      { title: 'One', time: now, techniques: ['T1059.001', 'T1078'] },
      { title: 'Two', time: now, techniques: ['T1059.001'] },
      { title: 'Three', time: now, techniques: ['T1059.003'] },
      { title: 'Old', time: now - 40 * DAY_MS, techniques: ['T1059.001'] },
      { title: 'Rule 001 has fired', time: now },
    ]);
    const { techniques, from } = await techniquesOf(app);
    expect(techniques).toHaveLength(3);
    for (const { id, alerts } of techniques) {
      expect([id, await countOf(app, { q: id, from })]).toEqual([id, alerts]);
    }
    expect(await countOf(app, { q: 'T1059', from })).toBe(3);
    expect(await countOf(app, { q: '001' })).toBe(1);
  });

  test('[DA2] stay right through a second import, changes, alerts by hand and leaving the demo', async () => {
    const line = { title: 'One', time: app.clock.now(), techniques: ['T1566.002'] };
    await importLines(app, [line]);
    const again = await app.request('POST', '/api/imports?name=b.json&format=json', {
      rawBody: JSON.stringify({ severity: 'LOW', ...line, time: toIso(line.time) }),
    });
    expect(again.status).toBe(201);
    expect(await counts()).toEqual([['T1566.002', 1]]);
    await createAlert(app);
    const [alert] = await app.client.call(alertsContract.list, { query: { q: 'T1566.002' } });
    await updateAlert(app, alert?.id ?? '', { status: 'IN_PROGRESS' });
    await updateAlert(app, alert?.id ?? '', { status: 'RESOLVED' });
    expect(await counts()).toEqual([['T1566.002', 1]]);
    const demo = await openTestApp({ as: 'Administrator', workspace: 'demo' });
    const { techniques, from } = await techniquesOf(demo);
    expect(techniques.length).toBeGreaterThan(20);
    for (const { id, alerts, name } of techniques) {
      expect(name, id).not.toBeNull();
      // A technique's list holds its sub-techniques, too.
      expect(await countOf(demo, { q: id, from }), id).toBeGreaterThanOrEqual(alerts);
    }
    await demo.request('POST', '/api/workspace/leave-demo');
    expect((await techniquesOf(demo)).techniques).toEqual([]);
    await demo.close();
  });
});

describe('the service levels of open alerts', () => {
  test('[DA4] within, due soon in the last quarter, breached from the limit on', async () => {
    const now = app.clock.now();
    const age = (ms: number, severity: Severity) => ({
      title: `${severity} ${ms}`,
      time: now - ms,
      severity,
    });
    await importLines(app, [
      age(44 * MINUTE_MS, 'CRITICAL'),
      age(45 * MINUTE_MS, 'CRITICAL'),
      age(60 * MINUTE_MS - 1, 'CRITICAL'),
      age(60 * MINUTE_MS, 'CRITICAL'),
      age(40 * DAY_MS, 'CRITICAL'),
      age(3 * HOUR_MS, 'HIGH'),
      age(10 * MINUTE_MS, 'LOW'),
    ]);
    const burn = await burnOf(app);
    const figures = (severity: Severity) => {
      const { within, dueSoon, breached } = burn.severities[severity];
      return [within, dueSoon, breached];
    };
    expect(figures('CRITICAL')).toEqual([1, 2, 2]);
    expect(figures('HIGH')).toEqual([0, 1, 0]);
    expect(figures('MEDIUM')).toEqual([0, 0, 0]);
    expect(figures('LOW')).toEqual([1, 0, 0]);
    expect(burn.severities.CRITICAL.oldest?.createdAt).toBe(toIso(now - 40 * DAY_MS));
    expect(burn.severities.MEDIUM.oldest).toBeNull();
    // The one of 60 minutes less a millisecond is the next to pass a limit.
    expect(burn.nextChangeAt).toBe(toIso(now + 1));
  });

  test('[DA4] an alert on which somebody has acted does not wait; the settings set the hours', async () => {
    const waiting = await createAlert(app, { severity: 'HIGH' });
    const escalated = await createAlert(app, { severity: 'HIGH' });
    await createAlertIn(app, 'IN_PROGRESS', { severity: 'HIGH' });
    app.clock.advance(5 * HOUR_MS);
    await updateAlert(app, escalated.id, { escalated: true });
    let burn = await burnOf(app);
    expect(burn.actedOn).toBe(1);
    expect(burn.severities.HIGH).toMatchObject({ within: 0, dueSoon: 0, breached: 1, hours: 4 });
    expect(burn.severities.HIGH.oldest?.id).toBe(waiting.id);
    expect(burn.nextChangeAt).toBeNull();
    await app.client.call(workspaceSettingsContract.update, { body: { sla: { HIGH: 24 } } });
    burn = await burnOf(app);
    expect(burn.severities.HIGH).toMatchObject({ within: 1, dueSoon: 0, breached: 0, hours: 24 });
    expect(burn.nextChangeAt).toBe(toIso(Date.parse(waiting.createdAt) + 18 * HOUR_MS));
    await updateAlert(app, waiting.id, { status: 'IN_PROGRESS' });
    expect((await burnOf(app)).severities.HIGH).toMatchObject({ within: 0, oldest: null });
  });

  test('[DA4] whatever the ages, the three are what a scan of the waiting finds', async () => {
    const now = app.clock.now();
    await importLines(
      app,
      Array.from({ length: 500 }, (_, n) => ({
        title: `Alert ${n}`,
        time: now - Math.floor((n / 500) ** 2 * 5 * DAY_MS),
        severity: SEVERITIES[n % 4] as Severity,
      })),
    );
    const burn = await burnOf(app);
    for (const severity of SEVERITIES) {
      const { within, dueSoon, breached, dueSoonBefore, breachedBefore } =
        burn.severities[severity];
      const until = (to: string) => countOf(app, { status: 'OPEN', severity, to });
      expect(breached, severity).toBe(await until(breachedBefore));
      expect(breached + dueSoon, severity).toBe(await until(dueSoonBefore));
      expect(breached + dueSoon + within, severity).toBe(125);
    }
  });
});

test('[DA7] a new alert is announced, and every chart has it when asked', async () => {
  const before = app.events.length;
  await createAlert(app, { severity: 'CRITICAL' });
  const changed = app.events.slice(before).filter((event) => event.type === 'changed');
  expect(changed.map((event) => event.resource)).toContain('alerts');
  expect((await volumeOf(app)).counts.CRITICAL.at(-1)).toBe(1);
  expect((await burnOf(app)).severities.CRITICAL.within).toBe(1);
});

test('an empty workspace has nothing in any chart', async () => {
  const { counts } = await volumeOf(app);
  expect(
    Object.values(counts)
      .flat()
      .some((count) => count !== 0),
  ).toBe(false);
  expect((await techniquesOf(app)).techniques).toEqual([]);
  const burn = await burnOf(app);
  expect(burn).toMatchObject({ actedOn: 0, nextChangeAt: null });
  for (const severity of SEVERITIES) {
    expect(burn.severities[severity]).toMatchObject({ within: 0, dueSoon: 0, breached: 0 });
  }
});
