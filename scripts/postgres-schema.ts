/**
 * `node scripts/postgres-schema.ts`: writes the tables and the report views of the workspace's server
 * from SQLite's migrations, so that they are read and reviewed as SQL, and prints where they lie. Run
 * it before a release only; after one, a change is a migration of its own. Prints what tables that came later
 * want in theirs.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  appTablesSql,
  LATER_TABLES,
  laterTableSql,
  reportViewsSql,
} from './support/postgres-tables.ts';
import { readSyncedTables } from './support/synced-tables.ts';

const folder = join(import.meta.dirname, '..', 'resources', 'migrations', 'postgres');
const tables = readSyncedTables(join(import.meta.dirname, '..'));
for (const [name, text] of [
  ['0002_app_tables.sql', appTablesSql(tables)],
  ['0003_report_views.sql', reportViewsSql(tables)],
] as const) {
  writeFileSync(join(folder, name), text);
  process.stdout.write(`${join(folder, name)}\n`);
}
for (const table of tables)
  if (LATER_TABLES[table.name] !== undefined)
    process.stdout.write(`\n-- ${LATER_TABLES[table.name]}\n${laterTableSql(table)}`);
