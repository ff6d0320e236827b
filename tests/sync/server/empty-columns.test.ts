/** Columns that are empty in every row of a batch, against real PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRow } from '../../../src/main/areas/sync/wire.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { noteRow, openServerWorld, type ServerSeat } from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

const push = ({ server }: ServerSeat, rows: readonly WireRow[], cursor: number) =>
  server.push({
    ...{ writes: [], conflicts: [], cursor, through: 1 },
    tables: [{ table: 'note_templates', rows: [...rows] }],
  });

test('[SY172] what is emptied in every row of a batch is empty at the others', async () => {
  const world = await openServerWorld(await cluster.database());
  const [writer, reader] = [await world.seat(), await world.seat()];
  const made = writer.stamp();
  const full = ['a', 'b', 'c'].map((id) => noteRow(id, made, { verdict: 'kept', text: 'Text' }));
  const { head } = await push(writer, full, 0);
  const later = writer.stamp();
  const emptied = ['a', 'b'].map((id) =>
    noteRow(id, made, { verdict: null, text: 'Text' }, { verdict: later }),
  );
  await push(writer, emptied, head);
  const { tables } = await reader.server.pull(0, 100);
  const rows = tables.flatMap((table) => table.rows);
  expect(rows.map(({ id, c, f }) => [id, c.verdict, f]).sort()).toEqual([
    ['a', null, { verdict: later }],
    ['b', null, { verdict: later }],
    ['c', 'kept', null],
  ]);
  await world.close();
});

test('[SY172] new rows come with what is empty in all of them, and nothing moves from row to row', async () => {
  const world = await openServerWorld(await cluster.database());
  const [writer, reader] = [await world.seat(), await world.seat()];
  const stamp = writer.stamp();
  const rows = ['a', 'b', 'c'].map((id) => noteRow(id, stamp, { text: `Text of ${id}` }));
  await push(writer, rows, 0);
  const { tables } = await reader.server.pull(0, 100);
  expect(tables.flatMap((table) => table.rows)).toEqual(rows);
  await world.close();
});
