import { afterAll, beforeAll } from 'vitest';
import { describeSyncServer } from '../contract-suites/sync-server.suite.ts';
import { startPostgres, type TestCluster } from '../helpers/postgres.ts';
import { openServerWorld } from '../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

describeSyncServer('in PostgreSQL', async () => openServerWorld(await cluster.database()));
