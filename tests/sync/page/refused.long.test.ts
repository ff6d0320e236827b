/** What the server does not take, when files come, and how a conflict is told: two cores, a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SyncFiles } from '../../../src/shared/areas/sync/sync-files.contract.ts';
import type { RefusedAnswer } from '../../../src/shared/areas/sync/sync-refused.contract.ts';
import type { SyncConflict } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { openBeside } from '../../helpers/beside.ts';
import { collect } from '../../helpers/evidence-calls.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { openWorkspace, type Workstation, eventually as within } from '../worker/two-cores.ts';

/** Other work may run beside this. */
const eventually = (isSo: () => Promise<boolean>, what: string) => within(isSo, what, 45_000);

let cluster: TestCluster;
let ada: Workstation;
let bea: Workstation;
let open: Workstation[] = [];

beforeAll(async () => {
  cluster = await startPostgres();
}, 120_000);
afterAll(() => cluster.stop());
beforeEach(async () => {
  open = await openWorkspace(await cluster.database());
  const [first, second] = open;
  if (!first || !second) throw new Error('Two workstations are needed');
  [ada, bea] = [first, second];
}, 120_000);
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
  open = [];
}, 120_000);

const refusedAt = (on: Workstation) => on.get<RefusedAnswer>('/api/sync/refused');
const titlesAt = async (on: Workstation) =>
  (await on.get<{ title: string }[]>('/api/risks')).map(({ title }) => title);

/** Beyond what any page lets a person write. */
function setDescription(on: Workstation, id: string, letters: number): void {
  const connection = openBeside(on.dataDir, 'writable');
  connection.prepare('UPDATE risks SET description = ? WHERE id = ?').run('x'.repeat(letters), id);
  connection.close();
}

test('[SY204] a record that is too large for the server is named with its size, field and cure, and goes once it is smaller', async () => {
  const body = {
    title: 'Small',
    description: 'd',
    category: 'OPERATIONAL',
    likelihood: 3,
    impact: 3,
  };
  const { id } = await bea.post<{ id: string }>('/api/risks', body);
  await eventually(async () => (await titlesAt(ada)).includes('Small'), 'it at Ada');
  setDescription(bea, id, 5_000_000);
  await bea.patch(`/api/risks/${id}`, { title: 'Grown' });
  await eventually(async () => (await bea.status()).refused === 1, 'it is counted');
  await bea.synced();
  expect(await refusedAt(bea)).toMatchObject({
    ...{ total: 1, mostBytes: 4 * 1024 * 1024 },
    records: [
      {
        ...{ table: 'risks', record: id, title: 'Grown', link: `/risk?risk=${id}` },
        ...{ reason: 'too-large', largestField: 'description' },
      },
    ],
  });
  // All else goes on.
  const more = await bea.post<{ id: string }>('/api/risks', { ...body, title: 'After it' });
  expect(more.id).not.toBe(id);
  await eventually(async () => (await titlesAt(ada)).includes('After it'), 'the next at Ada');
  expect(await titlesAt(ada)).toContain('Small');
  setDescription(bea, id, 100);
  await bea.patch(`/api/risks/${id}`, { title: 'Shortened' });
  await eventually(async () => (await titlesAt(ada)).includes('Shortened'), 'it at Ada');
  await eventually(async () => (await bea.status()).refused === 0, 'its answer at Bea');
  expect((await refusedAt(bea)).records).toEqual([]);
}, 150_000);

test('[SY205] a record that the server does not permit is said as that, and is tried again on a word', async () => {
  const alert = await bea.post<{ id: string }>('/api/alerts', alertBody({ title: 'Held' }));
  await bea.synced();
  const connection = openBeside(bea.dataDir, 'writable');
  connection
    .prepare(
      "INSERT INTO sync_refused (table_name, record_id, reason) VALUES ('alerts', ?, 'restricted')",
    )
    .run(alert.id);
  connection.close();
  const said = await refusedAt(bea);
  expect(said.records).toMatchObject([
    { reason: 'restricted', title: 'Held', link: `/alerts?alert=${alert.id}` },
  ]);
  // The two who may be asked.
  expect(said.administrators).toHaveLength(2);
  const guest = await bea.tokenFor('Auditor');
  const refused = await bea.request('POST', '/api/sync/refused/retry', { token: guest, body: {} });
  expect(refused.status).toBe(403);
  expect((await bea.request('POST', '/api/sync/refused/retry', { body: {} })).status).toBe(204);
  await bea.synced();
  expect((await bea.status()).refused).toBe(0);
}, 120_000);

