import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  ResidualExplanation,
  RiskDetail,
} from '../../src/shared/areas/risk/risks.contract.ts';
import type {
  DueRiskReview,
  OpenRiskTask,
  RiskControl,
} from '../../src/shared/areas/risk/risks.treatment.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { createFramework } from '../helpers/framework-calls.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';
import { riskCalls } from '../helpers/risk-calls.ts';

let app: TestApp;
let calls: ReturnType<typeof riskCalls>;
let control: RiskControl;
type Parts = Pick<RiskDetail, 'tasks' | 'reviews' | 'controls'>;

beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  calls = riskCalls(app);
  const framework = await createFramework(app, 'House rules');
  for (const controlId of ['HR-1', 'HR-2']) {
    const made = await calls.call('POST', '/api/compliance/controls', {
      controlId,
      title: `Rule ${controlId}`,
      description: 'What it asks for',
      category: 'Access Control',
      priority: 'MEDIUM',
      frameworkId: framework.id,
    });
    if (made.status >= 300) throw new Error(JSON.stringify(made.body));
  }
  const found = await calls.call<RiskControl[]>('GET', '/api/risks/control-choices?q=house%20hr-1');
  const [first] = found.body;
  if (!first) throw new Error('no control to link');
  control = first;
});
afterAll(() => app.close());

const explain = async (id: string) =>
  (await calls.call<ResidualExplanation>('GET', `/api/risks/${id}/residual`)).body;
const link = (id: string, weight?: number) =>
  calls.call<Parts>('PUT', `/api/risks/${id}/controls/${control.id}`, weight ? { weight } : {});
const assess = (status: string) =>
  calls.call('PATCH', `/api/compliance/controls/${control.id}`, { status, reason: 'Looked at' });

describe('linked controls', () => {
  test('[RK24] the residual follows the control: linked, assessed, unlinked', async () => {
    const { id } = await calls.add();
    const linked = await link(id);
    expect(linked.body.controls).toMatchObject([{ id: control.id, ref: 'HR-1', weight: 2 }]);
    expect((await calls.get(id)).body).toMatchObject({
      residualRisk: '20.0',
      residualBasis: 'CONTROLS',
      controlCount: 1,
    });
    expect((await assess('COMPLIANT')).body).toMatchObject({ status: 'COMPLIANT' });
    await vi.waitFor(
      async () => expect((await calls.get(id)).body.residualRisk).toBe('16.4'),
      8_000,
    );
    expect(await explain(id)).toMatchObject({
      formula: 'residual/1',
      inherent: '20.0',
      residual: '16.4',
      computed: '16.4',
      basis: 'CONTROLS',
      maxReduction: 0.9,
      controls: [{ ref: 'HR-1', status: 'COMPLIANT', assurance: 20, share: 1, counts: true }],
      assessment: null,
    });
    const [step] = queryBeside<{ action: string; reason: string; origin: string }>(
      app.dataDir,
      `SELECT action, reason, origin FROM audit_log WHERE record_id = ? AND origin = 'system'`,
      id,
    );
    expect(step).toEqual({
      action: 'risks.refreshResidual',
      origin: 'system',
      reason: 'Recomputed by residual/1: inherent 20.0; assurance of HR-1 20.0',
    });
    const path = `/api/risks/${id}/controls/${control.id}`;
    expect((await calls.call('DELETE', path, {})).body.message).toBe('Reason is required');
    await calls.call('DELETE', path, { reason: 'Wrong one' });
    expect((await calls.get(id)).body).toMatchObject({
      residualRisk: '14.0',
      residualBasis: 'CREATION',
      controlCount: 0,
    });
    expect((await calls.call('DELETE', path, { reason: 'r' })).status).toBe(404);
  });

  test('[RK25] an own assessment stands, says why, and ends with a new score or when it is withdrawn', async () => {
    const { id } = await calls.add();
    await link(id);
    const path = `/api/risks/${id}/residual`;
    for (const [body, message] of [
      [
        { residualRisk: 21, reason: 'r' },
        'Residual risk must be a number from 0 to the inherent risk',
      ],
      [
        { residualRisk: -1, reason: 'r' },
        'Residual risk must be a number from 0 to the inherent risk',
      ],
      [
        { residualRisk: 'x', reason: 'r' },
        'Residual risk must be a number from 0 to the inherent risk',
      ],
      [{ residualRisk: 5 }, 'Reason is required'],
    ] as const)
      expect((await calls.call('PUT', path, body)).body.message).toBe(message);
    const own = await calls.call<RiskDetail>('PUT', path, {
      residualRisk: '5.5',
      reason: 'Tested',
    });
    expect(own.body).toMatchObject({ residualRisk: '5.5', residualBasis: 'PERSON' });
    await link(id, 3);
    expect((await calls.get(id)).body).toMatchObject({
      residualRisk: '5.5',
      residualBasis: 'PERSON',
    });
    expect((await explain(id)).assessment).toMatchObject({ byName: 'Ada Admin', reason: 'Tested' });
    await calls.call('PUT', path, { residualRisk: null, reason: 'Formula again' });
    expect((await calls.get(id)).body.residualBasis).toBe('CONTROLS');
    await calls.call('PUT', path, { residualRisk: 1, reason: 'Once more' });
    const again = await calls.change(id, { impact: 4, reason: 'Smaller' });
    expect(again.body).toMatchObject({ inherentRisk: '16.0', residualBasis: 'CONTROLS' });
  });

  test('what cannot be linked is refused', async () => {
    const { id } = await calls.add();
    expect((await calls.call('PUT', `/api/risks/${id}/controls/none`, {})).status).toBe(404);
    const heavy = await link(id, 4);
    expect(heavy.body.message).toBe('Weight must be one of 1, 2, 3');
    expect((await calls.call('PUT', `/api/risks/none/controls/${control.id}`, {})).status).toBe(
      404,
    );
  });
});

