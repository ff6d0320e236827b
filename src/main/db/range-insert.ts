import type { PackedRows } from './packed-rows.ts';
import { insertSql, type StatementCache, type TableShape } from './statements.ts';
import type { InsertedRange } from './write-door.ts';

export interface RangeInsert {
  readonly shape: TableShape;
  readonly rows: PackedRows;
  readonly stamp: string;
  readonly onInserted: (index: number, seq: number) => void;
}

/** The hot path of every import: one statement, one array of values, no object a row. */
export function insertRows(statements: StatementCache, insert: RangeInsert): InsertedRange {
  const { shape, rows, stamp, onInserted } = insert;
  const { properties, columns } = rows;
  const statement = statements.get(
    insertSql(shape, [...properties, 'rowVersion'], 'ON CONFLICT DO NOTHING'),
  );
  const bound: unknown[] = new Array(properties.length + 1);
  bound[properties.length] = stamp;
  let first = 0;
  let last = 0;
  let count = 0;
  for (let row = 0; row < rows.count; row++) {
    for (let column = 0; column < columns.length; column++) bound[column] = columns[column]?.[row];
    const info = statement.run(bound);
    if (info.changes === 0) continue;
    last = Number(info.lastInsertRowid);
    if (count === 0) first = last;
    count++;
    onInserted(row, last);
  }
  return { count, first, last };
}
