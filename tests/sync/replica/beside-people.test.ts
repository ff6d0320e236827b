/** What a person waits for while a page is taken over: the gate is free after each short piece. */
import { fdatasync, fstatSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLogSync } from '../../../src/main/db/checkpoint.ts';
import { createBetweenPieces } from '../../../src/main/workers/between-pieces.ts';
import { openReplica } from '../../../src/main/workers/sync-replica.ts';
import { makePages } from '../../bench/sync-replica.ts';
import { openTestDb } from '../../helpers/open-test-db.ts';

const ROWS = 300;

interface Beside {
  readonly isSomebodyAtWork?: boolean;
  /** Looks up to which nobody waits; then somebody does, once. */
  readonly comesAfter?: number;
  readonly waitsAlways?: boolean;
  readonly rows?: number;
}

/** Rows of each transaction, how often the log was said to have grown, and what hangs on the rows. */
async function takeOver({ rows = ROWS, ...beside }: Beside) {
  const { isSomebodyAtWork = false, comesAfter, waitsAlways = false } = beside;
  const world = openTestDb();
  try {
    world.storage.connection.pragma('foreign_keys = OFF');
    let [written, looks] = [0, 0];
    const replica = openReplica({
      ...{ db: world.db, clock: world.clock, isSomebodyAtWork: () => isSomebodyAtWork },
      isSomebodyWaiting: () => looks++ === comesAfter || waitsAlways,
      onWritten: () => void written++,
    });
    for (const page of makePages(rows)) await replica.merge(page);
    const pieces = world.db
      .read('test', (db) =>
        db.all<{ rows: number }>(
          `SELECT last_row - first_row + 1 AS rows FROM change_log
           WHERE table_name = 'alerts' AND from_sync = 1 ORDER BY seq`,
        ),
      )
      .map(({ rows }) => rows);
    const kept = world.db.read('test', (db) =>
      db.get<Record<string, number>>(
        `SELECT (SELECT count(*) FROM alerts) AS alerts,
           (SELECT sum(row_count) FROM audit_log WHERE origin = 'sync') AS told,
           (SELECT sum(n) FROM alert_totals) AS counted,
           (SELECT count(*) FROM group_members) AS members,
           (SELECT sum(n) FROM alert_groups) AS grouped,
           (SELECT count(*) FROM alerts_fts WHERE alerts_fts MATCH 'failed') AS found`,
      ),
    );
    return { pieces, written, looks, kept };
  } finally {
    world.close();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

test('[SY230] a page is taken over in short pieces while somebody works, and the log is told of each', async () => {
  const { pieces, written } = await takeOver({ isSomebodyAtWork: true });
  expect(sum(pieces)).toBe(ROWS);
  expect(pieces.length).toBeGreaterThanOrEqual(5);
  expect(pieces[0]).toBeLessThanOrEqual(50);
  expect(written).toBe(pieces.length);
});

test('[SY230] the same page is one piece where nobody works', async () => {
  const { pieces } = await takeOver({});
  expect(pieces).toEqual([ROWS]);
});

test('[SY231] a long transaction gives way to who comes at any moment of it, and its rows are taken over once', async () => {
  const rows = 1_200;
  const { looks, pieces: whole } = await takeOver({ rows });
  expect(whole).toEqual([rows]);
  expect(looks).toBeGreaterThan(rows / 32);
  for (const comesAfter of [0, 5, Math.floor(rows / 32) + 4, Math.floor(looks / 2), looks - 1]) {
    const { pieces, written, kept } = await takeOver({ rows, comesAfter });
    expect(pieces[0]).toBeLessThanOrEqual(50);
    expect(written).toBe(pieces.length);
    const names = ['alerts', 'told', 'counted', 'members', 'grouped', 'found'];
    expect(kept).toEqual(Object.fromEntries(names.map((name) => [name, rows])));
  }
});

test('[SY247] a short piece gives way once, at any moment of it, and its rows are taken over once', async () => {
  const { looks } = await takeOver({ isSomebodyAtWork: true });
  for (const comesAfter of [0, 3, Math.floor(looks / 2), looks - 1]) {
    const { pieces, written, kept } = await takeOver({ isSomebodyAtWork: true, comesAfter });
    expect(sum(pieces)).toBe(ROWS);
    expect(written).toBe(pieces.length);
    const names = ['alerts', 'told', 'counted', 'members', 'grouped', 'found'];
    expect(kept).toEqual(Object.fromEntries(names.map((name) => [name, ROWS])));
  }
});

test('[SY247] where somebody waits without end a page comes to its end all the same: no piece gives way twice', async () => {
  const { pieces, looks } = await takeOver({ isSomebodyAtWork: true, waitsAlways: true });
  expect(sum(pieces)).toBe(ROWS);
  expect(looks).toBe(pieces.length);
});

test.each([true, false])(
  '[SY252] every piece is put on the disk in the log’s own file before the next is written, while somebody works: %s',
  async (isSomebodyAtWork) => {
    const world = openTestDb();
    try {
      const { connection, databasePath } = world.storage;
      connection.pragma('foreign_keys = OFF');
      const count = () =>
        world.db.read('test', (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM alerts'))?.n;
      const [synced, atEnds]: [(number | undefined)[], (number | undefined)[]] = [[], []];
      const between = createBetweenPieces({
        gate: { isSomebodyAtWork: () => isSomebodyAtWork },
        keeper: { relieve() {} },
        // What the thread of sync has, but that it is counted: the call goes to the disk.
        syncLog: createLogSync(databasePath, (file, done) => {
          expect(fstatSync(file).ino).toBe(statSync(`${databasePath}-wal`).ino);
          const before = count();
          fdatasync(file, (error) => {
            expect([error, count()]).toEqual([null, before]);
            synced.push(before);
            done(error);
          });
        }),
      });
      const replica = openReplica({
        ...{ db: world.db, clock: world.clock, isSomebodyAtWork: () => isSomebodyAtWork },
        onWritten() {
          atEnds.push(count());
          return between();
        },
      });
      for (const page of makePages(ROWS)) await replica.merge(page);
      expect(atEnds.length).toBeGreaterThanOrEqual(isSomebodyAtWork ? 5 : 1);
      expect(synced).toEqual(isSomebodyAtWork ? atEnds : []);
    } finally {
      world.close();
    }
  },
);

test('[SY252] the next piece is written once the one before is where it has to be', async () => {
  const world = openTestDb();
  try {
    world.storage.connection.pragma('foreign_keys = OFF');
    const count = () =>
      world.db.read('test', (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM alerts'))?.n;
    const meanwhile: [number | undefined, number | undefined][] = [];
    const replica = openReplica({
      ...{ db: world.db, clock: world.clock, isSomebodyAtWork: () => true },
      async onWritten() {
        const before = count();
        await new Promise((resolve) => setTimeout(resolve, 3));
        meanwhile.push([before, count()]);
      },
    });
    for (const page of makePages(ROWS)) await replica.merge(page);
    expect(meanwhile.length).toBeGreaterThanOrEqual(5);
    for (const [before, after] of meanwhile) expect(after).toBe(before);
    expect(count()).toBe(ROWS);
  } finally {
    world.close();
  }
});
