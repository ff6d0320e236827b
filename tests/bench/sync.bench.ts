/**
 * Sync from end to end: hosts in processes of their own and a real PostgreSQL. Sizes (rows) by
 * `WATCHFLOOR_BENCH_SIZES=1000,100000,1000000`.
 */
import { join } from 'node:path';
import type { SyncStatus } from '../../src/shared/areas/sync/sync-state.contract.ts';
import { type PostgresLogin, startPostgres } from '../helpers/postgres.ts';
import { percentile, type Report } from './figures.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { importFile, writeRecords } from './import.bench.ts';
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
  await benchRatios(report, smallest);
  const cluster = await startPostgres({
    settings: { shared_buffers: '256MB', max_wal_size: '4GB' },
  });
  const costs: number[] = [];
  try {
    for (const size of SIZES) {
      const login = await cluster.database();
      costs.push(await benchPair({ report, login, size, folder: join(folder, String(size)) }));
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
  const apply = (applied: number) => 1 / (1 / applied + 1 / server.pull);
  const pulled = (applied: number, plain: number) => percent(apply(applied), plain);
  report('sync apply', percent(replica.applyInsert, replica.plainInsert), '%', '>= 50');
  report('sync apply of one field', percent(replica.applyChange, replica.plainChange), '%', '');
  report(
    'sync pull with apply',
    pulled(replica.applyInsert, replica.plainInsert),
    '%',
    '>= 50',
    'one after the other; in the worker the next page is read while one is applied',
  );
  report('sync pull', server.pull, 'rows/s', '');
  report('sync 20 push at once, beside one', server.twentyPushers / server.onePusher, '×', '>= 1');
}

interface Pair {
  readonly report: Report;
  readonly login: PostgresLogin;
  readonly size: number;
  readonly folder: string;
}

/** One workstation sends `size` alerts, another reads them; answers what 100 changes cost, ms. */
async function benchPair({ report, login, size, folder }: Pair): Promise<number> {
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
    const pushed = await seconds(async () => {
      await callOne('/api/sync/workspaces', { connection, name: 'Bench', label: 'one' });
      await settled(callOne);
    });
    report(`${name} first push`, size / pushed, 'rows/s', '');
    report(`${name} memory while sending`, one.peakMemoryMb(), 'MB', memoryBar(size));
    await join2(callOne, callTwo, { report, name, size, two });
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
  const person = { email: 'two@example.test', name: 'Two', role: 'Administrator' };
  const { invitation } = await callOne<{ invitation: string }>('/api/sync/invitations', person);
  two.forgetPeakMemory();
  const waits: number[] = [];
  let isOver = false;
  const clicks = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await callTwo('/api/alerts?limit=50');
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const read = await seconds(async () => {
    await callTwo('/api/sync/join', { invitation, mode: 'merge', label: 'two' });
    await settled(callTwo);
  });
  isOver = true;
  await clicks;
  report(`${name} first sync`, size / read, 'rows/s', '');
  report(`${name} memory while reading`, two.peakMemoryMb(), 'MB', memoryBar(size));
  report(`${name} list meanwhile, p95`, percentile(waits, 95), 'ms', '<= 100');
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
