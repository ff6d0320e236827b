import type { Statement } from 'better-sqlite3';
import {
  Column,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
} from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Connection } from './connection.ts';

export type RowOf<T extends SQLiteTable> = InferSelectModel<T>;
export type NewRowOf<T extends SQLiteTable> = InferInsertModel<T>;

/** A statement more lets the one that was made first go: bulk inserts have texts of their own. */
const MAX_KEPT = 500;

/** Prepared statements of one connection, kept by their text. */
export class StatementCache {
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined && this.#statements.size >= MAX_KEPT)
        this.#statements.delete(oldest);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

export interface TableShape {
  readonly name: string;
  readonly properties: readonly string[];
  readonly columnsByProperty: Readonly<Record<string, SQLiteColumn>>;
  readonly reading: readonly ReadColumn[];
}

interface ReadColumn {
  readonly property: string;
  readonly name: string;
  /** What makes the value of SQLite's; null where they are the same, as in most columns. */
  readonly convert: SQLiteColumn | null;
}

/** What a column without a conversion of its own inherits. */
const UNCHANGED: unknown = Column.prototype.mapFromDriverValue;

export function tableShape(table: SQLiteTable): TableShape {
  const columnsByProperty = getTableColumns(table) as Record<string, SQLiteColumn>;
  return {
    name: getTableName(table),
    properties: Object.keys(columnsByProperty),
    columnsByProperty,
    reading: Object.entries(columnsByProperty).map(([property, column]) => ({
      property,
      name: column.name,
      convert: column.mapFromDriverValue === UNCHANGED ? null : column,
    })),
  };
}

export function toDriver(column: SQLiteColumn | undefined, value: unknown): unknown {
  if (value === null || value === undefined || !column) return null;
  return column.mapToDriverValue(value);
}

/** Turns a row as SQLite gives it into the shape of its table. */
export function rowFromDriver<T extends SQLiteTable>(
  shape: TableShape,
  raw: Record<string, unknown>,
): RowOf<T> {
  const row: Record<string, unknown> = {};
  for (const { property, name, convert } of shape.reading) {
    const value = raw[name] ?? null;
    row[property] = value === null || convert === null ? value : convert.mapFromDriverValue(value);
  }
  return row as RowOf<T>;
}

/** One mark for each property, in order, in each of so many rows; `literals` are further ones with their SQL text. */
export function insertSql(
  shape: TableShape,
  properties: readonly string[],
  suffix = '',
  literals: readonly (readonly [property: string, sql: string])[] = [],
  rows = 1,
): string {
  const nameOf = (property: string) => shape.columnsByProperty[property]?.name;
  const names = [...properties.map(nameOf), ...literals.map(([property]) => nameOf(property))];
  const values = [...properties.map(() => '?'), ...literals.map(([, sql]) => sql)];
  const lists = new Array(rows).fill(`(${values.join(', ')})`).join(', ');
  // Of one row a failure must leave nothing; of many it ends the transaction, and needs no copies of pages (many-rows.ts).
  const verb = rows === 1 ? 'INSERT' : 'INSERT OR FAIL';
  return `${verb} INTO ${shape.name} (${names.join(', ')}) VALUES ${lists} ${suffix}`;
}
