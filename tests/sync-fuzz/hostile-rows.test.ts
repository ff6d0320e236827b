import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Replica } from '../../src/main/areas/sync/replica.port.ts';
import { SyncFailure } from '../../src/main/areas/sync/sync-server.port.ts';
import type { PullPage, WireCell, WireRow } from '../../src/main/areas/sync/wire.ts';
import { noteTemplatesTable } from '../../src/main/db/tables/discussion.table.ts';
import { openReplica } from '../../src/main/workers/sync-replica.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { stampAt } from '../helpers/sync/server-world.ts';

let world: TestDb;
let replica: Replica;
beforeAll(() => {
  world = openTestDb();
  world.storage.connection.pragma('foreign_keys = OFF');
  const { db, clock } = world;
  replica = openReplica({ db, clock, people: () => new Set(['ann']) });
  db.write({ actor: 'ann', origin: 'user', action: 'test' }, (tx) =>
    tx.insert(noteTemplatesTable, {
      ...{ id: 'mine', name: 'Mine', text: 'Unsent', verdict: null, createdBy: null },
      ...{ createdAt: tx.now, updatedAt: tx.now },
    }),
  );
});
afterAll(() => world.close());

let counter = 0;
const note = (id: string, cells: Record<string, WireCell>): WireRow => ({
  ...{ id, v: stampAt(world.clock.now(), ++counter, 'evil'), f: null },
  c: { name: id, text: 'T', verdict: null, created_by: null, created_at: 1, ...cells },
});

function pageOf(table: string, ...rows: WireRow[]): PullPage {
  const cursor = replica.state().cursor + rows.length;
  return { tables: [{ table, rows }], writes: [], conflicts: [], access: [], cursor, isLast: true };
}

const CODE = "x'); DROP TABLE alerts; --";
const FULL: Record<string, WireCell> = { updated_at: 1, deleted_at: null };

const PAGES: Readonly<Record<string, () => PullPage>> = {
  'a text where a number belongs': () =>
    pageOf('note_templates', note('t1', { ...FULL, created_at: 'never' })),
  'a fraction where a whole number belongs': () =>
    pageOf('note_templates', note('t2', { ...FULL, created_at: 1.5 })),
  'nothing where something must be': () =>
    pageOf('note_templates', note('t3', { ...FULL, name: null })),
  'columns missing': () => pageOf('note_templates', note('t4', {})),
  'columns that nobody knows': () =>
    pageOf('note_templates', note('t5', { ...FULL, surprise: CODE, constructor: CODE })),
  'a table that nobody knows': () => pageOf('surprises', note('t6', FULL)),
  'a table that is not synced': () => pageOf('sessions', note('t7', FULL)),
  'ids and values that are code': () =>
    pageOf('note_templates', note(CODE, { ...FULL, name: CODE }), note('__proto__', FULL)),
  'a huge text': () =>
    pageOf('note_templates', note('t8', { ...FULL, text: 'ab'.repeat(1_500_000) })),
  'the same row many times': () =>
    pageOf('note_templates', ...Array.from({ length: 300 }, () => note('t9', FULL))),
  'a number that is none': () =>
    pageOf('note_templates', note('t10', { ...FULL, created_at: 2 ** 70 })),
};

test.each(Object.keys(PAGES))('[SY138] a page with %s', async (name) => {
  const page = PAGES[name];
  if (!page) throw new Error(name);
  const outcome = await replica.merge(page()).catch((error: unknown) => error);
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SyncFailure);
  expect(world.storage.connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(replica.row('note_templates', 'mine')?.c).toMatchObject({ name: 'Mine', text: 'Unsent' });
  expect(replica.nextBatch()?.tables[0]?.rows.map(({ id }) => id)).toContain('mine');
  // The good row that comes after it is taken.
  await replica.merge(pageOf('note_templates', note(`good after ${name}`, FULL)));
  expect(replica.row('note_templates', `good after ${name}`)).toBeDefined();
});
