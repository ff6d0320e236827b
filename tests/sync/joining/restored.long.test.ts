/** A workstation whose backup is restored through Settings, in a workspace on a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/platform/clock.ts';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../../helpers/open-test-app.ts';
import { query, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { backUp, restore } from '../../helpers/settings-data.ts';
import { eventually } from '../worker/two-cores.ts';

const HOUR_MS = 3_600_000;

let cluster: TestCluster;
let open: TestApp[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
afterEach(async () => {
  await Promise.all(open.map((app) => app.close()));
  open = [];
}, 60_000);

function callerOf(app: TestApp) {
  let token = app.token;
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const options = body === undefined ? {} : { body };
    const response = await app.request(method, path, { ...options, token: token ?? null });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  return {
    call,
    /** A restore ends every session. */
    async signIn(email: string): Promise<void> {
      const body = { email, password: PASSWORD };
      token = tokenOf(await app.request('POST', '/api/login', { body, token: null }));
    },
    synced: () =>
      eventually(
        async () => {
          const status = await call<{ state: string; backlog: number }>('GET', '/api/sync');
          return status.state === 'up-to-date' && status.backlog === 0;
        },
        'it is up to date',
        60_000,
      ),
    alert: (id: string) => call<Alert>('GET', `/api/alerts/${id}`).catch(() => null),
  };
}

test('[SY186] a restored backup goes on under a new node: what was not sent is, with the clock behind too, and nothing is compared anew', async () => {
  const login = await cluster.database();
  let skew = 0;
  const clock = { now: () => systemClock.now() + skew };
  const app = await openTestApp({ as: 'Administrator', deps: { clock } });
  const other = await openTestApp({ as: 'Administrator', deps: { clock: systemClock } });
  open = [app, other];
  const [ada, bea] = [callerOf(app), callerOf(other)];
  for (const { call } of [ada, bea]) await call('PATCH', '/api/isolation', { isIsolated: false });
  const { user, password, host, port, database } = login;
  const connection = `postgres://${user}:${password}@${host}:${port}/${database}`;
  await ada.call('POST', '/api/sync/workspaces', { connection, name: 'Floor', label: 'ada' });
  const person = { email: 'bea@example.test', name: 'bea', role: 'Administrator' };
  const { invitation } = await ada.call<{ invitation: string }>(
    'POST',
    '/api/sync/invitations',
    person,
  );
  await bea.call('POST', '/api/sync/join', { invitation, mode: 'merge', label: 'bea' });
  const { email } = await ada.call<{ email: string }>('GET', '/api/auth/user');

  const shared = await ada.call<Alert>('POST', '/api/alerts', alertBody({ title: 'Shared' }));
  await ada.synced();
  await eventually(async () => (await bea.alert(shared.id)) !== null, 'it at bea', 60_000);
  // In the backup, and not sent when it was made.
  await ada.call('PATCH', '/api/sync', { isPaused: true });
  const unsent = await ada.call<Alert>('POST', '/api/alerts', alertBody({ title: 'Not sent' }));
  const backup = await backUp(app);
  await ada.call('PATCH', '/api/sync', { isPaused: false });
  await ada.call('PATCH', `/api/alerts/${shared.id}`, { escalated: true, reason: 'After it' });
  await eventually(
    async () => (await bea.alert(shared.id))?.escalated === true,
    'the change',
    60_000,
  );
  await ada.synced();

  skew = -HOUR_MS;
  expect(await restore(app, backup)).toMatchObject({ state: 'DONE' });
  await ada.signIn(email);
  const late = await ada.call<Alert>('POST', '/api/alerts', alertBody({ title: 'Behind' }));
  await ada.call('PATCH', '/api/sync', { isPaused: false });
  for (const { id } of [unsent, late])
    await eventually(async () => (await bea.alert(id)) !== null, 'it at bea', 60_000);
  await eventually(
    async () => (await ada.alert(shared.id))?.escalated === true,
    'what the backup lacks',
    60_000,
  );
  await ada.synced();
  const { differing } = await ada.call<{ differing: unknown[] }>('POST', '/api/sync/check');
  expect(differing).toEqual([]);
  const admin = cluster.superuser(database);
  const [found] = await query(admin, 'SELECT epoch FROM sync.workspaces');
  expect(Number(found?.epoch)).toBe(0);
  const stamps = await query(
    admin,
    `SELECT stamp FROM sync.writes WHERE sent_by = (SELECT seat_id FROM sync.nodes
       GROUP BY seat_id HAVING count(*) > 1)`,
  );
  expect(new Set(stamps.map(({ stamp }) => String(stamp).slice(17))).size).toBe(2);
}, 240_000);
