import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeFields, revisionOf } from '../../src/main/db/field-merge.ts';
import { usersTable } from '../../src/main/db/tables/auth.table.ts';
import { vendorsTable } from '../../src/main/db/tables/vendors.table.ts';
import { AppError } from '../../src/shared/contract/errors.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

type Vendor = typeof vendorsTable.$inferSelect;

let store: TestDb;
beforeEach(() => {
  store = openTestDb();
  const { db } = store;
  db.write({ actor: null, origin: 'system', action: 'test.begin' }, (tx) => {
    for (const [id, firstName] of [
      ['priya', 'Priya'],
      ['daniel', 'Daniel'],
    ] as const)
      tx.insert(usersTable, {
        ...{ id, email: `${id}@example.com`, firstName, lastName: 'Shah', role: 'SOC Analyst' },
        createdAt: tx.now,
        updatedAt: tx.now,
      });
    tx.insert(vendorsTable, { id: 'v', name: 'Old', createdAt: tx.now, updatedAt: tx.now });
  });
});
afterEach(() => store.close());

const read = (): Vendor =>
  store.db.read('test', (db) => {
    const [row] = db.rows(vendorsTable, 'SELECT * FROM vendors WHERE id = ?', 'v');
    if (!row) throw new Error('gone');
    return row;
  });

/** As a service does it: merge, then write, in one transaction. */
function save(actor: string, patch: Partial<Vendor>, base?: string) {
  store.clock.advance(1000);
  return store.db.write({ actor, origin: 'user', action: 'vendors.update' }, (tx) => {
    const merged = mergeFields(tx, read(), patch, base);
    tx.update(vendorsTable, 'v', { ...patch, updatedAt: tx.now });
    return merged;
  });
}

const refusal = (fn: () => unknown): AppError => {
  try {
    fn();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('was not refused');
};

test('[HI5] edits of different fields are both kept, and the later is told of the earlier', () => {
  const base = revisionOf(read());
  expect(save('priya', { description: 'Positions' }, base)).toEqual([]);
  const merged = save('daniel', { riskTier: 'HIGH' }, base);
  expect(merged).toEqual([
    { field: 'description', value: 'Positions', by: 'Priya Shah', at: expect.any(String) },
  ]);
  expect(read()).toMatchObject({ description: 'Positions', riskTier: 'HIGH' });
});

test('[HI6] an edit of the same field is refused with both values, and nothing is written', () => {
  const base = revisionOf(read());
  save('priya', { name: 'Hers' }, base);
  const error = refusal(() => save('daniel', { name: 'His', riskTier: 'HIGH' }, base));
  expect(error.code).toBe('conflict');
  expect(error.message).toContain('Priya Shah changed this record');
  expect(error.conflict?.fields).toEqual([
    { field: 'name', value: 'Hers', yours: 'His', by: 'Priya Shah', at: expect.any(String) },
  ]);
  expect(read()).toMatchObject({ name: 'Hers', riskTier: 'MEDIUM' });
  save('daniel', { name: 'His' }, error.conflict?.revision);
  expect(read().name).toBe('His');
});

test('the same value from both is no conflict, and without a revision there is none', () => {
  const base = revisionOf(read());
  save('priya', { name: 'Same' }, base);
  expect(save('daniel', { name: 'Same' }, base)).toEqual([]);
  expect(save('priya', { name: 'Other' })).toEqual([]);
  expect(read().name).toBe('Other');
});

test('a revision is that of the last write, whichever field it was', () => {
  const first = revisionOf(read());
  save('priya', { name: 'A' });
  const second = revisionOf(read());
  save('priya', { description: 'B' });
  const third = revisionOf(read());
  expect([first, second, third]).toEqual([first, second, third].sort());
  expect(new Set([first, second, third]).size).toBe(3);
});
