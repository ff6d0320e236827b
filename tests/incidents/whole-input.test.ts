import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { readWholeInput } from '../../src/main/areas/incidents/whole-input.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom } from '../helpers/random.ts';

const START = Date.parse('2026-11-18T00:00:00Z');
const HOUR = 3_600_000;

let world: TestDb;
beforeAll(() => {
  world = openTestDb();
  const random = createRandom(20_261_123);
  const rows = Array.from({ length: 120 }, (_, n) =>
    alertRow({
      title: `Finding ${n % 9}`,
      sourceHost: `host-${random.below(12)}`,
      sourceUser: random.chance(50) ? `user-${random.below(8)}` : null,
      createdAt: START + random.below(48) * HOUR,
    }),
  );
  const caller = { actor: null, origin: 'system', action: 'test.write' } as const;
  world.db.write(caller, (tx) =>
    insertAlertBatch(tx, packAlerts(rows.map((row) => ({ row, raw: null })))),
  );
});
afterAll(() => world.close());

const reader = () => world.db.read('test.input', (db) => db);

function sharedMemberships(): number {
  return world.db.read('test.memberships', (db) => {
    const row = db.get<{ n: number }>(
      `SELECT count(*) AS n FROM group_entities m JOIN entities e ON e.id = m.entity_id
       WHERE e.groups > 1`,
    );
    return row?.n ?? 0;
  });
}

test('[IN21] read in pieces of any size, every membership is there once', async () => {
  const whole = await readWholeInput(reader());
  expect(whole.groups.entities.length).toBe(sharedMemberships());
  expect(whole.groups.entities.length).toBeGreaterThan(100);
  for (const pieceRows of [1, 2, 7, whole.groups.entities.length])
    expect(await readWholeInput(reader(), { pieceRows })).toEqual(whole);
});

test('[IN21] asked to end, it reads no further', async () => {
  const abort = new AbortController();
  let pieces = 0;
  const counting = reader();
  const reading = readWholeInput(
    {
      ...counting,
      all: <R>(sql: string, ...values: Parameters<typeof counting.all>[1][]) => {
        if (sql.includes('FROM group_entities') && ++pieces === 2) abort.abort();
        return counting.all<R>(sql, ...values);
      },
    },
    { signal: abort.signal, pieceRows: 5 },
  );
  await expect(reading).rejects.toThrow();
  expect(pieces).toBe(2);
});
