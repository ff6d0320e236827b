/** What SQLite's migrations say of the tables that are synced: `scripts/postgres-schema.ts` and its test. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isSentColumn } from '../../src/main/areas/sync/sent-columns.ts';
import { readMigrations } from '../../src/main/db/migrate.ts';

interface SyncedColumn {
  readonly name: string;
  readonly type: 'text' | 'bigint' | 'double precision' | 'bytea';
  readonly isRequired: boolean;
  /** As SQL, or null. */
  readonly fallback: string | null;
  readonly form: 'time' | 'boolean' | 'json' | 'plain';
}

export interface SyncedTableShape {
  readonly name: string;
  /** Without id, versions and what never leaves a workstation. */
  readonly columns: readonly SyncedColumn[];
  /** Columns that are unique beside the id, and the condition, null for every row. */
  readonly natural: { readonly columns: readonly string[]; readonly where: string | null } | null;
}

const TYPES = { TEXT: 'text', INTEGER: 'bigint', REAL: 'double precision', BLOB: 'bytea' } as const;

interface Info {
  readonly name: string;
  readonly type: keyof typeof TYPES;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

export function readSyncedTables(root: string): SyncedTableShape[] {
  const db = new Database(':memory:');
  for (const { sql } of readMigrations(join(root, 'resources/migrations/sqlite'))) db.exec(sql);
  const names = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT m.name, m.sql FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'row_version' WHERE m.type = 'table' ORDER BY 1",
    )
    .all();
  return names.map(({ name, sql }) => {
    const infos = db.prepare<[string], Info>('SELECT * FROM pragma_table_info(?)').all(name);
    const sent = infos.filter((info) => isSentColumn(name, info.name));
    return { name, columns: sent.map((info) => columnOf(info, sql)), natural: naturalOf(db, name) };
  });
}

function columnOf(info: Info, sql: string): SyncedColumn {
  return {
    name: info.name,
    type: TYPES[info.type],
    isRequired: info.notnull === 1,
    fallback: info.dflt_value,
    form: formOf(info, sql),
  };
}

function formOf({ name, type }: Info, sql: string): SyncedColumn['form'] {
  if (new RegExp(`json_valid\\(${name}\\)`).test(sql)) return 'json';
  if (new RegExp(`CHECK \\(${name} IN \\(0, 1\\)\\)`).test(sql)) return 'boolean';
  return type === 'INTEGER' && name.endsWith('_at') ? 'time' : 'plain';
}

function naturalOf(db: Database.Database, table: string): SyncedTableShape['natural'] {
  const found = db
    .prepare<[string], { name: string; columns: string; sql: string | null }>(
      `SELECT l.name, (SELECT group_concat(i.name, ',') FROM pragma_index_info(l.name) i) AS columns, m.sql
       FROM pragma_index_list(?) l LEFT JOIN sqlite_master m ON m.name = l.name
       WHERE l."unique" = 1 ORDER BY l.name`,
    )
    .all(table)
    .find(({ columns }) => columns !== 'id');
  if (!found) return null;
  const where = /\bWHERE\s+([\s\S]+)$/i.exec(found.sql ?? '')?.[1] ?? null;
  return { columns: found.columns.split(','), where: where?.replace(/\s+/g, ' ') ?? null };
}
