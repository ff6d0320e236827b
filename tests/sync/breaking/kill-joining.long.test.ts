/** `kill -9` of a workstation while it joins or leaves a workspace; see `kill.long.test.ts` for the seed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PostgresLogin, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { createRandom, type Random } from '../../helpers/random.ts';
import { expectAlike, heldBy } from './alike.ts';
import { createWorkspaceOn, inviteTo, joinWith, openStation, type Station } from './hosts.ts';

const DEATHS = Number(process.env.WATCHFLOOR_KILLS ?? 2);
/** Joining and leaving take this long at most beside other work; later deaths find them done. */
const SPAN_MS = 900;

let cluster: TestCluster;
let login: PostgresLogin;
let ada: Station;
let others: Station[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
  login = await cluster.emptyDatabase();
  ada = await openStation('ada');
  await newAlert(ada, 'Of Ada');
  await createWorkspaceOn(ada, login);
}, 120_000);
afterEach(async () => {
  for (const station of others) await station.close();
  others = [];
});
afterAll(async () => {
  await ada?.close();
  await cluster?.stop();
});

const newAlert = (on: Station, title: string) =>
  on.call('POST', '/api/alerts', {
    ...{ title, description: 'What was seen', severity: 'HIGH', source: 'EDR' },
  });
const titlesOf = async (station: Station) =>
  (await station.call<{ title: string }[]>('GET', '/api/alerts')).map(({ title }) => title);
const membershipOf = (station: Station) =>
  station.call<{ isRevoked: boolean } | null>('GET', '/api/sync/membership');

async function openedWithAlert(name: string): Promise<Station> {
  const station = await openStation(name);
  others.push(station);
  await newAlert(station, `Of ${name}`);
  return station;
}

/** The call is made, and the process ends at some moment of it. */
async function dieDuring(
  station: Station,
  random: Random,
  call: Promise<unknown>,
): Promise<number> {
  const ended = call.catch(() => {});
  const after = random.below(SPAN_MS);
  await sleep(after);
  await station.kill();
  await ended;
  await station.start();
  return after;
}

for (const mode of ['merge', 'fresh'] as const)
  test(`[SY221] killed while it joins (${mode}), a workstation is in, or gets in with the same invitation`, {
    timeout: 300_000,
  }, async () => {
    const random = createRandom(mode === 'merge' ? 2_211 : 2_212);
    for (let death = 0; death < DEATHS; death++) {
      const name = `${mode}${death}`;
      const bea = await openedWithAlert(name);
      const invitation = await inviteTo(ada, name);
      const after = await dieDuring(bea, random, joinWith(bea, invitation, mode));
      const because = `seed ${random.seed}, death ${death} after ${after} ms`;
      const was = await membershipOf(bea);
      if (was === null) await joinWith(bea, invitation, mode);
      await expectAlike([ada, bea], login, because);
      const titles = await titlesOf(bea);
      expect(titles, because).toContain('Of Ada');
      expect(
        titles.filter((title) => title === `Of ${name}`),
        because,
      ).toHaveLength(mode === 'merge' ? 1 : 0);
      expect(heldBy(bea).rows.size, because).toBe(heldBy(ada).rows.size);
    }
  });

for (const mode of ['keep', 'wipe'] as const)
  test(`[SY221] killed while it leaves (${mode}), it can leave again, and the others lose nothing`, {
    timeout: 300_000,
  }, async () => {
    const random = createRandom(mode === 'keep' ? 2_213 : 2_214);
    for (let death = 0; death < DEATHS; death++) {
      const name = `${mode}${death}`;
      const bea = await openedWithAlert(name);
      await joinWith(bea, await inviteTo(ada, name));
      await expectAlike([ada, bea], login);
      const body = { mode, reason: 'It moves', word: mode === 'keep' ? 'LEAVE' : 'WIPE' };
      const leave = () => bea.call('POST', '/api/sync/leave', body);
      const after = await dieDuring(bea, random, leave());
      const because = `seed ${random.seed}, death ${death} after ${after} ms`;
      if ((await membershipOf(bea)) !== null) await leave();
      expect(await membershipOf(bea), because).toBeNull();
      const alerts = await titlesOf(bea);
      if (mode === 'wipe') expect(alerts, because).toEqual([]);
      else expect(alerts, because).toEqual(expect.arrayContaining(['Of Ada', `Of ${name}`]));
      expect(await titlesOf(ada), because).toContain(`Of ${name}`);
      await expectAlike([ada], login, because);
    }
  });
