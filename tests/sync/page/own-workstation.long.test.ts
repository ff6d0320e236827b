/** Who joined as anything but Administrator, on the own workstation: two whole cores, a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Isolation } from '../../../src/shared/areas/isolation/isolation.contract.ts';
import type { Membership } from '../../../src/shared/areas/sync/joining.contract.ts';
import type { SyncPeople } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { openWorkspace, type Workstation, eventually as within } from '../worker/two-cores.ts';

/** Other work may run beside this. */
const eventually = (isSo: () => Promise<boolean>, what: string) => within(isSo, what, 60_000);

let cluster: TestCluster;
let ada: Workstation;
/** Joined as SOC Analyst. */
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
  const { id } = await me(bea);
  await ada.patch(`/api/sync/people/${id}`, { role: 'SOC Analyst' });
  await eventually(async () => {
    await bea.get('/api/sync/people');
    return (await me(bea)).role === 'SOC Analyst';
  }, 'the role is here');
}, 150_000);
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
  open = [];
}, 60_000);

const me = (on: Workstation) => on.get<{ id: string; role: string }>('/api/auth/user');
const statusOf = async (on: Workstation, method: string, path: string, body: object = {}) =>
  (await on.request(method, path, { body })).status;
const place = (on: Workstation) => on.get<Membership | null>('/api/sync/membership');
const isolation = (on: Workstation) => on.get<Isolation>('/api/isolation');

test('[SY200] an analyst pauses, goes on and syncs now on the own workstation, and manages nothing beyond it', async () => {
  expect(await place(bea)).toMatchObject({ mayPause: true, mayLeave: true });
  await bea.patch('/api/sync', { isPaused: true });
  await eventually(async () => (await bea.status()).state === 'paused', 'paused');
  expect((await ada.status()).state).not.toBe('paused');
  await bea.patch('/api/sync', { isPaused: false });
  await bea.synced();
  expect(await statusOf(bea, 'POST', '/api/sync/now')).toBe(200);
  const who = { email: 'x@example.test', name: 'X', role: 'Auditor' };
  const [other] = (await ada.get<SyncPeople>('/api/sync/people')).people;
  for (const [method, path, body] of [
    ['POST', '/api/sync/invitations', who],
    ['POST', '/api/sync/check', {}],
    ['POST', '/api/sync/password', {}],
    ['PATCH', `/api/sync/people/${other?.id}`, { role: 'Auditor' }],
    ['POST', `/api/sync/people/${other?.id}/revoke`, {}],
    ['PATCH', '/api/settings', { models: { isIsolated: true } }],
  ] as const)
    expect(await statusOf(bea, method, path, body), path).toBe(403);
}, 150_000);

test('[SY201] an analyst isolates the own workstation and connects it again, but not what an administrator isolated', async () => {
  expect((await isolation(bea)).maySwitch).toBe(true);
  await bea.patch('/api/isolation', { isIsolated: true });
  await eventually(async () => (await bea.status()).state === 'isolated', 'isolated');
  expect(await statusOf(bea, 'PATCH', '/api/isolation', { allowsLocalModel: false })).toBe(403);
  expect((await isolation(bea)).maySwitch).toBe(true);
  await bea.patch('/api/isolation', { isIsolated: false });
  await bea.synced();
  // On a workstation that an administrator works on, too.
  const token = await ada.tokenFor('SOC Analyst');
  const asDee = async (method: string, path: string, body?: object) =>
    (await ada.request(method, path, { token, ...(body === undefined ? {} : { body }) })).status;
  // Without a place in the workspace: nothing.
  expect(await asDee('PATCH', '/api/isolation', { isIsolated: true })).toBe(403);
  expect(await asDee('PATCH', '/api/sync', { isPaused: true })).toBe(403);
  const { invitation } = await ada.post<{ invitation: string }>('/api/sync/invitations', {
    ...{ email: 'dee@example.test', name: 'Dee', role: 'SOC Analyst' },
  });
  expect(await asDee('POST', '/api/account/sync', { invitation })).toBe(200);
  await ada.patch('/api/isolation', { isIsolated: true });
  expect(await asDee('PATCH', '/api/isolation', { isIsolated: false })).toBe(403);
  await ada.patch('/api/isolation', { isIsolated: false });
  expect(await asDee('PATCH', '/api/isolation', { isIsolated: true })).toBe(200);
  expect(await asDee('PATCH', '/api/isolation', { isIsolated: false })).toBe(200);
  // [SY202] Nor does one of several take the workstation away from the others.
  const leave = { mode: 'wipe', reason: 'x', word: 'WIPE' };
  expect(await asDee('POST', '/api/sync/leave', leave)).toBe(403);
  expect(await isolation(ada)).toMatchObject({ isIsolated: false, maySwitch: true });
}, 150_000);

test('[SY202] an analyst leaves with the own workstation alone, and can run it and join again', async () => {
  const kept = { mode: 'keep', reason: 'On leave', word: 'LEAVE' };
  expect(await statusOf(bea, 'POST', '/api/sync/leave', kept)).toBe(204);
  expect(await place(bea)).toBeNull();
  expect((await me(bea)).role).toBe('Administrator');
  // At the server it was this place alone.
  await eventually(async () => {
    const { people, workstations } = await ada.get<SyncPeople>('/api/sync/people');
    const seat = workstations.find(({ label }) => label === 'bea');
    return seat?.isRevoked === true && people.every(({ isRevoked }) => !isRevoked);
  }, 'the seat is free');
}, 120_000);
