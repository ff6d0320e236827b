/** A server's disk that is full, and a failover to a standby that lacks the last seconds: real ones. */
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import {
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { createSmallDisk, whyNoSmallDisk } from '../../helpers/small-disk.ts';
import { eventually, openWorkspace, type Workstation } from '../worker/two-cores.ts';

let cluster: TestCluster;
let login: PostgresLogin;
let open: Workstation[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  login = await cluster.database();
  open = await openWorkspace(login);
}, 90_000);
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
});

const pair = (): [Workstation, Workstation] => open as [Workstation, Workstation];
const newAlert = (on: Workstation, title: string, description = 'What was seen') =>
  on.post<Alert>('/api/alerts', { ...alertBody({ title }), description });
const titlesAt = async (on: Workstation) =>
  (await on.get<Alert[]>('/api/alerts')).map(({ title }) => title).sort();
const sql = (text: string, database?: string) => query(cluster.superuser(database), text);
const endSessions = () =>
  sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${login.database}'`);
const now = () => Promise.all(open.map((station) => station.post('/api/sync/now')));

async function expectAlike(titles: readonly string[]): Promise<void> {
  for (const station of open)
    await eventually(
      async () => {
        await station.post('/api/sync/now');
        return (await titlesAt(station)).join() === [...titles].sort().join();
      },
      'all alerts here',
      60_000,
    );
  await Promise.all(open.map((station) => station.synced()));
  for (const station of open) {
    const { differing } = await station.post<{ differing: unknown[] }>('/api/sync/check');
    expect(differing).toEqual([]);
  }
}

const noDisk = whyNoSmallDisk();
test.skipIf(noDisk !== undefined)(
  `[SY224] a server whose disk is full is said to have no room, nothing is lost, and it goes on when there is some${noDisk ? ` (left out: ${noDisk})` : ''}`,
  { timeout: 180_000 },
  async () => {
    const [ada, bea] = pair();
    const disk = createSmallDisk(64);
    try {
      const place = join(disk.path, 'space');
      mkdirSync(place);
      const { uid, gid } = statSync(cluster.folder);
      for (const folder of [disk.path, place]) chownSync(folder, uid, gid);
      await sql(`CREATE TABLESPACE small LOCATION '${place}'`);
      await Promise.all(open.map((station) => station.patch('/api/sync', { isPaused: true })));
      await endSessions();
      await sql(`ALTER DATABASE ${login.database} SET TABLESPACE small`);
      const ballast = join(disk.path, 'ballast');
      fill(ballast);
      await Promise.all(open.map((station) => station.patch('/api/sync', { isPaused: false })));
      const titles: string[] = [];
      await eventually(
        async () => {
          const title = `Alert ${titles.length}`;
          await newAlert(ada, title, 'x'.repeat(500));
          titles.push(title);
          return (await ada.status()).problem?.kind === 'read-only';
        },
        'it is said',
        60_000,
      );
      const { state, problem, backlog } = await ada.status();
      expect(problem?.cause).toBe('The server has no room left on its disk. Nothing is lost here.');
      expect(problem?.cure).toMatch(/Ask your administrator to look after the server/);
      expect([state, backlog > 0]).toEqual(['waiting', true]);
      rmSync(ballast);
      await expectAlike(titles);
      expect((await bea.status()).problem).toBeNull();
    } finally {
      for (const station of open) await station.patch('/api/sync', { isPaused: true });
      await endSessions();
      await sql(`ALTER DATABASE ${login.database} SET TABLESPACE pg_default`);
      await sql('DROP TABLESPACE IF EXISTS small');
      disk.remove();
    }
  },
);

/** Until nothing goes in any more. */
function fill(path: string): void {
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeFileSync(path, piece, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

test('[SY225] a standby takes no changes and is said to; promoted, it gets its missing seconds from the workstations', {
  timeout: 180_000,
}, async () => {
  const [ada, bea] = pair();
  await newAlert(ada, 'Before the copy');
  await expectAlike(['Before the copy']);
  await cluster.copy();
  await newAlert(ada, 'Ada, in the last seconds');
  await newAlert(bea, 'Bea, in the last seconds');
  const before = ['Before the copy', 'Ada, in the last seconds', 'Bea, in the last seconds'];
  await expectAlike(before);
  await cluster.kill();
  await newAlert(ada, 'While there was none');
  await cluster.startCopy();
  expect((await sql('SELECT pg_is_in_recovery() AS is'))[0]?.is).toBe(true);
  await eventually(
    async () => {
      await now();
      return (await ada.status()).problem?.kind === 'read-only';
    },
    'the standby is said to be one',
    60_000,
  );
  const { problem, backlog } = await ada.status();
  expect(problem?.cause).toMatch(/takes no changes now \(read-only, or a standby\)/);
  expect(backlog).toBeGreaterThan(0);
  await sql('SELECT pg_promote()');
  await newAlert(bea, 'After the failover');
  const all = [...before, 'While there was none', 'After the failover'];
  await expectAlike(all);
  const stored = await query(login, 'SELECT title FROM app.alerts ORDER BY title');
  expect(stored.map(({ title }) => title)).toEqual(all.sort());
});
