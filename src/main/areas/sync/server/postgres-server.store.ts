/**
 * The workspace's server in PostgreSQL. Calls its functions and nothing else; every answer passes the
 * schemas of `wire.ts`. One connection for calls, one that listens, one while files cross; all come from the
 * caller, through the port's one way out. A connection that failed is left, and the next call asks for another.
 */
import type pg from 'pg';
import { z } from 'zod';
import { countOf, pulledTable } from '../page-columns.ts';
import type { BlobServer, SyncServer } from '../sync-server.port.ts';
import {
  digestSchema,
  type Head,
  headSchema,
  LIMITS,
  memberSchema,
  type PulledTable,
  type PullPage,
  type PushBatch,
  type PushOutcome,
  presenceSchema,
  pullPageSchema,
  pushOutcomeSchema,
  seatSchema,
} from '../wire.ts';
import { createBlobCalls } from './blob-calls.store.ts';
import { packBatch } from './cells.ts';
import { CLIENT_VERSION } from './client-version.ts';
import { createGiven, type Given } from './given.store.ts';
import { createListening } from './listening.store.ts';
import { unpackRows } from './page-rows.ts';
import { createPageSize } from './page-size.ts';
import { createServerSession, type ServerSession } from './server-session.ts';

export interface PostgresServerDeps {
  /** A session that stands, with this workstation's login. @throws SyncFailure */
  readonly connect: () => Promise<pg.Client>;
  /** This database's node, asked at every call: a database that was put back gets another. */
  readonly node: () => string;
  /** How the server is named in a sentence. */
  readonly where?: string;
  /** Until an answer must be there, ms. */
  readonly timeoutMs?: number;
}

const pageSchema = pullPageSchema.omit({ tables: true, watermark: true, isNoted: true });
const idSchema = z.string().min(1).max(400);
const peopleSchema = z.object({ members: z.array(memberSchema), seats: z.array(seatSchema) });
const MOST_ROWS_OF_PAGE = 5_000;

export function createPostgresServer(deps: PostgresServerDeps): SyncServer & BlobServer {
  const session = createServerSession(deps);
  const listening = createListening(deps);
  const given = createGiven(session);
  const { close: closeBlobs, ...blobs } = createBlobCalls(deps);
  return {
    head: async () => given.from(await readHead(session, deps.node())),
    async push(batch) {
      const outcome = await push(session, deps.node(), batch);
      if (outcome.cursor > batch.cursor) await given.note(outcome.cursor);
      return outcome;
    },
    pull: createPull(session, given),
    recover: async () =>
      given.from(await session.checked(headSchema, 'SELECT sync.recover($1) AS v', [deps.node()])),
    digests: (table) =>
      session.checked(z.array(digestSchema), 'SELECT sync.digests($1) AS v', [table]),
    ids: (table, parts) =>
      session.checked(z.array(idSchema), 'SELECT sync.ids($1, $2) AS v', [table, [...parts]]),
    people: () => session.checked(peopleSchema, 'SELECT sync.people() AS v', []),
    present: (open) =>
      session.checked(z.array(presenceSchema), 'SELECT sync.present($1) AS v', [
        JSON.stringify(open),
      ]),
    ...blobs,
    onMoved: listening.onMoved,
    onPeople: listening.onPeople,
    async close() {
      await Promise.all([session.close(), listening.close(), closeBlobs()]);
    },
  };
}

function readHead(session: ServerSession, node: string): Promise<Head> {
  return session.checked(headSchema, 'SELECT sync.head($1) AS v', [node]);
}

async function push(session: ServerSession, node: string, batch: PushBatch): Promise<PushOutcome> {
  const { tables, cells } = packBatch(batch);
  const { cursor, through, conflicts, from = null, pushes } = batch;
  const meta = { client: CLIENT_VERSION, node, cursor, through, from, pushes, conflicts, tables };
  const places = cells.map((_, index) => `$${index + 2}`).join();
  const sql = `SELECT sync.push($1, ARRAY[${places}]::text[]) AS v`;
  return session.checked(pushOutcomeSchema, sql, [JSON.stringify(meta), ...cells]);
}

/**
 * Rows that this node sent are left out, but only after it has once read up to the head in this
 * session, and never when it goes back: whoever reads again reads all.
 */
function createPull(session: ServerSession, given: Given): SyncServer['pull'] {
  let ownAfter: number | null = null;
  const size = createPageSize();
  return async (cursor, limit) => {
    if (ownAfter !== null && (cursor < ownAfter || cursor === 0)) ownAfter = null;
    const from = performance.now();
    const page = await readPage(session, { cursor, ownAfter, limit, bytes: size.bytes() });
    size.took(performance.now() - from);
    if (page.isLast) ownAfter ??= page.cursor;
    return { ...page, ...(await given.note(page.cursor)) };
  };
}

interface Asked {
  readonly cursor: number;
  readonly ownAfter: number | null;
  readonly limit: number;
  readonly bytes: number;
}

async function readPage(
  session: ServerSession,
  { cursor, ownAfter, limit, bytes }: Asked,
): Promise<PullPage> {
  const sql = 'SELECT name, body FROM sync.pull($1, $2, $3, $4)';
  const bounded = Math.min(limit, LIMITS.rows);
  const answer = await session.rows(sql, [cursor, ownAfter, bounded, bytes]);
  return session.check(() => {
    const parts = answer.map((row) => partSchema.parse(row));
    const [first, ...others] = parts;
    if (first?.name !== '') throw new z.ZodError([]);
    const page = pageSchema.parse(JSON.parse(first.body));
    const tables = others.map(({ name, body }): PulledTable => {
      return pulledTable(tableName.parse(name), unpackRows(JSON.parse(body)));
    });
    const count = tables.reduce((sum, table) => sum + countOf(table), 0);
    if (count > MOST_ROWS_OF_PAGE || page.cursor < cursor) throw new z.ZodError([]);
    return { ...page, tables };
  });
}

const partSchema = z.object({ name: z.string(), body: z.string() });
const tableName = digestSchema.shape.table;
