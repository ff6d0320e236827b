import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../tests/helpers/open-test-db.ts';
import { packedColumn, packRows, withColumn } from './packed-rows.ts';
import { frameworksTable } from './tables/compliance.table.ts';

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

const ROWS = 200;
const frameworks = (shared: { category: string | null; version: string | null }) =>
  Array.from({ length: ROWS }, (_, index) => ({
    id: `f-${index}`,
    name: index % 2 ? 'odd' : "even'",
    version: shared.version,
    description: index === 7 ? 'only here' : null,
    category: shared.category,
    isActive: true,
    createdAt: 1_700_000_000_000,
    packId: null,
    packChecksum: null,
    baseline: null,
    publisher: null,
    licence: null,
    source: null,
    textPolicy: null,
    updatedAt: null,
  }));

function stored(shared: { category: string | null; version: string | null }) {
  const rows = frameworks(shared);
  world.db.write({ actor: null, origin: 'job', action: 'test.write' }, (tx) =>
    tx.insertRange(frameworksTable, packRows(frameworksTable, rows), () => {}),
  );
  const found = world.db.read('test', (db) =>
    db.rows(frameworksTable, 'SELECT * FROM compliance_frameworks ORDER BY rowid'),
  );
  return {
    rows,
    found: found.map(({ rowVersion: _, fieldVersions: __, deletedAt: ___, ...row }) => row),
  };
}

describe('[ST13] rows with the same value in a column come out as they went in', () => {
  test.each([
    ['plain', 'Security', '1.0'],
    ['null', null, null],
    ['empty', '', ''],
    ['a quote', "it's", "'"],
    ['SQL', "x', 1); DROP TABLE compliance_frameworks; --", '1'],
    ['control characters', 'a\nb\0c', '\u202etxt'],
    ['a comment', '-- no', '/* no */'],
    ['not ASCII', 'Sicherheit für alle — 安全', 'ü'],
    ['long', 'a'.repeat(20_000), '1'],
  ])('%s', (_, category, version) => {
    const { rows, found } = stored({ category, version });
    expect(found).toEqual(rows);
  });

  test('a packed column reads the same, and can be replaced', () => {
    const packed = packRows(frameworksTable, frameworks({ category: 'Privacy', version: null }));
    expect(packed.constants).toMatchObject({ category: 'Privacy', isActive: 1 });
    expect(packedColumn(packed, 'category')).toEqual(new Array(ROWS).fill('Privacy'));
    expect(packedColumn(packed, 'version')).toBeUndefined();
    const values = Array.from({ length: ROWS }, (_, index) => `c${index}`);
    const replaced = withColumn(packed, 'category', values);
    expect(packedColumn(replaced, 'category')).toEqual(values);
    expect(packedColumn(replaced, 'name')).toEqual(packedColumn(packed, 'name'));
  });
});
