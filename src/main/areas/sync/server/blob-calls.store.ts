/**
 * Chunks of files, over a connection of their own: on a slow network one chunk takes a minute, and a row
 * that somebody changes meanwhile shares the way with it instead of waiting for its end. It is opened with
 * the first chunk and left where none went for a while.
 */
import type pg from 'pg';
import { z } from 'zod';
import { type BlobServer, SyncFailure } from '../sync-server.port.ts';
import { createServerSession, type ServerSession } from './server-session.ts';

export interface BlobCallsDeps {
  readonly connect: () => Promise<pg.Client>;
  readonly where?: string;
  readonly timeoutMs?: number;
  /** After which the connection is left. */
  readonly idleMs?: number;
}

const IDLE_MS = 30_000;
const indexesSchema = z.array(z.number().int().nonnegative());
const chunkSchema = z.instanceof(Uint8Array).nullable();

export function createBlobCalls(deps: BlobCallsDeps): BlobServer & { close(): Promise<void> } {
  let session: ServerSession | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  let isClosed = false;

  async function leave(): Promise<void> {
    clearTimeout(timer);
    const left = session;
    session = undefined;
    await left?.close();
  }

  async function through<T>(call: (session: ServerSession) => Promise<T>): Promise<T> {
    if (isClosed) throw new SyncFailure('unreachable', 'The connection was closed.');
    clearTimeout(timer);
    session ??= createServerSession(deps);
    underWay += 1;
    try {
      return await call(session);
    } finally {
      underWay -= 1;
      if (underWay === 0) timer = setTimeout(() => void leave(), deps.idleMs ?? IDLE_MS).unref();
    }
  }

  return {
    lacking: (sha256, chunks) =>
      through((open) =>
        open.checked(
          indexesSchema,
          'SELECT coalesce(jsonb_agg(i), $3) AS v FROM sync.blob_lacking($1, $2) i',
          [sha256, chunks, '[]'],
        ),
      ),
    putChunk: (sha256, index, bytes) =>
      through(async (open) => {
        await open.rows('SELECT sync.blob_put($1, $2, $3)', [sha256, index, Buffer.from(bytes)]);
      }),
    getChunk: (sha256, index) =>
      through((open) =>
        open.checked(chunkSchema, 'SELECT sync.blob_get($1, $2) AS v', [sha256, index]),
      ),
    async close() {
      isClosed = true;
      await leave();
    },
  };
}
