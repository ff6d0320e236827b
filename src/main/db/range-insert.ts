import { insertSql, type StatementCache, type TableShape, toDriver } from './statements.ts';
import type { InsertedRange } from './write-door.ts';

export interface RangeInsert {
  readonly shape: TableShape;
  readonly rows: readonly Record<string, unknown>[];
  readonly stamp: string;
  readonly onInserted: (row: Record<string, unknown>, seq: number) => void;
}

/** Columns that are null in every row are left to the schema: binding a value costs as much as storing it. */
function filledProperties(shape: TableShape, rows: RangeInsert['rows']): string[] {
  return shape.properties.filter((property) => {
    for (const row of rows) {
      if (row[property] !== null && row[property] !== undefined) return true;
    }
    return false;
  });
}

/** The hot path of every import: one statement, one array of values, no object a row. */
export function insertRows(statements: StatementCache, insert: RangeInsert): InsertedRange {
  const { shape, rows, stamp, onInserted } = insert;
  const properties = filledProperties(shape, rows);
  const columns = properties.map((property) => shape.columnsByProperty[property]);
  const statement = statements.get(
    insertSql(shape, [...properties, 'rowVersion'], 'ON CONFLICT DO NOTHING'),
  );
  const bound: unknown[] = new Array(properties.length + 1);
  bound[properties.length] = stamp;
  let first = 0;
  let last = 0;
  let count = 0;
  for (const row of rows) {
    for (let i = 0; i < properties.length; i++) {
      bound[i] = toDriver(columns[i], row[properties[i] as string]);
    }
    const info = statement.run(bound);
    if (info.changes === 0) continue;
    last = Number(info.lastInsertRowid);
    if (count === 0) first = last;
    count++;
    onInserted(row, last);
  }
  return { count, first, last };
}
