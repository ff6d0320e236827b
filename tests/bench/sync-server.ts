/**
 * The server's side of a sync, against real PostgreSQL: what a push costs beside a plain multi-row
 * insert of the same rows over the same connection, how fast pages are read, and whether twenty who
 * push at once get as far as one. `npm run bench -- sync` calls it; alone: `node tests/bench/sync-server.ts`.
 */
import type pg from 'pg';
import { LIMITS, type PushBatch, type WireRow } from '../../src/main/areas/sync/wire.ts';
import { connectTo, type PostgresLogin, startPostgres } from '../helpers/postgres.ts';
import {
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
  stampAt,
} from '../helpers/sync/server-world.ts';

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
    const plainInsert = await measurePlain(world, made);
    const pushNew = await measurePush(seat, made);
    const pushChanges = await measurePush(seat, changed(made, seat.node));
    const reader = await world.seat();
    const pull = await measurePull(reader, rows);
    const pullAtServer = await measurePullAtServer(reader.login, rows);
    const many = await measurePushers(world);
    await world.close();
    return { plainInsert, pushNew, pushChanges, pull, pullAtServer, ...many };
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

/** The same rows into a table of the same form and indexes, without any of ours around it. */
async function measurePlain(world: ServerWorld, rows: readonly WireRow[]): Promise<number> {
  const { owner } = world;
  await owner.query('SET ROLE watchfloor_owner');
  await owner.query('CREATE TABLE app.plain (LIKE app.alerts INCLUDING ALL)');
  const columns = Object.keys(rows[0]?.c ?? {});
  const names = ['workspace_id', 'id', 'row_version', 'seq', 'sent_by', 'bytes', ...columns];
  const sql = (count: number) => {
    const tuples = Array.from({ length: count }, (_, row) => {
      const places = names.map((_name, i) => `$${row * names.length + i + 1}`);
      return `(${places.join()})`;
    });
    return `INSERT INTO app.plain (${names.join()}) VALUES ${tuples.join()}`;
  };
  const text = sql(PLAIN_ROWS);
  const from = performance.now();
  for (let start = 0; start < rows.length; start += PLAIN_ROWS) {
    const part = rows.slice(start, start + PLAIN_ROWS);
    const values = part.flatMap((row, i) => [
      ...[world.workspace, row.id, row.v, start + i, 1, 500],
      ...columns.map((column) => row.c[column]),
    ]);
    await owner.query({ name: 'plain', text, values });
  }
  const rate = perSecond(rows.length, from);
  await owner.query('DROP TABLE app.plain');
  await owner.query('RESET ROLE');
  return rate;
}

function batchesOf(rows: readonly WireRow[], actor: string, cursor: number): PushBatch[] {
  const batches: PushBatch[] = [];
  for (let start = 0; start < rows.length; start += LIMITS.rows) {
    const part = rows.slice(start, start + LIMITS.rows);
    const stamps = new Set(part.flatMap(({ v, f }) => [f?.assigned_to ?? v]));
    const said = { actor, action: 'alerts.import', reason: null };
    const writes = [...stamps].map((stamp) => ({ stamp, ...said }));
    const tables = [{ table: 'alerts', rows: part }];
    batches.push({ writes, tables, conflicts: [], cursor, through: start + part.length });
  }
  return batches;
}

async function measurePush(seat: ServerSeat, rows: readonly WireRow[]): Promise<number> {
  const { head } = await seat.server.head();
  const batches = batchesOf(rows, seat.person, head);
  const from = performance.now();
  for (const batch of batches) {
    const { behind, refused, sameAs } = await seat.server.push(batch);
    if (behind.length + refused.length + sameAs.length > 0) throw new Error('Not all was taken');
  }
  return perSecond(rows.length, from);
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

async function measurePullAtServer(login: PostgresLogin, rows: number): Promise<number> {
  const client: pg.Client = await connectTo(login);
  const from = performance.now();
  let cursor = 0;
  for (;;) {
    const sql =
      'SELECT name, CASE name WHEN $5 THEN body END AS body, length(body) FROM sync.pull($1, $2, $3, $4)';
    const answer = await client.query(sql, [cursor, null, LIMITS.rows, LIMITS.bytes, '']);
    const page: { cursor: number; isLast: boolean } = JSON.parse(answer.rows[0].body);
    if (page.isLast) break;
    cursor = page.cursor;
  }
  const rate = perSecond(rows, from);
  await client.end();
  return rate;
}

const PUSHERS = 20;
const EACH = 5_000;

/** All push the same number of rows in batches of five hundred: one of them all, then twenty at once. */
async function measurePushers(world: ServerWorld) {
  const total = PUSHERS * EACH;
  const pushAll = async (seat: ServerSeat, count: number) => {
    const at = Date.now();
    const notes = Array.from({ length: count }, (_, i): WireRow => {
      const cells = { name: `Note ${i}`, text: 'Text', verdict: null, created_by: seat.person };
      const c = { ...cells, created_at: at, updated_at: at, deleted_at: null };
      return { id: `${seat.node}-${i}`, v: stampAt(at, i % 60_000, seat.node), f: null, c };
    });
    for (let start = 0; start < count; start += 500) {
      const tables = [{ table: 'note_templates', rows: notes.slice(start, start + 500) }];
      await seat.server.push({ writes: [], tables, conflicts: [], cursor: 0, through: start });
    }
  };
  const one = await world.seat();
  await one.server.head();
  let from = performance.now();
  await pushAll(one, total / 4);
  const onePusher = perSecond(total / 4, from);
  const seats: ServerSeat[] = [];
  for (let i = 0; i < PUSHERS; i++) seats.push(await world.seat());
  await Promise.all(seats.map(({ server }) => server.head()));
  from = performance.now();
  await Promise.all(seats.map((seat) => pushAll(seat, EACH)));
  return { onePusher, twentyPushers: perSecond(total, from) };
}

if (import.meta.main) {
  const figures = await measureSyncServer();
  const share = (rate: number) => `${Math.round((rate / figures.plainInsert) * 100)} % of plain`;
  process.stdout.write(
    `${JSON.stringify(figures, null, 2)}\nnew rows ${share(figures.pushNew)}, changes ${share(figures.pushChanges)}\n`,
  );
}
