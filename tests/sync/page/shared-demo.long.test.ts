/** A demo that is shared is called one everywhere: whole cores, a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../../src/shared/areas/settings/settings.contract.ts';
import { openBeside } from '../../helpers/beside.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import {
  eventually,
  joinAs,
  openFirst,
  openWorkstation,
  type Workstation,
} from '../worker/two-cores.ts';

let cluster: TestCluster;
const open: Workstation[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((station) => station.close()));
}, 60_000);

const opened = async (station: Promise<Workstation>): Promise<Workstation> => {
  const one = await station;
  open.push(one);
  return one;
};

/** As it would be had its workspace been made with the demo; its thousands of rows matter to nobody here. */
function makeDemo({ dataDir }: Workstation): void {
  const connection = openBeside(dataDir, 'writable');
  connection.prepare("UPDATE meta SET value = 'demo' WHERE key = 'workspace_kind'").run();
  connection.close();
}

const workspaceOf = (on: Workstation) => on.get<Workspace>('/api/workspace');
const DEMO = { kind: 'demo', isShared: true };

test('[SY276] whoever joins a demo, fresh or with what he has, sees that it is one, and deletes nothing of it by leaving the demo', async () => {
  const ada = await opened(openWorkstation());
  makeDemo(ada);
  const { user, password, host, port, database } = await cluster.database();
  await ada.post('/api/sync/workspaces', {
    ...{ connection: `postgres://${user}:${password}@${host}:${port}/${database}` },
    ...{ name: 'Floor', label: 'ada' },
  });
  await ada.synced();
  expect(await workspaceOf(ada)).toMatchObject(DEMO);
  for (const [name, mode] of [
    ['bea', 'fresh'],
    ['cem', 'merge'],
  ] as const) {
    const one = await opened(openWorkstation());
    expect(await workspaceOf(one)).toMatchObject({ kind: 'empty', isShared: false });
    await joinAs(one, ada, name, mode);
    await eventually(
      async () => (await workspaceOf(one)).kind === 'demo',
      `${name} sees that`,
      60_000,
    );
    expect(await workspaceOf(one)).toMatchObject(DEMO);
    expect((await one.request('POST', '/api/workspace/leave-demo')).status).toBe(409);
  }
  expect((await ada.request('POST', '/api/workspace/leave-demo')).status).toBe(409);
  const bea = open[1];
  if (!bea) throw new Error('Nobody joined');
  // With a copy of it he has a demo of his own, which he can leave.
  await bea.post('/api/sync/leave', { mode: 'keep', reason: 'done', word: 'LEAVE' });
  expect(await workspaceOf(bea)).toMatchObject({ kind: 'demo', isShared: false });
  expect((await bea.request('POST', '/api/workspace/leave-demo')).status).toBe(200);
  expect(await workspaceOf(bea)).toMatchObject({ kind: 'empty', isShared: false });
}, 240_000);

test('[SY276] a workspace of real work is not called a demo because somebody brought one', async () => {
  const ada = await opened(openFirst(await cluster.database()));
  const bea = await opened(openWorkstation());
  makeDemo(bea);
  // Of an earlier shared demo, of which a copy was kept.
  const connection = openBeside(bea.dataDir, 'writable');
  connection
    .prepare(
      `INSERT INTO workspace_settings (id, value, updated_at, row_version)
       SELECT 'demo', '{"isDemo":true}', 1, '0190000000000000-' || value FROM meta WHERE key = 'node_id'`,
    )
    .run();
  connection.close();
  await joinAs(bea, ada, 'bea', 'merge');
  await bea.synced();
  await ada.synced();
  const cem = await opened(openWorkstation());
  await joinAs(cem, ada, 'cem', 'fresh');
  await cem.synced();
  expect([await workspaceOf(ada), await workspaceOf(cem)]).toMatchObject([
    { kind: 'empty', isShared: true },
    { kind: 'empty', isShared: true },
  ]);
}, 240_000);
