import { afterEach, beforeEach, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { removeAlerts } from '../../src/main/areas/alerts/alert-removal.store.ts';
import { changeAlert } from '../../src/main/areas/alerts/alerts.store.ts';
import { newestRows, type SpanPlace } from '../../src/main/db/alert-spans.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { spansBesideScan } from '../helpers/check-groups.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom, type Random } from '../helpers/random.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;
const START = Date.parse('2026-11-20T08:00:00.000Z');
const MINUTE = 60_000;

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

const write = <R>(fn: (tx: WriteTx) => R): R => world.db.write(CALLER, fn);
const places = () =>
  world.db.read('test.places', (db) =>
    db.all<SpanPlace & { id: string }>(
      'SELECT seq, created_at, id FROM alerts ORDER BY created_at DESC, seq DESC',
    ),
  );

/** Several imports whose times overlap, as of several sensors, many of them at the same moment. */
function fill(random: Random, imports: number, each: number): void {
  for (let n = 0; n < imports; n++) {
    const start = START + random.below(30) * MINUTE;
    const rows = Array.from({ length: each }, (_, i) => ({
      row: alertRow({ createdAt: start + Math.floor(i / 3) * 1_000 }),
      raw: null,
    }));
    write((tx) => insertAlertBatch(tx, packAlerts(rows)));
  }
}

function newest(seqs: readonly number[], after: SpanPlace | null, count: number) {
  const read: number[] = [];
  const found: SpanPlace[] = [];
  world.db.read('test.newest', (db) => {
    const options = {
      after,
      wanted: count,
      read: (some: readonly number[]) => {
        read.push(...some);
        return db.all<SpanPlace>(
          'SELECT seq, created_at FROM alerts WHERE seq IN (SELECT value FROM json_each(?))',
          JSON.stringify(some),
        );
      },
    };
    for (const { seq, created_at } of newestRows(db, seqs, options)) {
      found.push({ seq, created_at });
      if (found.length >= count) break;
    }
  });
  return { found, read };
}

test.each([1, 2, 3])(
  '[AL24] the newest of any alerts come first, page after page, as a scan says, seed %i',
  (seed) => {
    const random = createRandom(seed * 6_271);
    fill(random, 5, 700);
    const gone = places().filter(() => random.chance(10));
    write((tx) =>
      removeAlerts(
        tx,
        gone.slice(0, 400).map(({ seq }) => seq),
      ),
    );
    for (const { id } of places().slice(0, 40))
      write((tx) =>
        changeAlert(tx, id, () => ({ createdAt: START + (random.below(200) - 60) * MINUTE })),
      );
    const { wrong } = spansBesideScan(world.db);
    expect(wrong).toEqual([]);
    const some = places().filter(() => random.chance(40));
    const seqs = some.map(({ seq }) => seq).sort((a, b) => a - b);
    const expected = some.map(({ seq, created_at }) => ({ seq, created_at }));
    expect(newest(seqs, null, seqs.length).found).toEqual(expected);
    const paged: SpanPlace[] = [];
    for (let after: SpanPlace | null = null; ; ) {
      const { found } = newest(seqs, after, 1 + random.below(90));
      paged.push(...found);
      if (found.length === 0) break;
      after = found.at(-1) ?? null;
    }
    expect(paged).toEqual(expected);
  },
);

test('[AL24] a page reads about its rows, not all that match', () => {
  for (let n = 0; n < 20; n++)
    write((tx) =>
      insertAlertBatch(
        tx,
        packAlerts(
          Array.from({ length: 512 }, (_, i) => ({
            row: alertRow({ createdAt: START + (n * 512 + i) * 1_000 }),
            raw: null,
          })),
        ),
      ),
    );
  const seqs = places()
    .map(({ seq }) => seq)
    .filter((seq) => seq % 8 === 0);
  expect(seqs.length).toBeGreaterThan(1_200);
  const { found, read } = newest(seqs, null, 100);
  expect(found).toHaveLength(100);
  expect(read.length).toBeLessThan(300);
  expect(new Set(read).size).toBe(read.length);
});

test('[AL24] what nothing is kept about is read, whenever it may be', () => {
  fill(createRandom(5), 3, 600);
  write((tx) => tx.run('DELETE FROM alert_spans WHERE span % 2 = 0'));
  const seqs = places().map(({ seq }) => seq);
  expect(newest(seqs, null, 50).found).toEqual(
    places()
      .slice(0, 50)
      .map(({ seq, created_at }) => ({ seq, created_at })),
  );
});
