import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PushBatch, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { noteRow, openServerWorld, type ServerSeat } from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

const batchOf = (rows: readonly WireRow[], more: Partial<PushBatch> = {}): PushBatch => ({
  ...{ writes: [], conflicts: [], cursor: 0, through: 1 },
  tables: [{ table: 'note_templates', rows: [...rows] }],
  ...more,
});

async function two(): Promise<[ServerSeat, ServerSeat]> {
  const world = await openServerWorld(await cluster.database());
  return [await world.seat(), await world.seat()];
}

test('[SY1] what one workstation pushes, the other reads as it was', async () => {
  const [a, b] = await two();
  const stamp = a.stamp();
  const row = noteRow('n1', stamp, { text: 'quote " backslash \\ {a,b} NULL \n ü 🦊', verdict: '' });
  const write = { stamp, actor: a.person, action: 'notes.create', reason: 'a reason' };
  const { head } = await a.server.push(batchOf([row], { writes: [write] }));
  const page = await b.server.pull(0, 100);
  expect(page.tables).toEqual([{ table: 'note_templates', rows: [row] }]);
  expect(page.writes).toEqual([{ ...write, sentBy: a.id }]);
  expect(page).toMatchObject({ cursor: head, isLast: true, conflicts: [], access: [] });
});