describe('tasks', () => {
  test('[RK26] are listed over all risks by their due day, and leave the list when they are done', async () => {
    const { id } = await calls.add({ title: 'With tasks' });
    const add = (body: object) => calls.call<Parts>('POST', `/api/risks/${id}/tasks`, body);
    await add({ title: 'Whenever' });
    await add({ title: 'Leap day', due: '2028-02-29' });
    const made = await add({ title: 'Late', due: '2026-11-19' });
    expect(made.body.tasks.map(({ title, isOverdue }) => [title, isOverdue])).toEqual([
      ['Late', true],
      ['Leap day', false],
      ['Whenever', false],
    ]);
    const open = () => calls.call<OpenRiskTask[]>('GET', '/api/risks/tasks?limit=2');
    const first = await open();
    expect(first.total).toBe('3');
    expect(first.body.map(({ title }) => title)).toEqual(['Late', 'Leap day']);
    const rest = await calls.call<OpenRiskTask[]>('GET', `/api/risks/tasks?cursor=${first.cursor}`);
    expect(rest.body).toMatchObject([{ title: 'Whenever', risk: { id, title: 'With tasks' } }]);
    expect((await calls.get(id)).body.openTaskCount).toBe(3);
    const task = first.body[0]?.id ?? '';
    const done = await calls.call<Parts>('PATCH', `/api/risk-tasks/${task}`, { done: true });
    expect(done.body.tasks.at(-1)).toMatchObject({
      title: 'Late',
      doneOn: '2026-11-20',
      doneByName: 'Ada Admin',
      isOverdue: false,
    });
    expect((await open()).total).toBe('2');
    await calls.call('PATCH', `/api/risk-tasks/${task}`, { done: false, due: null });
    expect((await open()).total).toBe('3');
    const path = `/api/risk-tasks/${task}`;
    expect((await calls.call('DELETE', path, { reason: '' })).body.message).toBe(
      'Reason is required',
    );
    expect((await calls.call('DELETE', path, { reason: 'Twice there' })).status).toBe(200);
    expect((await calls.call('PATCH', path, { done: true })).status).toBe(404);
  });

  test.each([
    [{}, 'Title is required'],
    [{ title: 't'.repeat(301) }, 'Title must be less than 300 characters'],
    [{ title: 'T', due: '2026-13-01' }, 'Due date must be a date like 2026-11-20'],
    [{ title: 'T', owner: 'nobody' }, 'There is no such account'],
  ])('%j is refused', async (body, message) => {
    const { id } = await calls.add();
    const answer = await calls.call('POST', `/api/risks/${id}/tasks`, body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });
});

describe('reviews', () => {
  test('[RK27] the next one follows by the cadence, in whole months; a day given wins', async () => {
    const { id, nextReview } = await calls.add({ reviewMonths: 3 });
    expect(nextReview).toBe('2027-02-20');
    const path = `/api/risks/${id}/reviews`;
    expect((await calls.call('POST', path, {})).body.message).toBe('Note is required');
    const early = await calls.call('POST', path, { note: 'n', nextReview: '2026-11-20' });
    expect(early.body.message).toBe('The next review must be after today');
    const one = await calls.call<Parts>('POST', path, { note: 'Stands' });
    expect(one.body.reviews).toMatchObject([
      {
        reviewedOn: '2026-11-20',
        reviewedByName: 'Ada Admin',
        note: 'Stands',
        riskScore: '20.0',
        residualRisk: '14.0',
        nextReview: '2027-02-20',
      },
    ]);
    await calls.call('POST', path, { note: 'Soon again', nextReview: '2026-12-01' });
    const due = await calls.call<DueRiskReview[]>('GET', '/api/risks/due-reviews');
    expect(due.body).toMatchObject([
      { id, lastReview: '2026-11-20', nextReview: '2026-12-01', isOverdue: false },
    ]);
    const yearly = await calls.change(id, { reviewMonths: 12 });
    expect(yearly.body.nextReview).toBe('2027-11-20');
    expect((await calls.call('GET', '/api/risks/due-reviews')).total).toBe('0');
  });
});

describe('days in other zones', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test.each([
    // Clocks go forward at 2 a.m. of the 27th there; it is still the 26th in UTC.
    ['Pacific/Auckland', '2026-09-26T13:30:00.000Z', '2026-09-27', '2026-10-27'],
    // The hour that comes twice.
    ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01', '2026-12-01'],
    ['America/New_York', '2026-03-09T03:30:00.000Z', '2026-03-08', '2026-04-08'],
    ['Pacific/Auckland', '2028-02-28T12:00:00.000Z', '2028-02-29', '2028-03-29'],
    ['UTC', '2026-01-31T23:59:59.000Z', '2026-01-31', '2026-02-28'],
  ])('[RK6] %s at %s', async (name, at, today, inAMonth) => {
    process.env.TZ = name;
    const away = await openTestApp({ as: 'Administrator', clock: new TestClock(Date.parse(at)) });
    try {
      const { add, get, call } = riskCalls(away);
      const { id } = await add({ targetDate: today, reviewMonths: 1 });
      expect((await get(id)).body).toMatchObject({
        targetDate: today,
        isTargetOverdue: false,
        nextReview: inAMonth,
      });
      const review = await call<Parts>('POST', `/api/risks/${id}/reviews`, { note: 'n' });
      expect(review.body.reviews).toMatchObject([{ reviewedOn: today, nextReview: inAMonth }]);
      const late = await add({ targetDate: dayBefore(today) });
      expect(late.isTargetOverdue).toBe(true);
      const overdue = await call<{ id: string }[]>('GET', '/api/risks?overdue=1');
      expect(overdue.body.map((risk) => risk.id)).toEqual([late.id]);
    } finally {
      await away.close();
    }
  });
});

const dayBefore = (day: string) =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
