/**
 * Brings a database of the workspace's server to this program's schema. Runs with the owner's login
 * (`npm run sync:admin`), never with a workstation's. Each file of `resources/migrations/postgres` is
 * applied once, in a transaction of its own, under a lock, so that two at once do not meet.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { SyncFailure } from '../sync-server.port.ts';

interface ServerMigration {
  readonly version: number;
  readonly name: string;
  readonly path: string;
}

/** Any number; the same in every version of this program. */
const LOCK = 7_250_117_430;

/** @returns the versions before and after. */
export async function migrateServer(
  client: pg.Client,
  folder: string,
): Promise<{ from: number; to: number }> {
  const migrations = listMigrations(folder);
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  try {
    const from = await readVersion(client);
    if (from > migrations.length) throw tooNew(from, migrations.length);
    for (const migration of migrations.slice(from)) await apply(client, migration);
    return { from, to: migrations.length };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}

function tooNew(from: number, known: number): SyncFailure {
  return new SyncFailure(
    'version',
    `The server's schema is ${from}, this Watchfloor knows ${known}. Run sync:admin of the newer version. Nothing was changed.`,
  );
}

/** Files `NNNN_name.sql`; the numbers must be 1, 2, 3 … without a gap. */
function listMigrations(folder: string): ServerMigration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1) throw new Error(`Migration ${name} is not number ${index + 1}`);
    return { version, name, path: join(folder, name) };
  });
}

async function readVersion(client: pg.Client): Promise<number> {
  const known = await client.query<{ found: string | null }>(
    "SELECT to_regclass('sync.migrations')::text AS found",
  );
  if (!known.rows[0]?.found) return 0;
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0)::int AS version FROM sync.migrations',
  );
  return rows[0]?.version ?? 0;
}

async function apply(client: pg.Client, migration: ServerMigration): Promise<void> {
  await client.query('BEGIN');
  try {
    if (migration.version > 1) await client.query('SET LOCAL ROLE watchfloor_owner');
    await client.query(readFileSync(migration.path, 'utf8'));
    await client.query('INSERT INTO sync.migrations (version, name) VALUES ($1, $2)', [
      migration.version,
      migration.name,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
