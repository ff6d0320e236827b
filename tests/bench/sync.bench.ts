/**
 * Sync from end to end: hosts in processes of their own and a real PostgreSQL. Sizes (rows) by
 * `WATCHFLOOR_BENCH_SIZES=1000,100000,1000000`; `WATCHFLOOR_BENCH_RATIOS=no` leaves out what is measured
 * of the server and of the replica alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncStatus } from '../../src/shared/areas/sync/sync-state.contract.ts';
import { type PostgresLogin, startPostgres } from '../helpers/postgres.ts';
import { percentile, type Report } from './figures.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { importFile, writeRecords } from './import.bench.ts';
import { pullFigures } from './sync-pull.ts';
import { replicaFigures } from './sync-replica.ts';
import { measureSyncServer } from './sync-server.ts';

const RATIO_ROWS = 100_000;
const SIZES = (process.env.WATCHFLOOR_BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number);
const CHANGES = 100;
/** One poll is in it. */
const IDLE_MS = 61_000;
const JSON_HEADERS = { 'content-type': 'application/json' };

interface Connection {
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

type Call = <T>(path: string, body?: unknown, method?: string) => Promise<T>;

export async function benchSync({ report, folder }: { report: Report; folder: string }) {
  const smallest = Math.min(RATIO_ROWS, Math.max(...SIZES));
  if (process.env.WATCHFLOOR_BENCH_RATIOS !== 'no') await benchRatios(report, smallest);
  const cluster = await startPostgres({
    settings: { shared_buffers: '256MB', max_wal_size: '4GB' },
  });
  const costs: number[] = [];
  try {
    for (const size of SIZES) {
      const login = await cluster.database();
      costs.push(
        await benchPair({
          report,
          login,
          size,
          folder: join(folder, String(size)),
          server: cluster.folder,
        }),
      );
    }
    const ratio = Math.max(...costs) / Math.min(...costs);
    report(`sync ${CHANGES} changes, most rows beside fewest`, ratio, '×', '<= 2');
  } finally {
    await cluster.stop();
  }
}

/** The server's and the replica's own figures, at both ends of one run. */
async function benchRatios(report: Report, rows: number): Promise<void> {
  const server = await measureSyncServer(rows);
  const replica = await replicaFigures(rows);
  const percent = (part: number, whole: number) => (100 * part) / whole;
  report('sync push of new rows', percent(server.pushNew, server.plainInsert), '%', '>= 60');
  report('sync push of one field', percent(server.pushChanges, server.plainInsert), '%', '>= 40');
  report('sync apply', percent(replica.applyInsert, replica.plainInsert), '%', '>= 50');
  report('sync apply of one field', percent(replica.applyChange, replica.plainChange), '%', '');
  const { pulled, plain } = await pullFigures(rows);
  const note = 'by the clock: read from PostgreSQL, taken over meanwhile';
  report('sync pull with apply', percent(pulled, plain), '%', '>= 50', note);
  report('sync pull', server.pull, 'rows/s', '');
  report('sync 20 push at once, beside one', server.twentyPushers / server.onePusher, '×', '>= 1');
}

interface Pair {
  readonly report: Report;
  readonly login: PostgresLogin;
  readonly size: number;
  readonly folder: string;
  /** Of PostgreSQL. */
  readonly server: string;
}

/** One workstation sends `size` alerts, another reads them; answers what 100 changes cost, ms. */
async function benchPair({ report, login, size, folder, server }: Pair): Promise<number> {
  const name = `sync ${size.toLocaleString('en')}`;
  const one = await startHost(join(folder, 'one'));
  const two = await startHost(join(folder, 'two'));
  const [callOne, callTwo] = [callOf(one), callOf(two)];
  try {
    const file = join(folder, 'alerts.json');
    await writeRecords(file, size, 3);
    await importFile(one, file);
    for (const call of [callOne, callTwo])
      await call('/api/isolation', { isIsolated: false }, 'PATCH');
    one.forgetPeakMemory();
    const { user, password, host, port, database } = login;
    const connection = `postgres://${user}:${password}@${host}:${port}/${database}`;
    const backends = watchBackends(server);
    const pushed = await seconds(async () => {
      await callOne('/api/sync/workspaces', { connection, name: 'Bench', label: 'one' });
      await settled(callOne);
    });
    report(`${name} first push`, size / pushed, 'rows/s', '');
    report(`${name} memory while sending`, one.peakMemoryMb(), 'MB', memoryBar(size));
    await join2(callOne, callTwo, { report, name, size, two });
    const { peakMb, ownMb } = backends.stop();
    const note = `the largest backend, with what it touched of the buffers that all share; ${Math.round(ownMb)} MB its own`;
    report(`${name} memory of PostgreSQL`, peakMb, 'MB', memoryBar(size), note);
    const cost = await benchChanges(callOne, callTwo, { report, name });
    if (size === Math.min(...SIZES)) await benchIdle(callTwo, report);
    return cost;
  } finally {
    await Promise.all([one.kill(), two.kill()]);
  }
}

const memoryBar = (size: number) => (size >= 1_000_000 ? '<= 400' : '');

interface Named {
  readonly report: Report;
  readonly name: string;
}

async function join2(
  callOne: Call,
  callTwo: Call,
  { report, name, size, two }: Named & { size: number; two: HostProcess },
): Promise<void> {
  const invited = { email: 'two@example.test', name: 'Two', role: 'Administrator' };
  const { invitation } = await callOne<{ invitation: string }>('/api/sync/invitations', invited);
  two.forgetPeakMemory();
  let isOver = false;
  const person = clickMeanwhile(callTwo, () => isOver);
  const read = await seconds(async () => {
    await callTwo('/api/sync/join', { invitation, mode: 'merge', label: 'two' });
    await settled(callTwo);
  });
  isOver = true;
  const { lists, changes } = await person;
  report(`${name} first sync`, size / read, 'rows/s', '');
  report(`${name} memory while reading`, two.peakMemoryMb(), 'MB', memoryBar(size));
  const at = size >= 1_000_000;
  report(`${name} list meanwhile, p95`, percentile(lists, 95), 'ms', at ? '<= 30' : '');
  report(`${name} status meanwhile, p95`, percentile(changes, 95), 'ms', at ? '<= 20' : '');
}

const ROUND = [
  { status: 'IN_PROGRESS' },
  { status: 'RESOLVED' },
  { status: 'OPEN', reason: 'Another round of the bench' },
];

/** What a person does while alerts arrive: the list, and the status of one of them there and back. */
async function clickMeanwhile(call: Call, isOver: () => boolean) {
  const lists: number[] = [];
  const changes: number[] = [];
  const timed = async <T>(times: number[], work: Promise<T>): Promise<T> => {
    const asked = performance.now();
    const answer = await work;
    times.push(performance.now() - asked);
    return answer;
  };
  let known: string | undefined;
  while (!isOver()) {
    const listed = await timed(lists, call<{ id: string }[]>('/api/alerts?limit=50'));
    known ??= listed[0]?.id;
    const change = ROUND[changes.length % ROUND.length];
    if (known !== undefined) await timed(changes, call(`/api/alerts/${known}`, change, 'PATCH'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { lists, changes };
}

/** Peaks of the processes of a PostgreSQL, looked at four times a second (Linux; 0 elsewhere). */
function watchBackends(folder: string) {
  let [peakMb, ownMb] = [0, 0];
  const look = () => {
    for (const status of backendsOf(folder)) {
      const mb = (name: string) =>
        Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
      peakMb = Math.max(mb('VmHWM'), peakMb);
      ownMb = Math.max(mb('RssAnon'), ownMb);
    }
  };
  const timer = setInterval(look, 250);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { peakMb, ownMb };
    },
  };
}

function backendsOf(folder: string): string[] {
  try {
    const first = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readStatus(pid))
      .filter((status) => new RegExp(`^PPid:\\s+${first}$`, 'm').test(status));
  } catch {
    return [];
  }
}

/** It may end in between. */
function readStatus(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'status'), 'utf8');
  } catch {
    return '';
  }
}

