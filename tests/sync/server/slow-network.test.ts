/** A network of some kilobytes a second and a third of a second each way. */
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
