import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statementsFor } from './need-to-know.ts';

const MIGRATIONS = new URL('../../../resources/migrations/sqlite/', import.meta.url);
const seen = statementsFor('u1');

/** Every column that a migration gives a table, as `table.column`. */
function columns(): string[] {
  const sql = readdirSync(MIGRATIONS)
    .sort()
    .map((name) => readFileSync(new URL(name, MIGRATIONS), 'utf8'))
    .join('\n');
  const created = [...sql.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)].flatMap(
    ([, table, body = '']) =>
      [...body.matchAll(/^\s+(\w+) (?:TEXT|INTEGER)/gm)].map(([, column]) => `${table}.${column}`),
  );
  const added = [...sql.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/g)].map(
    ([, table, column]) => `${table}.${column}`,
  );
  return [...created, ...added];
}

/** Made by a renaming migration, or holding no content of the case. */
const LEFT_OUT = new Set(['control_evidence_next', 'policy_versions', 'collection_runs']);
const SAMPLES = new Set(['control_test_runs', 'audit_sample_results']);

test('[SY151] every table with a row of an investigation, its evidence or its indicators is read through a condition', () => {
  const naming = columns().filter((name) => /\.(investigation|evidence|indicator)_id$/.test(name));
  expect(naming.length).toBeGreaterThan(25);
  const bare = naming
    .map((name) => name.split('.')[0] ?? '')
    .filter((table) => !LEFT_OUT.has(table) && !SAMPLES.has(table))
    .filter((table) => !seen(`SELECT 1 FROM ${table}`).includes('restricted_to'));
  expect(bare).toEqual([]);
});

test.each([
  ['SELECT id FROM evidence WHERE id = ?', ') AS evidence WHERE id = ?'],
  ['SELECT e.id FROM evidence e WHERE e.id = ?', ') AS e WHERE e.id = ?'],
  ['SELECT e.id FROM evidence AS e INDEXED BY evidence_proof ON 1', ') AS e ON 1'],
  ['SELECT 1 FROM evidence INDEXED BY evidence_current WHERE 1', ') AS evidence WHERE 1'],
  ['SELECT 1 FROM a CROSS JOIN evidence e NOT INDEXED ON e.id = a.id', ') AS e ON e.id = a.id'],
  ['SELECT 1 WHERE EXISTS (SELECT 1 FROM evidence)', ') AS evidence)'],
])('[SY151] %s keeps its meaning', (sql, rest) => {
  expect(seen(sql)).toContain('FROM main.evidence WHERE');
  expect(seen(sql).endsWith(rest)).toBe(true);
});

test('[SY151] a column of the same name as a table stays a column', () => {
  const sql = 'SELECT evidence, indicators FROM alerts';
  expect(seen(sql)).toBe(sql);
});

test('[SY151] an account whose id is no plain word is named nowhere, and never a part of a statement', () => {
  const text = statementsFor("x' OR 1=1 --")('SELECT 1 FROM evidence');
  expect(text).not.toContain('OR 1=1');
  expect(text).toContain("named.value = ''");
});

test('[SY151] a search does not count what is closed', () => {
  const text = seen(
    'SELECT count(*) AS n FROM investigation_fts f WHERE investigation_fts MATCH ?',
  );
  expect(text).toContain('investigation_fts MATCH ? AND f.rowid NOT IN (SELECT place');
  const letters = seen(
    `SELECT count(*) AS n FROM investigation_letters f WHERE investigation_letters MATCH ?
     AND f.rowid IN (SELECT rowid FROM investigation_fts WHERE investigation_fts MATCH ?)`,
  );
  expect(letters).toContain('investigation_letters MATCH ? AND f.rowid NOT IN (SELECT place');
  expect(letters).toContain('investigation_fts MATCH ? AND investigation_fts.rowid NOT IN');
});
