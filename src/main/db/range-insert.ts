import type { PackedRows } from './packed-rows.ts';
import { insertSql, type StatementCache, type TableShape } from './statements.ts';
import type { InsertedRange } from './write-door.ts';

export interface RangeInsert {
  readonly shape: TableShape;
  readonly rows: PackedRows;
  readonly stamp: string;
  readonly onInserted: (index: number, seq: number) => void;
}

/** Text that needs no thought inside a statement: no quote, no control character, not long. */
const PLAIN_TEXT = /^[\w .:+@[\]/-]{0,80}$/;
/** From here on a statement of its own is worth what its preparation costs. */
const INLINED_FROM_ROWS = 50;

/** A value as text of a statement, or undefined where it must be bound. */
function literal(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && PLAIN_TEXT.test(value)) return `'${value}'`;
  return undefined;
}

/**
 * The hot path of every import: one statement, one array of values, no object a row. What is the
 * same in all rows stands in the statement, because binding is a sixth of the cost of a row; it is
 * bound where it is not plainly harmless as text of a statement.
 */
export function insertRows(statements: StatementCache, insert: RangeInsert): InsertedRange {
  const { shape, rows, stamp, onInserted } = insert;
  const { properties, columns } = rows;
  const inlined: [string, string][] = [];
  const boundConstants: [string, unknown][] = [['rowVersion', stamp]];
  for (const [property, value] of Object.entries(rows.constants)) {
    const text = rows.count < INLINED_FROM_ROWS ? undefined : literal(value);
    if (text === undefined) boundConstants.push([property, value]);
    else inlined.push([property, text]);
  }
  const statement = statements.get(
    insertSql(
      shape,
      [...properties, ...boundConstants.map(([property]) => property)],
      'ON CONFLICT DO NOTHING',
      inlined,
    ),
  );
  const bound: unknown[] = new Array(properties.length + boundConstants.length);
  boundConstants.forEach(([, value], index) => {
    bound[properties.length + index] = value;
  });
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