test('[SY261] what was changed before the role was is kept here, said with whom to ask, and goes once the role is back', async () => {
  const { id } = await bea.post<{ id: string }>('/api/alerts', alertBody({ title: 'Before' }));
  const isAt = async (on: Workstation) =>
    (await on.request('GET', `/api/alerts/${id}`)).status === 200;
  await eventually(() => isAt(ada), 'it is at Ada');
  const { id: person } = await bea.get<{ id: string }>('/api/auth/user');
  const roleOfBea = (role: string) => ada.patch(`/api/sync/people/${person}`, { role });
  await bea.patch('/api/sync', { isPaused: true });
  await roleOfBea('Auditor');
  // The core of this workstation has not heard of it yet.
  await bea.patch(`/api/alerts/${id}`, { escalated: true, reason: 'While away' });
  await bea.patch('/api/sync', { isPaused: false });
  await eventually(async () => (await bea.status()).refused === 1, 'it is refused');
  const said = await refusedAt(bea);
  expect(said.records).toMatchObject([
    { reason: 'analysts-only', title: 'Before', link: `/alerts?alert=${id}` },
  ]);
  // Not those who are so no longer, once that is heard.
  await eventually(async () => (await refusedAt(bea)).administrators.length === 1, 'whom to ask');
  const isEscalated = async (on: Workstation) =>
    (await on.get<{ escalated: boolean }>(`/api/alerts/${id}`)).escalated;
  expect([await isEscalated(bea), await isEscalated(ada)]).toEqual([true, false]);
  await roleOfBea('SOC Analyst');
  await eventually(async () => {
    await bea.request('POST', '/api/sync/refused/retry', { body: {} });
    return isEscalated(ada);
  }, 'the change is at Ada');
  await eventually(async () => (await bea.status()).refused === 0, 'nothing is refused');
}, 150_000);

test('[SY206] files come when opened, up to a size or all at once, as chosen; figures say where they are', async () => {
  const filesAt = (on: Workstation) => on.get<SyncFiles>('/api/sync/files');
  expect((await filesAt(bea)).policy.fetch).toBe('opening');
  await collect(ada, 'note.txt', Buffer.alloc(1_000, 'n'));
  await collect(ada, 'capture.txt', Buffer.alloc(3_000_000, 'c'));
  await eventually(async () => {
    const { elsewhere } = await filesAt(bea);
    return elsewhere.files === 2;
  }, 'both are known');
  await eventually(async () => (await filesAt(ada)).toSend.files === 0, 'both are sent');
  expect(await filesAt(ada)).toMatchObject({ here: { files: 2, bytes: 3_001_000 } });
  expect(await filesAt(bea)).toMatchObject({ here: { files: 0 }, toFetch: { files: 0 } });
  await bea.patch('/api/sync/files', { fetch: 'below', megabytes: 1 });
  await eventually(async () => (await filesAt(bea)).here.files === 1, 'the note is here');
  expect(await filesAt(bea)).toMatchObject({
    policy: { fetch: 'below', megabytes: 1 },
    elsewhere: { files: 1, bytes: 3_000_000 },
  });
  await bea.patch('/api/sync/files', { fetch: 'all', megabytes: 1 });
  await eventually(async () => {
    const { here, toFetch } = await filesAt(bea);
    return here.files === 2 && toFetch.files === 0;
  }, 'both are here');
  expect(await filesAt(bea)).toMatchObject({
    ...{ policy: { fetch: 'all' }, elsewhere: { files: 0 }, problems: [] },
  });
  const token = await bea.tokenFor('Auditor');
  const body = { fetch: 'opening', megabytes: 1 };
  const guests = await bea.request('PATCH', '/api/sync/files', { token, body });
  expect(guests.status).toBe(403);
  const wrong = { body: { fetch: 'below', megabytes: 0 } };
  expect((await bea.request('PATCH', '/api/sync/files', wrong)).status).toBe(400);
}, 150_000);

test('[SY203] who is part of a conflict is told of it with both values, as the page writes them', async () => {
  const risk = { title: 'Disputed', description: 'd', category: 'OPERATIONAL' };
  const body = { ...risk, likelihood: 3, impact: 3 };
  const { id } = await ada.post<{ id: string }>('/api/risks', body);
  await eventually(async () => (await titlesAt(bea)).includes('Disputed'), 'it at Bea');
  await bea.patch('/api/sync', { isPaused: true });
  await ada.patch(`/api/risks/${id}`, { category: 'COMPLIANCE', reason: 'x' });
  await ada.synced();
  await bea.patch(`/api/risks/${id}`, { category: 'FINANCIAL', reason: 'y' });
  await bea.patch('/api/sync', { isPaused: false });
  const told = async () =>
    (await bea.get<{ title: string; body: string; link: string }[]>('/api/notifications')).find(
      ({ title }) => title.includes('changed on both sides'),
    );
  await eventually(async () => (await told()) !== undefined, 'the notification');
  expect(await told()).toMatchObject({
    title: 'Category of risk "Disputed": changed on both sides',
    link: `/risk?risk=${id}`,
  });
  expect((await told())?.body).toMatch(
    /^"Financial" \(.+\) stands; "Compliance" \(.+\) does not, and is one click away\.$/,
  );
  // Several at once are named, too.
  await bea.patch('/api/sync', { isPaused: true });
  await ada.patch(`/api/risks/${id}`, { title: 'Ada says', description: 'a', reason: 'x' });
  await ada.synced();
  await bea.patch(`/api/risks/${id}`, { title: 'Bea says', description: 'b', reason: 'y' });
  await bea.patch('/api/sync', { isPaused: false });
  await eventually(
    async () =>
      (await bea.get<{ title: string; body: string }[]>('/api/notifications')).some(
        ({ title, body }) =>
          /^You and others changed \d fields at the same time$/.test(title) &&
          body.includes('Title of risk "Bea says": "Bea says" (') &&
          body.includes('"Ada says" ('),
      ),
    'both are told',
  );
  const path = `/api/sync/conflicts?table=risks&record=${id}`;
  const { conflicts } = await bea.get<{ conflicts: SyncConflict[] }>(path);
  expect(conflicts.find(({ field }) => field === 'category')).toMatchObject({
    ...{ kept: { value: 'Financial' }, other: { value: 'Compliance' } },
  });
}, 120_000);
