/** What a person waits for while a page is taken over: the gate is free after each short piece. */
import { expect, test } from 'vitest';
import { openReplica } from '../../../src/main/workers/sync-replica.ts';
import { makePages } from '../../bench/sync-replica.ts';
import { openTestDb } from '../../helpers/open-test-db.ts';

const ROWS = 300;

/** Rows of each transaction, and how often the log was said to have grown. */
async function takeOver(isSomebodyAtWork: boolean) {
  const world = openTestDb();
  try {
    world.storage.connection.pragma('foreign_keys = OFF');
    let written = 0;
    const replica = openReplica({
      ...{ db: world.db, clock: world.clock, isSomebodyAtWork: () => isSomebodyAtWork },
      onWritten: () => void written++,
    });
    for (const page of makePages(ROWS)) await replica.merge(page);
    const pieces = world.db
      .read('test', (db) =>
        db.all<{ rows: number }>(
          `SELECT last_row - first_row + 1 AS rows FROM change_log
           WHERE table_name = 'alerts' AND from_sync = 1 ORDER BY seq`,
        ),
      )
      .map(({ rows }) => rows);
    return { pieces, written };
  } finally {
    world.close();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

test('[SY230] a page is taken over in short pieces while somebody works, and the log is told of each', async () => {
  const { pieces, written } = await takeOver(true);
  expect(sum(pieces)).toBe(ROWS);
  expect(pieces.length).toBeGreaterThanOrEqual(5);
  expect(pieces[0]).toBeLessThanOrEqual(50);
  expect(written).toBe(pieces.length);
});

test('[SY230] the same page is one piece where nobody works', async () => {
  const { pieces } = await takeOver(false);
  expect(pieces).toEqual([ROWS]);
});
