/** A network of some kilobytes a second and a third of a second each way. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresServer } from '../../../src/main/areas/sync/server/postgres-server.store.ts';
import type { WireRow } from '../../../src/main/areas/sync/wire.ts';
import { connectTo, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { FAIR, openTcpProxy, type TcpProxy } from '../../helpers/sync/proxy.ts';
import { noteRow, openServerWorld, type ServerSeat } from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
let proxy: TcpProxy;
beforeAll(async () => {
  cluster = await startPostgres();
  proxy = await openTcpProxy(cluster.port);
}, 60_000);
afterAll(async () => {
  proxy.set(FAIR);
  await proxy.close();
  await cluster.stop();
});

const rowsOf = (seat: ServerSeat, count: number, letters: number): WireRow[] =>
  Array.from({ length: count }, (_, n) =>
    noteRow(`${seat.node}-${n}`, seat.stamp(), { text: 'x'.repeat(letters) }),
  );
const batchOf = (rows: WireRow[]) => ({
  ...{ writes: [], conflicts: [], cursor: 0, through: 1 },
  tables: [{ table: 'note_templates', rows }],
});

const evidenceOf = (seat: ServerSeat, sha256: string): WireRow => ({
  ...{ id: 'e1', v: seat.stamp(), f: null },
  c: {
    ...{ title: 'Capture', type: 'DOCUMENT', is_valid: 1, verdict: 'PENDING', is_self_approved: 0 },
    ...{ created_at: 1, updated_at: 1, series_id: 'e1', revision: 1, sha256, deleted_at: null },
  },
});

test('[SY242] a batch that crosses slowly is waited for as long as its size takes; an answer that does not come is not', async () => {
  const world = await openServerWorld(await cluster.database());
  const seat = await world.seat();
  const server = createPostgresServer({
    connect: () => connectTo({ ...seat.login, port: proxy.port }),
    ...{ node: () => seat.node, timeoutMs: 2_500 },
  });
  await server.head();
  // 66 kB at 20 kB/s take over 3 s, and some 16 s are allowed beyond the 2.5.
  proxy.set({ delayMs: 300, bytesPerSecond: 20_000 });
  const from = performance.now();
  const outcome = await server.push(batchOf(rowsOf(seat, 60, 1_000)));
  expect(outcome).toMatchObject({ behind: [], refused: [] });
  expect(performance.now() - from).toBeGreaterThan(2_500);
  proxy.set({ ...FAIR, isStalled: true });
  await expect(server.head()).rejects.toMatchObject({ kind: 'unreachable' });
  proxy.set(FAIR);
  await server.close();
  await world.close();
}, 60_000);

test('[SY242] the first page is small whatever there is, and all comes', async () => {
  const world = await openServerWorld(await cluster.database());
  const [seat, reader] = [await world.seat(), await world.seat()];
  await seat.server.push(batchOf(rowsOf(seat, 300, 10_000)));
  let page = await reader.server.pull(0, 5_000);
  let rows = page.tables[0]?.rows.length ?? 0;
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(60);
  while (!page.isLast) {
    page = await reader.server.pull(page.cursor, 5_000);
    rows += page.tables.reduce((sum, table) => sum + table.rows.length, 0);
  }
  expect(rows).toBe(300);
  await world.close();
}, 60_000);

test('[SY264] on a slow link a changed row does not wait for the chunk of a file, sent or fetched', async () => {
  const world = await openServerWorld(await cluster.database());
  const seat = await world.seat();
  const server = createPostgresServer({
    connect: () => connectTo({ ...seat.login, port: proxy.port }),
    ...{ node: () => seat.node, idleMs: 200 },
  });
  const file = 'ab'.repeat(32);
  const [chunk, next] = [randomBytes(1024 * 1024), randomBytes(1024 * 1024)];
  const named = await server.push({
    ...batchOf([]),
    tables: [{ table: 'evidence', rows: [evidenceOf(seat, file)] }],
  });
  expect(named).toMatchObject({ refused: [] });
  await server.putChunk(file, 0, chunk);
  // A mebibyte takes over five seconds.
  proxy.set({ bytesPerSecond: 200_000, isOneLink: true });
  for (const crossing of [() => server.putChunk(file, 1, next), () => server.getChunk(file, 0)]) {
    let isOver = false;
    const chunkCrossed = crossing().then((answer) => {
      isOver = true;
      return answer;
    });
    await sleep(500);
    const from = performance.now();
    const row = noteRow(`beside-${performance.now()}`, seat.stamp(), { text: 'x' });
    const { head } = await server.head();
    expect(await server.push({ ...batchOf([row]), cursor: head })).toMatchObject({ refused: [] });
    expect([isOver, performance.now() - from < 4_000]).toEqual([false, true]);
    await chunkCrossed;
  }
  proxy.set(FAIR);
  expect(await server.getChunk(file, 1)).toEqual(next);
  // The calls', and none for files once they have come to rest; nothing is asked of what was closed.
  await expect.poll(() => proxy.connections()).toBe(1);
  await server.close();
  await expect(server.getChunk(file, 1)).rejects.toMatchObject({ kind: 'unreachable' });
  await world.close();
}, 60_000);
