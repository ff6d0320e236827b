/** One sync of one workstation by the real sequence of calls, with what goes wrong on the way. */
import { SyncFailure, type SyncServer } from '../../src/main/areas/sync/sync-server.port.ts';
import type { PullPage, PushBatch } from '../../src/main/areas/sync/wire.ts';
import type { RunReport } from '../../src/main/areas/sync/worker/loop.types.ts';
import type { RunContext } from '../../src/main/areas/sync/worker/sync-pull.ts';
import { runSync } from '../../src/main/areas/sync/worker/sync-run.ts';
import type { MemoryReplica } from '../helpers/sync/memory-replica.ts';
import type { Mishap } from './history.ts';
import { Crash, type Station, station, take, type World } from './world.ts';

/** What fails ends this sync and nothing else: the next one begins anew. */
export async function syncOnce(
  world: World,
  at: Station,
  mishaps: readonly Mishap[],
): Promise<void> {
  try {
    await syncAll(world, at, mishaps);
  } catch (error) {
    if (!(error instanceof SyncFailure) && !(error instanceof Crash)) throw error;
    if (error instanceof SyncFailure && error.kind === 'malformed') throw error;
  } finally {
    at.rowsToLive = null;
  }
}

export function syncAll(world: World, at: Station, mishaps: readonly Mishap[]): Promise<RunReport> {
  const seat = { id: `s${at.who}`, people: [at.person], node: at.replica.node() };
  return runSync({
    server: withMishaps(world, at, watched(world, world.hub.connect(seat)), mishaps),
    replica: followed(world, at),
    signal: new AbortController().signal,
    progress: () => {},
    clock: { now: () => world.now + at.skewMs },
    memory: () => ({ ...at.memory, clockOffsetMs: at.replica.offsetMs() }),
    remember({ clockOffsetMs, ...memory }) {
      if (clockOffsetMs !== undefined) at.replica.setOffset(clockOffsetMs);
      at.memory = { ...at.memory, ...memory };
    },
    purge: () => {},
    assertRoom: () => {},
  } satisfies RunContext);
}

/** Marks what the server took, whether or not the answer arrives. */
function watched(world: World, server: SyncServer): SyncServer {
  return {
    ...server,
    pull: (cursor, limit) => server.pull(cursor, Math.min(limit, world.history.pageRows)),
    async push(batch) {
      const outcome = await server.push(batch);
      const { behind, sameAs, refused } = outcome;
      const named = new Set(
        [...behind, ...sameAs, ...refused].map(([table, id]) => `${table} ${id}`),
      );
      for (const [table, id] of refused) world.happened.add(`refused ${table} ${id}`);
      for (const { table, rows } of batch.tables)
        for (const { id, v, f, c } of rows)
          if (!named.has(`${table} ${id}`))
            for (const column of Object.keys(c))
              world.edits.accepted(f?.[column] ?? v, table, id, column);
      return outcome;
    },
  };
}

/** Tells the record of edits which stamps became which. */
function followed(world: World, at: Station): MemoryReplica {
  const stampsByPlace = () =>
    new Map(at.replica.backup().log.map(({ place, stamp }) => [place, stamp]));
  const following = (act: () => void) => {
    const before = stampsByPlace();
    act();
    const renamed = new Map<string, string>();
    for (const [place, stamp] of stampsByPlace()) {
      const was = before.get(place);
      if (was !== undefined && was !== stamp) renamed.set(was, stamp);
    }
    world.edits.renamed(at.who, renamed);
  };
  return {
    ...at.replica,
    restamp: (aheadMs) => following(() => at.replica.restamp(aheadMs)),
    renewNode(lastStamp) {
      world.happened.add('renewed');
      following(() => at.replica.renewNode(lastStamp));
    },
  };
}

function withMishaps(
  world: World,
  at: Station,
  server: SyncServer,
  mishaps: readonly Mishap[],
): SyncServer {
  let calls = 0;
  let lastPage: PullPage | null = null;
  let lastBatch: PushBatch | null = null;
  const through = async <R>(call: () => Promise<R>): Promise<R> => {
    calls++;
    const mine = mishaps.filter((mishap) => mishap.call === calls);
    for (const mishap of mine) await before(mishap);
    const result = await call();
    if (mine.some(({ type }) => type === 'cut-after'))
      throw new SyncFailure('unreachable', 'The answer was lost.');
    return result;
  };
  const before = async ({ type, pick }: Mishap): Promise<void> => {
    world.happened.add(type);
    if (type === 'cut-before') throw new SyncFailure('unreachable', 'The way was cut.');
    if (type === 'crash-in-merge') at.rowsToLive = pick % 4;
    if (type === 'other-syncs') {
      const other = station(world, at.who + 1 + (pick % 4));
      if (other !== at) await take(world, { type: 'sync', who: other.who, mishaps: [] });
    }
    if (type === 'edit-here')
      await take(world, { type: 'edit', who: at.who, row: pick, column: pick, asFirst: false });
    if (type === 'server-restored') await take(world, { type: 'server-restore' });
    if (type === 'page-twice' && lastPage && world.happened.has('server-restore') === false)
      await at.replica.merge(lastPage);
    if (type === 'batch-twice' && lastBatch) await server.push(lastBatch).catch(() => {});
  };
  return {
    ...server,
    head: () => through(server.head),
    recover: (cursor) => through(() => server.recover(cursor)),
    digests: (table) => through(() => server.digests(table)),
    async pull(cursor, limit) {
      const page = await through(() => server.pull(cursor, limit));
      lastPage = page;
      return page;
    },
    async push(batch) {
      const outcome = await through(() => server.push(batch));
      lastBatch = batch;
      return outcome;
    },
  };
}
