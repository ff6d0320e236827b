import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppDeps, createApp } from '../../src/main/app/app.ts';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import type { Clock } from '../../src/main/platform/clock.ts';
import { createFileHandles, type FileHandles } from '../../src/main/platform/files.ts';
import { DATABASE_KEY_BYTES, fileKeyStore } from '../../src/main/platform/key-store.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import type { WorkspaceKind } from '../../src/shared/areas/auth/auth.contract.ts';
import { type Client, createClient } from '../../src/shared/contract/client.ts';
import type { ServerEvent } from '../../src/shared/contract/events.ts';
import type { Role } from '../../src/shared/contract/permissions.ts';
import { copyMigrated } from './migrated-database.ts';

export const ORIGIN = 'http://127.0.0.1:4780';
export const REPOSITORY = join(import.meta.dirname, '..', '..');
export const PASSWORD = 'correct horse battery';
const WORKER_ENTRY = new URL('../../src/main/workers/job-worker.ts', import.meta.url);

/** A clock that stands until it is moved. */
export class TestClock implements Clock {
  #now: number;
  constructor(start = Date.parse('2026-11-20T12:00:00.000Z')) {
    this.#now = start;
  }
  now(): number {
    return this.#now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of JSON of `body`. */
  readonly rawBody?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Token of the session; null for none; absent for that of `as`. */
  readonly token?: string | null;
}

export interface TestApp {
  readonly app: App;
  readonly dataDir: string;
  readonly clock: TestClock;
  readonly files: FileHandles;
  readonly events: ServerEvent[];
  /** A call as the account of `as`. */
  readonly client: Client;
  /** The administrator who set the folder up; undefined where `as` is null. */
  readonly adminToken: string | undefined;
  readonly token: string | undefined;
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** Signs a fresh account of this role in. */
  tokenFor(role: Role): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Who makes the calls; null leaves the folder without set-up. Default: SOC Analyst. */
  readonly as?: Role | null;
  readonly workspace?: WorkspaceKind;
  readonly dataDir?: string;
  readonly clock?: TestClock;
  readonly deps?: Partial<AppDeps>;
}

export function tokenOf(response: Response): string | undefined {
  const cookie = response.headers
    .getSetCookie()
    .find((value) => value.startsWith(`${SESSION_COOKIE}=`));
  return cookie?.split(';')[0]?.split('=')[1] || undefined;
}

function buildRequest(
  method: string,
  path: string,
  options: RequestOptions,
  token: string | undefined,
): Request {
  const headers = new Headers({ host: new URL(ORIGIN).host, ...options.headers });
  if (token) headers.set('cookie', `${SESSION_COOKIE}=${token}`);
  let body: RequestInit['body'] = null;
  if (options.rawBody !== undefined) {
    body = options.rawBody as RequestInit['body'];
    if (!headers.has('content-type')) headers.set('content-type', 'application/octet-stream');
  } else if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(options.body);
  }
  return new Request(`${ORIGIN}${path}`, { method, headers, body, duplex: 'half' } as RequestInit);
}

/** A folder of nobody: its database has every migration and nothing else. */
function newDataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-test-'));
  const key = Buffer.alloc(DATABASE_KEY_BYTES, 7);
  writeFileSync(join(dataDir, 'database.key'), `${key.toString('hex')}\n`, { mode: 0o600 });
  copyMigrated(dataDir, key);
  return dataDir;
}

/** A whole core on a folder of its own, with real workers and a real database. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { as = 'SOC Analyst', workspace = 'empty' } = options;
  const dataDir = options.dataDir ?? newDataFolder();
  const clock = options.clock ?? new TestClock();
  const files = createFileHandles();
  const app = await createApp({
    dataDir,
    appRoot: REPOSITORY,
    origin: ORIGIN,
    keyStore: fileKeyStore,
    workerEntry: WORKER_ENTRY,
    files,
    clock,
    log: silentLog,
    passwordCost: 4,
    ...options.deps,
  });
  const events: ServerEvent[] = [];
  app.subscribe((event) => events.push(event));
  let token: string | undefined;
  const request = (method: string, path: string, requestOptions: RequestOptions = {}) =>
    app.fetch(
      buildRequest(
        method,
        path,
        requestOptions,
        requestOptions.token === undefined ? token : (requestOptions.token ?? undefined),
      ),
    );
  let adminToken: string | undefined;
  let accounts = 0;
  async function tokenFor(role: Role): Promise<string> {
    const email = `person${accounts++}@example.test`;
    const account = { email, firstName: 'Sam', lastName: role, password: PASSWORD, role };
    await request('POST', '/api/users', { body: account, token: adminToken ?? null });
    const response = await request('POST', '/api/login', {
      body: { email, password: PASSWORD },
      token: null,
    });
    const made = tokenOf(response);
    if (!made) throw new Error(`Sign-in failed: ${response.status}`);
    return made;
  }
  if (as !== null) {
    const setup = {
      email: 'admin@example.test',
      firstName: 'Ada',
      lastName: 'Admin',
      password: PASSWORD,
      workspace,
    };
    adminToken = tokenOf(await request('POST', '/api/setup', { body: setup }));
    token = as === 'Administrator' ? adminToken : await tokenFor(as);
  }
  const client = createClient(async ({ method, path, body }) => {
    const response = await request(method, path, {
      ...(body === undefined
        ? {}
        : { rawBody: body, headers: { 'content-type': 'application/json' } }),
    });
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  });
  return {
    app,
    dataDir,
    clock,
    files,
    events,
    client,
    adminToken,
    token,
    request,
    tokenFor,
    async close() {
      await app.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
