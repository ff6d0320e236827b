import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';
import type { Connection } from './connection.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Files `NNNN_name.sql` in order; the numbers must be 1, 2, 3 … without a gap. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1) throw new Error(`Migration ${name} is not number ${index + 1}`);
    return { version, name, sql: readFileSync(join(folder, name), 'utf8') };
  });
}

export function schemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}

/** @throws AppError 'unavailable' where the database comes from a newer Watchfloor; nothing is touched. */
function refuseNewerSchema(connection: Connection, migrations: readonly Migration[]): void {
  const version = schemaVersion(connection);
  if (version <= migrations.length) return;
  throw new AppError(
    'unavailable',
    `This data folder was last used by a newer Watchfloor (schema ${version}; this one knows ${migrations.length}). Install that version or a later one. Nothing was changed.`,
  );
}

/**
 * Before the first release the first migration was changed once: raw records had a row each. No
 * migration leads from there to here.
 * @throws AppError 'unavailable' where the database is of that form; nothing is touched.
 */
function refuseEarlyForm(connection: Connection): void {
  const early = connection
    .prepare("SELECT 1 FROM pragma_table_info('alert_raw') WHERE name = 'raw'")
    .get();
  if (!early) return;
  throw new AppError(
    'unavailable',
    'This data folder was made by an early build of Watchfloor that kept raw records in another form. Export its alerts there as NDJSON and import them into a new data folder (--data-dir). Nothing was changed.',
  );
}

export interface MigrateSteps {
  /** First of all, where there is data. */
  backUp(fromVersion: number): void;
  /** Where there is data, before each step: the first is 1. */
  before(step: number, of: number): void;
}

/** Applies what is missing, each migration in a transaction of its own. */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  steps: MigrateSteps,
): void {
  refuseNewerSchema(connection, migrations);
  refuseEarlyForm(connection);
  const from = schemaVersion(connection);
  if (from === migrations.length) return;
  if (from > 0) steps.backUp(from);
  for (const migration of migrations.slice(from)) {
    if (from > 0) steps.before(migration.version - from, migrations.length - from);
    connection.transaction(() => {
      connection.exec(migration.sql);
      connection.pragma(`user_version = ${migration.version}`);
    })();
  }
}
