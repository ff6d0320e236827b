/** The calls of scores, over the demo: the decisions' figures, and who may ask. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/shared/contract/index.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const NAMED = [
  ['SOC 2 Type II', 96],
  ['ISO 27001', 94],
  ['NIST CSF', 87],
  ['GDPR', 98],
  ['PCI DSS', 78],
  ['HIPAA', 91],
  ['CCPA', 89],
  ['FedRAMP', 84],
];
const CALLS = ['metrics', 'scores', 'score-trend', 'evidence-expiry', 'changes'];

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Auditor', workspace: 'demo' });
});
afterAll(() => app.close());

describe('[CS6] the figures of the decisions', () => {
  test('are the metrics, and the dashboard says the same', async () => {
    const metrics = await app.client.call(contract.scores.metrics, {});
    expect(metrics).toMatchObject({
      automationPercentage: 87,
      compliantControls: 234,
      overallScore: 94,
      change: { score: 2 },
      gaps: 12,
      activeFrameworks: 42,
      totalControls: 267,
      automatedControls: 234,
      assessedControls: 249,
      counts: { COMPLIANT: 234, NON_COMPLIANT: 12, PARTIALLY_COMPLIANT: 3, NOT_ASSESSED: 18 },
    });
    const dashboard = await app.client.call(contract.dashboard.metrics, {});
    expect({
      score: dashboard.complianceScore,
      change: dashboard.complianceScoreChange,
      gaps: dashboard.gaps,
      automation: dashboard.compliancePercentage,
      compliant: dashboard.compliantControls,
      frameworks: dashboard.activeFrameworks,
    }).toEqual({
      score: metrics.overallScore,
      change: metrics.change.score,
      gaps: metrics.gaps,
      automation: metrics.automationPercentage,
      compliant: metrics.compliantControls,
      frameworks: metrics.activeFrameworks,
    });
  });

  test('are the scores of the eight named frameworks, before the other 34', async () => {
    const scores = await app.client.call(contract.scores.list, {});
    expect(scores).toHaveLength(42);
    expect(scores.slice(0, 8).map(({ name, score }) => [name, score])).toEqual(NAMED);
    const gaps = scores.reduce((sum, { counts }) => sum + counts.NON_COMPLIANT, 0);
    expect(gaps).toBe(12);
  });
});

describe('[CS7] an explanation', () => {
  test('of a framework says the same figures as the list, and names the proof of every control', async () => {
    for (const line of await app.client.call(contract.scores.list, {})) {
      const { groups, controls, asOf, formula, inputs, inputsDigest, ...figures } =
        await app.client.call(contract.scores.framework, { params: { frameworkId: line.id } });
      expect(figures).toEqual(line);
      expect(formula).toBe('assurance/1');
      expect(controls).toHaveLength(line.total);
      for (const { assurance, reasons, status } of controls) {
        expect(assurance === null).toBe(status === 'NOT_ASSESSED');
        const sum = reasons.reduce((total, { points }) => total + points, 0);
        expect(sum).toBeCloseTo(assurance ?? 0, 6);
      }
      expect([groups.length, Date.parse(asOf), Object.keys(inputs).length]).not.toContain(
        Number.NaN,
      );
      expect(inputsDigest).toHaveLength(64);
    }
  });

  test('of a control says the same as that of its framework, with titles', async () => {
    const [first] = await app.client.call(contract.scores.list, {});
    const { controls } = await app.client.call(contract.scores.framework, {
      params: { frameworkId: first?.id ?? '' },
    });
    const proven = controls.find(({ reasons }) => reasons.some(({ proof }) => proof.length > 0));
    if (!proven) throw new Error('No control of the demo has proof');
    const one = await app.client.call(contract.scores.control, { params: { id: proven.id } });
    expect(one).toMatchObject(proven);
    expect(one.proofs.every(({ title }) => title.length > 0)).toBe(true);
    const ids = new Set(one.proofs.map(({ id }) => id));
    for (const { proof } of one.reasons) for (const { id } of proof) expect(ids).toContain(id);
  });

  test('of what is not there is a 404', async () => {
    for (const path of ['/api/compliance/scores/none', '/api/compliance/controls/none/assurance']) {
      const response = await app.request('GET', path);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});

describe('the other calls', () => {
  test('the trend has a year of scores; a span that is none is refused', async () => {
    const { days } = await app.client.call(contract.scores.trend, { query: {} });
    expect(days.length).toBeGreaterThan(360);
    const few = await app.client.call(contract.scores.trend, { query: { days: 30 } });
    expect(few.days.length).toBeLessThanOrEqual(30);
    for (const query of ['days=0', 'days=x', 'days=99999'])
      expect((await app.request('GET', `/api/compliance/score-trend?${query}`)).status).toBe(400);
  });

  test('a week has at least the changes of a day; another span is refused', async () => {
    const [day, week] = await Promise.all([
      app.client.call(contract.scores.changes, { query: { since: 'day' } }),
      app.client.call(contract.scores.changes, { query: { since: 'week' } }),
    ]);
    expect(week.counts.assessed).toBeGreaterThanOrEqual(day.counts.assessed);
    expect(week.entries.length).toBeGreaterThan(0);
    const times = week.entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await app.request('GET', '/api/compliance/changes?since=year')).status).toBe(400);
  });

  test('evidence by week is all accepted evidence', async () => {
    const { weeks, expired, later, never } = await app.client.call(contract.scores.expiry, {});
    const soon = weeks.reduce((sum, { count }) => sum + count, 0);
    expect(weeks).toHaveLength(13);
    expect(expired).toBeGreaterThan(0);
    expect(soon).toBeGreaterThan(0);
    expect(soon + later + never).toBeGreaterThan(10);
  });

  test.each(CALLS)('%s is for those who are signed in', async (call) => {
    const response = await app.request('GET', `/api/compliance/${call}`, { token: null });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
    expect((await app.request('GET', `/api/compliance/${call}`)).status).toBe(200);
  });
});

describe('an empty workspace', () => {
  test('has no figure, and none made up', async () => {
    const empty = await openTestApp({ as: 'SOC Analyst' });
    try {
      expect(await empty.client.call(contract.scores.metrics, {})).toMatchObject({
        automationPercentage: null,
        overallScore: null,
        coverage: null,
        assurance: null,
        change: { score: null, coverage: null, assurance: null },
        gaps: 0,
        activeFrameworks: 0,
      });
      expect(await empty.client.call(contract.scores.list, {})).toEqual([]);
      expect((await empty.client.call(contract.scores.trend, { query: {} })).days).toEqual([]);
    } finally {
      await empty.close();
    }
  });
});
