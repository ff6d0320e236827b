import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FindingDetail,
  findingDetailSchema,
  findingSchema,
} from '../../src/shared/areas/audits/findings.contract.ts';
import { idOf, makeAudit, send } from '../helpers/audit-calls.ts';
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

const find = (fields: object = {}) =>
  send<FindingDetail>(app, 'POST', '/api/findings', {
    body: { title: 'Rights of leavers stay', ...fields },
  });
const step = (id: string, name: string, more: object = {}, token?: string) =>
  app.request('POST', `/api/findings/${id}/steps`, {
    body: { step: name, note: `Note of ${name}`, ...more },
    ...(token === undefined ? {} : { token }),
  });
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now() + days * DAY).toISOString();

describe('recording', () => {
  test.each([
    ['CRITICAL', 15],
    ['HIGH', 30],
    ['MEDIUM', 60],
    ['LOW', 90],
  ])('[AD17] %s is due after %i days', async (severity, days) => {
    const finding = findingDetailSchema.strict().parse(await find({ severity }));
    expect(finding).toMatchObject({ status: 'OPEN', severity, dueAt: inDays(days) });
    expect(finding.isOverdue).toBe(false);
  });

  test('[AD17] a due date by severity follows it, a chosen one stays', async () => {
    const byRule = await find({ severity: 'LOW' });
    const patch = (id: string, body: object) =>
      send<FindingDetail>(app, 'PATCH', `/api/findings/${id}`, { body });
    expect((await patch(byRule.id, { severity: 'HIGH' })).dueAt).toBe(inDays(30));
    const chosen = await find({ severity: 'LOW', due: '2026-12-24' });
    expect(chosen.dueAt).toBe('2026-12-24T23:59:59.999Z');
    expect((await patch(chosen.id, { severity: 'HIGH' })).dueAt).toBe(chosen.dueAt);
    expect((await patch(chosen.id, { due: null })).dueAt).toBe(inDays(30));
  });

  test('numbers count up, and the audit tells its findings', async () => {
    const { id: auditId } = await makeAudit(app);
    const first = await find({ auditId });
    const second = await find({ auditId, title: 'Two' });
    expect(second.number).toBe(first.number + 1);
    expect(await send(app, 'GET', `/api/audits/${auditId}`)).toMatchObject({
      findings: [{ id: first.id }, { id: second.id }],
      progress: { findings: { total: 2, open: 2, openCritical: 0, overdue: 0 } },
    });
  });

  test.each([
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ severity: 'BAD' }, 'severity', 'Severity must be one of CRITICAL, HIGH, MEDIUM, LOW'],
    [{ auditId: 'none' }, 'auditId', 'There is no such audit'],
    [{ controlId: 'none' }, 'controlId', 'There is no such control'],
    [{ owner: 'none' }, 'owner', 'There is no such account'],
    [{ due: 'x' }, 'due', 'Due date must be a date like 2026-11-20'],
  ])('%j is refused', async (fields, path, message) => {
    const body = { title: 'A', ...fields };
    expect(await failureOf(await app.request('POST', '/api/findings', { body }))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
  });

  test('who may', async () => {
    const { id } = await find();
    for (const token of [analyst, auditor]) {
      const body = { title: 'A' };
      expect((await app.request('POST', '/api/findings', { body, token })).status).toBe(403);
      expect((await app.request('PATCH', `/api/findings/${id}`, { body, token })).status).toBe(403);
      expect((await app.request('GET', '/api/findings', { token })).status).toBe(200);
    }
    expect((await app.request('GET', '/api/findings/none')).status).toBe(404);
    expect((await step('none', 'plan')).status).toBe(404);
    const link = { body: { evidenceId: 'none' } };
    expect((await app.request('POST', `/api/findings/${id}/evidence`, link)).status).toBe(400);
  });
});

