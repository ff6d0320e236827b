import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type DashboardMetrics,
  dashboardContract,
} from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from '../../src/shared/kernel/time.ts';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const metricsOf = (app: TestApp): Promise<DashboardMetrics> =>
  app.client.call(dashboardContract.metrics, {});

type Row = Record<string, string | number | null>;

/** Puts rows straight into the tables: what no call of the API makes yet. */
function plant(app: TestApp, table: string, rows: readonly Row[]): void {
  const connection = openBeside(app.dataDir, 'writable');
  for (const row of rows) {
    const names = Object.keys(row);
    connection
      .prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      .run(...Object.values(row));
  }
  if (table === 'alerts') connection.exec(HOURS_ANEW);
  connection.close();
}

/** What the product keeps in the transaction that stores alerts. */
const HOURS_ANEW = `
  DELETE FROM alert_hours;
  INSERT INTO alert_hours SELECT 'closed', resolved_at / 3600000, count(*), sum(handling_ms)
    FROM alerts WHERE resolved_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2;
  INSERT INTO alert_hours SELECT 'automatic', auto_closed_at / 3600000, count(*), 0
    FROM alerts WHERE auto_closed_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2;
  INSERT INTO alert_hours SELECT 'acted', created_at / 3600000, count(*), sum(first_action_at - created_at)
    FROM alerts WHERE first_action_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2;`;

const STAMPED = { row_version: '0001-test' };
let planted = 0;

function alertRow(app: TestApp, fields: Row): Row {
  const at = app.clock.now() - 2 * DAY_MS;
  return {
    id: `planted-${planted++}`,
    title: 'planted',
    description: 'planted',
    severity: 'LOW',
    status: 'RESOLVED',
    source: 'test',
    created_at: at,
    received_at: at,
    updated_at: at,
    ...STAMPED,
    ...fields,
  };
}

describe('a workspace without data', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ as: 'Auditor' });
  });
  afterAll(() => app.close());

  test('[AL22] has no figure where there is nothing to compute it from', async () => {
    const metrics = await metricsOf(app);
    expect(metrics).toEqual({
      activeAlerts: 0,
      totalAlerts: 0,
      complianceScore: null,
      riskScore: null,
      autoResolvedPercentage: null,
      compliancePercentage: null,
      automatedControls: 0,
      totalControls: 0,
      activeAlertsLastHour: 0,
      complianceScoreChange: null,
      falsePositiveRate: null,
      meanResponseSeconds: null,
      analystTimeSaved: null,
      investigationsInProgress: 0,
      totalInvestigations: 0,
      activeFrameworks: 0,
      compliantControls: 0,
      gaps: 0,
      riskReductionPercentage: null,
      auditPrepHours: null,
      manualAuditPrepDays: 2.5,
      unreadNotifications: 0,
      frameworks: [],
      lastChangedAt: null,
      figuresSince: toIso(app.clock.now() - 30 * DAY_MS),
    });
  });
});

