import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Portfolio,
  portfolioSchema,
  type RiskQuantities,
  riskQuantitiesSchema,
} from '../../src/shared/areas/risk/risk-quant.contract.ts';
import { failureOf } from '../helpers/bodies.ts';
import { answerOf } from '../helpers/framework-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let auditor: string;
let riskId: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  auditor = await app.tokenFor('Auditor');
  riskId = await makeRisk('Ransomware halts dispatch');
});
afterAll(() => app.close());

async function makeRisk(title: string, fields: object = {}): Promise<string> {
  const body = { title, category: 'TECHNICAL', likelihood: 3, impact: 4, ...fields };
  const { id } = await answerOf<{ id: string }>(
    await app.request('POST', '/api/risks', { body }),
    201,
  );
  return id;
}

const RANGES = { lossLow: 20_000, lossHigh: 900_000, frequencyLow: 0.2, frequencyHigh: 2 };
const AFTER = {
  ...{ afterLossLow: 10_000, afterLossHigh: 450_000 },
  ...{ afterFrequencyLow: 0.05, afterFrequencyHigh: 0.5 },
};

const path = (id: string) => `/api/risk-quantities/${id}`;
const state = (id: string, body: object, token?: string) =>
  app.request('PATCH', path(id), { body, ...(token === undefined ? {} : { token }) });
/** Stated, with the figures; a first worker of a busy machine takes its time. */
const stated = async (id: string, body: object) => {
  const answer = await answerOf<RiskQuantities & { merged: unknown[] }>(await state(id, body));
  if (answer.result !== null) return answer;
  expect(answer.isComputing).toBe(true);
  await expect.poll(() => read(id), { timeout: 20_000 }).toMatchObject({ isComputing: false });
  return { ...(await read(id)), merged: answer.merged };
};
const read = async (id: string) =>
  riskQuantitiesSchema.strict().parse(await answerOf(await app.request('GET', path(id))));
const portfolio = async (query = '') =>
  portfolioSchema
    .strict()
    .parse(await answerOf<Portfolio>(await app.request('GET', `/api/risk-quantities${query}`)));

