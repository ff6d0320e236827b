/** A new password for a workstation, cut off before and after the server took it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/platform/clock.ts';
import { openTestApp, type TestApp } from '../../helpers/open-test-app.ts';
import { query, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually } from '../worker/two-cores.ts';
import { type Proxy as Line, openProxy } from './proxy.ts';

let cluster: TestCluster;
let proxy: Line;
let app: TestApp | undefined;
beforeAll(async () => {
  cluster = await startPostgres();
  proxy = await openProxy(cluster.port);
}, 60_000);
afterEach(async () => {
  proxy.swallowAnswerTo(null);
  await app?.close();
  app = undefined;
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await cluster.stop();
});

interface State {
  readonly state: string;
}

async function openWorkstation(): Promise<{ database: string; station: TestApp }> {
  const login = await cluster.emptyDatabase();
  const station = await openTestApp({ as: 'Administrator', deps: { clock: systemClock } });
  app = station;
  await station.request('PATCH', '/api/isolation', { body: { isIsolated: false } });
  const { user, password, database } = login;
  const connection = `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`;
  const body = { connection, name: 'Floor', label: 'Desk' };
  const made = await station.request('POST', '/api/sync/workspaces', { body });
  expect(made.ok).toBe(true);
  return { database, station };
}

const passwordOf = async (database: string): Promise<unknown> => {
  const [row] = await query(
    cluster.superuser(),
    `SELECT rolpassword FROM pg_authid WHERE rolname = (SELECT usename FROM pg_stat_activity
       WHERE datname = '${database}' AND usename LIKE 'wf\\_%' LIMIT 1)`,
  );
  return row?.rolpassword;
};

const isSynced = async (station: TestApp, token: string | undefined): Promise<boolean> => {
  const response = await station.request('GET', '/api/sync', { token: token ?? null });
  return ((await response.json()) as State).state === 'up-to-date';
};

describe('[SY188] a new password that was cut off', () => {
  it.each([
    ['after the server took it', (at: Line) => at.swallowAnswerTo('sync.rotate')],
    ['before the server heard of it', (at: Line) => at.cutAt('sync.rotate')],
  ])('%s, and Watchfloor ended with it: it gets in all the same', async (_, cut) => {
    const { database, station } = await openWorkstation();
    await eventually(() => isSynced(station, station.token), 'the first sync', 60_000);
    const before = await passwordOf(database);
    expect(before).toBeDefined();
    cut(proxy);
    const rotated = await station.request('POST', '/api/sync/password');
    expect(rotated.status).toBe(503);
    await station.app.close();
    proxy.swallowAnswerTo(null);
    proxy.cutAt(null);
    const again = await openTestApp({
      ...{ dataDir: station.dataDir, as: null, deps: { clock: systemClock } },
    });
    app = again;
    await eventually(() => isSynced(again, station.token), 'a sync after it', 60_000);
    const token = station.token ?? null;
    expect((await again.request('POST', '/api/sync/password', { token })).status).toBe(204);
    await eventually(() => isSynced(again, station.token), 'a sync under the next', 60_000);
    expect(await passwordOf(database)).not.toBe(before);
  });
});
