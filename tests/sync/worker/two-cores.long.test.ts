/** Two whole workstations and a real PostgreSQL: what people do on one is on the other. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import type { SyncConflict } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually, openWorkspace, type Workstation } from './two-cores.ts';

let cluster: TestCluster;
let ada: Workstation;
let bea: Workstation;
let open: Workstation[] = [];

beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
beforeEach(async () => {
  open = await openWorkspace(await cluster.database());
  const [first, second] = open;
  if (!first || !second) throw new Error('Two workstations are needed');
  [ada, bea] = [first, second];
}, 60_000);
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
  open = [];
}, 60_000);

const newAlert = (on: Workstation, title: string) =>
  on.post<Alert>('/api/alerts', alertBody({ title }));
const alertOn = async (on: Workstation, id: string): Promise<Alert | null> => {
  const response = await on.request('GET', `/api/alerts/${id}`);
  return response.status === 200 ? ((await response.json()) as Alert) : null;
};
const me = async (on: Workstation) => (await on.get<{ id: string }>('/api/auth/user')).id;

describe('[SY90] two workstations', () => {
  test('have the same alerts, counts and lists, whoever made them', async () => {
    const one = await newAlert(ada, 'Made by Ada');
    const two = await newAlert(bea, 'Made by Bea');
    await eventually(async () => (await alertOn(bea, one.id)) !== null, 'Ada’s alert at Bea');
    await eventually(async () => (await alertOn(ada, two.id)) !== null, 'Bea’s alert at Ada');
    for (const station of [ada, bea]) {
      const list = await station.get<Alert[]>('/api/alerts');
      expect(list.map(({ title }) => title).sort()).toEqual(['Made by Ada', 'Made by Bea']);
    }
    const { differing } = await ada.post<{ differing: unknown[] }>('/api/sync/check');
    expect(differing).toEqual([]);
  });

  test('a single change is on the other one within a second', async () => {
    const { id } = await newAlert(ada, 'Watched');
    await eventually(async () => (await alertOn(bea, id)) !== null, 'it at Bea');
    await Promise.all([ada.synced(), bea.synced()]);
    const times: number[] = [];
    for (const escalated of [true, false, true, false]) {
      const begun = performance.now();
      await ada.patch(`/api/alerts/${id}`, { escalated, reason: 'It moves' });
      await eventually(async () => (await alertOn(bea, id))?.escalated === escalated, 'the change');
      times.push(performance.now() - begun);
    }
    expect(Math.min(...times), times.map(Math.round).join()).toBeLessThan(1_000);
  });

  test('an alert that is assigned to somebody elsewhere is told there, once', async () => {
    const { id } = await newAlert(ada, 'For Bea');
    await eventually(async () => (await alertOn(bea, id)) !== null, 'it at Bea');
    await ada.patch(`/api/alerts/${id}`, { assignedTo: await me(bea) });
    const told = async () =>
      (await bea.get<{ title: string; body: string }[]>('/api/notifications')).filter(({ title }) =>
        title.endsWith('assigned an alert to you'),
      );
    await eventually(async () => (await told()).length > 0, 'the notification');
    await ada.patch(`/api/alerts/${id}`, { status: 'IN_PROGRESS' });
    await eventually(async () => (await alertOn(bea, id))?.status === 'IN_PROGRESS', 'the status');
    await bea.synced();
    expect((await told()).map(({ body }) => body)).toEqual(['For Bea']);
  });
});

describe('[SY91] apart, then together', () => {
  test('a field that two people changed is a conflict on both, and the other value one click away', async () => {
    const { id } = await newAlert(ada, 'Disputed');
    await eventually(async () => (await alertOn(bea, id)) !== null, 'it at Bea');
    await bea.patch('/api/sync', { isPaused: true });
    await ada.patch(`/api/alerts/${id}`, { status: 'IN_PROGRESS' });
    await ada
      .patch(`/api/alerts/${id}`, { status: 'RESOLVED', disposition: 'BENIGN', note: 'x' })
      .catch(() => ada.patch(`/api/alerts/${id}`, { status: 'FALSE_POSITIVE' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await bea.patch(`/api/alerts/${id}`, { status: 'IN_PROGRESS' });
    await ada.synced();
    await bea.patch('/api/sync', { isPaused: false });
    const openAt = async (on: Workstation) =>
      (await on.get<{ conflicts: SyncConflict[] }>('/api/sync/conflicts?state=open')).conflicts;
    await eventually(
      async () => (await openAt(bea)).some(({ field }) => field === 'status'),
      'at Bea',
    );
    await eventually(
      async () => (await openAt(ada)).some(({ field }) => field === 'status'),
      'at Ada',
    );
    await eventually(
      async () => (await alertOn(ada, id))?.status === (await alertOn(bea, id))?.status,
      'one status',
    );
    expect((await alertOn(ada, id))?.status).toBe('IN_PROGRESS');
    const conflict = (await openAt(ada)).find(({ field }) => field === 'status');
    const taken = await ada.post<SyncConflict>(`/api/sync/conflicts/${conflict?.id}/take`);
    expect(taken.state).toBe('taken');
    const theirs = (await alertOn(ada, id))?.status;
    expect(theirs).not.toBe('IN_PROGRESS');
    await eventually(async () => (await alertOn(bea, id))?.status === theirs, 'it at Bea');
  });

  test('isolation in the middle cuts at once, and what was done meanwhile arrives after it', async () => {
    await bea.patch('/api/isolation', { isIsolated: true });
    await eventually(async () => (await bea.status()).state === 'isolated', 'isolated');
    const one = await newAlert(ada, 'While Bea was isolated');
    const two = await newAlert(bea, 'On the island');
    await ada.synced();
    expect(await alertOn(bea, one.id)).toBeNull();
    expect((await bea.status()).state).toBe('isolated');
    await bea.patch('/api/isolation', { isIsolated: false });
    await eventually(async () => (await alertOn(bea, one.id)) !== null, 'Ada’s at Bea');
    await eventually(async () => (await alertOn(ada, two.id)) !== null, 'Bea’s at Ada');
  });

  test('a server that dies is said, and what was done meanwhile is kept and sent after', async () => {
    await cluster.kill();
    const { id } = await newAlert(ada, 'Without a server');
    await eventually(
      async () => (await ada.status()).problem?.kind === 'unreachable',
      'it is said',
    );
    const { state, problem, backlog } = await ada.status();
    expect(state).toBe('waiting');
    expect(problem?.cure).toMatch(/Nothing is lost/);
    expect(backlog).toBeGreaterThan(0);
    await cluster.start();
    await ada.post('/api/sync/now');
    await bea.post('/api/sync/now');
    await eventually(async () => (await alertOn(bea, id)) !== null, 'it at Bea', 60_000);
  });
});
