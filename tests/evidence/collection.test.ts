import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type CollectionTask,
  collectionContract,
} from '../../src/shared/areas/evidence/collection.contract.ts';
import { evidenceContract } from '../../src/shared/areas/evidence/evidence.contract.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/kernel/time.ts';
import { createAlertIn } from '../helpers/alert-calls.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';

const START = Date.parse('2026-11-20T12:00:00.000Z');
const day = (days: number) => new Date(START + days * DAY_MS).toISOString().slice(0, 10);

let app: TestApp;
afterEach(() => app.close());

async function open(as: 'SOC Analyst' | 'Compliance Officer' | 'Auditor' = 'Compliance Officer') {
  app = await openTestApp({ as, clock: new TestClock(START) });
  const beside = openBeside(app.dataDir, 'writable');
  beside.exec(`
    INSERT INTO compliance_frameworks (id, name, created_at, row_version) VALUES ('f', 'Frame', 1, '1');
    INSERT INTO controls (id, framework_id, control_id, title, created_at, updated_at, row_version) VALUES
      ('c1', 'f', 'AC-1', 'Access', 1, 1, '1'), ('c2', 'f', 'AU-6', 'Review of records', 1, 1, '1');
    INSERT INTO evidence (id, title, type, created_at, row_version) VALUES ('e1', 'Minutes', 'DOCUMENT', 1, '1');
  `);
  beside.close();
}

const body = (fields: Record<string, unknown> = {}) => ({
  title: 'Access review',
  type: 'DOCUMENT',
  cadence: 'MONTHLY',
  startsOn: day(0),
  controlIds: ['c1'],
  ...fields,
});

