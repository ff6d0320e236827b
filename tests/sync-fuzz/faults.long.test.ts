import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SyncFailure } from '../../src/main/areas/sync/sync-server.port.ts';
import { query, startPostgres, type TestCluster } from '../helpers/postgres.ts';
import { FAIR, openTcpProxy, type TcpProxy } from '../helpers/sync/proxy.ts';
import { settleReal } from './real-checks.ts';
import { act, openRealWorld, type RealWorld, syncReal } from './real-world.ts';

/** One loss is a loss: it is not tried again. */
const ONCE = { retry: 0, timeout: 120_000 };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

/** Everybody works and syncs, several at once; what is done meanwhile fails some of it. */
async function workWhile(world: RealWorld, rounds: number, disturb: (round: number) => unknown) {
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    for (const at of world.stations) for (let n = 0; n < 3; n++) act(world, at);
    const disturbed = disturb(round);
    const syncs = await Promise.allSettled(world.stations.map((at) => syncReal(at)));
    await disturbed;
    for (const sync of syncs) {
      if (sync.status === 'fulfilled') continue;
      failed++;
      if (!(sync.reason instanceof SyncFailure)) throw sync.reason;
      expect(['unreachable', 'broken', 'busy', 'read-only']).toContain(sync.reason.kind);
    }
  }
  return failed;
}

test(
  '[SY125] backends that die under a push lose nothing: kill -9 of the server at random points',
  ONCE,
  async () => {
    const world = await openRealWorld(await cluster.database(), { count: 3, seed: 31 });
    let killed = 0;
    await workWhile(world, 8, async (round) => {
      await sleep(world.random.below(60));
      if (round % 2) return;
      await cluster.kill();
      killed++;
      await cluster.start();
    });
    await settleReal(world, 'after kills of the server');
    expect(killed).toBe(4);
    await world.close();
  },
);

test('[SY126] connections that the server ends in the middle lose nothing', ONCE, async () => {
  const owner = await cluster.database();
  const world = await openRealWorld(owner, { count: 3, seed: 32 });
  const failed = await workWhile(world, 25, async () => {
    await sleep(world.random.below(30));
    await query(
      cluster.superuser(),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND pid <> pg_backend_pid() AND usename LIKE 'seat%' AND random() < 0.7`,
      [owner.database],
    );
  });
  await settleReal(world, 'after ended connections');
  expect(failed).toBeGreaterThan(0);
  await world.close();
});

async function throughProxy(seed: number, run: (world: RealWorld, proxy: TcpProxy) => unknown) {
  const owner = await cluster.database();
  const proxy = await openTcpProxy(owner.port);
  const world = await openRealWorld(owner, { count: 2, seed, through: proxy.port });
  try {
    await run(world, proxy);
    proxy.set(FAIR);
    proxy.cutAfter(Number.POSITIVE_INFINITY);
    await settleReal(world, 'once the network is well again');
  } finally {
    await world.close();
    await proxy.close();
  }
}

test.each([33, 1003, 1025, 1035, 2003, 2036])(
  '[SY127] a network that cuts after any number of bytes loses nothing (%i)',
  ONCE,
  (seed) =>
    throughProxy(seed, async (world, proxy) => {
      const failed = await workWhile(world, 40, () => {
        proxy.cutAfter(world.random.below(6_000));
      });
      expect(failed).toBeGreaterThan(5);
    }),
);

test(
  '[SY127] a network that stalls is given up in time, one that is slow or far is not',
  ONCE,
  () =>
    throughProxy(34, async (world, proxy) => {
      proxy.set({ delayMs: 15, bytesPerSecond: 200_000 });
      expect(await workWhile(world, 3, () => {})).toBe(0);
      await workWhile(world, 1, () => proxy.set({ ...FAIR, isStalled: true }));
      proxy.set({ isStalled: false });
      await workWhile(world, 2, () => {});
    }),
);
