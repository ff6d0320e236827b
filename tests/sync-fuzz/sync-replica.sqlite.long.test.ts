import { noteTemplatesTable } from '../../src/main/db/tables/discussion.table.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { openReplica } from '../../src/main/workers/sync-replica.ts';
import { describeReplica } from '../contract-suites/sync-replica.suite.ts';
import { openTestDb } from '../helpers/open-test-db.ts';

const PERSON = 'ann';

describeReplica('in SQLite', () => {
  const { db, clock, storage, close } = openTestDb();
  storage.connection.pragma('foreign_keys = OFF');
  const write = (fn: (tx: WriteTx) => void) =>
    db.write({ actor: PERSON, origin: 'user', action: 'test' }, fn);
  return {
    replica: openReplica({ db, clock, people: () => new Set([PERSON]) }),
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    insert: (ids) =>
      write((tx) => {
        for (const id of ids)
          tx.insert(noteTemplatesTable, {
            ...{ id, name: id, text: 'Text', verdict: null, createdBy: null },
            ...{ createdAt: tx.now, updatedAt: tx.now },
          });
      }),
    rename: (ids, name) =>
      write((tx) => {
        for (const id of ids) tx.update(noteTemplatesTable, id, { name });
      }),
    conflicts: () =>
      db.read('test', (reader) => reader.all('SELECT id FROM sync_conflicts')).length,
    close,
  };
});
