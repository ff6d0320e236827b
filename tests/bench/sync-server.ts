/**
 * The server's side of a sync, against real PostgreSQL: what a push costs beside a plain multi-row
 * insert of the same rows over the same connection, how fast pages are read, and whether twenty who
 * push at once get as far as one. `npm run bench -- sync` calls it; alone: `node tests/bench/sync-server.ts`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { LIMITS, type PushBatch, type WireRow } from '../../src/main/areas/sync/wire.ts';
import { connectTo, type PostgresLogin, startPostgres } from '../helpers/postgres.ts';
import {
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
  stampAt,
} from '../helpers/sync/server-world.ts';
import type { PusherSetup } from './sync-pusher.ts';

const ROWS = 100_000;
/** As many as the protocol's limit of parameters (65,535) holds. */
const PLAIN_ROWS = 1_000;

export interface ServerFigures {
  /** Rows a second. */
  readonly plainInsert: number;
  readonly pushNew: number;
  readonly pushChanges: number;
  readonly pull: number;
  /** A page as the server alone takes it: the function's answer, read and not looked at. */
  readonly pullAtServer: number;
  readonly onePusher: number;
  readonly twentyPushers: number;
}

/** Takes about a minute. */
export async function measureSyncServer(rows = ROWS): Promise<ServerFigures> {
  const cluster = await startPostgres({
    settings: { shared_buffers: '256MB', max_wal_size: '4GB' },
  });
  try {
    const world = await openServerWorld(await cluster.database());
    const seat = await world.seat();
    const made = makeRows(rows, seat.node);
    const inserts = await measureInserts(world, seat, made);
    const reader = await world.seat();
    const pull = await measurePull(reader, rows);
    const pullAtServer = await measurePullAtServer(reader.login, rows);
    const many = await measurePushers(world);
    await world.close();
    return { ...inserts, pull, pullAtServer, ...many };
  } finally {
    await cluster.stop();
  }
}

const perSecond = (rows: number, from: number) =>
  Math.round((rows / (performance.now() - from)) * 1000);

function makeRows(count: number, node: string): WireRow[] {
  const at = Date.now() - 3_600_000;
  return Array.from({ length: count }, (_, i): WireRow => {
    const hex = i.toString(16).padStart(12, '0');
    return {
      id: `0199a5f0-0000-7000-8000-${hex}`,
      v: stampAt(at + Math.floor(i / LIMITS.rows), 0, node),
      f: null,
      c: {
        title: `Suspicious sign-in of user${i % 971} from a new country`,
        description: `Sign-in number ${i} came from 203.0.113.${i % 250}; the device "laptop-${i % 400}" was not known before.`,
        ...{ severity: 'HIGH', status: 'OPEN', source: 'Entra ID', source_host: `host-${i % 400}` },
        ...{ source_user: `user${i % 971}`, source_ip: `203.0.113.${i % 250}`, dest_ip: null },
        ...{ detector: 'impossible-travel', category: 'identity', techniques: '["T1078"]' },
        ...{ ai_investigation: null, assigned_to: null, escalated: 0, false_positive: 0 },
        ...{ time_basis: 'event', fingerprint: `\\x${hex}${hex}${hex}${hex}`, created_at: at + i },
        ...{ received_at: at + i, updated_at: at + i, resolved_at: null, first_action_at: null },
        ...{ in_progress_since: null, handling_ms: 0, auto_closed_at: null, overturned_at: null },
        ...{ deleted_at: null, verdict: null, reason_code: null, closing_note: null },
        ...{ closing_evidence: null, closed_by: null, suppressed_by: null },
      },
    };
  });
}

/** One field of each, in transactions of a hundred rows. */
function changed(rows: readonly WireRow[], node: string): WireRow[] {
  const at = Date.now() - 1_000_000;
  return rows.map((row, i) => {
    const stamp = stampAt(at + Math.floor(i / 100), 0, node);
    return { ...row, f: { assigned_to: stamp }, c: { ...row.c, assigned_to: 'somebody' } };
  });
}

/**
 * A table of the same form and indexes as the alerts', and an insert without any of ours around it.
 * Returns the milliseconds that the rows took.
 */
async function preparePlain(world: ServerWorld, columns: readonly string[]) {
  const { owner, workspace } = world;
  await owner.query('SET ROLE watchfloor_owner');
  await owner.query('CREATE TABLE app.plain (LIKE app.alerts INCLUDING ALL)');
  const names = ['workspace_id', 'id', 'row_version', 'seq', 'sent_by', 'bytes', ...columns];
  const tuples = Array.from({ length: PLAIN_ROWS }, (_, row) => {
    const places = names.map((_name, i) => `$${row * names.length + i + 1}`);
    return `(${places.join()})`;
  });
  const text = `INSERT INTO app.plain (${names.join()}) VALUES ${tuples.join()}`;
  let place = 0;
  return async (rows: readonly WireRow[]) => {
    const from = performance.now();
    for (let start = 0; start < rows.length; start += PLAIN_ROWS) {
      const values = rows.slice(start, start + PLAIN_ROWS).flatMap((row) => {
        place += 1;
        const cells = columns.map((column) => row.c[column]);
        return [workspace, row.id, row.v, place, 1, 500, ...cells];
      });
      await owner.query({ name: 'plain', text, values });
    }
    return performance.now() - from;
  };
}

