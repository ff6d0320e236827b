/**
 * A PostgreSQL of the test's own: a temporary folder, a free port of loopback, no socket file, fsync
 * off, gone at the end. The programs refuse to run as root, so root's tests run them as another user.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateServer } from '../../src/main/areas/sync/server/migrate-server.store.ts';
import { makeAuthority } from './make-certificate.ts';
import { REPOSITORY } from './open-test-app.ts';

export const POSTGRES_MIGRATIONS = join(REPOSITORY, 'resources', 'migrations', 'postgres');

/** How a client gets in; `ca` (PEM) is set where the cluster speaks TLS. */
export interface PostgresLogin {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ca: string | null;
}

export interface TestCluster {
  readonly folder: string;
  readonly port: number;
  /** Authority of the server's certificate, PEM; null without TLS. */
  readonly ca: string | null;
  /** A new database with everything migrated; its owner is `owner`, no superuser. */
  database(): Promise<PostgresLogin>;
  /** A new, empty database of the same owner. */
  emptyDatabase(): Promise<PostgresLogin>;
  /** The superuser's login to a database. */
  superuser(database?: string): PostgresLogin;
  /** `kill -9` of the server's first process; `start` afterwards recovers. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** A copy of the running server, as `pg_basebackup` makes it for a standby. */
  copy(): Promise<void>;
  /** After `kill`: the copy on the same port, as a standby until `pg_promote()`. */
  startCopy(): Promise<void>;
  stop(): Promise<void>;
}

const OWNER = { user: 'owner', password: 'owner-of-the-tests' };
const SUPERUSER = { user: 'postgres', password: 'superuser-of-the-tests' };

export async function startPostgres(
  options: { tls?: boolean; settings?: Readonly<Record<string, string>> } = {},
): Promise<TestCluster> {
  const folder = makeFolder();
  const port = await freePort();
  const data = join(folder, 'data');
  initialise(folder, data);
  const ca = options.tls ? writeCertificate(data) : null;
  const settings = { ...settingsOf(port, ca !== null), ...options.settings };
  let server = await launch(folder, data, settings);
  const login = (user: { user: string; password: string }, database: string): PostgresLogin => ({
    ...{ host: '127.0.0.1', port, database, ca, ...user },
  });
  const superuser = (database = 'postgres') => login(SUPERUSER, database);
  await query(
    superuser(),
    `CREATE ROLE owner LOGIN CREATEDB CREATEROLE PASSWORD '${OWNER.password}'`,
  );
  let made = 0;
  let template: Promise<string> | undefined;
  const create = async (from: string) => {
    made += 1;
    const name = `test_${made}`;
    await query(superuser(), `CREATE DATABASE ${name} OWNER owner TEMPLATE ${from}`);
    return login(OWNER, name);
  };
  return {
    ...{ folder, port, ca, superuser },
    emptyDatabase: () => create('template0'),
    async database() {
      template ??= migratedTemplate(superuser(), (name) => login(OWNER, name));
      return create(await template);
    },
    async kill() {
      server.kill('SIGKILL');
      await ended(server);
    },
    async start() {
      server = await launch(folder, data, settings);
    },
    async copy() {
      const flags = ['-D', join(folder, 'copy'), '-h', '127.0.0.1', '-p', String(port)];
      await baseBackup(folder, [...flags, '-U', SUPERUSER.user, '-X', 'stream', '--no-sync']);
    },
    async startCopy() {
      writeFileSync(join(folder, 'copy', 'standby.signal'), '');
      server = await launch(folder, join(folder, 'copy'), settings);
    },
    async stop() {
      server.kill('SIGQUIT');
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connected client that the caller ends. */
export async function connectTo(login: PostgresLogin): Promise<pg.Client> {
  const { ca, ...rest } = login;
  const client = new pg.Client({ ...rest, ssl: ca ? { ca } : false });
  // A server that is killed says so on the query in hand; the event alone would end the test.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** One statement on a connection of its own. */
export async function query(
  login: PostgresLogin,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await connectTo(login);
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function migratedTemplate(
  superuser: PostgresLogin,
  loginTo: (database: string) => PostgresLogin,
): Promise<string> {
  await query(superuser, 'CREATE DATABASE migrated OWNER owner TEMPLATE template0');
  const client = await connectTo(loginTo('migrated'));
  await migrateServer(client, POSTGRES_MIGRATIONS);
  await client.end();
  return 'migrated';
}

/** Another user where this is root: `postgres`, else `nobody`. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const numberOf = (flag: string, user: string) => {
    const { stdout, status } = spawnSync('id', [flag, user], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : null;
  };
  const user = numberOf('-u', 'postgres') === null ? 'nobody' : 'postgres';
  return { uid: numberOf('-u', user) ?? 65_534, gid: numberOf('-g', user) ?? 65_534 };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-postgres-'));
  const user = runAs();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

function binary(name: string): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isFinite) : [];
  const newest = versions.sort((a, b) => b - a)[0];
  return newest === undefined ? name : join(root, String(newest), 'bin', name);
}

function initialise(folder: string, data: string): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, SUPERUSER.password, { mode: 0o644 });
  const flags = ['-D', data, '-U', SUPERUSER.user, '--pwfile', passwordFile, '--no-sync'];
  const { status, stderr } = spawnSync(
    binary('initdb'),
    [...flags, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-instructions'],
    { encoding: 'utf8', cwd: folder, ...runAs() },
  );
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

/** Not to be waited for in one piece: the test's own connections go on meanwhile. */
async function baseBackup(folder: string, flags: readonly string[]): Promise<void> {
  const child = spawn(binary('pg_basebackup'), [...flags, '-c', 'fast'], {
    env: { PGPASSWORD: SUPERUSER.password },
    ...{ cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...runAs() },
  });
  await ended(child);
  if (child.exitCode !== 0) throw new Error(`pg_basebackup ended with ${child.exitCode}`);
}

function writeCertificate(data: string): string {
  const authority = makeAuthority();
  const { cert, key } = authority.issue(['127.0.0.1', 'localhost']);
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const path = join(data, name);
    writeFileSync(path, text);
    chmodSync(path, 0o600);
    const user = runAs();
    if (user) chownSync(path, user.uid, user.gid);
  }
  return authority.cert;
}

function settingsOf(port: number, tls: boolean): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    // What was acknowledged outlives `kill`: written to the system, though not to the disk.
    synchronous_commit: 'on',
    shared_buffers: '64MB',
    max_connections: '100',
    log_min_messages: 'error',
    ssl: tls ? 'on' : 'off',
  };
}

async function launch(
  folder: string,
  data: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  // What `kill` leaves behind names a process that may be another's by now.
  rmSync(join(data, 'postmaster.pid'), { force: true });
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'pipe'];
  const child = spawn(binary('postgres'), ['-D', data, ...flags], {
    cwd: folder,
    stdio,
    ...runAs(),
  });
  const end = () => child.kill('SIGQUIT');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-4_000);
  });
  const login = { host: '127.0.0.1', port: Number(settings.port), database: 'postgres' };
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    try {
      const ssl = settings.ssl === 'on' ? { rejectUnauthorized: false } : false;
      const client = new pg.Client({ ...login, ...SUPERUSER, ssl });
      await client.connect();
      await client.end();
      return child;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start: ${said}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
