import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditSchema } from '../../src/shared/areas/audits/audits.contract.ts';
import { makeAudit, makeRunningAudit, send } from '../helpers/audit-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let analyst: string;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  analyst = await app.tokenFor('SOC Analyst');
  auditor = await app.tokenFor('Auditor');
});
afterAll(() => app.close());

const patch = (id: string, body: unknown) => app.request('PATCH', `/api/audits/${id}`, { body });
const move = (id: string, status: string, more: object = {}) => patch(id, { status, ...more });

describe('scheduling', () => {
  test('[AD2] defaults, and empty dates as null', async () => {
    const body = {
      title: ' ISO surveillance ',
      description: '',
      type: 'INTERNAL',
      framework: '',
      auditor: '',
      status: 'PLANNED',
      startDate: '',
      endDate: null,
      reportDate: '',
    };
    const response = await app.request('POST', '/api/audits', { body });
    expect(response.status).toBe(201);
    expect(auditSchema.strict().parse(await response.json())).toMatchObject({
      title: 'ISO surveillance',
      description: null,
      type: 'INTERNAL',
      framework: null,
      auditor: null,
      status: 'PLANNED',
      startDate: null,
      endDate: null,
      reportDate: null,
      findings: null,
    });
  });

  test('a title is enough; a date may come as a time', async () => {
    const audit = await makeAudit(app, {
      framework: 'PCI-DSS',
      startDate: '2026-12-01T00:00:00.000Z',
      endDate: '2026-12-04',
    });
    expect(audit).toMatchObject({
      framework: 'PCI-DSS',
      startDate: '2026-12-01',
      endDate: '2026-12-04',
    });
  });

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(256) }, 'title', 'Title must be at most 255 characters'],
    [
      { title: 'A', type: 'OTHER' },
      'type',
      'Type must be one of INTERNAL, EXTERNAL, REGULATORY, CERTIFICATION',
    ],
    [
      { title: 'A', framework: 'COBIT' },
      'framework',
      'Framework must be one of SOC2, ISO27001, PCI-DSS, HIPAA, GDPR, NIST',
    ],
    [
      { title: 'A', status: 'DONE' },
      'status',
      'Status must be one of PLANNED, IN_PROGRESS, COMPLETED, FAILED',
    ],
    [
      { title: 'A', startDate: '31.12.2026' },
      'startDate',
      'Start date must be a date like 2026-11-20',
    ],
    [
      { title: 'A', startDate: '2026-02-31' },
      'startDate',
      'Start date must be a date like 2026-11-20',
    ],
    [
      { title: 'A', startDate: '2026-12-05', endDate: '2026-12-04' },
      'endDate',
      'End date must not be before the start date',
    ],
    [
      { title: 'A', startDate: '2026-12-05', reportDate: '2026-12-01' },
      'reportDate',
      'Report date must not be before the start date',
    ],
    [
      { title: 'A', periodStart: '2026-12-05', periodEnd: '2026-12-01' },
      'periodEnd',
      'The period must not end before it begins',
    ],
    [{ title: 'A', frameworkIds: ['nope'] }, 'frameworkIds', 'There is no such framework'],
    [{ title: 'A', assignedTo: 'nope' }, 'assignedTo', 'There is no such account'],
  ])('[AD2] %j is refused', async (body, path, message) => {
    expect(await failureOf(await app.request('POST', '/api/audits', { body }))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
  });

  test('the list has them newest first, in pages', async () => {
    app.clock.advance(1000);
    const last = await makeAudit(app, { title: 'The newest' });
    const response = await app.request('GET', '/api/audits?limit=1');
    const [first] = auditSchema
      .strict()
      .array()
      .parse(await response.json());
    expect(first?.id).toBe(last.id);
    const total = Number(response.headers.get('x-total-count'));
    const cursor = response.headers.get('x-next-cursor');
    const rest = await app.request('GET', `/api/audits?cursor=${cursor}`);
    const others = auditSchema.array().parse(await rest.json());
    expect(others.map(({ id }) => id)).not.toContain(last.id);
    expect(others.length).toBe(total - 1);
    expect((await app.request('GET', '/api/audits?cursor=abc')).status).toBe(400);
  });

  test('who may', async () => {
    const { id } = await makeAudit(app);
    for (const token of [analyst, auditor]) {
      expect((await app.request('GET', '/api/audits', { token })).status).toBe(200);
      expect((await app.request('GET', `/api/audits/${id}`, { token })).status).toBe(200);
      const post = await app.request('POST', '/api/audits', { body: { title: 'No' }, token });
      expect(await failureOf(post)).toEqual({ status: 403, body: { message: 'Forbidden' } });
      const start = { status: 'IN_PROGRESS' };
      const change = await app.request('PATCH', `/api/audits/${id}`, { body: start, token });
      expect(change.status).toBe(403);
    }
    expect((await app.request('GET', '/api/audits', { token: null })).status).toBe(401);
    expect((await app.request('GET', '/api/audits/none')).status).toBe(404);
    expect((await patch('none', { title: 'A' })).status).toBe(404);
    expect((await patch(id, {})).status).toBe(400);
  });
});

