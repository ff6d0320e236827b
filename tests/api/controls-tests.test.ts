import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tellWhatIsDue } from '../../src/main/areas/notifications/due-check.ts';
import { controlsTable, frameworksTable } from '../../src/main/db/tables/compliance.table.ts';
import {
  controlExceptionsTable,
  controlTestsTable,
} from '../../src/main/db/tables/control-tests.table.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import {
  type ControlTest,
  controlExceptionSchema,
  controlTestSchema,
} from '../../src/shared/areas/compliance/control-tests.contract.ts';
import type { ControlDetail } from '../../src/shared/areas/compliance/controls.contract.ts';
import { failureOf } from '../helpers/bodies.ts';
import { seedApp, seededId } from '../helpers/control-seed.ts';
import {
  openTestApp,
  PASSWORD,
  type RequestOptions,
  type TestApp,
  tokenOf,
} from '../helpers/open-test-app.ts';
import { openTestDb } from '../helpers/open-test-db.ts';

const DAY_MS = 86_400_000;
const CONTROL = seededId('c', 0);
let app: TestApp;
/** Of the account of the tests after it signed in anew; sessions do not last for days. */
let fresh: string | undefined;
beforeEach(async () => {
  fresh = undefined;
  app = await openTestApp({ as: 'Compliance Officer' });
  seedApp(app, { frameworks: 1, controls: 8, evidence: 8 });
});
afterEach(() => app.close());

