import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BatchAnswer,
  batchSchema,
  type ControlBatch,
  type ControlDetail,
} from '../../src/shared/areas/compliance/controls.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { seedApp, seededId } from '../helpers/control-seed.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const PATH = '/api/compliance/controls';
const COUNT = 1200;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  seedApp(app, { frameworks: 4, controls: COUNT, evidence: 300 });
});
afterAll(() => app.close());

const bulk = (body: object) => app.request('POST', `${PATH}/bulk`, { body });
async function change(body: object): Promise<BatchAnswer> {
  const response = await bulk({ reason: 'Reviewed together', ...body });
  expect(response.status).toBe(201);
  return (await response.json()) as BatchAnswer;
}
const undo = (id: string) => app.request('POST', `${PATH}/bulk/${id}/undo`);
const batchOf = async (id: string): Promise<ControlBatch> =>
  batchSchema.strict().parse(await (await app.request('GET', `${PATH}/bulk/${id}`)).json());
const get = async (id: string): Promise<ControlDetail> =>
  (await (await app.request('GET', `${PATH}/${id}`)).json()) as ControlDetail;
async function ended(answer: BatchAnswer): Promise<ControlBatch> {
  for (let tries = 0; answer.job !== null && tries < 400; tries += 1) {
    const job = await (await app.request('GET', `/api/jobs/${answer.job}`)).json();
    if (job.finishedAt !== null) {
      expect(job.state).toBe('DONE');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return batchOf(answer.batch.id);
}
/** Everything that a control holds, apart from when it was changed and by which stamp. */
const snapshot = () =>
  queryBeside<Record<string, unknown>>(
    app.dataDir,
    `SELECT id, status, owner, next_assessment, last_assessment, is_applicable, applicability_reason, priority
     FROM controls ORDER BY id`,
  );
const some = (count: number) => Array.from({ length: count }, (_, n) => seededId('c', n));

describe('changing many', () => {
  test('[CO20] a few are changed within the call, with reason and history, and undone exactly', async () => {
    const before = snapshot();
    const { batch, job } = await change({ ids: some(10), change: { status: 'NON_COMPLIANT' } });
    expect(job).toBeNull();
    expect(batch).toMatchObject({ state: 'DONE', changed: 10, reason: 'Reviewed together' });
    expect(batch.summary).toBe('Status NON COMPLIANT of 10 controls');
    const one = await get(seededId('c', 0));
    expect(one).toMatchObject({
      status: 'NON_COMPLIANT',
      lastAssessment: new Date(app.clock.now()).toISOString(),
    });
    const history = await (await app.request('GET', `${PATH}/${one.id}/history`)).json();
    expect(history[0]).toMatchObject({
      action: 'compliance.bulk',
      reason: 'Reviewed together',
      batchId: batch.id,
    });
    const undone = (await (await undo(batch.id)).json()) as BatchAnswer;
    expect(undone.batch).toMatchObject({ state: 'UNDONE', restored: 10, kept: 0 });
    expect(snapshot()).toEqual(before);
  });

  test('[CO21] all that match the filter, in batches of a job; the undo restores each of them', async () => {
    const before = snapshot();
    const me = await (await app.request('GET', '/api/auth/user')).json();
    const answer = await change({ filter: {}, expectedCount: COUNT, change: { owner: me.id } });
    expect(answer.job).not.toBeNull();
    const batch = await ended(answer);
    expect(batch).toMatchObject({ state: 'DONE', changed: COUNT, skipped: [] });
    expect(new Set(snapshot().map(({ owner }) => owner))).toEqual(new Set([me.id]));
    const undone = await ended((await (await undo(batch.id)).json()) as BatchAnswer);
    expect(undone).toMatchObject({ state: 'UNDONE', restored: COUNT, kept: 0 });
    expect(undone.undoneByName).toBe('Sam Compliance Officer');
    expect(snapshot()).toEqual(before);
  });

  test('[CO22] what somebody changed since is left alone and counted', async () => {
    const ids = some(5);
    const { batch } = await change({ ids, change: { priority: 'LOW' } });
    const [first = '', second = ''] = ids;
    await app.request('PATCH', `${PATH}/${first}`, { body: { priority: 'CRITICAL' } });
    // Another field than the one that the bulk change set.
    await app.request('PATCH', `${PATH}/${second}`, {
      body: { isAutomated: false, priority: 'LOW' },
    });
    const undone = (await (await undo(batch.id)).json()) as BatchAnswer;
    expect(undone.batch).toMatchObject({ restored: 3, kept: 2 });
    expect((await get(first)).priority).toBe('CRITICAL');
    expect((await get(second)).priority).toBe('LOW');
    expect((await get(ids[2] ?? '')).priority).toBe('MEDIUM');
  });

  test('[CO23] what cannot be changed is passed over and named with why', async () => {
    const [id = ''] = some(1);
    await change({
      ids: [id],
      change: { isApplicable: false, applicabilityReason: 'Nothing of that kind here' },
    });
    const { batch } = await change({ ids: some(3), change: { status: 'NON_COMPLIANT' } });
    expect(batch.changed).toBeLessThanOrEqual(2);
    expect(batch.skipped).toEqual([
      { controlId: 'C-0', reason: expect.stringContaining('does not apply') },
    ]);
  });

  test('[CO24] a filter that matches another number than was seen changes nothing', async () => {
    const before = snapshot();
    const filter = { status: 'COMPLIANT' };
    const response = await bulk({ filter, expectedCount: 1, change: { owner: null }, reason: 'x' });
    expect((await failureOf(response)).status).toBe(409);
    expect(snapshot()).toEqual(before);
  });

  test('[CO24] filters in the body are those of the list', async () => {
    const status = 'PARTIALLY_COMPLIANT';
    const listed = await app.request('GET', `${PATH}?status=${status}&limit=1`);
    const expectedCount = Number(listed.headers.get('X-Total-Count'));
    const { batch } = await change({
      filter: { status },
      expectedCount,
      change: { priority: 'HIGH' },
    });
    expect((await ended({ batch, job: null })).id).toBe(batch.id);
  });

  test.each([
    [{ change: { owner: null }, reason: 'x' }, 'Give either ids or a filter'],
    [
      { ids: ['a'], filter: {}, change: { owner: null }, reason: 'x' },
      'Give either ids or a filter',
    ],
    [{ ids: ['a'], change: {}, reason: 'x' }, 'Nothing to change'],
    [{ ids: ['a'], change: { owner: null } }, 'Reason is required'],
    [{ ids: ['a'], change: { owner: null }, reason: ' ' }, 'Reason is required'],
    [{ ids: ['a'], change: { owner: 'nobody' }, reason: 'x' }, 'There is no such account'],
    [
      { ids: ['a'], change: { isApplicable: false }, reason: 'x' },
      'A reason is required where a control does not apply',
    ],
    [
      { filter: { q: 'nowhere to be found' }, change: { owner: null }, reason: 'x' },
      'The filter matches no control',
    ],
  ])('[CO24] %j is refused', async (body, message) => {
    expect(await failureOf(await bulk(body))).toMatchObject({ status: 400, body: { message } });
  });

  test('[CO25] an undo is done once; batches are listed newest first; an unknown one is 404', async () => {
    const { batch } = await change({ ids: some(2), change: { priority: 'CRITICAL' } });
    expect((await undo(batch.id)).status).toBe(200);
    expect((await failureOf(await undo(batch.id))).status).toBe(409);
    const batches = await (await app.request('GET', `${PATH}/bulk`)).json();
    expect(batches[0].id).toBe(batch.id);
    expect((await failureOf(await undo('nowhere'))).status).toBe(404);
    const token = await app.tokenFor('Auditor');
    const forbidden = await app.request('POST', `${PATH}/bulk/${batch.id}/undo`, { token });
    expect((await failureOf(forbidden)).status).toBe(403);
  });
});
