import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestCluster } from '../helpers/postgres.ts';
import { settleReal } from './real-checks.ts';
import { act, cutAt, openRealWorld, type RealWorld, trySync } from './real-world.ts';

const HISTORIES = Number(process.env.WATCHFLOOR_SYNC_REAL_HISTORIES ?? 500);
/** Histories of one workspace, one after the other: a database for each would cost more than they do. */
const A_WORKSPACE = 100;
const PURGED_WORLDS = 4;
const HISTORIES_OF_EACH = 15;

/** One loss is a loss: it is not tried again. */
const ONCE = { retry: 0, timeout: 900_000 };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

async function runHistory(world: RealWorld, purges = false): Promise<void> {
  const { random, stations } = world;
  for (let step = 6 + random.below(14); step > 0; step--) {
    const at = random.pick(stations);
    if (purges && random.chance(12)) await world.purge();
    if (random.chance(55)) {
      act(world, at);
      continue;
    }
    const server = random.chance(30)
      ? cutAt(at.server, 1 + random.below(5), random.chance(60))
      : at.server;
    await trySync(at, server, random.pick([1, 3, 5_000]));
  }
}

test(
  '[SY124] 500 histories of real databases and a real PostgreSQL converge, and lose nothing unsaid',
  ONCE,
  async () => {
    let done = 0;
    while (done < HISTORIES) {
      const seed = 1 + done;
      const world = await openRealWorld(await cluster.database(), { count: 2 + (done % 3), seed });
      try {
        for (let one = 0; one < A_WORKSPACE && done < HISTORIES; one++, done++) {
          await runHistory(world);
          await settleReal(world, `seed ${seed}, history ${one + 1}`);
        }
      } finally {
        await world.close();
      }
    }
    expect(done).toBe(HISTORIES);
  },
);

test(
  '[SY185] deletions are purged in the middle, and real databases converge all the same',
  ONCE,
  async () => {
    for (let seed = 1; seed <= PURGED_WORLDS; seed++) {
      const world = await openRealWorld(await cluster.database(), { count: 2 + (seed % 3), seed });
      try {
        for (let one = 0; one < HISTORIES_OF_EACH; one++) {
          await runHistory(world, true);
          await settleReal(world, `seed ${seed}, history ${one + 1}`);
        }
        expect(world.isPurged).toBe(true);
      } finally {
        await world.close();
      }
    }
  },
);
