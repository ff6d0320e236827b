import { afterAll, beforeAll, expect, test } from 'vitest';
import { NATURAL_KEYS } from '../../../src/main/areas/sync/replica/natural-keys.ts';
import { REFERENCES } from '../../../src/main/areas/sync/replica/references.ts';
import { syncedTables } from '../../../src/main/db/synced-tables.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

let world: TestDb;
beforeAll(() => {
  world = openTestDb();
});
afterAll(() => world.close());

const all = <R>(sql: string, ...values: string[]) =>
  world.db.read('test', (reader) => reader.all<R>(sql, ...values));

const namesOfTables = () =>
  all<{ name: string }>(
    "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'row_version' WHERE m.type = 'table' ORDER BY 1",
  ).map(({ name }) => name);

/** Columns that look like a person's, and hold something else; each with its reason. */
const NO_PERSON: Readonly<Record<string, string>> = {
  'alerts.suppressed_by': 'a rule',
  'evidence.superseded_by': 'a later piece',
  'policy_attestations.account_id': 'is never changed, whoever it was then',
  'evidence_custody.actor': 'sealed with the entry',
  'detection_rules.author': 'what the text of a rule says',
};

test('[SY70] every synced table of the database is known to sync, and none besides', () => {
  expect([...syncedTables().keys()].sort()).toEqual(namesOfTables());
});

test('[SY71] every column that names a person or an alert is one that a change of ids reaches', () => {
  const missing: string[] = [];
  for (const table of namesOfTables()) {
    const foreign = new Map(
      all<{ from: string; table: string }>(
        'SELECT "from", "table" FROM pragma_foreign_key_list(?)',
        table,
      ).map(({ from, table: parent }) => [from, parent]),
    );
    const columns = all<{ name: string; type: string }>(
      'SELECT name, type FROM pragma_table_info(?)',
      table,
    );
    for (const { name, type } of columns) {
      if (type !== 'TEXT' || name === 'id') continue;
      const isPerson =
        foreign.get(name) === 'users' ||
        /(?:_by|^owner|^author|^account|^account_id|^actor|^tester|^approver|^investigator|^assigned_to|^handed_to)$/.test(
          name,
        );
      const isAlert = foreign.get(name) === 'alerts' || name === 'alert_id';
      const known = (map: Readonly<Record<string, readonly string[]>>) =>
        map[table]?.includes(name) === true;
      if (isPerson && !known(REFERENCES.users) && !NO_PERSON[`${table}.${name}`])
        missing.push(`${table}.${name} (users)`);
      if (isAlert && !known(REFERENCES.alerts)) missing.push(`${table}.${name} (alerts)`);
    }
  }
  expect(missing).toEqual([]);
});

test('[SY71] every column of the map is in the database', () => {
  for (const map of Object.values(REFERENCES))
    for (const [table, columns] of Object.entries(map)) {
      const known = all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table);
      expect(
        known.map(({ name }) => name),
        table,
      ).toEqual(expect.arrayContaining([...columns]));
    }
});

test('[SY72] every unique index beside the id is a natural key of its table', () => {
  const found = new Map<string, string[]>();
  for (const table of namesOfTables()) {
    const indexes = all<{ name: string; origin: string }>(
      'SELECT name, origin FROM pragma_index_list(?) WHERE "unique" = 1 AND origin <> \'pk\'',
      table,
    );
    for (const { name } of indexes) {
      const columns = all<{ name: string }>('SELECT name FROM pragma_index_info(?)', name);
      const names = columns.map((column) => column.name);
      if (names.join() !== 'id') found.set(table, names);
    }
  }
  const known = Object.entries(NATURAL_KEYS).map(([table, { columns }]) => [table, [...columns]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
});
