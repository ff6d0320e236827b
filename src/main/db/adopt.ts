/**
 * Makes a database that came in a backup fit to be this workstation's own. It is somebody's file
 * until proven otherwise. Defences: schemas of SQLite are not trusted, every table, index and
 * trigger must be the one that our own migrations make (a trigger that was smuggled in would run on
 * the next write), the whole file is checked, and it must hold an account that can sign in.
 */
import Sqlite from 'better-sqlite3';
import { AppError } from '../../shared/contract/errors.ts';
import type { Connection } from './connection.ts';
import { type Migration, migrate, readMigrations, schemaVersion } from './migrate.ts';
import { rewrapWorkspaceKey } from './workspace-key.ts';

export interface Adoption {
  readonly path: string;
  /** The key that the file has, and the one it gets. */
  readonly key: Uint8Array;
  readonly nextKey: Uint8Array;
  readonly migrationsDir: string;
  readonly newId: () => string;
}

/** What the file turned out to hold. */
export interface Adopted {
  readonly accounts: number;
  readonly fromSchema: number;
}

const DAMAGED =
  'The backup is damaged: the database in it is not whole. Nothing was changed. Use another backup.';
const FOREIGN =
  'The backup does not hold a workspace of Watchfloor. Nothing was changed. Use another backup.';

/** @throws AppError with a sentence for the user; the file is then of no use. */
export function adoptDatabase(adoption: Adoption): Adopted {
  const connection = openOnly(adoption.path, adoption.key);
  try {
    const migrations = readMigrations(adoption.migrationsDir);
    const fromSchema = schemaVersion(connection);
    refuseForeign(connection, migrations, fromSchema);
    const accounts = countAccounts(connection);
    if (accounts === 0) throw new AppError('bad-input', FOREIGN);
    migrate(connection, migrations, { backUp() {}, before() {} });
    makeOwn(connection, adoption.newId);
    if (!sameKey(adoption)) {
      adoptWorkspaceKey(connection, adoption);
      connection.pragma(`rekey = ${literal(adoption.nextKey)}`);
    }
    return { accounts, fromSchema };
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error);
  } finally {
    connection.close();
  }
}

function adoptWorkspaceKey(connection: Connection, { key, nextKey }: Adoption): void {
  try {
    rewrapWorkspaceKey(connection, key, nextKey);
  } catch (cause) {
    throw new AppError('bad-input', DAMAGED, { cause });
  }
}

function damaged(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!/^SQLITE_(?:CORRUPT|NOTADB|ERROR|CONSTRAINT|MISMATCH|FORMAT)/.test(code)) return cause;
  return new AppError('bad-input', DAMAGED, { cause });
}

const literal = (key: Uint8Array) => `"x'${Buffer.from(key).toString('hex')}'"`;
const sameKey = ({ key, nextKey }: Adoption) => Buffer.compare(key, nextKey) === 0;

/** One file without a log, by nobody else in use. */
function openOnly(path: string, key: Uint8Array): Connection {
  const connection = new Sqlite(path);
  try {
    connection.pragma("cipher = 'aegis'");
    connection.pragma(`key = ${literal(key)}`);
    connection.pragma('trusted_schema = OFF');
    connection.pragma('cell_size_check = ON');
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.pragma('journal_mode = DELETE');
    connection.pragma('synchronous = FULL');
    return connection;
  } catch (error) {
    connection.close();
    throw damaged(error);
  }
}

function refuseForeign(
  connection: Connection,
  migrations: readonly Migration[],
  version: number,
): void {
  if (version > migrations.length) {
    throw new AppError(
      'bad-input',
      `This backup was made by a newer Watchfloor (schema ${version}; this one knows ${migrations.length}). Install that version or a later one. Nothing was changed.`,
    );
  }
  if (version === 0) throw new AppError('bad-input', FOREIGN);
  if (schemaText(connection) !== expectedSchema(migrations.slice(0, version)))
    throw new AppError('bad-input', FOREIGN);
  if (connection.pragma('quick_check', { simple: true }) !== 'ok')
    throw new AppError('bad-input', DAMAGED);
}

function expectedSchema(migrations: readonly Migration[]): string {
  const model = new Sqlite(':memory:');
  try {
    for (const { sql } of migrations) model.exec(sql);
    return schemaText(model);
  } finally {
    model.close();
  }
}

function schemaText(connection: Connection): string {
  const rows = connection
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name",
    )
    .all();
  return JSON.stringify(rows);
}

function countAccounts(connection: Connection): number {
  const found = connection
    .prepare(
      'SELECT count(*) AS n FROM users u JOIN credentials c ON c.user_id = u.id WHERE u.deleted_at IS NULL',
    )
    .get() as { n: number };
  return found.n;
}

/**
 * A workstation of its own: nobody is signed in, and its name in stamps is new, since the one that
 * made the backup may go on writing under the old name.
 */
function makeOwn(connection: Connection, newId: () => string): void {
  connection.transaction(() => {
    connection.prepare('DELETE FROM sessions').run();
    connection.prepare('DELETE FROM login_attempts').run();
    // The backup is in its own picture as a job that runs.
    connection.prepare("DELETE FROM jobs WHERE kind = 'backup' AND state = 'RUNNING'").run();
    connection
      .prepare("UPDATE meta SET value = ? WHERE key = 'node_id'")
      .run(newId().replaceAll('-', '').slice(-12));
  })();
}
