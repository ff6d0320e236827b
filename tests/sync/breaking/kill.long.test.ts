/**
 * `kill -9` of workstations: real hosts, a real PostgreSQL, moments from a seed. `WATCHFLOOR_KILLS`
 * gives the number of deaths of each kind, `WATCHFLOOR_TEST_SEED` the moments.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PostgresLogin, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { createRandom } from '../../helpers/random.ts';
import { suricataLine } from '../../helpers/suricata-lines.ts';
import { expectAlike, heldBy } from './alike.ts';
import { createWorkspaceOn, inviteTo, joinWith, openStation, type Station } from './hosts.ts';

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

async function opened(name: string): Promise<Station> {
  const station = await openStation(name);
  open.push(station);
  return station;
}

async function importInto(station: Station, from: number, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) => suricataLine(from + n, 300));
  await station.bytes('POST', `/api/imports?name=${from}.json`, Buffer.from(lines.join('')));
}

const alertsOf = (station: Station) =>
  [...heldBy(station).rows.keys()].filter((key) => key.startsWith('alerts/')).length;

async function dieAndComeBack(station: Station, afterMs: number): Promise<void> {
  await sleep(afterMs);
  await station.kill();
  await station.start();
}

test('[SY220] killed again and again in its first sync, a workstation goes on where it was', {
  timeout: 300_000,
}, async () => {
  const random = createRandom(220);
  const ada = await opened('ada');
  await importInto(ada, 0, 6_000);
  login = await cluster.emptyDatabase();
  await createWorkspaceOn(ada, login);
  await ada.synced();
  const bea = await opened('bea');
  await joinWith(bea, await inviteTo(ada, 'bea'));
  const seen: number[] = [];
  for (let death = 0; death < DEATHS; death++) {
    await dieAndComeBack(bea, random.below(1_500));
    seen.push(alertsOf(bea));
  }
  // It never begins anew.
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  await expectAlike([ada, bea], login, `seed ${random.seed}, alerts at each death: ${seen}`);
  expect(alertsOf(bea)).toBe(6_000);
});

test('[SY220] killed while it sends and while it takes over, nothing is lost and nothing is there twice', {
  timeout: 300_000,
}, async () => {
  const random = createRandom(221);
  login = await cluster.emptyDatabase();
  const ada = await opened('ada');
  await createWorkspaceOn(ada, login);
  const bea = await opened('bea');
  await joinWith(bea, await inviteTo(ada, 'bea'));
  let made = 0;
  for (let death = 0; death < DEATHS; death++) {
    await importInto(ada, made, 1_500);
    await importInto(bea, made + 1_500, 1_500);
    made += 3_000;
    await dieAndComeBack(random.chance(50) ? ada : bea, random.below(1_200));
  }
  await expectAlike([ada, bea], login, `seed ${random.seed}`);
  expect([alertsOf(ada), alertsOf(bea)]).toEqual([made, made]);
});
