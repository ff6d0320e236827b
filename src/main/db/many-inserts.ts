/**
 * New rows of packed columns, many in one statement: its cursors, one for each index of the table, are opened once
 * for all of them. What is the same in every row is bound once, too, so that the statement's text depends on the
 * columns alone and it stays prepared. OR FAIL: a failure ends the transaction (see groups/many-rows.ts).
 */
import type { PackedRows } from './packed-rows.ts';
import { insertSql, type StatementCache, type TableShape } from './statements.ts';
import type { InsertedRange } from './write-door.ts';

/** Some milliseconds. */
export const ROWS_WITHOUT_A_LOOK = 32;
/** Few, so that few statements are prepared. */
const SIZES = [ROWS_WITHOUT_A_LOOK, 8] as const;

interface Many {
  readonly rows: PackedRows;
  /** Called before each statement; what it throws ends the transaction. */
  readonly giveWay: (() => void) | undefined;
}

/**
 * Each row gets the `seq` after that of the one before.
 * @throws where the table refuses a row; those before it are in the transaction by then.
 */
export function insertMany(
  statements: StatementCache,
  shape: TableShape,
  { rows, giveWay }: Many,
): InsertedRange {
  const { count, columns } = rows;
  const constants = Object.values(rows.constants);
  let [at, last] = [0, 0];
  for (const size of SIZES) {
    if (count - at < size) continue;
    const statement = statements.get(manySql(shape, rows, size));
    const bound: unknown[] = constants.concat(new Array(size * columns.length));
    for (; count - at >= size; at += size) {
      giveWay?.();
      let place = constants.length;
      for (let row = at; row < at + size; row++)
        for (const values of columns) bound[place++] = values[row];
      last = Number(statement.run(bound).lastInsertRowid);
    }
  }
  if (at < count) giveWay?.();
  const insertOne = rowInsert(statements, shape, rows);
  for (; at < count; at++) last = insertOne(at);
  return { count, first: last - count + 1, last };
}

/** Inserts one row and answers its `seq`. */
export function rowInsert(
  statements: StatementCache,
  shape: TableShape,
  { properties, columns, constants }: PackedRows,
): (row: number) => number {
  const names = [...properties, ...Object.keys(constants)];
  const statement = statements.get(insertSql(shape, names));
  const bound: unknown[] = [...properties.map(() => null), ...Object.values(constants)];
  return (row) => {
    for (const [place, values] of columns.entries()) bound[place] = values[row];
    return Number(statement.run(bound).lastInsertRowid);
  };
}

function manySql(shape: TableShape, { properties, constants }: PackedRows, size: number): string {
  const fixed = Object.keys(constants);
  const nameOf = (property: string) => shape.columnsByProperty[property]?.name;
  const names = [...fixed, ...properties].map(nameOf);
  const values = [...fixed.map(() => '?'), ...properties.map((_, i) => `v.column${i + 1}`)];
  const row = `(${properties.map(() => '?').join(', ')})`;
  const list = new Array(size).fill(row).join(', ');
  return `INSERT OR FAIL INTO ${shape.name} (${names.join(', ')})
    SELECT ${values.join(', ')} FROM (VALUES ${list}) v`;
}
