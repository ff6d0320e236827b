import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import {
  type LinkGroups,
  link,
  scaleOf,
  thresholdOf,
} from '../../src/main/areas/incidents/linking.kernel.ts';
import { readWholeInput, type WholeInput } from '../../src/main/areas/incidents/whole-input.ts';
import type { ReadDb } from '../../src/main/db/database.ts';
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

test('[IN21] what is too common to link is not read, and what is linked is the same', async () => {
  const many = openTestDb();
  try {
    const random = createRandom(7);
    // 300 groups at one host: too common in a workspace of this size.
    const rows = Array.from({ length: 400 }, (_, n) =>
      alertRow({
        title: n < 300 ? `Noise ${wordOf(n)}` : `Finding ${n % 9}`,
        sourceHost: n < 300 ? 'gateway' : `host-${random.below(12)}`,
        sourceUser: random.chance(40) ? `user-${random.below(30)}` : null,
        createdAt: START + random.below(48) * HOUR,
      }),
    );
    const caller = { actor: null, origin: 'system', action: 'test.write' } as const;
    many.db.write(caller, (tx) =>
      insertAlertBatch(tx, packAlerts(rows.map((row) => ({ row, raw: null })))),
    );
    const db = many.db.read('test.input', (all) => all);
    const input = await readWholeInput(db);
    const gateway = input.entities.findIndex(({ groups }) => groups >= 256);
    expect(gateway).toBeGreaterThanOrEqual(0);
    expect(input.groups.entities.includes(gateway)).toBe(false);
    const rules = { scale: scaleOf(input.groups.count), threshold: thresholdOf(20) };
    const all = withAllMemberships(db, input);
    expect(all.entities.length).toBeGreaterThan(input.groups.entities.length + 256);
    const linked = link(input.groups, input.entities, rules);
    expect(linked.edges.length).toBeGreaterThan(10);
    expect(linked).toEqual(link(all, input.entities, rules));
  } finally {
    many.close();
  }
});

/** Titles that differ in more than numbers, which groups leave out. */
const wordOf = (n: number) =>
  [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');

/** The groups with every membership of shared entities, read by a plain scan. */
function withAllMemberships(db: ReadDb, { groups, ids }: WholeInput): LinkGroups {
  const numbers = new Map(
    db
      .all<{ id: number }>('SELECT id FROM entities WHERE groups > 1 ORDER BY id')
      .map(({ id }, number) => [id, number]),
  );
  const offsets = new Uint32Array(groups.count + 1);
  const entities: number[] = [];
  ids.forEach((id, place) => {
    const named = db.all<{ entity: number }>(
      'SELECT entity_id AS entity FROM group_entities WHERE group_id = ? ORDER BY entity_id',
      id,
    );
    for (const { entity } of named) {
      const number = numbers.get(entity);
      if (number !== undefined) entities.push(number);
    }
    offsets[place + 1] = entities.length;
  });
  return { ...groups, offsets, entities: Uint32Array.from(entities) };
}