describe('status', () => {
  test('[AD1] from planned to completed', async () => {
    const { id } = await makeAudit(app);
    const started = await (await move(id, 'IN_PROGRESS')).json();
    expect(started).toMatchObject({ status: 'IN_PROGRESS', startedAt: expect.any(String) });
    const ended = await (await move(id, 'COMPLETED')).json();
    expect(ended).toMatchObject({ status: 'COMPLETED', endedAt: expect.any(String) });
    const history = await send<{ action: string }[]>(app, 'GET', `/api/audits/${id}/history`);
    expect(history.map(({ action }) => action)).toEqual([
      'audits.complete',
      'audits.start',
      'audits.schedule',
    ]);
  });

  test('[AD1] failed, with its reason in the history', async () => {
    const { id } = await makeRunningAudit(app);
    const message = 'A reason is required to mark an audit as failed';
    expect(await failureOf(await move(id, 'FAILED'))).toEqual({
      status: 400,
      body: { message, issues: [{ path: 'reason', message }] },
    });
    expect(await (await move(id, 'FAILED', { reason: 'No evidence came' })).json()).toMatchObject({
      status: 'FAILED',
    });
    const [step] = await send<{ reason: string }[]>(app, 'GET', `/api/audits/${id}/history`);
    expect(step).toMatchObject({ action: 'audits.fail', reason: 'No evidence came' });
  });

  test.each([
    ['PLANNED', 'COMPLETED', ['IN_PROGRESS'], 'Start Audit (IN_PROGRESS)'],
    ['PLANNED', 'FAILED', ['IN_PROGRESS'], 'Start Audit (IN_PROGRESS)'],
    ['PLANNED', 'PLANNED', ['IN_PROGRESS'], 'Start Audit (IN_PROGRESS)'],
    [
      'IN_PROGRESS',
      'PLANNED',
      ['COMPLETED', 'FAILED'],
      'Complete (COMPLETED), Mark Failed (FAILED)',
    ],
    ['COMPLETED', 'IN_PROGRESS', [], 'nothing'],
    ['FAILED', 'COMPLETED', [], 'nothing'],
  ])('[AD1] %s to %s is refused', async (from, to, allowed, names) => {
    const { id } = await makeAudit(app, { status: from });
    expect(await failureOf(await move(id, to, { reason: 'Because' }))).toEqual({
      status: 409,
      body: {
        message: `This audit is ${from} and cannot become ${to}. Allowed: ${names}.`,
        allowed,
      },
    });
    expect(await send(app, 'GET', `/api/audits/${id}`)).toMatchObject({ status: from });
  });

  test('[AD3] completing with open work asks, and records what was open', async () => {
    const { id } = await makeRunningAudit(app);
    await send(app, 'POST', `/api/audits/${id}/requests`, { body: { title: 'Access list' } });
    await send(app, 'POST', '/api/findings', {
      body: { title: 'Keys in the open', severity: 'CRITICAL', auditId: id },
    });
    expect(await failureOf(await move(id, 'COMPLETED'))).toEqual({
      status: 409,
      body: {
        message:
          'This audit has 1 open request and 1 open critical finding. Complete it anyway with acknowledgeOpen and a reason.',
        allowed: ['acknowledgeOpen'],
      },
    });
    expect((await move(id, 'COMPLETED', { acknowledgeOpen: true })).status).toBe(400);
    const reason = 'Agreed with the auditor';
    const ended = await move(id, 'COMPLETED', { acknowledgeOpen: true, reason });
    expect(await ended.json()).toMatchObject({
      status: 'COMPLETED',
      findings: [{ title: 'Keys in the open', severity: 'CRITICAL', status: 'OPEN' }],
    });
    const [step] = await send<{ reason: string }[]>(app, 'GET', `/api/audits/${id}/history`);
    expect(step?.reason).toBe(
      'Completed with 1 open request and 1 open critical finding: Agreed with the auditor',
    );
  });

  test('[AD4] preparation begins once', async () => {
    const { id } = await makeAudit(app);
    const begun = await send(app, 'POST', `/api/audits/${id}/preparation`);
    expect(begun.preparationStartedAt).toBe(new Date(app.clock.now()).toISOString());
    app.clock.advance(60_000);
    const again = await app.request('POST', `/api/audits/${id}/preparation`);
    expect(await failureOf(again)).toMatchObject({
      status: 409,
      body: { message: 'Preparation has begun already' },
    });
    await send(app, 'POST', `/api/audits/${id}/requests`, { body: { title: 'Later' } });
    expect(await send(app, 'GET', `/api/audits/${id}`)).toMatchObject({
      preparationStartedAt: begun.preparationStartedAt,
    });
  });

  test('[AD4] the first request begins preparation', async () => {
    const { id } = await makeAudit(app);
    await send(app, 'POST', `/api/audits/${id}/requests`, { body: { title: 'First' } });
    expect(await send(app, 'GET', `/api/audits/${id}`)).toMatchObject({
      preparationStartedAt: new Date(app.clock.now()).toISOString(),
      progress: { requests: { total: 1, missing: 1 } },
    });
  });

  test('[AD5] scope and period stay once it has ended; the rest can still be put right', async () => {
    const { id } = await makeAudit(app, { status: 'COMPLETED' });
    for (const change of [{ periodStart: '2026-01-01' }, { scope: 'All' }, { frameworkIds: [] }])
      expect((await patch(id, change)).status).toBe(409);
    expect((await patch(id, { reportDate: '2026-12-24' })).status).toBe(200);
    const request = { body: { title: 'Too late' } };
    expect((await app.request('POST', `/api/audits/${id}/requests`, request)).status).toBe(409);
    const sample = { body: { population: 'ALERTS', size: 1 } };
    expect((await app.request('POST', `/api/audits/${id}/samples`, sample)).status).toBe(409);
    expect((await app.request('POST', `/api/audits/${id}/preparation`)).status).toBe(409);
  });

  test('[AD2] a change of one date is held against the others', async () => {
    const { id } = await makeAudit(app, { startDate: '2026-12-01', endDate: '2026-12-04' });
    expect((await patch(id, { endDate: '2026-11-01' })).status).toBe(400);
    expect((await patch(id, { startDate: '2027-01-01', endDate: '2027-01-02' })).status).toBe(200);
  });
});
