import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Proposal,
  proposalSchema,
  type RiskIncidents,
  riskIncidentsSchema,
} from '../../src/shared/areas/risk/incident.contract.ts';
import { createAlertIn } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { answerOf } from '../helpers/framework-calls.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

const DAY = 86_400_000;
let app: TestApp;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());

async function makeAuditor(): Promise<string> {
  const account = { email: 'auditor@example.test', firstName: 'Al', lastName: 'Auditor' };
  const body = { ...account, password: PASSWORD, role: 'Auditor' };
  await app.request('POST', '/api/users', { body });
  const login = await app.request('POST', '/api/login', { body, token: null });
  return tokenOf(login) ?? '';
}

/** Days later; sessions have ended by then. */
async function sleepDays(days: number): Promise<void> {
  app.clock.advance(days * DAY);
  const body = { email: 'admin@example.test', password: PASSWORD };
  const token = tokenOf(await app.request('POST', '/api/login', { body, token: null })) ?? null;
  const { request } = app;
  app = { ...app, request: (method, path, more = {}) => request(method, path, { token, ...more }) };
  auditor = await makeAuditor();
}

async function makeRisk(title: string, likelihood = 3): Promise<string> {
  const body = { title, category: 'TECHNICAL', likelihood, impact: 4 };
  const { id } = await answerOf<{ id: string }>(
    await app.request('POST', '/api/risks', { body }),
    201,
  );
  return id;
}

const base = (id: string) => `/api/risk-incidents/${id}`;
const incidentsOf = async (id: string) =>
  riskIncidentsSchema
    .strict()
    .parse(await answerOf<RiskIncidents>(await app.request('GET', base(id))));
const setScenario = async (id: string, body: object) =>
  answerOf<RiskIncidents>(await app.request('PATCH', `${base(id)}/scenario`, { body }));
const addCase = (id: string, day: string, note: string) =>
  app.request('POST', `${base(id)}/cases`, { body: { day, note } });
const decide = (id: string, verb: string, reason = 'Seen by the board', token?: string) =>
  app.request('POST', `/api/risk-proposals/${id}/${verb}`, {
    body: { reason },
    ...(token === undefined ? {} : { token }),
  });
const pendingOf = ({ proposals }: RiskIncidents) =>
  proposals.find(({ state }) => state === 'PENDING');
const likelihoodOf = async (id: string) =>
  (await answerOf<{ likelihood: number }>(await app.request('GET', `/api/risks/${id}`))).likelihood;

async function resolveAlert(title: string, description: string): Promise<string> {
  const { id } = await createAlertIn(app, 'RESOLVED', { title, description });
  return id;
}

