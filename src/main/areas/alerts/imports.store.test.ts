import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../../tests/helpers/open-test-db.ts';
import { createImportStore } from './imports.store.ts';

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

test('[IM21] who starts an import is not at work for it, who changes something is', () => {
  const row = { id: 'import-1', jobId: 'job-1', fileName: 'a.csv', totalBytes: 1 };
  createImportStore(world.db).create({ ...row, startedBy: 'anna' });
  expect(world.gate.isSomebodyAtWork()).toBe(false);
  world.db.write({ actor: 'anna', origin: 'user', action: 'test.write' }, (tx) =>
    tx.run('UPDATE imports SET file_name = ? WHERE id = ?', 'b.csv', 'import-1'),
  );
  expect(world.gate.isSomebodyAtWork()).toBe(true);
});