describe('remediation', () => {
  test('[AD18] planned, remediated, failed, remediated, closed', async () => {
    const { id } = await find();
    await step(id, 'plan');
    await step(id, 'remediated', {}, app.token);
    const failed = await step(id, 'fail', {}, app.adminToken);
    expect(await failed.json()).toMatchObject({ status: 'REMEDIATION', retestResult: 'FAIL' });
    await step(id, 'remediated');
    const closed = findingDetailSchema
      .strict()
      .parse(await (await step(id, 'pass', {}, app.adminToken)).json());
    expect(closed).toMatchObject({
      status: 'CLOSED',
      retestResult: 'PASS',
      isSelfApproved: false,
      remediationPlan: 'Note of plan',
      closedAt: new Date(app.clock.now()).toISOString(),
    });
    expect(closed.history.map(({ action }) => action)).toEqual([
      'findings.close',
      'findings.remediate',
      'findings.failRetest',
      'findings.remediate',
      'findings.plan',
      'findings.create',
    ]);
    const reopened = await step(id, 'reopen', { note: 'Seen again' });
    expect(await reopened.json()).toMatchObject({ status: 'OPEN', closedAt: null });
  });

  test('[AD18] a step that is not possible says which are', async () => {
    const { id } = await find();
    expect(await failureOf(await step(id, 'pass'))).toEqual({
      status: 409,
      body: {
        message:
          "This finding is OPEN: 'Retest passed' is not possible. Allowed: Plan remediation (plan), Accept the risk (accept).",
        allowed: ['plan', 'accept'],
      },
    });
    expect((await step(id, 'dance')).status).toBe(400);
    expect((await step(id, 'plan', { note: ' ' })).status).toBe(400);
  });

  test('[AD19] who remediated does not retest', async () => {
    const { id } = await find();
    await step(id, 'plan');
    await step(id, 'remediated');
    for (const name of ['pass', 'fail'])
      expect(await failureOf(await step(id, name))).toMatchObject({
        status: 409,
        body: { message: 'You remediated this yourself: somebody else retests it' },
      });
  });

  test('[AD19] who owns it does not accept its risk', async () => {
    const owner = await idOf(app, app.token ?? '');
    const { id } = await find({ owner });
    expect(await failureOf(await step(id, 'accept', { until: '2027-06-30' }))).toMatchObject({
      status: 409,
      body: { message: 'You own this finding: somebody else accepts its risk' },
    });
  });

  test('[AD19] who is alone may, and the record says so', async () => {
    const alone = await openTestApp({ as: 'Administrator' });
    try {
      const { id } = await send<FindingDetail>(alone, 'POST', '/api/findings', {
        body: { title: 'A' },
      });
      for (const name of ['plan', 'remediated', 'pass'])
        await send(alone, 'POST', `/api/findings/${id}/steps`, {
          body: { step: name, note: 'Done' },
        });
      expect(await send(alone, 'GET', `/api/findings/${id}`)).toMatchObject({
        status: 'CLOSED',
        isSelfApproved: true,
      });
    } finally {
      await alone.close();
    }
  });

  test('[AD21] its owner plans and reports, and does not decide', async () => {
    const owner = await idOf(app, analyst);
    const { id } = await find({ owner });
    expect((await step(id, 'accept', { until: '2027-06-30' }, analyst)).status).toBe(403);
    expect((await step(id, 'plan', {}, analyst)).status).toBe(200);
    expect((await step(id, 'remediated', {}, analyst)).status).toBe(200);
    expect((await step(id, 'pass', {}, analyst)).status).toBe(403);
    expect((await step(id, 'pass')).status).toBe(200);
    const others = await find();
    expect((await step(others.id, 'plan', {}, analyst)).status).toBe(403);
    expect((await step(others.id, 'plan', {}, auditor)).status).toBe(403);
  });

  test('the list is narrowed by status, severity and audit', async () => {
    const { id: auditId } = await makeAudit(app);
    const high = await find({ auditId, severity: 'HIGH' });
    const low = await find({ auditId, severity: 'LOW' });
    await step(low.id, 'plan');
    const ids = async (query: string) => {
      const response = await app.request('GET', `/api/findings?audit=${auditId}&${query}`);
      const rows = findingSchema
        .strict()
        .array()
        .parse(await response.json());
      expect(response.headers.get('x-total-count')).toBe(String(rows.length));
      return rows.map(({ id }) => id);
    };
    expect(await ids('severity=HIGH,CRITICAL')).toEqual([high.id]);
    expect(await ids('status=REMEDIATION')).toEqual([low.id]);
    expect(await ids('status=CLOSED')).toEqual([]);
  });

  test('[AD20] a risk is accepted with a reason, until a day after today', async () => {
    const { id } = await find();
    expect((await step(id, 'accept')).status).toBe(400);
    expect((await step(id, 'accept', { until: '2026-11-20' })).status).toBe(400);
    const accepted = await step(id, 'accept', { until: '2026-11-22' });
    expect(await accepted.json()).toMatchObject({ status: 'ACCEPTED', isOverdue: false });
  });
});
