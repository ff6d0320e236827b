/** One connection for calls, made when it is needed and left when it failed; one call at a time. */
import type pg from 'pg';
import type { z } from 'zod';
import { SyncFailure } from '../sync-server.port.ts';
import { failureOf } from './server-failures.ts';

export interface ServerSession {
  /** @throws SyncFailure */
  rows(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** The first row's `v`, as the schema says. @throws SyncFailure */
  checked<T>(schema: z.ZodType<T>, sql: string, values: readonly unknown[]): Promise<T>;
  /** @throws SyncFailure 'malformed' for what `read` throws */
  check<T>(read: () => T): T;
  /** Never fails: what is left is left, however it takes that. */
  close(): Promise<void>;
}

interface Deps {
  readonly connect: () => Promise<pg.Client>;
  readonly where?: string;
  readonly timeoutMs?: number;
}

/** Longer than the server's own limits, which say more. */
const TIMEOUT_MS = 150_000;
/** The slowest network that a batch still crosses, bytes a ms; an answer begins once all of it is there. */
const SLOWEST = 4;

export function createServerSession({
  connect,
  where = 'The server',
  timeoutMs = TIMEOUT_MS,
}: Deps): ServerSession {
  let opened: Promise<pg.Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const leave = (client: pg.Client) => {
    opened = undefined;
    client.end().catch(() => undefined);
  };

  async function run(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    if (isClosed) throw new SyncFailure('unreachable', 'The connection was closed.');
    let client: pg.Client | undefined;
    try {
      opened ??= connect();
      client = await opened;
      const query = client.query<Record<string, unknown>>(sql, [...values]);
      return (await inTime(query, timeoutMs + bytesOf(values) / SLOWEST, where)).rows;
    } catch (error) {
      const failure = failureOf(error, where);
      if (!client) opened = undefined;
      else if (LEAVES.has(failure.kind)) leave(client);
      throw failure;
    }
  }

  const rows: ServerSession['rows'] = (sql, values) => {
    const next = last.then(() => run(sql, values));
    last = next.catch(() => undefined);
    return next;
  };
  const check: ServerSession['check'] = (read) => {
    try {
      return read();
    } catch (error) {
      throw failureOf(error, where);
    }
  };
  return {
    ...{ rows, check },
    async checked(schema, sql, values) {
      const answer = await rows(sql, values);
      return check(() => schema.parse(answer[0]?.v));
    },
    async close() {
      isClosed = true;
      try {
        await (await opened)?.end();
      } catch {
        // Nobody is there to be told.
      }
    },
  };
}

const bytesOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length;
    return value instanceof Uint8Array ? sum + value.byteLength : sum;
  }, 0);

/** After which nothing more is asked over the same connection. */
const LEAVES = new Set<string>([
  'unreachable',
  'isolated',
  'certificate',
  'revoked',
  'broken',
  'malformed',
]);

async function inTime<T>(answer: Promise<T>, ms: number, where: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const text = `${where} did not answer for ${Math.round(ms / 1000)} seconds.`;
      reject(new SyncFailure('unreachable', text));
    }, ms);
  });
  // Whoever gave up hears no more of it.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
