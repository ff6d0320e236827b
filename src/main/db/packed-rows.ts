import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type NewRowOf, type TableShape, tableShape, toDriver } from './statements.ts';

/**
 * Rows on their way into a table, a list a column and each value as SQLite takes it: cheap to hand
 * from thread to thread and to bind. Columns that are null in every row are left to the schema.
 */
export interface PackedRows {
  readonly count: number;
  readonly properties: readonly string[];
  /** `columns[p][i]` is the value of `properties[p]` in row i. */
  readonly columns: readonly unknown[][];
}

type Unstamped<Row> = Omit<Row, 'rowVersion' | 'fieldVersions' | 'deletedAt'>;

/** `derived` are further columns, ready for SQLite, that the rows themselves do not carry. */
export function packRows<T extends SQLiteTable>(
  table: T,
  rows: readonly Unstamped<NewRowOf<T>>[],
  derived: Readonly<Record<string, unknown[]>> = {},
): PackedRows {
  const shape = tableShape(table);
  const properties: string[] = [];
  const columns: unknown[][] = [];
  for (const property of shape.properties) {
    const values =
      derived[property] ??
      packColumn(rows as readonly Record<string, unknown>[], property, shape.columnsByProperty);
    if (values.every((value) => value === null)) continue;
    properties.push(property);
    columns.push(values);
  }
  return { count: rows.length, properties, columns };
}

function packColumn(
  rows: readonly Record<string, unknown>[],
  property: string,
  columnsByProperty: TableShape['columnsByProperty'],
): unknown[] {
  const column = columnsByProperty[property];
  const values = new Array<unknown>(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = toDriver(column, rows[i]?.[property]);
  return values;
}

/** The values of one column; undefined where it is null in every row. */
export function packedColumn(rows: PackedRows, property: string): unknown[] | undefined {
  return rows.columns[rows.properties.indexOf(property)];
}