describe('figures of alerts', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp();
  });
  afterEach(() => app.close());

  test('[AL23] active alerts are those that are open or in progress', async () => {
    await createAlertIn(app, 'OPEN');
    await createAlertIn(app, 'OPEN');
    await createAlertIn(app, 'IN_PROGRESS');
    await createAlertIn(app, 'RESOLVED');
    const closed = await createAlertIn(app, 'FALSE_POSITIVE');
    expect((await metricsOf(app)).activeAlerts).toBe(3);
    await updateAlert(app, closed.id, { status: 'OPEN', reason: 'again' });
    expect((await metricsOf(app)).activeAlerts).toBe(4);
  });

  test('[AL23] of the last hour count those created in it that are still active', async () => {
    await createAlert(app);
    app.clock.advance(HOUR_MS + 1);
    await createAlert(app);
    const closedSince = await createAlertIn(app, 'IN_PROGRESS');
    expect((await metricsOf(app)).activeAlertsLastHour).toBe(2);
    await updateAlert(app, closedSince.id, { status: 'RESOLVED' });
    expect(await metricsOf(app)).toMatchObject({ activeAlertsLastHour: 1, activeAlerts: 2 });
  });

  test('[AL23] mean response is the mean from creation to the first action, whatever it is', async () => {
    const [first, second] = [await createAlert(app), await createAlert(app)];
    await createAlert(app, { title: 'nobody has touched this one' });
    app.clock.advance(30 * SECOND_MS);
    await updateAlert(app, first.id, { status: 'IN_PROGRESS' });
    app.clock.advance(30 * SECOND_MS);
    await updateAlert(app, second.id, { escalated: true });
    app.clock.advance(HOUR_MS);
    await updateAlert(app, first.id, { status: 'RESOLVED' });
    expect((await metricsOf(app)).meanResponseSeconds).toBe(45);
  });

  test('[AL23] time saved compares the time in progress with ten minutes an alert', async () => {
    const alert = await createAlert(app);
    app.clock.advance(HOUR_MS);
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    app.clock.advance(2 * MINUTE_MS);
    await updateAlert(app, alert.id, { status: 'RESOLVED' });
    expect((await metricsOf(app)).analystTimeSaved).toBe(80);
    await updateAlert(app, alert.id, { status: 'OPEN', reason: 'again' });
    app.clock.advance(HOUR_MS);
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    app.clock.advance(2 * MINUTE_MS);
    await updateAlert(app, alert.id, { status: 'FALSE_POSITIVE' });
    expect((await metricsOf(app)).analystTimeSaved).toBe(60);
  });

  test('[AL23] time saved is never below nothing', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    app.clock.advance(3 * HOUR_MS);
    await updateAlert(app, alert.id, { status: 'RESOLVED' });
    expect((await metricsOf(app)).analystTimeSaved).toBe(0);
  });

  test('[AL23] the auto-triage rate counts closings that were automatic and stand', async () => {
    const at = app.clock.now() - 2 * DAY_MS;
    const long = app.clock.now() - 31 * DAY_MS;
    const automatic = { resolved_at: at, auto_closed_at: at };
    plant(app, 'alerts', [
      ...Array.from({ length: 8 }, () => alertRow(app, automatic)),
      alertRow(app, { ...automatic, overturned_at: at + 1 }),
      alertRow(app, { resolved_at: at }),
      alertRow(app, { resolved_at: long, auto_closed_at: long, overturned_at: long }),
    ]);
    const metrics = await metricsOf(app);
    expect([metrics.autoResolvedPercentage, metrics.falsePositiveRate]).toEqual([80, 11.1]);
  });

  test('[AL23] reopening an automatic closing overturns it at once and for good', async () => {
    const at = app.clock.now() - DAY_MS;
    plant(
      app,
      'alerts',
      Array.from({ length: 4 }, () => alertRow(app, { resolved_at: at, auto_closed_at: at })),
    );
    expect(await metricsOf(app)).toMatchObject({
      autoResolvedPercentage: 100,
      falsePositiveRate: 0,
    });
    await updateAlert(app, `planted-${planted - 1}`, { status: 'OPEN', reason: 'A real one' });
    expect(await metricsOf(app)).toMatchObject({
      autoResolvedPercentage: 100,
      falsePositiveRate: 25,
    });
    await updateAlert(app, `planted-${planted - 1}`, { status: 'IN_PROGRESS' });
    await updateAlert(app, `planted-${planted - 1}`, { status: 'RESOLVED' });
    expect(await metricsOf(app)).toMatchObject({
      autoResolvedPercentage: 75,
      falsePositiveRate: 25,
    });
  });

  test('a closing by hand that is reopened is no false positive of the automation', async () => {
    const alert = await createAlertIn(app, 'RESOLVED');
    await updateAlert(app, alert.id, { status: 'OPEN', reason: 'again' });
    expect((await metricsOf(app)).falsePositiveRate).toBeNull();
  });

  test('[AL23] what changed last says when', async () => {
    app.clock.advance(5000);
    await createAlert(app);
    const at = new Date(app.clock.now()).toISOString();
    app.clock.advance(5000);
    expect((await metricsOf(app)).lastChangedAt).toBe(at);
  });
});