async function create(fields: Record<string, unknown> = {}): Promise<CollectionTask> {
  const response = await app.request('POST', '/api/evidence/collection/tasks', {
    body: body(fields),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as CollectionTask;
}

const tasks = () => app.client.call(collectionContract.tasks, {});
const status = async (method: string, path: string, sent?: unknown) =>
  (await app.request(method, path, sent === undefined ? {} : { body: sent })).status;

describe('tasks', () => {
  test('[EC2] are listed by due day, with their controls, and say what is late', async () => {
    await open();
    await create({ title: 'Later', startsOn: day(60) });
    await create({ title: 'Late', startsOn: day(-2), controlIds: ['c2', 'c1'] });
    await create({ title: 'Today' });
    const listed = await tasks();
    expect(listed.map(({ title, state }) => `${title} ${state}`)).toEqual([
      'Late overdue',
      'Today due',
      'Later later',
    ]);
    expect(listed[0]?.controls.map(({ controlId }) => controlId)).toEqual(['AC-1', 'AU-6']);
    const found = await app.client.page(collectionContract.tasks, { query: { q: 'lat' } });
    expect(found.total).toBe(2);
    const first = await app.client.page(collectionContract.tasks, { query: { limit: 2 } });
    const next = await app.client.page(collectionContract.tasks, {
      query: { limit: 2, cursor: first.nextCursor ?? '' },
    });
    expect([...first.rows, ...next.rows].map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    expect(next.nextCursor).toBeNull();
  });

  test('bad input is refused with words, and nothing is kept', async () => {
    await open();
    const bad: [Record<string, unknown>, string][] = [
      [{ title: ' ' }, 'Title is required'],
      [{ type: 'SPELL' }, 'Choose what is collected'],
      [{ cadence: 'SOMETIMES' }, 'Choose how often it is collected'],
      [{ startsOn: '2026-13-40' }, 'There is no such day'],
      [{ validityDays: 0 }, 'Validity must be a whole number'],
      [{ owner: 'nobody' }, 'There is no such account'],
      [{ controlIds: ['c1', 'none'] }, 'One of the controls does not exist'],
    ];
    for (const [fields, message] of bad) {
      const response = await app.request('POST', '/api/evidence/collection/tasks', {
        body: body(fields),
      });
      expect(response.status, message).toBe(400);
      expect(((await response.json()) as { message: string }).message).toContain(message);
    }
    expect(await tasks()).toEqual([]);
    expect(await status('GET', '/api/evidence/collection/tasks?cursor=nonsense')).toBe(400);
    expect(await status('PATCH', '/api/evidence/collection/tasks/none', { title: 'x' })).toBe(404);
    expect(await status('POST', '/api/evidence/collection/tasks/none/run', {})).toBe(404);
    expect(await status('DELETE', '/api/evidence/collection/tasks/none')).toBe(404);
  });

  test('an auditor reads and changes nothing; without a session there is nothing', async () => {
    await open('Auditor');
    expect(await status('GET', '/api/evidence/collection/tasks')).toBe(200);
    expect(await status('POST', '/api/evidence/collection/tasks', body())).toBe(403);
    expect(await status('GET', '/api/evidence/mappings/controls')).toBe(200);
    const out = await app.request('GET', '/api/evidence/collection/calendar.ics', { token: null });
    expect(out.status).toBe(401);
  });

  test('are changed, paused and deleted; what they collected stays', async () => {
    await open();
    const { id } = await create();
    await app.client.call(collectionContract.complete, {
      params: { id },
      body: { evidenceId: 'e1' },
    });
    const patch = { title: 'Reviewed', controlIds: ['c2'], isActive: false, cadence: 'YEARLY' };
    expect(await status('PATCH', `/api/evidence/collection/tasks/${id}`, patch)).toBe(200);
    const [task] = await tasks();
    expect(task).toMatchObject({ title: 'Reviewed', state: 'paused', cadence: 'YEARLY' });
    expect(task?.nextDue).toBe('2027-11-20');
    expect(task?.controls.map(({ id: control }) => control)).toEqual(['c2']);
    expect(await status('PATCH', `/api/evidence/collection/tasks/${id}`, {})).toBe(400);
    expect(await status('DELETE', `/api/evidence/collection/tasks/${id}`)).toBe(204);
    expect(await tasks()).toEqual([]);
    expect(await status('GET', '/api/evidence/e1')).toBe(200);
  });
});

describe('answers', () => {
  test('[EC3] [EC6] with evidence: linked to every control, due next after today', async () => {
    await open();
    const { id } = await create({ startsOn: '2026-08-31', controlIds: ['c1', 'c2'] });
    const answered = await app.client.call(collectionContract.complete, {
      params: { id },
      body: { evidenceId: 'e1' },
    });
    expect(answered.nextDue).toBe('2026-11-30');
    expect(answered.lastRun).toMatchObject({ outcome: 'COLLECTED', evidenceId: 'e1' });
    const evidence = await app.client.call(evidenceContract.get, { params: { id: 'e1' } });
    expect(evidence.controls.map(({ id: control }) => control).toSorted()).toEqual(['c1', 'c2']);
    const early = await app.client.call(collectionContract.complete, {
      params: { id },
      body: { evidenceId: 'e1' },
    });
    expect(early.nextDue).toBe('2026-12-31');
    const none = { evidenceId: 'no-such' };
    expect(await status('POST', `/api/evidence/collection/tasks/${id}/complete`, none)).toBe(400);
  });

  test('[EC3] a skipped one needs a reason, which its runs keep', async () => {
    await open();
    const { id } = await create();
    const path = `/api/evidence/collection/tasks/${id}/skip`;
    expect(await status('POST', path, { reason: ' ' })).toBe(400);
    expect(await status('POST', path, { reason: 'Nobody was there' })).toBe(200);
    const runs = await app.client.call(collectionContract.runs, { params: { id } });
    expect(runs).toMatchObject([
      { outcome: 'SKIPPED', message: 'Nobody was there', due: day(0), evidenceId: null },
    ]);
    expect((await tasks())[0]?.nextDue).toBe('2026-12-20');
  });
});

describe('[EC4] collectors', () => {
  async function textOf(id: string): Promise<string> {
    const response = await app.request('GET', `/api/evidence/${id}/file`);
    expect(response.status).toBe(200);
    return response.text();
  }

  async function runNow(collector: string, fields: Record<string, unknown> = {}) {
    const { id } = await create({ collector, ...fields });
    return app.client.call(collectionContract.run, { params: { id }, body: {} });
  }

  test('the record of the queue counts what was done in the period', async () => {
    await open();
    const token = await app.tokenFor('SOC Analyst');
    const beside = {
      ...app,
      request: (m: string, p: string, o = {}) => app.request(m, p, { ...o, token }),
    };
    for (const state of ['OPEN', 'RESOLVED', 'FALSE_POSITIVE', 'RESOLVED'] as const)
      await createAlertIn(beside as TestApp, state, { severity: 'HIGH', source: 'EDR' });
    app.clock.advance(HOUR_MS);
    const task = await runNow('queue-record', { validityDays: 30 });
    expect(task.lastRun?.outcome).toBe('COLLECTED');
    const id = task.lastRun?.evidenceId ?? '';
    const record = JSON.parse(await textOf(id));
    expect(record.received).toMatchObject({ total: 4, bySource: { EDR: { HIGH: 4 } } });
    expect(record.closed).toEqual({ FALSE_POSITIVE: 1, RESOLVED: 2 });
    expect(record.firstAction.HIGH).toMatchObject({ firstActions: 3, withinServiceLevel: 3 });
    expect(record.openAtTheEnd).toEqual({ HIGH: 1 });
    const evidence = await app.client.call(evidenceContract.get, { params: { id } });
    expect(evidence).toMatchObject({
      verdict: 'PENDING',
      isValid: false,
      collector: 'queue-record',
      collectedBy: null,
      periodEnd: new Date(START + HOUR_MS).toISOString(),
      expirationDate: new Date(START + HOUR_MS + 30 * DAY_MS).toISOString(),
    });
    expect(evidence.controls.map(({ id: control }) => control)).toEqual(['c1']);
  });

  test('accounts come as CSV without a cell that runs, the configuration as JSON', async () => {
    await open();
    await app.tokenFor('Auditor');
    const beside = openBeside(app.dataDir, 'writable');
    beside.exec(`UPDATE users SET first_name = '=cmd|x' WHERE role = 'Auditor'`);
    beside.close();
    const accounts = await runNow('account-list');
    const csv = await textOf(accounts.lastRun?.evidenceId ?? '');
    expect(csv.split('\r\n')[0]).toContain('email,first name,last name,role,state');
    expect(csv).toContain('Auditor,active');
    expect(csv).not.toMatch(/(^|,)=/m);
    const configuration = await runNow('installation-configuration');
    const json = JSON.parse(await textOf(configuration.lastRun?.evidenceId ?? ''));
    expect(json.permissions.Auditor).toContain('evidence.read');
    expect(json.permissions.Auditor).not.toContain('evidence.write');
    expect(json.settings.sla.CRITICAL).toBeGreaterThan(0);
  });

  test('closed investigations: nothing new is said, and no evidence is written', async () => {
    await open();
    const nothing = await runNow('closed-investigations');
    expect(nothing.lastRun).toMatchObject({ outcome: 'NOTHING_NEW', evidenceId: null });
    const beside = openBeside(app.dataDir, 'writable');
    beside.exec(`INSERT INTO forensic_investigations
      (id, incident_id, title, status, findings, created_at, updated_at, completed_at, closed_at, row_version)
      VALUES ('i1', 'INC-1', 'Phished', 'COMPLETED', '{"verdict":"true positive"}', 1, 1, ${START + HOUR_MS}, ${START + HOUR_MS}, '1')`);
    beside.close();
    app.clock.advance(2 * HOUR_MS);
    const again = await app.client.call(collectionContract.run, {
      params: { id: nothing.id },
      body: {},
    });
    const bundle = JSON.parse(await textOf(again.lastRun?.evidenceId ?? ''));
    expect(bundle.investigations).toMatchObject([
      { id: 'i1', title: 'Phished', findings: { verdict: 'true positive' } },
    ]);
    app.clock.advance(HOUR_MS);
    const third = await app.client.call(collectionContract.run, {
      params: { id: nothing.id },
      body: {},
    });
    expect(third.lastRun?.outcome).toBe('NOTHING_NEW');
  });

  test('a task by hand has none to run', async () => {
    await open();
    const { id } = await create();
    const response = await app.request('POST', `/api/evidence/collection/tasks/${id}/run`, {
      body: {},
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ allowed: ['complete', 'skip'] });
  });

  test('run by themselves on their day, also where the machine slept through it', async () => {
    await open();
    await create({ collector: 'account-list', startsOn: day(2) });
    await create({ collector: 'account-list', startsOn: day(40), title: 'Not yet' });
    const { dataDir, clock } = app;
    clock.advance(5 * DAY_MS);
    await app.app.close();
    app = await openTestApp({ as: null, dataDir, clock });
    const runs = () =>
      queryBeside<{ outcome: string; actor: string | null; due: string }>(
        dataDir,
        'SELECT outcome, actor, due FROM collection_runs',
      );
    await expect.poll(runs).toEqual([{ outcome: 'COLLECTED', actor: null, due: day(2) }]);
    const next = queryBeside<{ next_due: string }>(
      dataDir,
      "SELECT next_due FROM collection_tasks WHERE title = 'Access review'",
    );
    expect(next).toEqual([{ next_due: '2026-12-22' }]);
  });
});

test('[EC7] the calendar has each day once with its reminders, whatever the titles hold', async () => {
  await open();
  await create({ title: 'Review\r\nBEGIN:VEVENT\nSUMMARY:planted', startsOn: day(10) });
  await create({ title: 'Paused', startsOn: day(3) }).then(({ id }) =>
    status('PATCH', `/api/evidence/collection/tasks/${id}`, { isActive: false }),
  );
  const beside = openBeside(app.dataDir, 'writable');
  beside.exec(`UPDATE evidence SET expiration_date = ${START + 90 * DAY_MS} WHERE id = 'e1'`);
  beside.close();
  const response = await app.request('GET', '/api/evidence/collection/calendar.ics');
  expect(response.headers.get('Content-Type')).toContain('text/calendar');
  const lines = (await response.text()).replaceAll('\r\n ', '').split('\r\n');
  const of = (name: string) => lines.filter((line) => line.startsWith(name));
  const uids = of('UID:');
  expect(new Set(uids).size).toBe(uids.length);
  expect(uids.length).toBe(of('BEGIN:VEVENT').length);
  expect(of('SUMMARY:Evidence expires: Minutes')).toHaveLength(1);
  expect(of('SUMMARY:planted')).toEqual([]);
  expect(of('SUMMARY:Collect evidence: Paused')).toEqual([]);
  expect(of('DTSTART').filter((line) => line.includes(day(10).replaceAll('-', '')))).toHaveLength(
    1,
  );
  expect(of('BEGIN:VALARM')).toHaveLength(3 * uids.length);
  expect(of('TRIGGER').slice(0, 3)).toEqual([
    'TRIGGER:-P29DT15H',
    'TRIGGER:-P6DT15H',
    'TRIGGER:-PT15H',
  ]);
});

test('[EC5] a collector that fails says so, stays due, and is not tried at once again', async () => {
  await open();
  const { id } = await create({ collector: 'account-list', startsOn: day(-1) });
  const folder = join(app.dataDir, 'evidence');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'in the way');
  const response = await app.request('POST', `/api/evidence/collection/tasks/${id}/run`, {
    body: {},
  });
  expect(response.status).toBe(503);
  const [task] = await tasks();
  expect(task).toMatchObject({ state: 'overdue', nextDue: day(-1) });
  expect(task?.lastRun).toMatchObject({ outcome: 'FAILED', evidenceId: null });
  rmSync(folder);
  const { dataDir, clock } = app;
  const runs = () => queryBeside(dataDir, 'SELECT outcome FROM collection_runs ORDER BY ran_at');
  const restart = async () => {
    await app.app.close();
    app = await openTestApp({ as: null, dataDir, clock });
  };
  await restart();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(runs()).toEqual([{ outcome: 'FAILED' }]);
  clock.advance(13 * HOUR_MS);
  await restart();
  await expect.poll(runs).toEqual([{ outcome: 'FAILED' }, { outcome: 'COLLECTED' }]);
});