/** Turn and turn about, batch by batch, so that what else the machine does meets both alike. */
async function measureInserts(world: ServerWorld, seat: ServerSeat, made: readonly WireRow[]) {
  const plain = await preparePlain(world, Object.keys(made[0]?.c ?? {}));
  const [first, second] = [made, changed(made, seat.node)];
  const spent = { plain: 0, news: 0, changes: 0 };
  await seat.server.head();
  for (const batch of batchesOf(first, seat.person)) {
    spent.plain += await plain(batch.tables[0]?.rows ?? []);
    spent.news += await pushOnce(seat, batch);
  }
  await world.owner.query('TRUNCATE app.plain');
  for (const batch of batchesOf(second, seat.person)) {
    spent.plain += await plain(batch.tables[0]?.rows ?? []);
    spent.changes += await pushOnce(seat, batch);
  }
  await world.owner.query('DROP TABLE app.plain');
  await world.owner.query('RESET ROLE');
  const rate = (ms: number) => Math.round((made.length / ms) * 1000);
  const { plain: both, news, changes } = spent;
  return { plainInsert: rate(both / 2), pushNew: rate(news), pushChanges: rate(changes) };
}

async function pushOnce({ server }: ServerSeat, batch: PushBatch): Promise<number> {
  const from = performance.now();
  const { behind, refused, sameAs } = await server.push(batch);
  if (behind.length + refused.length + sameAs.length > 0) throw new Error('Not all was taken');
  return performance.now() - from;
}

function batchesOf(rows: readonly WireRow[], actor: string): PushBatch[] {
  const batches: PushBatch[] = [];
  for (let start = 0; start < rows.length; start += LIMITS.rows) {
    const part = rows.slice(start, start + LIMITS.rows);
    const stamps = new Set(part.flatMap(({ v, f }) => [f?.assigned_to ?? v]));
    const said = { actor, action: 'alerts.import', reason: null };
    const writes = [...stamps].map((stamp) => ({ stamp, ...said }));
    const tables = [{ table: 'alerts', rows: part }];
    batches.push({ writes, tables, conflicts: [], cursor: 0, through: start + part.length });
  }
  return batches;
}

async function measurePull({ server }: ServerSeat, rows: number): Promise<number> {
  const from = performance.now();
  let [read, cursor, isLast] = [0, 0, false];
  while (!isLast) {
    const page = await server.pull(cursor, LIMITS.rows);
    for (const table of page.tables) read += table.rows.length;
    ({ cursor, isLast } = page);
  }
  if (read !== rows) throw new Error(`${read} of ${rows} rows came`);
  return perSecond(rows, from);
}

/** By the processor time of the server's process (Linux), else by the clock. */
async function measurePullAtServer(login: PostgresLogin, rows: number): Promise<number> {
  const client: pg.Client = await connectTo(login);
  const { rows: asked } = await client.query('SELECT pg_backend_pid() AS pid');
  const from = processorMs(asked[0].pid) ?? performance.now();
  let cursor = 0;
  for (;;) {
    const sql =
      'SELECT name, CASE name WHEN $5 THEN body END AS body, length(body) FROM sync.pull($1, $2, $3, $4)';
    const answer = await client.query(sql, [cursor, null, LIMITS.rows, LIMITS.bytes, '']);
    const page: { cursor: number; isLast: boolean } = JSON.parse(answer.rows[0].body);
    if (page.isLast) break;
    cursor = page.cursor;
  }
  const spent = (processorMs(asked[0].pid) ?? performance.now()) - from;
  await client.end();
  return Math.round((rows / spent) * 1000);
}

/** proc(5): the fields after the name are counted from the state; 14 and 15 are ticks of 10 ms. */
function processorMs(pid: number): number | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const PUSHERS = 20;
const EACH = 1_000;
const ROUNDS = 5;

/**
 * Each in a process of its own, as workstations are, and each connected before: one that sends all rows,
 * then twenty that send as many together; in turns, since the table grows.
 */
async function measurePushers(world: ServerWorld) {
  const total = PUSHERS * EACH;
  const pushers: ChildProcess[] = [];
  for (let i = 0; i <= PUSHERS; i++) pushers.push(await startPusher(await world.seat()));
  const [one, ...twenty] = pushers;
  if (!one) throw new Error('No pusher');
  const spent = { one: 0, twenty: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    spent.one += await timed([one], total);
    spent.twenty += await timed(twenty, EACH);
  }
  for (const pusher of pushers) pusher.kill();
  const rate = (ms: number) => Math.round((ROUNDS * total * 1000) / ms);
  return { onePusher: rate(spent.one), twentyPushers: rate(spent.twenty) };
}

async function startPusher({ login, person, node }: ServerSeat): Promise<ChildProcess> {
  const setup: PusherSetup = { login, person, node };
  const entry = new URL('./sync-pusher.ts', import.meta.url);
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'watchfloor-bench-cache') };
  const child = fork(entry, [JSON.stringify(setup)], { env });
  await heard(child, 'ready');
  return child;
}

/** The milliseconds until all have sent so many rows each. */
async function timed(pushers: readonly ChildProcess[], rows: number): Promise<number> {
  const from = performance.now();
  await Promise.all(
    pushers.map((pusher) => {
      pusher.send(rows);
      return heard(pusher, 'done');
    }),
  );
  return performance.now() - from;
}

/** @throws Error where it ends instead */
async function heard(child: ChildProcess, what: string): Promise<void> {
  const ended = once(child, 'exit').then(() => 'its end');
  const answer = once(child, 'message').then(([text]) => String(text));
  const said = await Promise.race([answer, ended]);
  if (said !== what) throw new Error(`A pusher said ${said}, not ${what}`);
}

if (import.meta.main) {
  const figures = await measureSyncServer();
  const share = (rate: number) => `${Math.round((rate / figures.plainInsert) * 100)} % of plain`;
  process.stdout.write(
    `${JSON.stringify(figures, null, 2)}\nnew rows ${share(figures.pushNew)}, changes ${share(figures.pushChanges)}\n`,
  );
}
