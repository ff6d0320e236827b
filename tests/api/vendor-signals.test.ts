import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReassessmentDetail } from '../../src/shared/areas/vendors/vendor-signals.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { send } from '../helpers/audit-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { eventually, makeVendor, tasksOf } from '../helpers/vendor-assessment-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());

const vendorWith = (name: string, fields: object = {}) =>
  makeVendor(app, { name, domains: [`${name}.example`], ...fields });
const taskOf = (vendorId: string, count = 1) =>
  eventually(async () =>
    (await tasksOf(app, `?vendorId=${vendorId}`)).find((task) => task.signalCount >= count),
  );
const step = (id: string, name: string, reason?: string, token?: string) =>
  app.request('POST', `/api/vendor-reassessments/${id}/${name}`, {
    body: reason === undefined ? {} : { reason },
    ...(token === undefined ? {} : { token }),
  });

test('[VE80] an alert that touches a vendor opens one task, to which more are added', async () => {
  const vendorId = await vendorWith('alpha');
  const first = await createAlert(app, { title: 'Query for cdn.alpha.example', severity: 'LOW' });
  const task = await taskOf(vendorId);
  expect(task).toMatchObject({ state: 'OPEN', priority: 'LOW', signalCount: 1 });
  await createAlert(app, { title: 'Upload to alpha.example', severity: 'CRITICAL' });
  const grown = await taskOf(vendorId, 2);
  expect(grown).toMatchObject({ id: task.id, priority: 'CRITICAL', due: '2026-11-22' });
  const detail = await send<ReassessmentDetail>(app, 'GET', `/api/vendor-reassessments/${task.id}`);
  expect(detail.signals.map(({ thingId }) => thingId)).toContain(first.id);
  const told = queryBeside<{ link: string }>(
    app.dataDir,
    'SELECT link FROM notifications WHERE link LIKE ?',
    `%task=${task.id}`,
  );
  expect(told).toHaveLength(2);
});

test('[VE80] terms that come later find alerts of before, out of the search index', async () => {
  await createAlert(app, { title: 'Beacon to www.later.example' });
  await createAlert(app, { title: 'Beacon to www.notlater.example' });
  await createAlert(app, { title: 'Scan', sourceIp: '198.51.100.77' });
  const byName = await makeVendor(app, { name: 'Later', domains: ['later.example'] });
  expect(await taskOf(byName)).toMatchObject({ signalCount: 1 });
  const byNetwork = await makeVendor(app, { name: 'Net', addresses: ['198.51.100.64/26'] });
  expect(await taskOf(byNetwork)).toMatchObject({ signalCount: 1 });
});

test('[VE84] starting puts an active vendor under review; steps out of turn are refused', async () => {
  const vendorId = await vendorWith('beta');
  await createAlert(app, { title: 'beta.example' });
  const { id } = await taskOf(vendorId);
  for (const role of ['SOC Analyst', 'Auditor'] as const) {
    const token = await app.tokenFor(role);
    expect((await step(id, 'start', undefined, token)).status).toBe(403);
  }
  expect((await step(id, 'start')).status).toBe(200);
  expect(await send(app, 'GET', `/api/vendors/${vendorId}`)).toMatchObject({
    status: 'UNDER_REVIEW',
  });
  expect((await failureOf(await step(id, 'start'))).body.allowed).toEqual(['done', 'dismiss']);
  expect((await failureOf(await step(id, 'done', ' '))).status).toBe(400);
  expect((await step(id, 'done', 'Nothing found')).status).toBe(200);
  expect((await failureOf(await step(id, 'dismiss', 'x'))).status).toBe(409);
});

test('[VE83] a dismissal is quiet for a week, but for what is more severe', async () => {
  const vendorId = await vendorWith('gamma');
  await createAlert(app, { title: 'gamma.example', severity: 'MEDIUM' });
  const { id } = await taskOf(vendorId);
  await step(id, 'dismiss', 'Known');
  await createAlert(app, { title: 'gamma.example again', severity: 'MEDIUM' });
  expect(await taskOf(vendorId, 2)).toMatchObject({ id, state: 'DISMISSED' });
  await createAlert(app, { title: 'gamma.example once more', severity: 'HIGH' });
  const tasks = await eventually(async () => {
    const all = await tasksOf(app, `?vendorId=${vendorId}`);
    return all.length === 2 ? all : undefined;
  });
  expect(tasks[0]).toMatchObject({ state: 'OPEN', priority: 'HIGH' });
});

test('[VE83] a list that names many vendors opens nothing', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `many${index}`);
  for (const name of names) await vendorWith(name);
  await createAlert(app, { description: names.map((name) => `${name}.example`).join(' ') });
  const vendorId = await vendorWith('after');
  await createAlert(app, { title: 'after.example' });
  await taskOf(vendorId);
  const all = await tasksOf(app);
  expect(all.filter(({ vendorName }) => vendorName.startsWith('many'))).toEqual([]);
});

test('[VE83] a flood of alerts is one task with at most 50 rows, and hides nothing graver', async () => {
  const vendorId = await vendorWith('flooded');
  for (let index = 0; index < 70; index += 1)
    await createAlert(app, { title: `Noise ${index} of flooded.example`, severity: 'LOW' });
  await createAlert(app, { title: 'Grave flooded.example', severity: 'CRITICAL' });
  const task = await taskOf(vendorId, 71);
  expect(task).toMatchObject({ signalCount: 71, keptCount: 50, priority: 'CRITICAL' });
  const detail = await send<ReassessmentDetail>(app, 'GET', `/api/vendor-reassessments/${task.id}`);
  expect(detail.signals).toHaveLength(50);
  expect(detail.signals.map(({ title }) => title)).toContain('Grave flooded.example');
  expect(await tasksOf(app, `?vendorId=${vendorId}`)).toHaveLength(1);
});

test('[VE86] what was cut off goes on where it stopped, and counts nothing twice', async () => {
  const folder = await openTestApp({ as: 'Administrator' });
  const vendorId = await makeVendor(folder, { name: 'Cut', domains: ['cut.example'] });
  await createAlert(folder, { title: 'cut.example one' });
  await eventually(async () =>
    (await tasksOf(folder)).find(({ signalCount }) => signalCount === 1),
  );
  await createAlert(folder, { title: 'cut.example two' });
  // Closed before the matching's moment has come.
  await folder.app.close();
  const again = await openTestApp({ as: null, dataDir: folder.dataDir });
  const count = () =>
    queryBeside<{ n: number }>(
      again.dataDir,
      'SELECT signal_count AS n FROM vendor_reassessments WHERE vendor_id = ?',
      vendorId,
    )[0]?.n;
  await eventually(async () => (count() === 2 ? true : undefined));
  await again.close();
});
