import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appTablesSql,
  LATER_TABLES,
  laterTableSql,
  reportViewsSql,
} from '../../../scripts/support/postgres-tables.ts';
import { readSyncedTables } from '../../../scripts/support/synced-tables.ts';
import { isSentColumn } from '../../../src/main/areas/sync/sent-columns.ts';
import { REPOSITORY } from '../../helpers/open-test-app.ts';
import { openTestDb } from '../../helpers/open-test-db.ts';
import {
  connectTo,
  POSTGRES_MIGRATIONS,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { noteRow, openServerWorld } from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

test('[SY11] every synced column of a workstation is at the server with its type, or named as never sent', async () => {
  const { db, close } = openTestDb();
  const here = db.read('synced columns', (read) =>
    read.all<{ tableName: string; name: string; type: string }>(
      `SELECT m.name AS tableName, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name IN (SELECT s.name FROM sqlite_master s
         JOIN pragma_table_info(s.name) v ON v.name = 'row_version' WHERE s.type = 'table')`,
    ),
  );
  close();
  const types: Record<string, string> = {
    ...{ TEXT: 'text', INTEGER: 'bigint', REAL: 'double precision', BLOB: 'bytea' },
  };
  const expected = here
    .filter(({ tableName, name }) => isSentColumn(tableName, name))
    .map(({ tableName, name, type }) => `${tableName}.${name} ${types[type]}`);
  const superuser = cluster.superuser((await cluster.database()).database);
  const rows = await query(
    superuser,
    'SELECT t.name, c, k FROM sync.tables t, unnest(t.columns, t.types) AS u (c, k)',
  );
  expect(rows.map(({ name, c, k }) => `${name}.${c} ${k}`).sort()).toEqual(expected.sort());
  const real = await query(
    superuser,
    `SELECT t.name, u.c, u.k FROM sync.tables t, unnest(t.columns, t.types) AS u (c, k)
     WHERE NOT EXISTS (SELECT FROM information_schema.columns i WHERE i.table_schema = 'app'
       AND i.table_name = t.name AND i.column_name = u.c AND i.data_type = u.k)`,
  );
  expect(real).toEqual([]);
});

test('[SY11] the SQL of the server’s tables is what scripts/postgres-schema.ts makes of SQLite’s', () => {
  const tables = readSyncedTables(REPOSITORY);
  const read = (name: string) => readFileSync(join(POSTGRES_MIGRATIONS, name), 'utf8');
  expect(read('0002_app_tables.sql')).toBe(appTablesSql(tables));
  expect(read('0003_report_views.sql')).toBe(reportViewsSql(tables));
  for (const table of tables) {
    const migration = LATER_TABLES[table.name];
    if (migration !== undefined) expect(read(migration)).toContain(laterTableSql(table));
  }
});

test('[SY14] a report’s login reads live rows of its workspaces, with times and booleans as such', async () => {
  const login = await cluster.database();
  const [ours, other] = [await openServerWorld(login), await openServerWorld(login)];
  const [a, b] = [await ours.seat(), await other.seat()];
  for (const seat of [a, b]) {
    await seat.server.push({
      ...{ writes: [], conflicts: [], cursor: 0, through: 1 },
      tables: [
        {
          table: 'note_templates',
          rows: [
            noteRow(`live-${seat.id}`, seat.stamp(), { created_at: 1_700_000_000_000 }),
            noteRow('gone', seat.stamp(), { deleted_at: 5 }),
          ],
        },
      ],
    });
  }
  const reporter = `reporter_${randomUUID().slice(0, 8)}`;
  await query(cluster.superuser(), `CREATE ROLE ${reporter} LOGIN PASSWORD 'reads'`);
  await ours.owner.query('SELECT sync.let_report($1, $2)', [ours.workspace, reporter]);
  const client = await connectTo({ ...login, user: reporter, password: 'reads' });
  const { rows } = await client.query('SELECT id, created_at FROM report.note_templates');
  expect(rows).toEqual([{ id: `live-${a.id}`, created_at: new Date(1_700_000_000_000) }]);
  const { rows: bare } = await client.query('SELECT DISTINCT workspace_id FROM app.note_templates');
  expect(bare).toEqual([{ workspace_id: ours.workspace }]);
  await expect(client.query('SELECT * FROM sync.seats')).rejects.toMatchObject({ code: '42501' });
  await expect(client.query("UPDATE app.note_templates SET name = 'x'")).rejects.toMatchObject({
    code: '42501',
  });
  for (const sql of [
    'DROP VIEW report.note_templates',
    'ALTER VIEW report.note_templates RENAME TO mine',
    'SET ROLE watchfloor_views',
  ])
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
  await client.end();
  await Promise.all([ours.close(), other.close()]);
});
