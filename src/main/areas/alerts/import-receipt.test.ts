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

test('[IM20] several batches in one transaction give way as one, and leave nothing', () => {
  const receipt = new ReceiptWriter(world.db, 'an-import', null);
  const batches = [batchOf(120), batchOf(90), batchOf(7)];
  const made: number[] = [];
  const makers = batches.map((batch, place) => () => {
    made.push(place);
    return batch;
  });
  let looks = 0;
  const inThird = () => made.length === 3 && ++looks > 5;
  expect(receipt.writeUnlessWaiting(makers, inThird)).toBe(false);
  expect(made).toEqual([0, 1, 2]);
  expect(stored()).toEqual({ alerts: 0, found: 0 });
  expect(receipt.counts()).toMatchObject({ added: 0, merged: 0 });

  expect(receipt.writeUnlessWaiting(makers, () => false)).toBe(true);
  expect(stored()).toEqual({ alerts: 217, found: 217 });
  expect(receipt.writeUnlessWaiting(makers, () => false)).toBe(true);
  expect(receipt.counts()).toMatchObject({ added: 217, merged: 217 });
  const { kept, scanned } = groupsBesideScan(world.db);
  expect(kept).toEqual(scanned);
});

test('[IM20] a piece of an import that gave way to somebody leaves nothing, and is written whole after it', () => {
  const receipt = new ReceiptWriter(world.db, 'an-import', null);
  const batch = batchOf(50);
  let looks = 0;
  const looked = receipt.writeUnlessWaiting([() => batchOf(50)], () => {
    looks++;
    return false;
  });
  expect(looked).toBe(true);
  const before = stored();
  expect(before).toEqual({ alerts: 50, found: 50 });
  // Wherever in the transaction somebody comes.
  for (let at = 1; at <= looks; at += Math.ceil(looks / 12)) {
    let left = at;
    expect(receipt.writeUnlessWaiting([() => batch], () => --left === 0)).toBe(false);
    expect(stored()).toEqual(before);
    expect(receipt.counts()).toMatchObject({ added: 50, merged: 0 });
  }
  receipt.write(batch);
  expect(stored()).toEqual({ alerts: 100, found: 100 });
  expect(receipt.counts()).toMatchObject({ added: 100, merged: 0 });
  const { kept, scanned } = groupsBesideScan(world.db);
  expect(kept).toEqual(scanned);
});
