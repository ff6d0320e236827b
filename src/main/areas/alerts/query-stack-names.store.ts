/** What the values of a stack are called, where they are ids or keys: accounts, files, groups, incidents. */
import type { Stack, StackField } from '../../../shared/areas/views/stacks.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { accountNames } from './query-values.store.ts';

type Names = ReadonlyMap<string, string>;

/** Each is asked for the few values that are shown. */
const NAMES: Partial<Record<StackField, (db: ReadDb, values: readonly string[]) => Names>> = {
  assignee: accountNames,
  import: (db, values) =>
    named(
      db,
      'SELECT id AS value, file_name AS name FROM imports WHERE id IN (SELECT value FROM json_each(?))',
      values,
    ),
  group: (db, values) =>
    named(
      db,
      `SELECT lower(hex(g.key)) AS value, g.title AS name FROM json_each(?) j
       CROSS JOIN alert_groups g ON g.key = unhex(j.value)`,
      values,
    ),
  incident: (db, values) =>
    named(
      db,
      'SELECT key AS value, name FROM incidents WHERE key IN (SELECT value FROM json_each(?))',
      values,
    ),
};

function named(db: ReadDb, sql: string, values: readonly string[]): Names {
  const rows = db.all<{ value: string; name: string }>(sql, JSON.stringify(values));
  return new Map(rows.map(({ value, name }) => [value, name]));
}

export function nameStack(db: ReadDb, stack: Stack): Stack {
  const namesOf = NAMES[stack.by];
  if (!namesOf) return stack;
  const values = [...stack.common, ...stack.rare].flatMap(({ value }) => value ?? []);
  const names = namesOf(db, values);
  const label = (row: Stack['common'][number]) => ({
    ...row,
    label: row.value === null ? null : (names.get(row.value) ?? null),
  });
  return { ...stack, common: stack.common.map(label), rare: stack.rare.map(label) };
}
