/** What happens to whole workstations and servers: restarts, restores, servers that cannot write or lost something. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import {
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { eventually, openWorkspace, reopened, type Workstation } from './two-cores.ts';

let cluster: TestCluster;
let login: PostgresLogin;
let open: Workstation[] = [];

beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
beforeEach(async () => {
  login = await cluster.database();
  open = await openWorkspace(login);
}, 60_000);
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
}, 60_000);

function pair(): [Workstation, Workstation] {
  const [ada, bea] = open;
  if (!ada || !bea) throw new Error('Two workstations are needed');
  return [ada, bea];
}
const newAlert = (on: Workstation, title: string) =>
  on.post<Alert>('/api/alerts', alertBody({ title }));
const has = async (on: Workstation, id: string) =>
  (await on.request('GET', `/api/alerts/${id}`)).status === 200;
const hasSoon = (on: Workstation, id: string, what: string) =>
  eventually(() => has(on, id), what, 20_000);
const pauseAll = (isPaused: boolean) =>
  Promise.all(open.map((station) => station.patch('/api/sync', { isPaused })));
const sql = (text: string) => query(cluster.superuser(), text);
const endSessions = (database: string) =>
  sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);

describe('[SY92] a workstation', () => {
  test('that is closed in the middle goes on from there when it is opened again', async () => {
    const [ada, bea] = pair();
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await newAlert(ada, `Alert ${n}`)).id);
    const again = await reopened(bea);
    open = [ada, again];
    await hasSoon(again, ids.at(-1) ?? '', 'the last one');
    for (const id of ids) expect(await has(again, id)).toBe(true);
    const mine = await newAlert(again, 'After the restart');
    await hasSoon(ada, mine.id, 'what came after it');
  });
});

describe('[SY93] a server', () => {
  test('that takes no writes is said to, nothing is lost, and it goes on by itself', async () => {
    const [ada, bea] = pair();
    await sql(`ALTER DATABASE ${login.database} SET default_transaction_read_only = on`);
    await endSessions(login.database);
    const { id } = await newAlert(ada, 'While it was read-only');
    await eventually(async () => (await ada.status()).problem?.kind === 'read-only', 'it is said');
    const { backlog, problem, state } = await ada.status();
    expect([state, backlog > 0]).toEqual(['waiting', true]);
    expect(problem?.cause).toMatch(/takes no changes/);
    await sql(`ALTER DATABASE ${login.database} SET default_transaction_read_only = off`);
    await endSessions(login.database);
    // Without that the one asks after its wait, the other within a minute.
    await ada.post('/api/sync/now');
    await ada.synced();
    await bea.post('/api/sync/now');
    await hasSoon(bea, id, 'it at Bea');
  });

  test('whose last seconds are lost in a failover gets them back from the workstations', async () => {
    const [ada, bea] = pair();
    const kept = await newAlert(ada, 'Before the copy');
    await hasSoon(bea, kept.id, 'the first');
    await pauseAll(true);
    await endSessions(login.database);
    await sql(`CREATE DATABASE standby TEMPLATE ${login.database} OWNER ${login.user}`);
    await pauseAll(false);
    const lost = await newAlert(ada, 'In the last seconds');
    await hasSoon(bea, lost.id, 'the second');
    const edited = await newAlert(bea, 'Of Bea in the last seconds');
    await hasSoon(ada, edited.id, 'the third');
    await Promise.all(open.map((station) => station.synced()));
    await pauseAll(true);
    await endSessions(login.database);
    await sql(`ALTER DATABASE ${login.database} RENAME TO lost`);
    await sql(`ALTER DATABASE standby RENAME TO ${login.database}`);
    const meanwhile = await newAlert(bea, 'Meanwhile');
    await pauseAll(false);
    await hasSoon(ada, meanwhile.id, 'what was done meanwhile');
    await Promise.all(open.map((station) => station.synced()));
    const stored = async () =>
      (await query(login, 'SELECT title FROM app.alerts ORDER BY title')).map(({ title }) => title);
    await eventually(async () => (await stored()).length === 4, 'all four at the server');
    for (const { id } of [kept, lost, edited, meanwhile])
      for (const station of open) expect(await has(station, id)).toBe(true);
    const { differing } = await ada.post<{ differing: unknown[] }>('/api/sync/check');
    expect(differing).toEqual([]);
    await sql('DROP DATABASE lost');
  });
});

describe('[SY94] what people share', () => {
  test('arrives and takes effect: a suppression, a view, a checklist', async () => {
    const [ada, bea] = pair();
    const noise = { title: 'Backup job failed', source: 'Backup', sourceHost: 'bk-01' };
    const owner = (await ada.get<{ id: string }>('/api/auth/user')).id;
    await ada.post('/api/suppressions', {
      ...{ name: 'Nightly backup', scope: { sources: ['Backup'], hosts: ['bk-*'] }, owner },
      reason: 'Known, and followed elsewhere',
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    });
    await eventually(
      async () => (await bea.get<{ name: string }[]>('/api/suppressions')).length === 1,
      'the rule at Bea',
    );
    const { id } = await bea.post<Alert>('/api/alerts', alertBody(noise));
    const listed = async (on: Workstation) =>
      (await on.get<Alert[]>('/api/alerts')).map((alert) => alert.id);
    expect(await listed(bea)).not.toContain(id);
    await hasSoon(ada, id, 'the noise at Ada');
    expect(await listed(ada)).not.toContain(id);
    await ada.post('/api/views', { name: 'Criticals', filter: {}, isShared: true });
    await ada.post('/api/playbooks', {
      name: 'Beacon',
      matches: {},
      steps: [{ text: 'Isolate it' }],
    });
    await eventually(
      async () =>
        (await bea.get<{ name: string }[]>('/api/views')).some(({ name }) => name === 'Criticals'),
      'the view',
    );
    await eventually(
      async () =>
        (await bea.get<{ name: string }[]>('/api/playbooks')).some(({ name }) => name === 'Beacon'),
      'the checklist',
    );
  });
});