describe('[RK54] cases of a risk', () => {
  test('confirmed alerts of its words count once for 72 hours; false ones never', async () => {
    const id = await makeRisk('Ransomware');
    await setScenario(id, { keywords: ['Encrypts Files'], exposureFrom: '2025-11-20' });
    const first = await resolveAlert('Process encrypts files on FS-01', 'Many renames');
    await resolveAlert('Another process encrypts files', 'On FS-02');
    await createAlertIn(app, 'FALSE_POSITIVE', { title: 'Backup encrypts files' });
    await createAlertIn(app, 'IN_PROGRESS', { title: 'Something encrypts files' });
    await sleepDays(4);
    await resolveAlert('Server encrypts files', 'Again');
    const found = await answerOf<RiskIncidents>(await app.request('POST', `${base(id)}/evaluate`));
    expect(found.cases.map(({ alertCount }) => alertCount)).toEqual([1, 2]);
    expect(found.cases[1]).toMatchObject({
      key: `alert:${first}`,
      kind: 'DETECTED',
      matched: ['Encrypts Files'],
    });
    expect(found).toMatchObject({ exposureFrom: '2025-11-20', exposureTo: '2026-11-24' });
    expect(found.exposureYears).toBeCloseTo(369 / 365.25, 6);
    expect(found.posterior.shape).toBeCloseTo(found.prior.shape + 2, 9);
    expect(found.posterior.rate).toBeCloseTo(found.prior.rate + 369 / 365.25, 9);
  });

  test('a case is added by hand, taken out with a reason, and put back', async () => {
    const id = await makeRisk('Hand');
    await setScenario(id, { keywords: ['encrypts files'], exposureFrom: '2025-11-20' });
    const added = await answerOf<RiskIncidents>(
      await addCase(id, '2026-02-28', ' A told one '),
      201,
    );
    const manual = added.cases.find(({ kind }) => kind === 'MANUAL');
    expect(manual).toMatchObject({ confirmedAt: '2026-02-28', note: 'A told one' });
    expect(added.cases).toHaveLength(3);
    const detected = added.cases.find(({ kind }) => kind === 'DETECTED');
    const body = { key: detected?.key, note: 'A drill' };
    const path = `${base(id)}/exclusions`;
    const out = await answerOf<RiskIncidents>(await app.request('POST', path, { body }), 201);
    expect(out.cases).toHaveLength(2);
    expect(out.excluded).toMatchObject([{ ref: detected?.key, note: 'A drill' }]);
    expect((await app.request('POST', path, { body })).status).toBe(409);
    expect((await app.request('POST', path, { body: { ...body, key: 'alert:x' } })).status).toBe(
      404,
    );
    const entry = out.excluded[0]?.entryId;
    const back = await app.request('DELETE', `${base(id)}/entries/${entry}`);
    expect((await answerOf<RiskIncidents>(back)).cases).toHaveLength(3);
    const gone = await app.request('DELETE', `${base(id)}/entries/${manual?.entryId}`);
    expect((await answerOf<RiskIncidents>(gone)).cases).toHaveLength(2);
    expect((await app.request('DELETE', `${base(id)}/entries/none`)).status).toBe(404);
  });

  test.each([
    [
      'scenario',
      'PATCH',
      { techniques: ['T12'] },
      'A technique is written like T1486 or T1566.001',
    ],
    ['scenario', 'PATCH', { keywords: ['x'] }, 'A keyword has at least 2 characters'],
    ['scenario', 'PATCH', { exposureFrom: '2027-01-01' }, 'The day cannot be in the future'],
    ['scenario', 'PATCH', {}, 'Nothing to change'],
    ['cases', 'POST', { day: '2026-02-30', note: 'A' }, 'Day must be a date like 2026-11-20'],
    ['cases', 'POST', { day: '2027-02-01', note: 'A' }, 'The day cannot be in the future'],
    ['cases', 'POST', { day: '2026-02-01', note: ' ' }, 'Note is required'],
  ])('%s: %j is refused', async (part, method, body, message) => {
    const id = await makeRisk('Refused');
    const refused = await failureOf(await app.request(method, `${base(id)}/${part}`, { body }));
    expect([refused.status, refused.body.message]).toEqual([400, message]);
  });

  test('whoever only reads sees and changes nothing', async () => {
    const id = await makeRisk('Read only');
    expect((await app.request('GET', base(id), { token: auditor })).status).toBe(200);
    const body = { keywords: ['word'] };
    for (const [method, part] of [
      ['PATCH', 'scenario'],
      ['POST', 'evaluate'],
    ] as const)
      expect(
        (await app.request(method, `${base(id)}/${part}`, { body, token: auditor })).status,
      ).toBe(403);
    expect((await app.request('GET', base('none'))).status).toBe(404);
  });
});

