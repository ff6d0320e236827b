import { type PackedRows, packedColumn } from './packed-rows.ts';
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
/** Rows of one statement where there are that many: half of what a row costs is the call, not the row. */
const ROWS_AT_ONCE = 16;

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
  const { rows, onInserted } = insert;
  const range = { count: 0, first: 0, last: 0 };
  const note = (row: number, seq: number) => {
    range.last = seq;
    if (range.count === 0) range.first = seq;
    range.count++;
    onInserted(row, seq);
  };
  const isMany = rows.count >= INLINED_FROM_ROWS;
  const atOnce = isMany ? createInsert(statements, insert, ROWS_AT_ONCE) : undefined;
  const alone = createInsert(statements, insert, 1);
  const ids = packedColumn(rows, 'id') ?? [];
  let row = 0;
  for (; atOnce && row + ROWS_AT_ONCE <= rows.count; row += ROWS_AT_ONCE) {
    const { changes, last } = atOnce(row);
    if (changes === ROWS_AT_ONCE) {
      for (let place = 0; place < changes; place++) note(row + place, last - changes + 1 + place);
      continue;
    }
    // Some were known already.
    const seqs = insertedSeqs(statements, insert.shape, last, changes);
    for (let place = row; place < row + ROWS_AT_ONCE; place++) {
      const seq = seqs.get(ids[place]);
      if (seq === undefined) continue;
      seqs.delete(ids[place]);
      note(place, seq);
    }
  }
  for (; row < rows.count; row++) {
    const { changes, last } = alone(row);
    if (changes > 0) note(row, last);
  }
  return range;
}

/** The rows that a statement inserted, by their ids: the last ones of the table. */
function insertedSeqs(
  statements: StatementCache,
  shape: TableShape,
  last: number,
  count: number,
): Map<unknown, number> {
  if (count === 0) return new Map();
  const found = statements
    .get(`SELECT id, rowid AS seq FROM ${shape.name} WHERE rowid > ? AND rowid <= ?`)
    .all(last - count, last) as { id: unknown; seq: number }[];
  return new Map(found.map(({ id, seq }) => [id, seq]));
}

/** A statement for so many rows; the function it gives inserts those from a place on. */
function createInsert(
  statements: StatementCache,
  { shape, rows, stamp }: RangeInsert,
  rowsAtOnce: number,
): (from: number) => { changes: number; last: number } {
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
      rowsAtOnce,
    ),
  );
  const width = properties.length + boundConstants.length;
  const bound: unknown[] = new Array(width * rowsAtOnce);
  for (let place = 0; place < rowsAtOnce; place++)
    boundConstants.forEach(([, value], index) => {
      bound[place * width + properties.length + index] = value;
    });
  return (from) => {
    for (let place = 0; place < rowsAtOnce; place++)
      for (let column = 0; column < columns.length; column++)
        bound[place * width + column] = columns[column]?.[from + place];
    const { changes, lastInsertRowid } = statement.run(bound);
    return { changes, last: Number(lastInsertRowid) };
  };
}
