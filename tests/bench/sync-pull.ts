/**
 * Reading and taking over, by the clock: a workstation's own loop reads alerts page by page from a real
 * PostgreSQL and merges them into its database, beside a plain upsert of the same rows into the same
 * tables. `node tests/bench/sync-pull.ts 50000`.
 */

import type { PullPage, WireRow } from '../../src/main/areas/sync/wire.ts';
import type { RunContext } from '../../src/main/areas/sync/worker/sync-pull.ts';
import { pullUntilDry } from '../../src/main/areas/sync/worker/sync-pull.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { openServerWorld, type ServerSeat } from '../helpers/sync/server-world.ts';
import { makePages, openReplicaWorld, openWorld, plainUpsert } from './sync-replica.ts';

export interface PullFigures {
  /** Rows a second. */
  readonly plain: number;
  readonly pulled: number;
}

async function send({ server, node, person }: ServerSeat, pages: readonly PullPage[]) {
  let place = 0;
  for (const { tables, writes } of pages) {
    const own = (stamp: string) => `${stamp.slice(0, 17)}${node}`;
    await server.push({
      ...{ conflicts: [], cursor: place, through: place + 1 },
      writes: writes.map((write) => ({ ...write, stamp: own(write.stamp), actor: person })),
      tables: tables.map(({ table, rows }) => ({
        table,
        rows: rows.map((row): WireRow => ({ ...row, v: own(row.v) })),
      })),
    });
    place = (await server.head()).head;
  }
}

export async function pullFigures(count: number): Promise<PullFigures> {
  const cluster = await startPostgres({
    settings: { shared_buffers: '256MB', max_wal_size: '4GB' },
  });
  const [plain, synced] = [openWorld(), openReplicaWorld()];
  try {
    const world = await openServerWorld(await cluster.database());
    const pages = makePages(count);
    await send(await world.seat(), pages);
    const { server } = await world.seat();
    const { replica } = synced;
    const head = await server.head();
    // One half before and one after, so that whatever else the machine does meets both.
    const half = Math.ceil(pages.length / 2);
    let plainMs = pages
      .slice(0, half)
      .reduce((ms, page) => ms + plainUpsert(plain.connection, page), 0);
    const started = performance.now();
    const { received } = await pullUntilDry(contextOf({ server, replica }), head);
    const pulledMs = performance.now() - started;
    for (const page of pages.slice(half)) plainMs += plainUpsert(plain.connection, page);
    if (received !== count) throw new Error(`${received} of ${count} rows came`);
    await world.close();
    return { plain: count / (plainMs / 1_000), pulled: count / (pulledMs / 1_000) };
  } finally {
    plain.close();
    synced.close();
    await cluster.stop();
  }
}

function contextOf(ports: Pick<RunContext, 'server' | 'replica'>): RunContext {
  const nothing = () => {};
  return {
    ...ports,
    clock: systemClock,
    signal: new AbortController().signal,
    memory: () => ({
      ...{ isPaused: false, lastSuccessAt: null, isCompareDue: false, comparedAt: null },
      clockOffsetMs: 0,
    }),
    ...{ remember: nothing, assertRoom: nothing, progress: nothing, purge: async () => {} },
  };
}

if (import.meta.main) {
  const { plain, pulled } = await pullFigures(Number(process.argv[2] ?? 50_000));
  process.stdout.write(
    `pull with apply: ${Math.round(pulled)} rows/s, plain upsert ${Math.round(plain)} rows/s, ${Math.round((100 * pulled) / plain)} %\n`,
  );
}