describe('[RK51] ranges of a risk', () => {
  test('a risk without ranges has no figures', async () => {
    expect(await read(riskId)).toMatchObject({
      inputs: null,
      result: null,
      isComputing: false,
      currency: 'EUR',
      drawing: { seed: 20261121, draws: 10_000 },
    });
  });

  test('stated ranges answer with the figures drawn from them, the same every time', async () => {
    const first = await stated(riskId, { ...RANGES, assumptions: '  Two days of standstill ' });
    expect(first.inputs).toMatchObject({
      ...RANGES,
      currency: null,
      assumptions: 'Two days of standstill',
      statedBy: 'Sam Compliance Officer',
    });
    const { before, after } = first.result ?? {};
    expect(after).toBeNull();
    expect(before?.mean).toBeGreaterThan(50_000);
    expect(before?.p95).toBeGreaterThan(before?.p90 ?? 0);
    const again = await stated(riskId, { lossHigh: 800_000 });
    expect(again.result?.before.mean).toBeLessThan(before?.mean ?? 0);
    const back = await stated(riskId, { lossHigh: RANGES.lossHigh, ...AFTER });
    expect(back.result?.before).toEqual(before);
    expect(back.result?.after?.mean).toBeLessThan(before?.mean ?? 0);
    expect((await read(riskId)).result).toEqual(back.result);
  });

  test('another seed draws other years', async () => {
    const { result } = await read(riskId);
    const seeded = await app.request('PATCH', '/api/risk-quant-settings', { body: { seed: 7 } });
    expect(await answerOf(seeded)).toEqual({ currency: 'EUR', seed: 7, draws: 10_000 });
    const other = await read(riskId);
    expect(other.result?.before.mean).not.toBe(result?.before.mean);
    expect(other.result?.before.mean).toBeCloseTo(result?.before.mean ?? 0, -5);
    await app.request('PATCH', '/api/risk-quant-settings', { body: { seed: 20261121 } });
    expect((await read(riskId)).result?.before.mean).toBe(result?.before.mean);
  });

  test.each([
    [{ lossLow: 5 }, 'lossHigh', 'The 95th percentile of loss is required'],
    [
      { ...RANGES, lossLow: 0 },
      'lossLow',
      '5th percentile of loss must be between 0.01 and 1,000,000,000,000',
    ],
    [{ ...RANGES, lossHigh: 1 }, 'lossHigh', 'The 95th percentile of loss cannot be below the 5th'],
    [
      { ...RANGES, lossLow: 1, lossHigh: 20_000 },
      'lossHigh',
      'The 95th percentile of loss can be at most 10,000 times the 5th: split the risk',
    ],
    [
      { ...RANGES, frequencyHigh: 5000 },
      'frequencyHigh',
      '95th percentile of events must be between 0.0001 and 1,000',
    ],
    [
      { ...RANGES, afterLossLow: 5 },
      'afterLossHigh',
      'The 95th percentile of loss after treatment is required',
    ],
    [{ ...RANGES, currency: 'EURO' }, 'currency', 'Currency must be a code of ISO 4217 like EUR'],
    [
      { ...RANGES, assumptions: 'x'.repeat(2001) },
      'assumptions',
      'Assumptions must be less than 2,000 characters',
    ],
  ])('%j is refused and nothing is kept', async (body, field, message) => {
    const id = await makeRisk('Refused');
    expect(await failureOf(await state(id, body))).toEqual({
      status: 400,
      body: { message, issues: [{ path: field, message }] },
    });
    expect((await read(id)).inputs).toBeNull();
  });

  test('whoever only reads cannot state them, and an unknown risk is none', async () => {
    expect((await state(riskId, RANGES, auditor)).status).toBe(403);
    expect((await app.request('GET', path(riskId), { token: auditor })).status).toBe(200);
    expect((await state('nothing', RANGES)).status).toBe(404);
    expect((await app.request('GET', path('nothing'))).status).toBe(404);
  });

  test('[RK52] an edit of another field is merged, of the same field a conflict', async () => {
    const { inputs } = await read(riskId);
    const baseRevision = inputs?.revision;
    await stated(riskId, { lossHigh: 850_000 });
    const merged = await stated(riskId, { assumptions: 'Three days', baseRevision });
    expect(merged.merged).toMatchObject([{ field: 'lossHigh', value: 850_000 }]);
    const refused = await failureOf(await state(riskId, { lossHigh: 700_000, baseRevision }));
    expect(refused.status).toBe(409);
    expect((await read(riskId)).inputs).toMatchObject({ lossHigh: 850_000 });
  });

  test('they are taken back, and stated anew', async () => {
    const id = await makeRisk('Taken back');
    await stated(id, RANGES);
    expect((await app.request('DELETE', path(id))).status).toBe(204);
    expect((await app.request('DELETE', path(id))).status).toBe(404);
    expect(await read(id)).toMatchObject({ inputs: null, result: null });
    expect((await stated(id, RANGES)).inputs).toMatchObject(RANGES);
    await app.request('DELETE', path(id));
  });
});

describe('[RK53] the portfolio', () => {
  test('is the sum of its risks, in one currency', async () => {
    await stated(riskId, { ...RANGES, ...AFTER });
    const second = await makeRisk('Payments redirected');
    await stated(second, { ...RANGES, frequencyLow: 1, frequencyHigh: 6 });
    const foreign = await makeRisk('Terminal in Oslo');
    await stated(foreign, { ...RANGES, currency: 'NOK' });
    const euro = await portfolio();
    expect(euro.currencies).toEqual([
      { currency: 'EUR', risks: 2 },
      { currency: 'NOK', risks: 1 },
    ]);
    expect(euro.risks.map(({ risk }) => risk.title)).toEqual([
      'Ransomware halts dispatch',
      'Payments redirected',
    ]);
    const means = euro.risks.map(({ result }) => result?.before.mean ?? 0);
    expect(euro.total?.before.mean).toBeCloseTo((means[0] ?? 0) + (means[1] ?? 0), 3);
    // The second states no treatment: it counts after as before.
    const after = (euro.risks[0]?.result?.after?.mean ?? 0) + (means[1] ?? 0);
    expect(euro.total?.after?.mean).toBeCloseTo(after, 3);
    expect(euro.untreated).toBe(1);
    const krone = await portfolio('?currency=nok');
    expect(krone.risks).toHaveLength(1);
    expect(krone.total?.before.mean).toBe(krone.risks[0]?.result?.before.mean);
    // Curves are the portfolio's; each risk's is in its drawer.
    expect(krone.total?.before.curve.length).toBeGreaterThan(20);
    expect(krone.risks[0]?.result?.before.curve).toEqual([]);
    expect((await app.request('GET', '/api/risk-quantities?currency=x')).status).toBe(400);
  });

  test('follows a changed range', async () => {
    const before = await portfolio();
    await stated(riskId, { frequencyHigh: 1 });
    const after = await portfolio();
    expect(after.total?.before.mean).toBeLessThan(before.total?.before.mean ?? 0);
  });
});
