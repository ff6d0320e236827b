import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketOf, digestOf } from '../../../src/main/areas/sync/merge.kernel.ts';
import type { WireCell, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { query, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import {
  noteRow,
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
  seatOf,
} from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

const CASES = 'forensic_investigations';

const push = ({ server }: ServerSeat, table: string, rows: readonly WireRow[], cursor = 0) =>
  server.push({
    ...{ writes: [], conflicts: [], cursor, through: 1 },
    tables: [{ table, rows: [...rows] }],
  });

function rowOf(id: string, v: string, c: Record<string, WireCell>): WireRow {
  return { id, v, f: null, c: { created_at: 1, updated_at: 1, deleted_at: null, ...c } };
}
const investigation = (v: string, restricted: readonly string[] | null): WireRow =>
  rowOf('i1', v, {
    ...{
      incident_id: 'x',
      title: 'Leak',
      investigation_type: 'MALWARE',
      status: 'OPEN',
      priority: 'HIGH',
    },
    restricted_to: restricted && JSON.stringify(restricted),
  });
const comment = (id: string, v: string): WireRow => {
  const { updated_at: _, ...c } = rowOf(id, v, { investigation_id: 'i1', text: 'secret' }).c;
  return { id, v, f: null, c: { ...c, author: null, mentions: '[]', edited_at: null } };
};

async function three(): Promise<[ServerWorld, ServerSeat, ServerSeat, ServerSeat]> {
  const world = await openServerWorld(await cluster.database());
  return [world, await world.seat(), await world.seat(), await world.seat()];
}
const tablesOf = async ({ server }: ServerSeat, cursor = 0) => {
  const page = await server.pull(cursor, 1_000);
  return { ...page, names: page.tables.map(({ table }) => table) };
};

test('[SY25] [SY241] rows of a restricted investigation go to the named alone, and come from them alone', async () => {
  const [world, a, b, c] = await three();
  await push(a, CASES, [investigation(a.stamp(), [a.person, b.person])]);
  const write = { stamp: a.stamp(), actor: a.person, action: 'x.comment', reason: 'secret reason' };
  await a.server.push({
    ...{ writes: [write], conflicts: [], cursor: 0, through: 2 },
    tables: [{ table: 'investigation_comments', rows: [comment('c1', write.stamp)] }],
  });
  expect((await tablesOf(b)).names).toEqual([CASES, 'investigation_comments']);
  const outside = await tablesOf(c);
  expect(outside.names).toEqual([]);
  expect(JSON.stringify(outside)).not.toContain('secret');
  expect(outside.access).toEqual([{ investigation: 'i1', allowed: false }]);
  expect(await c.server.digests(CASES)).toEqual([]);
  const refused = await push(c, 'investigation_comments', [comment('c2', c.stamp())]);
  expect(refused.refused).toEqual([['investigation_comments', 'c2']]);
  expect(refused.refusedFor).toEqual(['restricted']);
  const opened = await push(c, CASES, [investigation(c.stamp(10), null)]);
  expect(opened.refused).toEqual([[CASES, 'i1']]);
  await world.close();
});

test('[SY25] [SY241] nobody restricts an investigation without themselves, and an unreadable list is nobody’s', async () => {
  const [world, a, b] = await three();
  const refused = await push(a, CASES, [investigation(a.stamp(), [b.person])]);
  expect(refused.refused).toEqual([[CASES, 'i1']]);
  expect(refused.refusedFor).toEqual(['leaves-out-oneself']);
  const broken = investigation(a.stamp(), null);
  const unreadable = { ...broken, c: { ...broken.c, restricted_to: 'everybody' } };
  expect((await push(a, CASES, [unreadable])).refused).toEqual([[CASES, 'i1']]);
  await world.close();
});

test('[SY26] opened to more, its rows come anew; narrowed, the others are told to drop them', async () => {
  const [world, a, b] = await three();
  await push(a, CASES, [investigation(a.stamp(), [a.person])]);
  await push(a, 'investigation_comments', [comment('c1', a.stamp())]);
  const before = await tablesOf(b);
  expect(before.names).toEqual([]);
  const { head } = await a.server.head();
  await push(a, CASES, [investigation(a.stamp(5), [a.person, b.person])], head);
  const opened = await tablesOf(b, before.cursor);
  expect(opened.names).toEqual([CASES, 'investigation_comments']);
  expect(opened.access).toEqual([{ investigation: 'i1', allowed: true }]);
  await push(a, CASES, [investigation(a.stamp(10), [a.person])], opened.cursor);
  const narrowed = await tablesOf(b, opened.cursor);
  expect(narrowed).toMatchObject({ names: [], access: [{ investigation: 'i1', allowed: false }] });
  await world.close();
});

test('[SY27] digests are those of merge.kernel.ts', async () => {
  const [world, a] = await three();
  const rows = Array.from({ length: 300 }, (_, i) =>
    noteRow(`n${i}`, a.stamp(), {}, i % 3 === 0 ? { text: a.stamp(9), name: a.stamp(9) } : null),
  );
  const gone = noteRow('gone', a.stamp(), { deleted_at: 5 });
  await push(a, 'note_templates', [...rows, gone]);
  const sums = new Map<number, { rows: number; sum: bigint }>();
  for (const row of rows) {
    const part = sums.get(bucketOf(row.id)) ?? { rows: 0, sum: 0n };
    const sum = (part.sum + digestOf(row)) % (1n << 60n);
    sums.set(bucketOf(row.id), { rows: part.rows + 1, sum });
  }
  const expected = [...sums].map(([bucket, part]) => ({
    ...{ table: 'note_templates', bucket, rows: part.rows, sum: String(part.sum) },
  }));
  const byBucket = (x: { bucket: number }, y: { bucket: number }) => x.bucket - y.bucket;
  const digests = await a.server.digests('note_templates');
  expect(digests.sort(byBucket)).toEqual(expected.sort(byBucket));
  await world.close();
});

test('[SY28] a server that was put back begins a new epoch, and then takes what others wrote from anybody', async () => {
  const [world, a, b] = await three();
  const { head } = await push(a, 'note_templates', [noteRow('n1', a.stamp())]);
  const [lost] = [noteRow('n2', a.stamp())];
  if (!lost) throw new Error('No row');
  expect((await push(b, 'note_templates', [lost])).refused).toHaveLength(1);
  const restored = await b.server.recover(head + 100);
  expect(restored).toMatchObject({ epochFrom: head });
  expect(restored.epoch).toBeGreaterThan(0);
  expect((await push(b, 'note_templates', [lost])).refused).toEqual([]);
  // One a minute: whoever asks at once joins the epoch that began.
  expect((await a.server.recover(head + 100)).epoch).toBe(restored.epoch);
  await world.close();
});

test('[SY28] a server on another system or timeline begins a new epoch by itself', async () => {
  const [world, a] = await three();
  const { head, epoch } = await push(a, 'note_templates', [noteRow('n1', a.stamp())]).then(() =>
    a.server.head(),
  );
  await query(
    cluster.superuser(world.ownerLogin.database),
    "UPDATE sync.workspaces SET lineage = 'the server before'",
  );
  const after = await a.server.head();
  expect(after.epoch).toBeGreaterThan(epoch);
  expect(after.epochFrom).toBe(head);
  expect((await a.server.head()).epoch).toBe(after.epoch);
  await world.close();
});

test('[SY29] a server that cannot write says so, and can be read', async () => {
  const [world, a] = await three();
  await push(a, 'note_templates', [noteRow('n1', a.stamp())]);
  const { database } = world.ownerLogin;
  const superuser = cluster.superuser(database);
  await query(superuser, `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await a.server.close();
  const again = seatOf(a.login, a.person, a.node);
  const refused = push(again, 'note_templates', [noteRow('n2', a.stamp())]);
  await expect(refused).rejects.toMatchObject({ kind: 'read-only' });
  expect(await again.server.head()).toMatchObject({ acknowledged: 1 });
  expect((await tablesOf(again)).names).toEqual(['note_templates']);
  await again.server.close();
  await world.close();
});
