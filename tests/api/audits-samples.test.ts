import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { type Sample, sampleSchema } from '../../src/shared/areas/audits/samples.contract.ts';
import { drawOrdinals, sampleSizeFor } from '../../src/shared/areas/audits/sampling.rules.ts';
import { makeAudit, makeRunningAudit, send } from '../helpers/audit-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let auditId: string;
let analyst: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer', workspace: 'demo' });
  ({ id: auditId } = await makeRunningAudit(app, {
    periodStart: '2026-10-25',
    periodEnd: '2026-11-19',
  }));
  analyst = await app.tokenFor('SOC Analyst');
});
afterAll(() => app.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const draw = async (body: object): Promise<Sample> =>
  sampleSchema.strict().parse(await send(app, 'POST', `/api/audits/${auditId}/samples`, { body }));
const verify = (id: string) => send(app, 'POST', `/api/audit-samples/${id}/verify`);
const disagreeing = ({ reconciliation }: Sample) =>
  reconciliation.checks.filter(({ verdict }) => verdict !== 'AGREES');

async function alertsOfPeriod(): Promise<Alert[]> {
  const path =
    '/api/alerts?from=2026-10-25T00:00:00.000Z&to=2026-11-19T23:59:59.999Z&limit=1000&suppressed=with';
  const all: Alert[] = [];
  for (let cursor = ''; ; ) {
    const response = await app.request('GET', `${path}${cursor}`);
    all.push(...((await response.json()) as Alert[]));
    const next = response.headers.get('x-next-cursor');
    if (!next) return all;
    cursor = `&cursor=${next}`;
  }
}

describe('alerts', () => {
  test('[AD11] [AD12] the population is every alert of the period, by id; the draw follows from the seed', async () => {
    const ids = (await alertsOfPeriod()).map(({ id }) => id).toSorted();
    const sample = await draw({ population: 'ALERTS', size: 12, seed: 'agreed' });
    expect(sample.populationCount).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(100);
    expect(sample.populationSha256).toBe(sha256(`${ids.join('\n')}\n`));
    const ordinals = drawOrdinals({ seed: 'agreed', size: 12, population: ids.length }, sha256);
    expect(sample.items.map(({ ref }) => ref)).toEqual(ordinals.map((n) => ids[n - 1]));
    const again = await draw({ population: 'ALERTS', size: 12, seed: 'agreed' });
    expect(again.items).toEqual(sample.items);
    const other = await draw({ population: 'ALERTS', size: 12, seed: 'another' });
    expect(other.items).not.toEqual(sample.items);
  });

  test('[AD13] a demo workspace reconciles, and says what cannot be told', async () => {
    const sample = await draw({ population: 'ALERTS', level: 'USUAL' });
    expect(sample.size).toBe(sampleSizeFor(sample.populationCount, 'USUAL'));
    expect(sample.seed).toMatch(/^[0-9a-f]{16}$/);
    expect(disagreeing(sample)).toEqual([]);
    expect(sample.reconciliation.limits.length).toBeGreaterThan(1);
    const bySource = sample.reconciliation.totals.find(({ by }) => by === 'source');
    expect(bySource?.rows.reduce((sum, { n }) => sum + n, 0)).toBe(sample.populationCount);
  });

  test('[AD13] narrowed by severity and source, it still agrees', async () => {
    const [first] = await alertsOfPeriod();
    const filter = { severity: first?.severity, source: first?.source };
    const sample = await draw({ population: 'ALERTS', size: 1, filter });
    expect(disagreeing(sample)).toEqual([]);
    expect(sample.items[0]?.facts).toMatchObject(filter);
  });

  test('[AD12] drawn again, it is the same until the population changes', async () => {
    const { id: other } = await makeRunningAudit(app, {
      periodStart: '2026-11-20',
      periodEnd: '2026-11-20',
    });
    const sample = await send<Sample>(app, 'POST', `/api/audits/${other}/samples`, {
      body: { population: 'ALERTS', size: 3 },
    });
    expect(await verify(sample.id)).toMatchObject({ isSameDraw: true, isSamePopulation: true });
    const alert = { title: 'Late', description: 'x', severity: 'LOW', source: 'Manual' };
    await send(app, 'POST', '/api/alerts', { body: alert, token: analyst });
    expect(await verify(sample.id)).toMatchObject({
      isSameDraw: true,
      isSamePopulation: false,
      countNow: sample.populationCount + 1,
    });
    expect(await send(app, 'GET', `/api/audit-samples/${sample.id}`)).toEqual(sample);
  });
});

describe('incidents and access', () => {
  test('[AD13] investigations opened in the period', async () => {
    const sample = await draw({ population: 'INCIDENTS', size: 2, seed: 's' });
    expect(disagreeing(sample)).toEqual([]);
    const narrowed = await draw({
      population: 'INCIDENTS',
      size: 1,
      filter: { priority: sample.items[0]?.facts.priority },
    });
    expect(narrowed.reconciliation.checks[0]?.verdict).toBe('UNKNOWN');
  });

  test('[AD13] accounts, and the changes of accounts', async () => {
    const accounts = await draw({ population: 'ACCESS', size: 5 });
    expect(disagreeing(accounts)).toEqual([]);
    expect(accounts.items[0]?.facts.email).toContain('@');
    const { id } = await makeRunningAudit(app, {
      periodStart: '2026-11-20',
      periodEnd: '2026-11-20',
    });
    const changes = await send<Sample>(app, 'POST', `/api/audits/${id}/samples`, {
      body: { population: 'ACCESS', filter: { access: 'changes' }, size: 500 },
    });
    expect(disagreeing(changes)).toEqual([]);
    expect(changes.size).toBe(changes.populationCount);
    expect(changes.items.map(({ label }) => label).join()).toContain('auth.createAccount');
  });
});

describe('results', () => {
  test('[AD16] pass, not testable, exception; an exception becomes one finding', async () => {
    const sample = await draw({ population: 'ALERTS', size: 3, seed: 'r' });
    const refs = sample.items.map(({ ref }) => ref);
    const record = (body: object, token?: string) =>
      app.request('POST', `/api/audit-samples/${sample.id}/results`, {
        body,
        ...(token === undefined ? {} : { token }),
      });
    expect((await record({ ref: refs[0], result: 'PASS' }, analyst)).status).toBe(403);
    expect((await record({ ref: refs[0], result: 'PASS' })).status).toBe(200);
    expect(await failureOf(await record({ ref: refs[1], result: 'NOT_TESTABLE' }))).toMatchObject({
      status: 400,
      body: { message: 'Say what was found, or why it cannot be tested' },
    });
    await record({ ref: refs[1], result: 'NOT_TESTABLE', note: 'Source is gone' });
    const exception = {
      ref: refs[2],
      result: 'EXCEPTION',
      note: 'Closed without a look',
      finding: { title: 'Alerts closed unseen', severity: 'HIGH' },
    };
    const state = sampleSchema.parse(await (await record(exception)).json());
    expect(state).toMatchObject({ tested: 3, exceptions: 1, notTestable: 1 });
    const finding = state.items[2]?.finding;
    expect(await send(app, 'GET', `/api/findings/${finding?.id}`)).toMatchObject({
      title: 'Alerts closed unseen',
      severity: 'HIGH',
      condition: 'Closed without a look',
      sampleId: sample.id,
      sampleItem: refs[2],
      audit: { id: auditId },
    });
    expect((await record(exception)).status).toBe(409);
    const asPass = { ...exception, result: 'PASS', ref: refs[0] };
    expect((await record(asPass)).status).toBe(400);
    expect((await record({ ref: 'none', result: 'PASS' })).status).toBe(400);
    const back = sampleSchema.parse(await (await record({ ref: refs[0], result: null })).json());
    expect(back.tested).toBe(2);
  });

  test.each([
    [{ population: 'USERS', size: 1 }, 'Population must be one of ALERTS, INCIDENTS, ACCESS'],
    [{ population: 'ALERTS' }, 'Give a size or a level of the table of sizes'],
    [{ population: 'ALERTS', size: 0 }, 'Size must be at least 1'],
    [{ population: 'ALERTS', size: 501 }, 'Size must be at most 500'],
    [{ population: 'ALERTS', size: 1, seed: ' ' }, 'Seed must not be empty'],
    [
      { population: 'INCIDENTS', size: 1, filter: { source: 'x' } },
      'INCIDENTS cannot be narrowed by source',
    ],
  ])('%j is refused', async (body, message) => {
    const response = await app.request('POST', `/api/audits/${auditId}/samples`, { body });
    expect(await failureOf(response)).toMatchObject({ status: 400, body: { message } });
  });

  test('without a period, or with nothing in it, there is nothing to draw', async () => {
    const body = { population: 'ALERTS', size: 1 };
    const { id } = await makeAudit(app);
    const none = await app.request('POST', `/api/audits/${id}/samples`, { body });
    expect(await failureOf(none)).toMatchObject({
      status: 409,
      body: {
        message: 'This audit has no period: set its first and last day before drawing a sample',
      },
    });
    const early = await makeAudit(app, { periodStart: '2001-01-01', periodEnd: '2001-02-01' });
    const empty = await app.request('POST', `/api/audits/${early.id}/samples`, { body });
    expect(await failureOf(empty)).toMatchObject({
      status: 409,
      body: { message: 'There is nothing to draw from in this period' },
    });
    const as = (token: string) =>
      app.request('POST', `/api/audits/${auditId}/samples`, { body, token });
    expect((await as(analyst)).status).toBe(403);
    expect((await app.request('GET', '/api/audit-samples/none')).status).toBe(404);
    expect((await app.request('POST', '/api/audit-samples/none/verify')).status).toBe(404);
    expect((await app.request('GET', '/api/audits/none/samples')).status).toBe(404);
  });
});
