import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../tests/helpers/open-test-db.ts';
import { packRows } from './packed-rows.ts';
import { frameworksTable } from './tables/compliance.table.ts';

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

const framework = (id: string, name: string) => ({
  ...{ id, name, version: null, description: null, category: null, isActive: true },
  ...{ createdAt: 1_700_000_000_000, packId: null, packChecksum: null, baseline: null },
  ...{ publisher: null, licence: null, source: null, textPolicy: null, updatedAt: null },
});

/** Inserts them and gives `[place, seq]` of each that was told to be new, and the range. */
function insert(ids: readonly string[], label: string) {
  const told: [number, number][] = [];
  const rows = ids.map((id, place) => framework(id, `${label} ${place}`));
  const range = world.db.write({ actor: null, origin: 'job', action: 'test.write' }, (tx) =>
    tx.insertRange(frameworksTable, packRows(frameworksTable, rows), (place, seq) =>
      told.push([place, seq]),
    ),
  );
  return { told, range };
}

const stored = () =>
  world.db.read('test', (db) =>
    db.all<{ seq: number; id: string; name: string }>(
      'SELECT rowid AS seq, id, name FROM compliance_frameworks ORDER BY rowid',
    ),
  );

/** Numbers that look random, the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 0x7fff_ffff;
    yield state;
  }
}

test.each([1, 15, 16, 17, 49, 50, 64, 65, 200])(
  '[ST17] of %i new rows each is told once, in order, with its own number',
  (count) => {
    const ids = Array.from({ length: count }, (_, index) => `f-${index}`);
    const { told, range } = insert(ids, 'first');
    expect(stored().map(({ id }) => id)).toEqual(ids);
    expect(told).toEqual(stored().map(({ seq }, place) => [place, seq]));
    expect(range).toEqual({ count, first: told[0]?.[1], last: told.at(-1)?.[1] });
  },
);

test.each([1, 2, 3, 4, 5, 6])(
  '[ST17] rows that are known, or come twice, are passed over and never told (%i)',
  (seed) => {
    const random = numbers(seed);
    const next = (most: number) => (random.next().value as number) % most;
    insert(
      Array.from({ length: 100 }, () => `f-${next(400)}`),
      'before',
    );
    const before = stored();
    const ids = Array.from({ length: 300 }, () => `f-${next(400)}`);
    const { told, range } = insert(ids, 'after');
    const known = new Set(before.map(({ id }) => id));
    const fresh: [number, string][] = [];
    ids.forEach((id, place) => {
      if (known.has(id)) return;
      known.add(id);
      fresh.push([place, id]);
    });
    const added = stored().slice(before.length);
    expect(stored().slice(0, before.length)).toEqual(before);
    expect(added.map(({ id, name }) => [name, id])).toEqual(
      fresh.map(([place, id]) => [`after ${place}`, id]),
    );
    expect(told).toEqual(fresh.map(([place], at) => [place, added[at]?.seq]));
    expect(range).toEqual({ count: fresh.length, first: added[0]?.seq, last: added.at(-1)?.seq });
  },
);

test('[ST17] where every row is known nothing is told', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `f-${index}`);
  insert(ids, 'first');
  expect(insert(ids, 'again')).toEqual({ told: [], range: { count: 0, first: 0, last: 0 } });
});

test('[ST17] a row that is refused leaves nothing of the others', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...framework(`f-${index}`, `row ${index}`),
    createdAt: index === 71 ? (null as unknown as number) : 1,
  }));
  const write = () =>
    world.db.write({ actor: null, origin: 'job', action: 'test.write' }, (tx) =>
      tx.insertRange(frameworksTable, packRows(frameworksTable, rows), () => {}),
    );
  expect(write).toThrow();
  expect(stored()).toEqual([]);
});
