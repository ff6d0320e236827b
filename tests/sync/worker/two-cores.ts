/** Workstations of one workspace: whole cores with their threads, on one real PostgreSQL. */

import { systemClock } from '../../../src/main/platform/clock.ts';
import { silentLog } from '../../../src/main/platform/log.ts';
import type { SyncStatus } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { openTestApp, type TestApp } from '../../helpers/open-test-app.ts';
import type { PostgresLogin } from '../../helpers/postgres.ts';

export interface Workstation extends TestApp {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  status(): Promise<SyncStatus>;
  /** Resolves once everything here is sent and everything there was read. */
  synced(): Promise<void>;
}

const connectionOf = ({ user, password, host, port, database }: PostgresLogin) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

export async function openWorkstation(
  dataDir?: string,
  warn: (...args: unknown[]) => void = () => {},
): Promise<Workstation> {
  const app = await openTestApp({
    ...(dataDir === undefined ? {} : { dataDir }),
    as: dataDir === undefined ? 'Administrator' : null,
    deps: { clock: systemClock, log: { ...silentLog, warn, error: warn } },
  });
  const station = workstationOf(app);
  // A new workspace is born isolated.
  if (dataDir === undefined) await station.patch('/api/isolation', { isIsolated: false });
  return station;
}

function workstationOf(app: TestApp, token: string | undefined = app.token): Workstation {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const options = { ...(body === undefined ? {} : { body }), token: token ?? null };
    const response = await app.request(method, path, options);
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  const status = () => call<SyncStatus>('GET', '/api/sync');
  return {
    ...app,
    request: (method, path, options = {}) =>
      app.request(method, path, { token: token ?? null, ...options }),
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body ?? {}),
    patch: (path, body) => call('PATCH', path, body),
    status,
    synced: () =>
      eventually(
        async () => {
          const { state, backlog } = await status();
          return state === 'up-to-date' && backlog === 0;
        },
        'it is up to date',
        60_000,
      ),
  };
}

/** Makes the workspace. */
export async function openFirst(login: PostgresLogin, name = 'ada'): Promise<Workstation> {
  const one = await openWorkstation();
  await one.post('/api/sync/workspaces', {
    ...{ connection: connectionOf(login), name: 'Floor', label: name },
  });
  await one.synced();
  return one;
}

/** With a person of its own; returns before it has read anything. */
export async function joinAs(
  one: Workstation,
  first: Workstation,
  name: string,
  mode: 'merge' | 'fresh',
): Promise<void> {
  const person = { email: `${name}@example.test`, name, role: 'Administrator' };
  const { invitation } = await first.post<{ invitation: string }>('/api/sync/invitations', person);
  const passphrase = 'a long enough passphrase';
  await one.post('/api/sync/join', {
    ...{ invitation, mode, label: name },
    ...(mode === 'fresh' ? { passphrase } : {}),
  });
}

/** The first one makes the workspace; the others join it, each with a person of its own. */
export async function openWorkspace(
  login: PostgresLogin,
  names: readonly string[] = ['ada', 'bea'],
  mode: 'merge' | 'fresh' = 'merge',
): Promise<Workstation[]> {
  const all: Workstation[] = [];
  for (const name of names) {
    const [first] = all;
    if (first === undefined) all.push(await openFirst(login, name));
    else {
      const one = await openWorkstation();
      await joinAs(one, first, name, mode);
      await one.synced();
      all.push(one);
    }
  }
  return all;
}

export async function eventually(
  isSo: () => Promise<boolean> | boolean,
  what: string,
  withinMs = 15_000,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Closed and opened again on the same folder, with the same session. */
export async function reopened(station: Workstation): Promise<Workstation> {
  const { dataDir, token } = station;
  await station.app.close();
  const app = await openTestApp({ dataDir, as: null, deps: { clock: systemClock } });
  return workstationOf({ ...app, token }, token);
}
