import { afterEach, beforeEach, expect, test } from 'vitest';
import { groupsBesideScan } from '../../../../tests/helpers/check-groups.ts';
import { alertRow } from '../../../../tests/helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../../../../tests/helpers/open-test-db.ts';
import { packAlerts } from './alert-batch.ts';
import { ReceiptWriter } from './import-receipt.ts';

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

const batchOf = (count: number) =>
  packAlerts(
    Array.from({ length: count }, (_, i) => ({
      row: alertRow({ title: `Beacon ${i}`, sourceHost: `web-${i % 7}` }),
      raw: null,
    })),
  );

const stored = () =>
  world.db.read('test.stored', (db) =>
    db.get<{ alerts: number; found: number }>(
      `SELECT (SELECT count(*) FROM alerts) AS alerts,
         (SELECT count(*) FROM alerts_fts WHERE alerts_fts MATCH 'beacon') AS found`,
    ),
  );

test('[IM20] a piece of an import that gave way to somebody leaves nothing, and is written whole after it', () => {
  const receipt = new ReceiptWriter(world.db, 'an-import', null);
  const batch = batchOf(50);
  let looks = 0;
  const looked = receipt.writeUnlessWaiting(batchOf(50), () => {
    looks++;
    return false;
  });
  expect(looked).toBe(true);
  const before = stored();
  expect(before).toEqual({ alerts: 50, found: 50 });
  // Wherever in the transaction somebody comes.
  for (let at = 1; at <= looks; at += Math.ceil(looks / 12)) {
    let left = at;
    expect(receipt.writeUnlessWaiting(batch, () => --left === 0)).toBe(false);
    expect(stored()).toEqual(before);
    expect(receipt.counts()).toMatchObject({ added: 50, merged: 0 });
  }
  receipt.writeBatches([() => batch], () => true);
  expect(stored()).toEqual({ alerts: 100, found: 100 });
  expect(receipt.counts()).toMatchObject({ added: 100, merged: 0 });
  const { kept, scanned } = groupsBesideScan(world.db);
  expect(kept).toEqual(scanned);
});
