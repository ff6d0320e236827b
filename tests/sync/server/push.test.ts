import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeRows } from '../../../src/main/areas/sync/merge.kernel.ts';
import type { PushBatch, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import {
  noteRow,
  openServerWorld,
  type ServerSeat,
  seatOf,
  stampAt,
} from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

const batchOf = (
  rows: readonly WireRow[],
  more: Partial<PushBatch> & { table?: string } = {},
): PushBatch => {
  const { table = 'note_templates', ...rest } = more;
  return {
    ...{ writes: [], conflicts: [], cursor: 0, through: 1, tables: [{ table, rows: [...rows] }] },
    ...rest,
  };
};

async function two(): Promise<[ServerSeat, ServerSeat]> {
  const world = await openServerWorld(await cluster.database());
  return [await world.seat({ role: 'Administrator' }), await world.seat({ role: 'Administrator' })];
}

const rowsOf = async ({ server }: ServerSeat): Promise<WireRow[]> =>
  (await server.pull(0, 5_000)).tables.flatMap(({ rows }) => rows);

test('[SY1] what one workstation pushes, the other reads as it was', async () => {
  const [a, b] = await two();
  const stamp = a.stamp();
  const row = noteRow('n1', stamp, {
    text: 'quote " backslash \\ {a,b} NULL \n ü 🦊',
    verdict: '',
  });
  const write = { stamp, actor: a.person, action: 'notes.create', reason: 'a reason' };
  const { head } = await a.server.push(batchOf([row], { writes: [write] }));
  const page = await b.server.pull(0, 100);
  expect(page.tables.map(({ table, rows }) => ({ table, rows }))).toEqual([
    { table: 'note_templates', rows: [row] },
  ]);
  expect(page.writes).toEqual([{ ...write, sentBy: a.id }]);
  expect(page).toMatchObject({ cursor: head, isLast: true, conflicts: [], access: [] });
});

test('[SY2] a batch pushed twice changes nothing and moves nothing', async () => {
  const [a] = await two();
  const write = { stamp: a.stamp(), actor: a.person, action: 'notes.create', reason: null };
  const batch = batchOf([noteRow('n1', write.stamp)], { writes: [write] });
  const first = await a.server.push(batch);
  const second = await a.server.push(batch);
  expect(second).toEqual({ ...first, cursor: 0 });
  expect(await rowsOf(a)).toHaveLength(1);
});

test('[SY3] states of one row, pushed in any order, become what merge.kernel.ts makes of them', async () => {
  const [a] = await two();
  const columns = ['name', 'text', 'verdict', 'updated_at', 'deleted_at'];
  for (let seed = 1; seed <= 40; seed++) {
    const pick = (n: number, of: number) => Math.floor(Math.abs(Math.sin(seed * 97 + n * 31)) * of);
    const stamp = (n: number) => stampAt(1_700_000_000_000 + n, 0, a.node);
    const states = Array.from({ length: 4 }, (_, i): WireRow => {
      const base = pick(i, 3);
      const at = (n: number) => base + pick(i * 10 + n, 6);
      const f = Object.fromEntries(
        columns.flatMap((name, n) => (at(n) === base ? [] : [[name, stamp(at(n))]])),
      );
      // One version is one value.
      const value = (n: number) => (n < 3 ? `v${at(n)}` : at(n));
      const c = Object.fromEntries(columns.map((name, n) => [name, value(n)]));
      const rest = { ...c, created_at: 1, created_by: null };
      return noteRow(`r${seed}`, stamp(base), rest, Object.keys(f).length > 0 ? f : null);
    });
    for (const state of states) await a.server.push(batchOf([state]));
    const [first, ...others] = states;
    if (!first) throw new Error('There are four');
    const merged = others.reduce(mergeRows, first);
    const stored = (await rowsOf(a)).find(({ id }) => id === merged.id);
    expect(stored, `seed ${seed}`).toEqual(merged);
  }
});

test('[SY4] a row that another changed since the cursor is named, and the rest is taken', async () => {
  const [a, b] = await two();
  const made = await a.server.push(batchOf([noteRow('n1', a.stamp())]));
  const [row] = await rowsOf(b);
  if (!row) throw new Error('The row did not come');
  const edit = (seat: ServerSeat, text: string): WireRow => ({
    ...row,
    f: { text: seat.stamp() },
    c: { ...row.c, text },
  });
  await b.server.push(batchOf([edit(b, 'of b')], { cursor: made.head }));
  const late = [edit(a, 'of a'), noteRow('n2', a.stamp())];
  const outcome = await a.server.push(batchOf(late, { cursor: made.head, through: 9 }));
  expect(outcome.behind).toEqual([['note_templates', 'n1']]);
  expect((await rowsOf(a)).map(({ id, c }) => [id, c.text])).toEqual([
    ['n1', 'of b'],
    ['n2', 'Text'],
  ]);
  // An answer that is lost must not hide that a row was not taken.
  expect((await a.server.head()).acknowledged).toBe(1);
});

test('[SY5] who pushes less than the server has gets the row again', async () => {
  const [a] = await two();
  const [old, young] = [a.stamp(), a.stamp(1)];
  const changed = noteRow('n1', old, { text: 'young' }, { text: young });
  const { head } = await a.server.push(batchOf([changed]));
  const outcome = await a.server.push(batchOf([noteRow('n1', old)], { cursor: head }));
  expect(outcome.cursor).toBe(head);
  const page = await a.server.pull(head, 10);
  expect(page.tables.map(({ table, rows }) => ({ table, rows }))).toEqual([
    { table: 'note_templates', rows: [changed] },
  ]);
});

test('[SY6] one thing known under another id is named; a key that is freed in the same batch is free', async () => {
  const [a, b] = await two();
  const link = (id: string, seat: ServerSeat, deleted_at: number | null = null): WireRow => ({
    ...{ id, v: seat.stamp(), f: null },
    c: { audit_id: 'a1', framework_id: 'f1', created_at: 1, deleted_at },
  });
  const table = 'audit_frameworks';
  const first = link('l1', a);
  await a.server.push(batchOf([first], { table }));
  const other = await b.server.push(batchOf([link('l2', b)], { table }));
  expect(other.sameAs).toEqual([[table, 'l2', 'l1']]);
  const gone = { ...first, f: { deleted_at: a.stamp(1) }, c: { ...first.c, deleted_at: 5 } };
  for (const rows of [[link('l3', a), gone]]) {
    const outcome = await a.server.push(batchOf(rows, { table, cursor: other.head }));
    expect(outcome.sameAs).toEqual([]);
  }
});

test('[SY7] a fingerprint counts although its alert was deleted', async () => {
  const [a, b] = await two();
  const alert = (id: string, seat: ServerSeat, deleted_at: number | null): WireRow => ({
    ...{ id, v: seat.stamp(), f: null },
    c: { title: 'T', fingerprint: '\\x0102', deleted_at, created_at: 1, received_at: 1 },
  });
  const full = { description: '', severity: 'HIGH', source: 's', updated_at: 1 };
  const whole = (row: WireRow) => ({ ...row, c: { ...row.c, ...full } });
  await a.server.push(batchOf([whole(alert('a1', a, 5))], { table: 'alerts' }));
  const outcome = await b.server.push(batchOf([whole(alert('a2', b, null))], { table: 'alerts' }));
  expect(outcome.sameAs).toEqual([['alerts', 'a2', 'a1']]);
});

test('[SY8] stamps more than a minute ahead are refused with the time of the server', async () => {
  const [a] = await two();
  const ahead = batchOf([noteRow('n1', a.stamp(3_600_000))]);
  const failure = await a.server.push(ahead).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'clock' });
  const { serverNow } = failure as { serverNow: number };
  expect(Math.abs(serverNow - Date.now())).toBeLessThan(30_000);
  expect(await rowsOf(a)).toEqual([]);
});