async function benchChanges(callOne: Call, callTwo: Call, { report, name }: Named) {
  const alerts = await callOne<{ id: string }[]>(`/api/alerts?limit=${CHANGES}`);
  await callTwo('/api/sync', { isPaused: true }, 'PATCH');
  for (const { id } of alerts) await callOne(`/api/alerts/${id}`, { escalated: true }, 'PATCH');
  await settled(callOne);
  const cost =
    1_000 *
    (await seconds(async () => {
      await callTwo('/api/sync', { isPaused: false }, 'PATCH');
      await settled(callTwo);
    }));
  report(`${name} reading ${CHANGES} changes`, cost, 'ms', '');
  const [first] = alerts;
  const times: number[] = [];
  for (let turn = 0; first && turn < 5; turn++) {
    const escalated = turn % 2 === 1;
    times.push(
      1_000 *
        (await seconds(async () => {
          await callOne(`/api/alerts/${first.id}`, { escalated }, 'PATCH');
          while (
            (await callTwo<{ escalated: boolean }>(`/api/alerts/${first.id}`)).escalated !==
            escalated
          )
            await new Promise((resolve) => setTimeout(resolve, 10));
        })),
    );
  }
  report(`${name} one change, at the other`, percentile(times, 95), 'ms', '<= 1000');
  return cost;
}

/** The ledger counts at a connection's end: what a minute more of rest adds to it. */
async function benchIdle(call: Call, report: Report): Promise<void> {
  const bytesOf = async (restMs: number) => {
    await call('/api/isolation', { isIsolated: false }, 'PATCH');
    await new Promise((resolve) => setTimeout(resolve, 3_000 + restMs));
    await settled(call);
    await call('/api/isolation', { isIsolated: true }, 'PATCH');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const entries = await call<Connection[]>('/api/isolation/connections?limit=2');
    return entries.reduce(
      (sum, { bytesSent, bytesReceived }) => sum + bytesSent + bytesReceived,
      0,
    );
  };
  await call('/api/isolation', { isIsolated: true }, 'PATCH');
  // What is still caught up with after the first syncs is in the first connection: no part of rest.
  await bytesOf(0);
  const least = await bytesOf(0);
  report('sync at rest', (await bytesOf(IDLE_MS)) - least, 'bytes/min', '<= 1000');
}

/** Up to date with nothing left to send, twice in a row. */
async function settled(call: Call): Promise<void> {
  for (let calm = 0; calm < 2; ) {
    const { state, backlog, lastSuccessAt } = await call<SyncStatus>('/api/sync');
    calm = state === 'up-to-date' && backlog === 0 && lastSuccessAt !== null ? calm + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

function callOf(host: HostProcess): Call {
  return async <T>(path: string, body?: unknown, method?: string) => {
    const answer = await host.fetch(path, {
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_HEADERS }),
      method: method ?? (body === undefined ? 'GET' : 'POST'),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}
