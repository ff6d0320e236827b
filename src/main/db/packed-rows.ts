import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type NewRowOf, type TableShape, tableShape, toDriver } from './statements.ts';

/**
 * Rows on their way into a table, a list a column and each value as SQLite takes it: cheap to hand
 * from thread to thread and to bind. A column with one value in every row is that value, once;
 * columns that are null in every row are left to the schema.
 */
export interface PackedRows {
  readonly count: number;
  readonly properties: readonly string[];
  /** `columns[p][i]` is the value of `properties[p]` in row i. */
  readonly columns: readonly unknown[][];
  /** Properties, none of `properties`, that have the same value in every row. */
  readonly constants: Readonly<Record<string, unknown>>;
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
  const constants: Record<string, unknown> = {};
  for (const property of shape.properties) {
    const values =
      derived[property] ??
      packColumn(rows as readonly Record<string, unknown>[], property, shape.columnsByProperty);
    const [first] = values;
    if (values.every((value) => value === first)) {
      if (first !== null && first !== undefined) constants[property] = first;
      continue;
    }
    properties.push(property);
    columns.push(values);
  }
  return { count: rows.length, properties, columns, constants };
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

/** The values of one column, to be read only; undefined where it is null in every row. */
export function packedColumn(rows: PackedRows, property: string): readonly unknown[] | undefined {
  const column = rows.columns[rows.properties.indexOf(property)];
  if (column) return column;
  const constant = rows.constants[property];
  return constant === undefined ? undefined : new Array<unknown>(rows.count).fill(constant);
}

/** The rows from one place to before another. */
export function slicePackedRows(rows: PackedRows, from: number, to: number): PackedRows {
  return {
    ...rows,
    count: Math.min(to, rows.count) - from,
    columns: rows.columns.map((values) => values.slice(from, to)),
  };
}

/** The rows with other values in one column, which must be there. */
export function withColumn(rows: PackedRows, property: string, values: unknown[]): PackedRows {
  const { [property]: _, ...constants } = rows.constants;
  const others = rows.properties.map((name, index) => ({
    name,
    values: rows.columns[index] ?? [],
  }));
  const kept = others.filter(({ name }) => name !== property);
  return {
    count: rows.count,
    properties: [...kept.map(({ name }) => name), property],
    columns: [...kept.map((column) => column.values), values],
    constants,
  };
}
