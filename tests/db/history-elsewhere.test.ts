import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecordHistory } from '../../src/main/areas/history/history.store.ts';
import { vendorsTable } from '../../src/main/db/tables/vendors.table.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

let store: TestDb;
beforeEach(() => {
  store = openTestDb();
});
afterEach(() => store.close());

test('[HI4] what was done on another installation says so, and that installation is listed', () => {
  const { db, storage, clock } = store;
  const caller = { actor: null, origin: 'user', action: 'vendors.create' } as const;
  db.write(caller, (tx) =>
    tx.insert(vendorsTable, { id: 'v', name: 'Here', createdAt: tx.now, updatedAt: tx.now }),
  );
  const stamp = `${clock.now().toString(16).padStart(12, '0')}0001-other-node`;
  storage.connection
    .prepare(
      `INSERT INTO audit_log (at, actor, origin, action, resource, record_id, row_count, changes, stamp)
       VALUES (?, NULL, 'sync', 'vendors.suspend', 'vendors', 'v', 1, '{"status":["ACTIVE","SUSPENDED"]}', ?)`,
    )
    .run(clock.now(), stamp);
  const history = db.read('test', (reader) =>
    readRecordHistory(reader, 'v', [], { limit: 10, before: null }),
  );
  expect(history.steps.map(({ action, installation }) => [action, installation])).toEqual([
    ['vendors.suspend', 'other-node'],
    ['vendors.create', null],
  ]);
  expect(history.elsewhere).toEqual([
    { installation: 'other-node', actorName: 'Sync', at: new Date(clock.now()).toISOString() },
  ]);
});
