/** Rows that came are inserted many in a statement: each is there as it came, in its order, however many there are. */
import { afterEach, expect, test } from 'vitest';
import type { WireRow } from '../../../src/main/areas/sync/wire.ts';
import { openReplica } from '../../../src/main/workers/sync-replica.ts';
import { makePages } from '../../bench/sync-replica.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

let world: TestDb | undefined;
afterEach(() => world?.close());

async function takeOver(count: number, change: (row: WireRow, at: number) => WireRow) {
  world = openTestDb();
  world.storage.connection.pragma('foreign_keys = OFF');
  const { db, clock } = world;
  const [page] = makePages(count);
  if (!page) throw new Error('There is no page');
  const rows = page.tables.flatMap((table) => table.rows).map(change);
  const replica = openReplica({ db, clock });
  await replica.merge({ ...page, tables: [{ table: 'alerts', rows }] });
  const there = db.read('test', (reader) =>
    reader.all<{ id: string; seq: number }>('SELECT id, seq FROM alerts ORDER BY seq'),
  );
  return { rows, replica, there, db };
}

/** What is the same in all of them, and what differs, in a column more than one way. */
const mixed = (row: WireRow, at: number): WireRow => ({
  ...row,
  f: at % 3 === 0 ? { status: `${row.v.slice(0, 17)}aaaaaaaaaaaa` } : null,
  c: {
    ...row.c,
    title: `Alert ${at} 'of' "many"; ?1`,
    fingerprint: at % 2 === 0 ? `\\x${at.toString(16).padStart(8, '0')}` : null,
    closing_note: 'the same',
    handling_ms: at % 5 === 0 ? 0 : at,
  },
});

test.each([1, 7, 8, 9, 31, 32, 33, 40, 41, 71, 200])(
  '[SY174] %i rows are each as they came, one after the other',
  async (count) => {
    const { rows, replica, there } = await takeOver(count, mixed);
    expect(there.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(there.map(({ seq }) => seq)).toEqual(rows.map((_, at) => (there[0]?.seq ?? 0) + at));
    for (const row of rows) expect(replica.row('alerts', row.id)).toEqual(row);
  },
);

test('[SY174] of many rows in one statement, those that their table refuses are kept aside and the others are there', async () => {
  const isWrong = (at: number) => at % 16 === 5;
  const { rows, there, db } = await takeOver(75, (row, at) =>
    isWrong(at) ? { ...row, c: { ...row.c, severity: 'NONE' } } : row,
  );
  const taken = rows.filter((_, at) => !isWrong(at)).map(({ id }) => id);
  expect(there.map(({ id }) => id)).toEqual(taken);
  const words = db.read('test', (reader) =>
    reader.all<{ rowid: number }>('SELECT rowid FROM alerts_fts ORDER BY rowid'),
  );
  expect(words.map(({ rowid }) => rowid)).toEqual(there.map(({ seq }) => seq));
});