describe('figures of the other areas', () => {
  let app: TestApp;
  let now: number;
  beforeEach(async () => {
    app = await openTestApp({ as: 'Compliance Officer' });
    now = app.clock.now();
  });
  afterEach(() => app.close());

  const snapshot = (at: number, figures: Row): Row => {
    const day = new Date(at).toISOString().slice(0, 10);
    return { id: day, day, created_at: now, ...STAMPED, ...figures };
  };

  function plantControls(): void {
    plant(app, 'compliance_frameworks', [
      { id: 'f1', name: 'First', created_at: now, ...STAMPED },
      { id: 'f2', name: 'Second', created_at: now + 1, ...STAMPED },
      { id: 'f3', name: 'Retired', is_active: 0, created_at: now + 2, ...STAMPED },
    ]);
    const control = (
      id: string,
      framework_id: string,
      status: string,
      is_automated: number,
    ): Row => ({
      id,
      framework_id,
      control_id: id,
      title: id,
      status,
      is_automated,
      created_at: now,
      updated_at: now,
      ...STAMPED,
    });
    plant(app, 'controls', [
      control('c1', 'f1', 'COMPLIANT', 1),
      control('c2', 'f1', 'COMPLIANT', 1),
      control('c3', 'f1', 'NON_COMPLIANT', 0),
      control('c4', 'f1', 'NOT_ASSESSED', 0),
      control('c5', 'f1', 'PARTIALLY_COMPLIANT', 0),
      control('c6', 'f1', 'NON_COMPLIANT', 0),
      { ...control('c7', 'f1', 'COMPLIANT', 1), deleted_at: now },
    ]);
  }

  test('[AL23] compliance counts compliant against assessed controls', async () => {
    plantControls();
    plant(app, 'daily_snapshots', [
      snapshot(now - 31 * DAY_MS, { compliance_score: 38.4 }),
      snapshot(now - 10 * DAY_MS, { compliance_score: 99 }),
    ]);
    expect(await metricsOf(app)).toMatchObject({
      complianceScore: 40,
      complianceScoreChange: 2,
      compliantControls: 2,
      gaps: 2,
      totalControls: 6,
      automatedControls: 2,
      compliancePercentage: 33,
      activeFrameworks: 2,
      frameworks: [
        { id: 'f1', name: 'First', score: 40 },
        { id: 'f2', name: 'Second', score: null },
      ],
    });
  });

  test('[AL23] risk is the level of the open risks; its reduction is that of the whole register', async () => {
    const risk = (id: string, status: string, residual_risk: number): Row => ({
      id,
      title: id,
      risk_score: residual_risk,
      inherent_risk: residual_risk,
      residual_risk,
      status,
      created_at: now,
      updated_at: now,
      ...STAMPED,
    });
    plant(app, 'risks', [
      risk('r1', 'IDENTIFIED', 20),
      risk('r2', 'ASSESSED', 10),
      risk('r3', 'MITIGATED', 1),
      risk('r4', 'ACCEPTED', 1),
    ]);
    plant(app, 'daily_snapshots', [snapshot(now - 366 * DAY_MS, { residual_risk_sum: 48.5 })]);
    expect(await metricsOf(app)).toMatchObject({ riskScore: 'HIGH', riskReductionPercentage: 34 });
  });

  test('[AL23] audit preparation is the mean of completed audits', async () => {
    const audit = (id: string, status: string, hours: number): Row => ({
      id,
      title: id,
      status,
      preparation_started_at: now,
      package_ready_at: now + hours * HOUR_MS,
      created_at: now,
      updated_at: now,
      ...STAMPED,
    });
    plant(app, 'audits', [
      audit('a1', 'COMPLETED', 2),
      audit('a2', 'COMPLETED', 2.6),
      audit('a3', 'IN_PROGRESS', 9),
    ]);
    expect((await metricsOf(app)).auditPrepHours).toBe(2.3);
  });

  test('[AL23] investigations in progress and own unread notifications are counted', async () => {
    const me = (await (await app.request('GET', '/api/auth/user')).json()) as { id: string };
    const investigation = (id: string, status: string): Row => ({
      id,
      incident_id: 'i',
      title: id,
      status,
      created_at: now,
      updated_at: now,
      ...STAMPED,
    });
    plant(app, 'forensic_investigations', [
      investigation('i1', 'IN_PROGRESS'),
      investigation('i2', 'PENDING'),
      investigation('i3', 'COMPLETE'),
    ]);
    const [other] = (
      (await (await app.request('GET', '/api/users')).json()) as { id: string }[]
    ).filter((user) => user.id !== me.id);
    const note = (id: string, account: string | null, read_at: number | null): Row => ({
      id,
      account,
      kind: 'test',
      title: id,
      read_at,
      created_at: now,
    });
    plant(app, 'notifications', [
      note('n1', me.id, null),
      note('n2', null, null),
      note('n3', me.id, now),
      note('n4', other?.id ?? '', null),
    ]);
    expect(await metricsOf(app)).toMatchObject({
      investigationsInProgress: 1,
      unreadNotifications: 2,
    });
  });
});