const post = (path: string, body: unknown = undefined, token?: string) =>
  call('POST', path, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
const valid = {
  title: 'Review of accounts',
  steps: '1. Take the list\n2. Compare',
  cadenceDays: 3,
};
async function testOf(response: Response, status = 200): Promise<ControlTest> {
  expect(response.status).toBe(status);
  return controlTestSchema.strict().parse(await response.json());
}
const create = async (body: object = valid) =>
  testOf(await post(`controls/${CONTROL}/tests`, body), 201);
const run = async (testId: string, body: object, token?: string) =>
  testOf(await post(`control-tests/${testId}/runs`, body, token), 201);
const call = (method: string, path: string, options: RequestOptions = {}) =>
  app.request(method, `/api/compliance/${path}`, {
    ...(fresh === undefined ? {} : { token: fresh }),
    ...options,
  });
async function signIn(person: number): Promise<string> {
  const body = { email: `person${person}@example.test`, password: PASSWORD };
  const token = tokenOf(await app.request('POST', '/api/login', { body, token: null }));
  if (!token) throw new Error('Nobody was signed in');
  return token;
}
async function later(days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  fresh = await signIn(0);
}
const control = async (): Promise<ControlDetail> =>
  (await (await call('GET', `controls/${CONTROL}`)).json()) as ControlDetail;
const other = () => app.tokenFor('Compliance Officer');
const firstRun = (test: ControlTest) => {
  const [newest] = test.runs;
  if (!newest) throw new Error('There is no run');
  return newest;
};
const inDays = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString();

describe('tests and runs', () => {
  test('[CO30] a test is first due after its cadence and overdue from that day on', async () => {
    const made = await create();
    expect(made).toMatchObject({
      ...valid,
      controlRef: 'C-0',
      nextDue: inDays(3),
      isOverdue: false,
    });
    await later(3);
    expect((await control()).overdueTestCount).toBe(1);
    const overdue = await call('GET', 'control-tests?due=overdue');
    expect(overdue.headers.get('X-Total-Count')).toBe('1');
    expect((await overdue.json())[0]).toMatchObject({ id: made.id, isOverdue: true });
  });

  test.each([
    ['title', '', 'Title is required'],
    ['steps', ' ', 'Steps are required'],
    ['cadenceDays', 0, 'Cadence is at least one day'],
    ['cadenceDays', 1.5, 'Cadence is a whole number of days'],
    ['tester', 'nobody', 'There is no such account'],
  ])('[CO30] a test with %s %s is refused', async (path, value, message) => {
    const response = await post(`controls/${CONTROL}/tests`, { ...valid, [path]: value });
    expect(await failureOf(response)).toMatchObject({ status: 400, body: { message } });
  });

  test('[CO31] a run counts once somebody else approves it, and then moves the due date', async () => {
    await other();
    const { id } = await create();
    await later(0.5);
    const token = await signIn(1);
    const waiting = await run(id, {
      result: 'PASS',
      notes: 'All there',
      evidenceId: seededId('e', 1),
    });
    expect(waiting.nextDue).toBe(inDays(2.5));
    expect(firstRun(waiting)).toMatchObject({ approvedAt: null, evidenceTitle: 'Proof 1' });
    const own = await failureOf(await post(`control-test-runs/${firstRun(waiting).id}/approve`));
    expect(own).toMatchObject({
      status: 409,
      body: { message: 'You ran this test yourself: somebody else must approve the run' },
    });
    const approved = await testOf(
      await post(`control-test-runs/${firstRun(waiting).id}/approve`, undefined, token),
    );
    expect(firstRun(approved).isSelfApproved).toBe(false);
    expect(approved.nextDue).toBe(inDays(3));
    const again = await post(`control-test-runs/${firstRun(waiting).id}/approve`, undefined, token);
    expect((await failureOf(again)).status).toBe(409);
  });

  test('[CO31] the only account that may approve approves its own, and the record says so', async () => {
    const lone = await openTestApp({ as: 'Administrator' });
    seedApp(lone, { frameworks: 1, controls: 1, evidence: 1 });
    const call = async (path: string, body?: object) =>
      (await lone.request('POST', `/api/compliance/${path}`, body ? { body } : {})).json();
    const { id } = await call(`controls/${CONTROL}/tests`, valid);
    const ran = (await call(`control-tests/${id}/runs`, { result: 'PASS' })) as ControlTest;
    const approved = await call(`control-test-runs/${firstRun(ran).id}/approve`);
    expect(firstRun(approved as ControlTest).isSelfApproved).toBe(true);
    await lone.close();
  });

  test('[CO32] a failed run that counts proposes a downgrade, which a person confirms', async () => {
    const token = await other();
    expect((await control()).status).toBe('COMPLIANT');
    const { id } = await create();
    const ran = await run(id, { result: 'FAIL', notes: 'Three accounts too many' });
    expect(firstRun(ran).proposedStatus).toBeNull();
    const runId = firstRun(ran).id;
    const decide = (body: object) => post(`control-test-runs/${runId}/decide`, body);
    const confirmed = { decision: 'CONFIRMED', note: 'Seen by the owner too' };
    expect((await failureOf(await decide(confirmed))).status).toBe(409);
    const approved = await testOf(
      await post(`control-test-runs/${runId}/approve`, undefined, token),
    );
    expect(firstRun(approved).proposedStatus).toBe('NON_COMPLIANT');
    expect(await control()).toMatchObject({ status: 'COMPLIANT', openProposals: 1 });
    expect((await failureOf(await decide({ decision: 'CONFIRMED' }))).body.message).toBe(
      'Reason is required',
    );
    await testOf(await decide(confirmed));
    expect(await control()).toMatchObject({ status: 'NON_COMPLIANT', openProposals: 0 });
    expect((await failureOf(await decide(confirmed))).status).toBe(409);
    const history = await (await call('GET', `controls/${CONTROL}/history`)).json();
    const entry = history.find(
      (one: { action: string }) => one.action === 'compliance.confirmDowngrade',
    );
    expect(entry.reason).toBe('Seen by the owner too');
  });

  test('[CO32] a dismissed proposal changes nothing, an inconclusive run proposes nothing', async () => {
    const token = await other();
    const { id } = await create();
    const unclear = firstRun(await run(id, { result: 'INCONCLUSIVE' }));
    const counted = await testOf(
      await post(`control-test-runs/${unclear.id}/approve`, undefined, token),
    );
    expect(firstRun(counted).proposedStatus).toBeNull();
    app.clock.advance(1000);
    const failed = firstRun(await run(id, { result: 'FAIL' }));
    await post(`control-test-runs/${failed.id}/approve`, undefined, token);
    const dismissed = { decision: 'DISMISSED', note: 'The wrong list was taken' };
    await testOf(await post(`control-test-runs/${failed.id}/decide`, dismissed));
    expect(await control()).toMatchObject({ status: 'COMPLIANT', openProposals: 0 });
  });

  test('[CO33] a run that is not approved can be withdrawn; a test with runs that count stays', async () => {
    const token = await other();
    const { id } = await create();
    const { id: runId } = firstRun(await run(id, { result: 'PASS' }));
    const withdrawn = await call('DELETE', `control-test-runs/${runId}`);
    expect((await testOf(withdrawn)).runs).toEqual([]);
    const kept = firstRun(await run(id, { result: 'PASS' }));
    await post(`control-test-runs/${kept.id}/approve`, undefined, token);
    const remove = () => call('DELETE', `control-tests/${id}`);
    expect((await failureOf(await remove())).status).toBe(409);
    const counted = await call('DELETE', `control-test-runs/${kept.id}`);
    expect((await failureOf(counted)).status).toBe(409);
    const stopped = await call('PATCH', `control-tests/${id}`, {
      body: { isActive: false },
    });
    expect((await testOf(stopped)).isActive).toBe(false);
    expect(
      (await failureOf(await post(`control-tests/${id}/runs`, { result: 'PASS' }))).status,
    ).toBe(409);
    const unused = await create();
    expect((await call('DELETE', `control-tests/${unused.id}`)).status).toBe(200);
  });

  test('[CO33] what is not there is 404, what is wrong 400', async () => {
    const { id } = await create();
    for (const path of ['control-tests/nowhere/runs', 'control-test-runs/nowhere/approve']) {
      expect(
        (await failureOf(await post(path, path.endsWith('runs') ? { result: 'PASS' } : undefined)))
          .status,
      ).toBe(404);
    }
    for (const body of [
      {},
      { result: 'MAYBE' },
      { result: 'PASS', evidenceId: 'nowhere' },
      { result: 'PASS', ranAt: inDays(1) },
    ]) {
      expect((await failureOf(await post(`control-tests/${id}/runs`, body))).status).toBe(400);
    }
  });
});

describe('exceptions', () => {
  const except = async (owner: string, days = 3) =>
    post(`controls/${CONTROL}/exceptions`, {
      owner,
      reason: 'Replaced in spring',
      expiresAt: inDays(days),
    });

  test('[CO35] an exception has owner, reason and expiry, is shown, and ends by itself', async () => {
    const me = await (await app.request('GET', '/api/auth/user')).json();
    const response = await except(me.id);
    expect(response.status).toBe(201);
    expect(controlExceptionSchema.strict().parse(await response.json())).toMatchObject({
      ...{ owner: me.id, reason: 'Replaced in spring', isInForce: true },
    });
    expect((await control()).exceptionUntil).toBe(inDays(3));
    expect((await failureOf(await except(me.id))).status).toBe(409);
    await later(3);
    expect((await control()).exceptionUntil).toBeNull();
    expect((await except(me.id)).status).toBe(201);
  });

  test('[CO35] it can be ended early, once; nobody, no reason, no expiry, or one too far is refused', async () => {
    const me = await (await app.request('GET', '/api/auth/user')).json();
    const { id } = await (await except(me.id)).json();
    expect((await post(`control-exceptions/${id}/end`)).status).toBe(200);
    expect((await failureOf(await post(`control-exceptions/${id}/end`))).status).toBe(409);
    expect((await failureOf(await except('nobody'))).body.message).toBe('There is no such account');
    expect((await failureOf(await except(me.id, -1))).body.message).toBe(
      'The expiry must lie ahead',
    );
    expect((await failureOf(await except(me.id, 900))).status).toBe(400);
    const empty = await post(`controls/${CONTROL}/exceptions`, {});
    expect((await failureOf(empty)).body.issues?.map(({ message }) => message)).toEqual([
      'Owner is required',
      'Reason is required',
      'Expiry is required',
    ]);
  });

  test('[CO36] a test that is due and an exception that expires remind, with a link to the control', () => {
    const { db, clock, close } = openTestDb();
    db.write({ actor: null, origin: 'system', action: 'test.seed' }, (tx) => {
      const times = { createdAt: tx.now, updatedAt: tx.now };
      tx.insert(frameworksTable, { id: 'f', name: 'F', createdAt: tx.now });
      for (const id of ['c1', 'c2'])
        tx.insert(controlsTable, {
          ...{ id, frameworkId: 'f', controlId: id, title: 'Logging', ...times },
          isApplicable: id === 'c1',
        });
      const due = { title: 'Look', cadenceDays: 30, nextDue: tx.now - DAY_MS, ...times };
      tx.insert(controlTestsTable, { id: 't1', controlId: 'c1', ...due });
      tx.insert(controlTestsTable, { id: 't2', controlId: 'c1', ...due, isActive: false });
      tx.insert(controlTestsTable, { id: 't3', controlId: 'c2', ...due });
      const exception = { controlId: 'c1', reason: 'Replaced', ...times };
      tx.insert(controlExceptionsTable, { id: 'x1', ...exception, expiresAt: tx.now + 6 * DAY_MS });
      tx.insert(controlExceptionsTable, { id: 'x2', ...exception, expiresAt: tx.now + 9 * DAY_MS });
    });
    const told = () =>
      db.read('test', (reader) =>
        reader.all<{ title: string; body: string; link: string }>(
          'SELECT title, body, link FROM notifications ORDER BY title',
        ),
      );
    tellWhatIsDue(db, clock.now(), newUuid);
    const link = '/compliance?tab=controls&control=c1';
    const expected = [
      { title: "A control's exception expires within 7 days", body: 'c1 Logging', link },
      { title: 'A test of a control is due', body: 'c1 Look', link },
    ];
    expect(told()).toEqual(expected);
    tellWhatIsDue(db, clock.now(), newUuid);
    expect(told()).toEqual(expected);
    close();
  });
});
