/** What a newer program sent, once this one knows it too. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PullPage } from '../../../src/main/areas/sync/wire.ts';
import { hlcToStamp } from '../../../src/main/db/hlc.ts';
import { openReplica } from '../../../src/main/workers/sync-replica.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
  world.storage.connection.pragma('foreign_keys = OFF');
});
afterEach(() => world.close());

const open = () =>
  openReplica({ db: world.db, clock: world.clock, people: () => new Set(['ann']) });

/** As this program would have kept it while the column was another name to it. */
const kept = (from: string, to: string) =>
  world.storage.connection
    .prepare('UPDATE sync_unknown SET cells = replace(cells, ?, ?), fields = replace(fields, ?, ?)')
    .run(from, to, from, to);

const pageOf = (table: string, stamp: string): PullPage => ({
  tables: [
    {
      table,
      rows: [
        {
          ...{ id: 'n1', v: stamp, f: { later: `${stamp}b` } },
          c: {
            ...{ name: 'Note', text: 'Text', created_by: 'bob', created_at: 1, updated_at: 1 },
            ...{ deleted_at: null, later: 'TRUE_POSITIVE' },
          },
        },
      ],
    },
  ],
  writes: [{ stamp, actor: 'bob', action: 'test.insert', reason: null, sentBy: 'seat-b' }],
  ...{ conflicts: [], access: [], cursor: 5, isLast: true },
});

test('[SY189] a column that came before this program knew it has its value and version after the upgrade', async () => {
  const stamp = hlcToStamp({ wallMs: world.clock.now() - 5_000, counter: 0 }, 'node-b');
  const old = open();
  await old.merge(pageOf('note_templates', stamp));
  const here = () =>
    world.db.read('test', (reader) =>
      reader.get<{ verdict: string | null }>('SELECT verdict FROM note_templates'),
    );
  expect(here()).toEqual({ verdict: null });
  expect(old.row('note_templates', 'n1')?.c.later).toBe('TRUE_POSITIVE');
  kept('"later"', '"verdict"');
  const upgraded = open();
  expect(here()).toEqual({ verdict: 'TRUE_POSITIVE' });
  expect(upgraded.row('note_templates', 'n1')).toMatchObject({
    f: { verdict: `${stamp}b` },
    c: { verdict: 'TRUE_POSITIVE', name: 'Note' },
  });
  expect(upgraded.nextBatch()).toBeNull();
});

test('[SY189] a table that came before this program knew it is there after the upgrade, whole', async () => {
  const stamp = hlcToStamp({ wallMs: world.clock.now() - 5_000, counter: 0 }, 'node-b');
  await open().merge(pageOf('later_notes', stamp));
  kept('"later"', '"verdict"');
  world.storage.connection.exec("UPDATE sync_unknown SET table_name = 'note_templates'");
  const upgraded = open();
  expect(upgraded.row('note_templates', 'n1')?.c).toMatchObject({ verdict: 'TRUE_POSITIVE' });
  expect(
    world.db.read('test', (reader) =>
      reader.all<{ name: string }>('SELECT name, verdict FROM note_templates'),
    ),
  ).toEqual([{ name: 'Note', verdict: 'TRUE_POSITIVE' }]);
  expect(upgraded.nextBatch()).toBeNull();
});
