/** Files that take long: `kill -9` at both ends in the middle of them, and what memory they take. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { collect } from '../../helpers/evidence-calls.ts';
import {
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { createRandom } from '../../helpers/random.ts';
import { eventually } from '../worker/two-cores.ts';
import { expectAlike } from './alike.ts';
import {
  appOf,
  createWorkspaceOn,
  inviteTo,
  joinWith,
  openStation,
  type Station,
} from './hosts.ts';

const MIB = 1024 * 1024;
const DEATHS = Number(process.env.WATCHFLOOR_KILLS ?? 3);

let cluster: TestCluster;
let login: PostgresLogin;
const open: Station[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());
afterEach(async () => {
  for (const station of open.splice(0)) await station.close();
});

async function pair(): Promise<[Station, Station]> {
  login = await cluster.emptyDatabase();
  const [ada, bea] = [await openStation('ada'), await openStation('bea')];
  open.push(ada, bea);
  await createWorkspaceOn(ada, login);
  await joinWith(bea, await inviteTo(ada, 'bea'));
  await expectAlike([ada, bea], login);
  return [ada, bea];
}

const chunks = async () => {
  const [row] = await query(login, 'SELECT count(*) AS n FROM sync.chunks');
  return Number(row?.n ?? 0);
};

async function sumAt(station: Station, id: string): Promise<string> {
  const response = await station.request('GET', `/api/evidence/${id}/file`);
  const sum = createHash('sha256');
  for await (const piece of response.body ?? []) sum.update(piece);
  return sum.digest('hex');
}

test('[SY222] killed at both ends in the middle of a file, it goes on at the chunk where it was', {
  timeout: 300_000,
}, async () => {
  const random = createRandom(222);
  const [ada, bea] = await pair();
  const bytes = randomBytes(48 * MIB + 7);
  const { id } = await collect(appOf(ada), 'memory.raw', bytes);
  const sent: number[] = [];
  for (let death = 0; death < DEATHS && (await chunks()) < 49; death++) {
    await sleep(random.below(900));
    await ada.kill();
    sent.push(await chunks());
    await ada.start();
  }
  await ada.call('POST', '/api/sync/now');
  await eventually(async () => (await chunks()) === 49, `all chunks, after ${sent}`, 120_000);
  await bea.call('POST', '/api/sync/now');
  await eventually(
    async () => (await bea.request('GET', `/api/evidence/${id}`)).status === 200,
    'the row at Bea',
  );
  const fetched = () => bea.request('POST', `/api/evidence/${id}/fetch`);
  for (let death = 0; death < DEATHS; death++) {
    const ended = fetched().catch(() => null);
    await sleep(random.below(900));
    await bea.kill();
    await ended;
    await bea.start();
  }
  await eventually(async () => (await fetched()).status === 200, 'fetched', 120_000);
  expect(await sumAt(bea, id)).toBe(createHash('sha256').update(bytes).digest('hex'));
  await expectAlike([ada, bea], login, `seed ${random.seed}`);
});
