/** Workstations as processes of their own, which can be ended without a warning and started again on their folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncStatus } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { type RunningHost, setUpHost, startHost } from '../../helpers/browser-host.ts';
import { killHost } from '../../helpers/host-calls.ts';
import type { RequestOptions, TestApp } from '../../helpers/open-test-app.ts';
import type { PostgresLogin } from '../../helpers/postgres.ts';
import { eventually } from '../worker/two-cores.ts';

export interface Station {
  readonly name: string;
  readonly dataDir: string;
  readonly token: string;
  readonly host: () => RunningHost;
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** @throws Error with what was answered, where that is no success */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  bytes<T>(method: string, path: string, bytes: Uint8Array): Promise<T>;
  /** Memory of the process now. */
  residentKib(): number;
  /** The most that it had since it was asked to forget (Linux). */
  peakKib(): number;
  forgetPeak(): void;
  status(): Promise<SyncStatus>;
  /** Resolves once everything here is sent and everything there was read. */
  synced(withinMs?: number): Promise<void>;
  /** `kill -9`, in the middle of whatever it does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

export interface StationOptions {
  /** Where its folder is made; a folder of the system by default. */
  readonly within?: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

export async function openStation(name: string, options: StationOptions = {}): Promise<Station> {
  const dataDir = mkdtempSync(join(options.within ?? tmpdir(), `watchfloor-${name}-`));
  const begin = () => startHost(dataDir, ['--port', '0', ...(options.args ?? [])], options.env);
  let host = await begin();
  const token = await setUpHost(host);
  const request: Station['request'] = (method, path, { body, rawBody } = {}) =>
    host.fetch(path, {
      ...{ method, token },
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE }),
      ...(rawBody === undefined ? {} : { body: rawBody as BodyInit, headers: BYTES_TYPE }),
    });
  const call: Station['call'] = async <T>(method: string, path: string, body?: object) =>
    answered<T>(await request(method, path, body === undefined ? {} : { body }));
  const status = () => call<SyncStatus>('GET', '/api/sync');
  // A new workspace is born isolated.
  await call('PATCH', '/api/isolation', { isIsolated: false });
  return {
    ...{ name, dataDir, token, request, call, status, host: () => host },
    bytes: async <T>(method: string, path: string, rawBody: Uint8Array) =>
      answered<T>(await request(method, path, { rawBody })),
    residentKib: () => memoryKib(host, 'VmRSS'),
    peakKib: () => memoryKib(host, 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${host.child.pid}/clear_refs`, '5'),
    synced: (withinMs = 60_000) =>
      eventually(
        async () => {
          const { state, backlog } = await status();
          return state === 'up-to-date' && backlog === 0;
        },
        `${name} is up to date`,
        withinMs,
      ),
    kill: () => killHost(host),
    async start() {
      host = await begin();
    },
    async close() {
      await killHost(host);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const BYTES_TYPE = { 'content-type': 'application/octet-stream' };

async function answered<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** For helpers that only make calls. */
export const appOf = ({ request }: Station): TestApp => ({ request }) as TestApp;

/** proc(5), status. */
function memoryKib({ child }: RunningHost, field: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]);
}

const connectionOf = ({ user, password, host, port, database }: PostgresLogin) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

/** The first makes the workspace in the database. */
export async function createWorkspaceOn(first: Station, login: PostgresLogin): Promise<void> {
  const connection = connectionOf(login);
  const body = { connection, name: 'Floor', label: first.name };
  await first.call('POST', '/api/sync/workspaces', body);
}

export async function inviteTo(first: Station, name: string): Promise<string> {
  const person = { email: `${name}@example.test`, name, role: 'Administrator' };
  const made = await first.call<{ invitation: string }>('POST', '/api/sync/invitations', person);
  return made.invitation;
}

export async function joinWith(
  station: Station,
  invitation: string,
  mode: 'merge' | 'fresh' = 'merge',
): Promise<void> {
  const passphrase = mode === 'fresh' ? { passphrase: 'a long enough passphrase' } : {};
  const body = { invitation, mode, label: station.name, ...passphrase };
  await station.call('POST', '/api/sync/join', body);
}
