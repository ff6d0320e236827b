/** One sync of one workstation by the real sequence of calls, with what goes wrong on the way. */
import { SyncFailure, type SyncServer } from '../../src/main/areas/sync/sync-server.port.ts';
import type { PullPage, PushBatch, PushOutcome } from '../../src/main/areas/sync/wire.ts';
import type { RunReport } from '../../src/main/areas/sync/worker/loop.types.ts';
import type { RunContext } from '../../src/main/areas/sync/worker/sync-pull.ts';
import { runSync } from '../../src/main/areas/sync/worker/sync-run.ts';
import type { MemoryReplica } from '../helpers/sync/memory-replica.ts';
import type { Mishap } from './history.ts';
import { Crash, type Station, station, type World } from './world.ts';

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
    // Put back in the middle of an answer, a server does contradict itself.
    const isMidway = mishaps.some(({ type }) => type === 'server-restored');
    if (error instanceof SyncFailure && error.kind === 'malformed' && !isMidway) throw error;
  } finally {
    at.rowsToLive = null;
  }
}

export function syncAll(world: World, at: Station, mishaps: readonly Mishap[]): Promise<RunReport> {
  const seat = { id: `s${at.who}`, people: [at.person], node: at.replica.node };
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
      note(world, batch, outcome);
      return outcome;
    },
  };
}

function note(world: World, { tables, writes }: PushBatch, outcome: PushOutcome): void {
  const { behind, sameAs, refused } = outcome;
  if (behind.length > 0) world.happened.add('behind');
  if (sameAs.length > 0) world.happened.add('same-as');
  if (refused.length > 0) world.happened.add('refused');
  if (behind.length + sameAs.length + refused.length === 0)
    world.edits.acknowledged(new Set(writes.map(({ stamp }) => stamp)));
  const named = new Set([...behind, ...sameAs, ...refused].map(([table, id]) => `${table} ${id}`));
  for (const { table, rows } of tables)
    for (const { id, v, f, c } of rows.filter((row) => !named.has(`${table} ${row.id}`)))
      for (const column of Object.keys(c))
        world.edits.accepted(f?.[column] ?? v, table, id, column);
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
    restamp: (aheadMs, serverNow) => following(() => at.replica.restamp(aheadMs, serverNow)),
    renewNode(lastStamp, seen) {
      world.happened.add('renewed');
      following(() => at.replica.renewNode(lastStamp, seen));
    },
  };
}

function withMishaps(
  world: World,
  at: Station,
  server: SyncServer,
  mishaps: readonly Mishap[],
): SyncServer {
  const calls = new Map<Mishap['on'], number>();
  const last: Last = { page: null, batch: null };
  const through = async <R>(on: Mishap['on'], call: () => Promise<R>): Promise<R> => {
    const count = (calls.get(on) ?? 0) + 1;
    calls.set(on, count);
    const mine = mishaps.filter((mishap) => mishap.on === on && mishap.call === count);
    for (const mishap of mine) await befall({ world, at, server, last }, mishap);
    const result = await call();
    if (mine.some(({ type }) => type === 'cut-after'))
      throw new SyncFailure('unreachable', 'The answer was lost.');
    return result;
  };
  return {
    ...server,
    head: () => through('head', server.head),
    recover: (cursor) => through('head', () => server.recover(cursor)),
    ids: (table, parts) => through('digests', () => server.ids(table, parts)),
    digests: (table) => through('digests', () => server.digests(table)),
    async pull(cursor, limit) {
      const page = await through('pull', () => server.pull(cursor, limit));
      last.page = page;
      return page;
    },
    async push(batch) {
      const outcome = await through('push', () => server.push(batch));
      last.batch = batch;
      return outcome;
    },
  };
}

interface Last {
  page: PullPage | null;
  batch: PushBatch | null;
}

interface Scene {
  readonly world: World;
  readonly at: Station;
  readonly server: SyncServer;
  readonly last: Last;
}

/** Just before a call. */
async function befall({ world, at, server, last }: Scene, { type, pick }: Mishap): Promise<void> {
  world.happened.add(type);
  const other = station(world, at.who + 1 + (pick % (world.stations.length - 1))).who;
  const edit = { type: 'edit', row: pick, column: pick, asFirst: false } as const;
  switch (type) {
    case 'cut-before':
      throw new SyncFailure('unreachable', 'The way was cut.');
    case 'cut-after':
      return;
    case 'crash-in-merge':
      at.rowsToLive = pick % 4;
      return;
    case 'edit-here':
      return world.take({ ...edit, who: at.who });
    case 'other-edits':
    case 'other-inserts':
      if (type === 'other-edits') await world.take({ ...edit, who: other });
      else await world.take({ type: 'insert', who: other, table: pick % 2 ? 1 : 3, key: pick % 2 });
      return world.take({ type: 'sync', who: other, mishaps: [] });
    case 'other-syncs':
      return world.take({ type: 'sync', who: other, mishaps: [] });
    case 'server-restored':
      return world.take({ type: 'server-restore' });
    case 'page-twice':
      // A page of a past that the server has lost does not come a second time.
      if (last.page && !world.happened.has('server-restore')) await at.replica.merge(last.page);
      return;
    case 'batch-twice':
      if (last.batch) await server.push(last.batch).catch(() => {});
  }
}