test('[SY9] what a node sent is acknowledged to it alone, and a new node of the seat begins at nothing', async () => {
  const [a, b] = await two();
  const write = { stamp: a.stamp(), actor: a.person, action: 'notes.create', reason: null };
  await a.server.push(batchOf([noteRow('n1', write.stamp)], { writes: [write], through: 7 }));
  expect(await a.server.head()).toMatchObject({ acknowledged: 7, lastStamp: write.stamp });
  expect(await b.server.head()).toMatchObject({ acknowledged: 0, lastStamp: '' });
  const putBack = seatOf(a.login, a.person, 'node-of-a-renewed').server;
  expect(await putBack.head()).toMatchObject({ acknowledged: 0, lastStamp: '' });
  await putBack.close();
});

test('[SY10] pages are bounded by rows and by bytes, and together they are everything in order', async () => {
  const [a, b] = await two();
  const large = Array.from({ length: 30 }, (_, i) =>
    noteRow(`n${i}`, a.stamp(), { text: 'x'.repeat(600_000) }),
  );
  for (let i = 0; i < 30; i += 10) await a.server.push(batchOf(large.slice(i, i + 10)));
  const seen: string[] = [];
  let [cursor, pages, isLast] = [0, 0, false];
  while (!isLast) {
    const page = await b.server.pull(cursor, 20);
    const rows = page.tables.flatMap((table) => table.rows);
    expect(rows.length).toBeLessThanOrEqual(14);
    seen.push(...rows.map(({ id }) => id));
    pages++;
    ({ cursor, isLast } = page);
  }
  expect(seen).toEqual(large.map(({ id }) => id));
  expect(pages).toBeGreaterThan(2);
});

test('[SY11] a column that the server does not know is a server too old, and nothing is taken', async () => {
  const [a] = await two();
  const strange = noteRow('n1', a.stamp(), { colour: 'red' });
  await expect(a.server.push(batchOf([strange]))).rejects.toMatchObject({ kind: 'version' });
  const unknown = batchOf([noteRow('n1', a.stamp())], { table: 'colours' });
  await expect(a.server.push(unknown)).rejects.toMatchObject({ kind: 'version' });
  expect(await rowsOf(a)).toEqual([]);
});

test('[SY12] a column that the sender does not know stays, and is the newer side’s in a new row', async () => {
  const [a, b] = await two();
  const stamp = a.stamp();
  await a.server.push(batchOf([noteRow('n1', stamp, { verdict: 'kept' })]));
  const { verdict: _, ...known } = noteRow('n1', stamp, { text: 'old client' }).c;
  const { head } = await b.server.pull(0, 10).then(({ cursor }) => ({ head: cursor }));
  const edit = { id: 'n1', v: stamp, f: { text: b.stamp() }, c: known };
  await b.server.push(
    batchOf([edit, { ...edit, id: 'n2', v: b.stamp(), f: null }], { cursor: head }),
  );
  const rows = await rowsOf(a);
  expect(rows.find(({ id }) => id === 'n1')?.c).toMatchObject({
    verdict: 'kept',
    text: 'old client',
  });
  expect(rows.find(({ id }) => id === 'n2')?.f).toEqual({ verdict: '0000000000000000-0' });
});