describe('[RK55] a proposed likelihood', () => {
  test('without a scenario nothing is proposed, whatever time passes without a case', async () => {
    const id = await makeRisk('No scenario', 5);
    await app.request('POST', `${base(id)}/evaluate`);
    expect((await incidentsOf(id)).proposals).toEqual([]);
  });

  test('comes from cases, changes nothing by itself, and is taken over with a reason', async () => {
    const id = await makeRisk('Rises', 2);
    for (const day of ['2026-03-01', '2026-06-01', '2026-09-01'])
      await addCase(id, day, `Case of ${day}`);
    await setScenario(id, { exposureFrom: '2025-11-24' });
    const proposed = await incidentsOf(id);
    const pending = pendingOf(proposed);
    expect(pending).toMatchObject({
      ...{ fromLikelihood: 2, toLikelihood: 3, caseCount: 3, priorSource: 'likelihood' },
      risk: { id, title: 'Rises' },
    });
    expect(pending?.posterior.mean).toBeCloseTo(
      ((pending?.prior.shape ?? 0) + 3) / ((pending?.prior.rate ?? 0) + 365 / 365.25),
      9,
    );
    expect(await likelihoodOf(id)).toBe(2);
    const { rows } = {
      rows: await answerOf<Proposal[]>(
        await app.request('GET', '/api/risk-proposals?state=PENDING'),
      ),
    };
    expect(rows.map(({ risk }) => risk.title)).toContain('Rises');
    expect((await decide(pending?.id ?? '', 'confirm', '')).status).toBe(400);
    expect((await decide(pending?.id ?? '', 'confirm', 'x', auditor)).status).toBe(403);
    const confirmed = proposalSchema
      .strict()
      .parse(await answerOf(await decide(pending?.id ?? '', 'confirm')));
    expect(confirmed).toMatchObject({
      ...{ state: 'CONFIRMED', reason: 'Seen by the board', decidedBy: 'Ada Admin' },
    });
    const risk = await answerOf<Record<string, unknown>>(
      await app.request('GET', `/api/risks/${id}`),
    );
    expect(risk).toMatchObject({ likelihood: 3, riskScore: '12.0', inherentRisk: '12.0' });
    expect((await decide(pending?.id ?? '', 'dismiss')).status).toBe(409);
    // No case counts twice: the posterior is the next prior, and counting begins anew.
    const after = await incidentsOf(id);
    expect(after).toMatchObject({ priorSource: 'posterior', exposureYears: 0, cases: [] });
    expect(after.prior.shape).toBeCloseTo(confirmed.posterior.shape, 12);
  });

  test('is not made where only what was stated differs from the register', async () => {
    const id = await makeRisk('Differs', 5);
    const body = { lossLow: 10, lossHigh: 100, frequencyLow: 0.3, frequencyHigh: 0.9 };
    await app.request('PATCH', `/api/risk-quantities/${id}`, { body });
    await setScenario(id, { keywords: ['never seen'], exposureFrom: '2026-11-01' });
    expect(await incidentsOf(id)).toMatchObject({ indicatedLikelihood: 3, proposals: [] });
    // A case raises the rate: that speaks for no lower likelihood.
    await addCase(id, '2026-11-02', 'One');
    expect(await incidentsOf(id)).toMatchObject({ indicatedLikelihood: 3, proposals: [] });
  });

  test('that is dismissed comes again only with new evidence', async () => {
    const id = await makeRisk('Dismissed', 2);
    await setScenario(id, { exposureFrom: '2026-01-01' });
    await addCase(id, '2026-01-01', 'First');
    await addCase(id, '2026-02-01', 'One');
    const pending = pendingOf(await incidentsOf(id));
    expect(pending?.toLikelihood).toBe(3);
    await answerOf(await decide(pending?.id ?? '', 'dismiss', 'Not ours'));
    await app.request('POST', `${base(id)}/evaluate`);
    expect(pendingOf(await incidentsOf(id))).toBeUndefined();
    expect(await likelihoodOf(id)).toBe(2);
    await addCase(id, '2026-03-01', 'Two');
    expect(pendingOf(await incidentsOf(id))).toMatchObject({ caseCount: 3 });
  });

  test('is withdrawn where the cases no longer say so, and refused where the risk has changed', async () => {
    const id = await makeRisk('Withdrawn', 2);
    await setScenario(id, { exposureFrom: '2026-01-01' });
    await addCase(id, '2026-01-01', 'Before');
    const one = await answerOf<RiskIncidents>(await addCase(id, '2026-02-01', 'One'), 201);
    const pending = pendingOf(one);
    const body = { likelihood: 4, reason: 'Assessed anew' };
    await answerOf(await app.request('PATCH', `/api/risks/${id}`, { body }));
    const refused = await failureOf(await decide(pending?.id ?? '', 'confirm'));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The likelihood of this risk is 4 by now, not 2. Look for cases again.',
    ]);
    await app.request('PATCH', `/api/risks/${id}`, { body: { likelihood: 2, reason: 'Back' } });
    await app.request('DELETE', `${base(id)}/entries/${one.cases[0]?.entryId}`);
    const { proposals } = await incidentsOf(id);
    expect(proposals[0]).toMatchObject({ state: 'WITHDRAWN' });
  });

  test('begins from stated events where there are any, after treatment once that is done', async () => {
    const id = await makeRisk('Stated', 3);
    const ranges = {
      ...{ lossLow: 10, lossHigh: 100, frequencyLow: 2, frequencyHigh: 6 },
      ...{ afterFrequencyLow: 0.5, afterFrequencyHigh: 2 },
    };
    await app.request('PATCH', `/api/risk-quantities/${id}`, { body: ranges });
    const before = await incidentsOf(id);
    expect(before.priorSource).toBe('frequency');
    expect(before.prior.low).toBeCloseTo(2, 6);
    expect(before.prior.high).toBeCloseTo(6, 6);
    for (const status of ['ASSESSED', 'MITIGATED'])
      await answerOf(await app.request('PATCH', `/api/risks/${id}`, { body: { status } }));
    const after = await incidentsOf(id);
    expect(after.priorSource).toBe('frequency-after');
    expect(after.prior.high).toBeCloseTo(2, 6);
  });
});
