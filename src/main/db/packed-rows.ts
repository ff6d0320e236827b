import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type NewRowOf, tableShape, toDriver } from './statements.ts';

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

export function packRows<T extends SQLiteTable>(
  table: T,
  rows: readonly Unstamped<NewRowOf<T>>[],
): PackedRows {
  const shape = tableShape(table);
  const properties: string[] = [];
  const columns: unknown[][] = [];
  for (const property of shape.properties) {
    const column = shape.columnsByProperty[property];
    const values = rows.map((row) => toDriver(column, (row as Record<string, unknown>)[property]));
    if (values.every((value) => value === null)) continue;
    properties.push(property);
    columns.push(values);
  }
  return { count: rows.length, properties, columns };
}

/** The values of one column; undefined where it is null in every row. */
export function packedColumn(rows: PackedRows, property: string): unknown[] | undefined {
  return rows.columns[rows.properties.indexOf(property)];
}
