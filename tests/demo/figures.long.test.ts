import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type DashboardMetrics,
  dashboardContract,
} from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import { HOUR_MS, MINUTE_MS, toIso } from '../../src/shared/kernel/time.ts';
import { queryBeside } from '../helpers/beside.ts';
import {
  openTestApp,
  PASSWORD,
  type TestApp,
  TestClock,
  tokenOf,
} from '../helpers/open-test-app.ts';

/** The table of the product decisions, section 3, with its names and scores. */
const FIGURES = {
  activeAlerts: 12,
  totalAlerts: 1012,
  activeAlertsLastHour: 3,
  unreadNotifications: 3,
  investigationsInProgress: 3,
  totalInvestigations: 11,
  autoResolvedPercentage: 89,
  falsePositiveRate: 2.1,
  meanResponseSeconds: 45,
  analystTimeSaved: 67,
  complianceScore: 94,
  complianceScoreChange: 2,
  activeFrameworks: 42,
  gaps: 12,
  compliantControls: 234,
  totalControls: 267,
  automatedControls: 234,
  compliancePercentage: 87,
  riskScore: 'LOW',
  riskReductionPercentage: 34,
  auditPrepHours: 2.3,
  manualAuditPrepDays: 2.5,
};
const FIRST_FRAMEWORKS = [
  ['SOC 2 Type II', 96],
  ['ISO 27001', 94],
  ['NIST CSF', 87],
  ['GDPR', 98],
  ['PCI DSS', 78],
];

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function openDemo(at?: string, demoSeed?: number): Promise<TestApp> {
  app = await openTestApp({
    as: 'Administrator',
    workspace: 'demo',
    ...(at ? { clock: new TestClock(Date.parse(at)) } : {}),
    ...(demoSeed === undefined ? {} : { deps: { demoSeed } }),
  });
  return app;
}

const metricsOf = (demo: TestApp): Promise<DashboardMetrics> =>
  demo.client.call(dashboardContract.metrics, {});

function expectFigures(demo: TestApp, metrics: DashboardMetrics): void {
  const { frameworks, lastChangedAt, figuresSince, ...figures } = metrics;
  expect(figuresSince).toBe(toIso(demo.clock.now() - 30 * 24 * HOUR_MS));
  expect(figures).toEqual(FIGURES);
  expect(frameworks.map(({ name, score }) => [name, score])).toEqual(FIRST_FRAMEWORKS);
  expect(lastChangedAt).toBe(toIso(demo.clock.now() - 2 * MINUTE_MS));
}

describe('the figures of a fresh demo workspace', () => {
  test('are those of the specification', async () => {
    const demo = await openDemo();
    expectFigures(demo, await metricsOf(demo));
  });

  test.each([
    ['2026-03-29T01:30:00.000Z', 1],
    ['2028-02-29T23:59:30.000Z', 2],
    ['2027-01-01T00:00:10.000Z', 3],
    ['2026-08-16T04:00:00.000Z', 4_000_000_000],
  ])('are the same at %s with seed %i', async (at, seed) => {
    const demo = await openDemo(at, seed);
    expectFigures(demo, await metricsOf(demo));
  });

  test('are the same for every role', async () => {
    const demo = await openDemo();
    for (const role of ['SOC Analyst', 'Compliance Officer', 'Auditor'] as const) {
      const token = await demo.tokenFor(role);
      const response = await demo.request('GET', '/api/dashboard/metrics', { token });
      expectFigures(demo, (await response.json()) as DashboardMetrics);
    }
  });

  test('move with the clock and with what is done, because none is stored', async () => {
    const demo = await openDemo();
    demo.clock.advance(HOUR_MS);
    expect(await metricsOf(demo)).toMatchObject({ activeAlerts: 12, activeAlertsLastHour: 0 });
    const list = await demo.request('GET', '/api/alerts?status=OPEN&limit=1');
    const [open] = (await list.json()) as { id: string }[];
    await demo.request('PATCH', `/api/alerts/${open?.id}`, { body: { status: 'IN_PROGRESS' } });
    await demo.request('PATCH', `/api/alerts/${open?.id}`, { body: { status: 'RESOLVED' } });
    const after = await metricsOf(demo);
    expect(after.activeAlerts).toBe(11);
    expect(after.meanResponseSeconds).toBeGreaterThan(45);
    expect(after.lastChangedAt).toBe(toIso(demo.clock.now()));
    demo.clock.advance(40 * 24 * HOUR_MS);
    const signIn = { email: 'admin@example.test', password: PASSWORD };
    const token = tokenOf(await demo.request('POST', '/api/login', { body: signIn, token: null }));
    const later = await demo.request('GET', '/api/dashboard/metrics', { token: token ?? null });
    expect(await later.json()).toMatchObject({
      autoResolvedPercentage: null,
      falsePositiveRate: null,
      meanResponseSeconds: null,
      analystTimeSaved: null,
    });
  });
});

describe('figures that other screens compute', () => {
  let demo: TestApp;
  beforeAll(async () => {
    demo = await openTestApp({ as: 'Administrator', workspace: 'demo' });
  });
  afterAll(() => demo.close());

  test('the eight named frameworks have the scores of the specification', async () => {
    const rows = queryBeside<{ name: string; compliant: number; assessed: number }>(
      demo.dataDir,
      `SELECT f.name, sum(c.status = 'COMPLIANT') AS compliant, sum(c.status <> 'NOT_ASSESSED') AS assessed
       FROM compliance_frameworks f JOIN controls c ON c.framework_id = f.id
       GROUP BY f.id ORDER BY f.created_at`,
    );
    expect(rows.slice(0, 8).map(({ compliant, assessed }) => [compliant, assessed])).toEqual([
      [24, 25],
      [16, 17],
      [20, 23],
      [48, 49],
      [7, 9],
      [10, 11],
      [8, 9],
      [16, 19],
    ]);
    const scores = rows.slice(5, 8).map((row) => Math.round((100 * row.compliant) / row.assessed));
    expect(scores).toEqual([91, 89, 84]);
    const sum = (field: 'compliant' | 'assessed') =>
      rows.slice(8).reduce((total, row) => total + row[field], 0);
    expect([sum('compliant'), sum('assessed')]).toEqual([85, 87]);
  });

  test('residual risk is 12 % lower than a quarter ago, however long a quarter is', async () => {
    const [register] = queryBeside<{ sum: number }>(
      demo.dataDir,
      'SELECT sum(residual_risk) AS sum FROM risks',
    );
    for (const days of [89, 90, 91, 92]) {
      const day = toIso(demo.clock.now() - days * 24 * HOUR_MS).slice(0, 10);
      const [then] = queryBeside<{ sum: number }>(
        demo.dataDir,
        'SELECT residual_risk_sum AS sum FROM daily_snapshots WHERE day = ?',
        day,
      );
      expect(Math.round(100 * ((register?.sum ?? 0) / (then?.sum ?? 1) - 1))).toBe(-12);
    }
  });

  test('a thousand alerts were closed within 30 days, 909 by themselves and 19 of those wrongly', async () => {
    const [row] = queryBeside<Record<string, number>>(
      demo.dataDir,
      `SELECT count(*) AS closed, sum(auto_closed_at IS NOT NULL) AS automatic,
         sum(overturned_at IS NOT NULL) AS overturned
       FROM alerts WHERE resolved_at IS NOT NULL`,
    );
    expect(row).toEqual({ closed: 1000, automatic: 909, overturned: 19 });
  });
});
