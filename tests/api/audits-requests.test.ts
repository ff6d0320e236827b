import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuditRequest,
  auditRequestSchema,
} from '../../src/shared/areas/audits/requests.contract.ts';
import { makeAudit, makeRunningAudit, send } from '../helpers/audit-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let analyst: string;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer', workspace: 'demo' });
  analyst = await app.tokenFor('SOC Analyst');
  auditor = await app.tokenFor('Auditor');
});
afterAll(() => app.close());

interface Named {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
  readonly collectionDate?: string;
}
const frameworkNamed = async (name: string): Promise<string> => {
  const all = await send<Named[]>(app, 'GET', '/api/compliance/frameworks?limit=1000');
  const found = all.find((framework) => framework.name === name);
  if (!found) throw new Error(`No framework ${name}`);
  return found.id;
};
const ask = (auditId: string, fields: object = {}) =>
  send<AuditRequest>(app, 'POST', `/api/audits/${auditId}/requests`, {
    body: { title: 'Quarterly review of rights', ...fields },
  });
const post = (id: string, verb: string, body: object = {}, token?: string) =>
  app.request('POST', `/api/audit-requests/${id}/${verb}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });
const requestsOf = (auditId: string) =>
  send<AuditRequest[]>(app, 'GET', `/api/audit-requests?audit=${auditId}`);
const evidence = () => send<Named[]>(app, 'GET', '/api/evidence?limit=1000');
const dayOf = (time: string | undefined) => Date.parse(time ?? '');
const DAY = 86_400_000;

describe('asking', () => {
  test('by hand, numbered within the audit', async () => {
    const { id } = await makeRunningAudit(app);
    const first = auditRequestSchema.strict().parse(await ask(id, { due: '2026-12-01' }));
    const second = await ask(id, { description: ' All systems ' });
    expect(first).toMatchObject({
      number: 1,
      status: 'OPEN',
      due: '2026-12-01',
      isOverdue: false,
      origin: 'hand',
    });
    expect(second).toMatchObject({ number: 2, description: 'All systems' });
  });

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ owner: 'nobody' }, 'owner', 'There is no such account'],
    [{ controlIds: ['none'] }, 'controlIds', 'There is no such control'],
    [{ due: 'soon' }, 'due', 'Due date must be a date like 2026-11-20'],
  ])('%j is refused', async (fields, path, message) => {
    const { id } = await makeAudit(app);
    const body = { title: 'A', ...fields };
    expect(
      await failureOf(await app.request('POST', `/api/audits/${id}/requests`, { body })),
    ).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
    expect(await send(app, 'GET', `/api/audits/${id}`)).toMatchObject({
      preparationStartedAt: null,
    });
  });

  test('[AD6] from the scope: every control once, also when it is done again', async () => {
    const frameworkId = await frameworkNamed('SOC 2 Type II');
    const { id } = await makeRunningAudit(app, { frameworkIds: [frameworkId] });
    const generate = () => send(app, 'POST', `/api/audits/${id}/requests/generate`, { body: {} });
    const made = await generate();
    expect(made).toMatchObject({ alreadyAsked: 0, merged: 0 });
    expect(made.controls).toBeGreaterThan(20);
    const asked = (await requestsOf(id)).flatMap(({ controls }) => controls.map((c) => c.id));
    expect(asked.length).toBe(made.controls);
    expect(new Set(asked).size).toBe(made.controls);
    expect(await generate()).toEqual({
      created: 0,
      controls: 0,
      alreadyAsked: made.controls,
      merged: 0,
    });
    expect((await requestsOf(id)).length).toBe(made.created);
  });

  test('[AD6] without frameworks there is nothing to ask about', async () => {
    const { id } = await makeAudit(app);
    const response = await app.request('POST', `/api/audits/${id}/requests/generate`, { body: {} });
    expect(await failureOf(response)).toMatchObject({
      status: 409,
      body: { message: 'There is no control in scope: choose the frameworks first' },
    });
  });

  test('[AD10] a CSV list, looked at first', async () => {
    const { id } = await makeRunningAudit(app, {
      frameworkIds: [await frameworkNamed('SOC 2 Type II')],
    });
    const [control] = (
      await send<{ requests: never } & Record<string, unknown>>(
        app,
        'POST',
        `/api/audits/${id}/requests/generate`,
        { body: {} },
      ).then(() => requestsOf(id))
    ).flatMap(({ controls }) => controls);
    const csv = [
      'Title;Description;Control;Owner;Due',
      `"=cmd|calc";What was done;${control?.ref};admin@example.test;2026-12-05`,
      ';no title;;;',
      'Firewall rules;;NO-1;nobody@example.test;',
      'Bad day;;;;12/05/2026',
    ].join('\r\n');
    const before = (await requestsOf(id)).length;
    const call = (isPreview: boolean) =>
      send<{ created: number; rows: Record<string, unknown>[] }>(
        app,
        'POST',
        `/api/audits/${id}/requests/import`,
        { body: { csv, isPreview } },
      );
    const preview = await call(true);
    expect(preview).toEqual({
      created: 0,
      rows: [
        { line: 2, title: '=cmd|calc', problem: null, notes: [] },
        { line: 3, title: '', problem: 'Title is required', notes: [] },
        {
          line: 4,
          title: 'Firewall rules',
          problem: null,
          notes: [
            "There is no account 'nobody@example.test': left without an owner",
            "There is no control 'NO-1'",
          ],
        },
        {
          line: 5,
          title: 'Bad day',
          problem: 'Due date must be a date like 2026-11-20',
          notes: [],
        },
      ],
    });
    expect((await requestsOf(id)).length).toBe(before);
    expect((await call(false)).created).toBe(2);
    const made = (await requestsOf(id)).filter(({ origin }) => origin === 'csv');
    expect(made.find(({ title }) => title === '=cmd|calc')).toMatchObject({
      due: '2026-12-05',
      owner: { name: 'Ada Admin' },
      controls: [{ id: control?.id }],
    });
  });

  test.each([
    ['title\n', 'There is no row under the head'],
    ['name\nA', "The first row must name the columns, 'title' among them"],
    ['title\n"open', 'This is no CSV: a quote is open or a row is broken'],
    [`title\n${'a\n'.repeat(1001)}`, 'There are more than 1000 rows'],
  ])('[AD10] what is no list is refused', async (csv, message) => {
    const { id } = await makeRunningAudit(app);
    const response = await app.request('POST', `/api/audits/${id}/requests/import`, {
      body: { csv },
    });
    expect(await failureOf(response)).toMatchObject({ status: 400, body: { message } });
  });

  test('changed, withdrawn, and its history', async () => {
    const { id: auditId } = await makeRunningAudit(app);
    const { id } = await ask(auditId);
    const changed = await send(app, 'PATCH', `/api/audit-requests/${id}`, {
      body: { title: 'Reviews of rights', due: '2026-10-01' },
    });
    expect(changed).toMatchObject({ title: 'Reviews of rights', isOverdue: true });
    const history = await send<{ action: string }[]>(
      app,
      'GET',
      `/api/audit-requests/${id}/history`,
    );
    expect(history.map(({ action }) => action)).toEqual(['audits.updateRequest', 'audits.request']);
    expect((await app.request('DELETE', `/api/audit-requests/${id}`)).status).toBe(204);
    expect((await app.request('GET', `/api/audit-requests/${id}`)).status).toBe(404);
    expect((await ask(auditId)).number).toBe(2);
  });
});

describe('providing and deciding', () => {
  test('[AD7] evidence of the period is attached; of another only when that is said', async () => {
    const all = await evidence();
    const inside = all.find((item) => dayOf(item.collectionDate) > 0);
    const at = dayOf(inside?.collectionDate);
    const outside = all.find((item) => Math.abs(dayOf(item.collectionDate) - at) > 20 * DAY);
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    const { id: auditId } = await makeAudit(app, {
      periodStart: day(at - 2 * DAY),
      periodEnd: day(at + 2 * DAY),
    });
    const { id } = await ask(auditId);
    const attach = (evidenceId: string | undefined, more: object = {}) =>
      post(id, 'evidence', { evidenceId, ...more }, analyst);
    expect(await (await attach(inside?.id)).json()).toMatchObject({
      evidence: [{ id: inside?.id, isInPeriod: true }],
    });
    expect(await failureOf(await attach(inside?.id))).toMatchObject({
      status: 409,
      body: { message: 'This evidence is attached already' },
    });
    expect(await failureOf(await attach(outside?.id))).toEqual({
      status: 409,
      body: {
        message:
          'This evidence is of another period than the audit. Attach it only if that is meant.',
        allowed: ['outsidePeriod'],
      },
    });
    const meant = await attach(outside?.id, { outsidePeriod: true });
    expect(await meant.json()).toMatchObject({ evidence: [{}, { isInPeriod: false }] });
    const [step] = await send<{ reason: string }[]>(
      app,
      'GET',
      `/api/audit-requests/${id}/history`,
    );
    expect(step).toMatchObject({
      action: 'audits.attachEvidence',
      reason: 'Of another period than the audit',
    });
    expect((await attach('none')).status).toBe(400);
    const off = await app.request('DELETE', `/api/audit-requests/${id}/evidence/${outside?.id}`);
    expect(await off.json()).toMatchObject({ evidence: [{ id: inside?.id }] });
    const remove = await app.request('DELETE', `/api/audit-requests/${id}`);
    expect(remove.status).toBe(409);
  });

  test('[AD8] somebody else accepts', async () => {
    const { id: auditId } = await makeRunningAudit(app);
    const { id } = await ask(auditId);
    expect((await post(id, 'provide')).status).toBe(400);
    const provided = await post(id, 'provide', { note: 'In the share of the audit' });
    expect(await provided.json()).toMatchObject({ status: 'PROVIDED', isSelfApproved: false });
    expect(await failureOf(await post(id, 'accept'))).toMatchObject({
      status: 409,
      body: { message: 'You provided this yourself: somebody else accepts it' },
    });
    const accepted = await post(id, 'accept', { note: 'Complete' }, app.adminToken);
    expect(await accepted.json()).toMatchObject({
      status: 'ACCEPTED',
      decidedBy: { name: 'Ada Admin' },
      isSelfApproved: false,
    });
    const change = await app.request('PATCH', `/api/audit-requests/${id}`, {
      body: { title: 'B' },
    });
    expect(change.status).toBe(409);
  });

  test('[AD8] who is alone may accept, and the record says so', async () => {
    const alone = await openTestApp({ as: 'Administrator' });
    try {
      const { id: auditId } = await makeRunningAudit(alone);
      const { id } = await send<AuditRequest>(alone, 'POST', `/api/audits/${auditId}/requests`, {
        body: { title: 'List' },
      });
      await send(alone, 'POST', `/api/audit-requests/${id}/provide`, { body: { note: 'There' } });
      expect(
        await send(alone, 'POST', `/api/audit-requests/${id}/accept`, { body: {} }),
      ).toMatchObject({
        status: 'ACCEPTED',
        isSelfApproved: true,
      });
    } finally {
      await alone.close();
    }
  });

  test('[AD9] returned with a reason, and provided again', async () => {
    const { id: auditId } = await makeRunningAudit(app);
    const { id } = await ask(auditId);
    await post(id, 'provide', { note: 'Here' }, analyst);
    expect((await post(id, 'return', {})).status).toBe(400);
    const returned = await post(id, 'return', { reason: 'The third quarter is missing' });
    expect(await returned.json()).toMatchObject({
      status: 'RETURNED',
      decisionNote: 'The third quarter is missing',
    });
    expect(await failureOf(await post(id, 'accept'))).toEqual({
      status: 409,
      body: {
        message: 'This request is RETURNED and cannot become ACCEPTED. Allowed: PROVIDED.',
        allowed: ['PROVIDED'],
      },
    });
    await post(id, 'provide', { note: 'With the third quarter' }, analyst);
    expect((await post(id, 'accept')).status).toBe(200);
  });

  test('across audits: what is missing, whose it is, what is late', async () => {
    const { id: auditId } = await makeRunningAudit(app);
    const late = await ask(auditId, { due: '2026-11-01' });
    const done = await ask(auditId, { due: '2026-11-01' });
    await post(done.id, 'provide', { note: 'There' });
    const list = (query: string) =>
      send<AuditRequest[]>(app, 'GET', `/api/audit-requests?${query}&limit=1000`);
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('overdue=true')).toContain(late.id);
    expect(await ids('overdue=true')).not.toContain(done.id);
    expect(await ids('status=PROVIDED')).toContain(done.id);
    expect(await ids(`audit=${auditId}&status=OPEN,RETURNED`)).toEqual([late.id]);
    expect((await app.request('GET', '/api/audit-requests?status=LOST')).status).toBe(400);
  });

  test('who may', async () => {
    const { id: auditId } = await makeRunningAudit(app);
    const { id } = await ask(auditId);
    const status = async (verb: string, body: object, token: string) =>
      (await post(id, verb, body, token)).status;
    expect(await status('provide', { note: 'A' }, auditor)).toBe(403);
    expect(await status('accept', {}, auditor)).toBe(403);
    expect(await status('accept', {}, analyst)).toBe(403);
    expect(await status('return', { reason: 'A' }, analyst)).toBe(403);
    const body = { title: 'A' };
    for (const token of [analyst, auditor]) {
      expect(
        (await app.request('POST', `/api/audits/${auditId}/requests`, { body, token })).status,
      ).toBe(403);
      expect(
        (await app.request('PATCH', `/api/audit-requests/${id}`, { body, token })).status,
      ).toBe(403);
      expect((await app.request('DELETE', `/api/audit-requests/${id}`, { token })).status).toBe(
        403,
      );
      expect((await app.request('GET', `/api/audit-requests/${id}`, { token })).status).toBe(200);
    }
    expect((await post('none', 'provide', { note: 'A' })).status).toBe(404);
  });
});
