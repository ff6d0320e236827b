/**
 * Files of evidence beside the rows: sent after them, chunk by chunk, and fetched when somebody opens one
 * or the policy says so. A chunk that is over is not sent or fetched again; a file that was fetched is
 * whole and of its SHA-256 before it stands in the store, or it does not stand there.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../db/database.ts';
import { storageError } from '../../../db/errors.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type BlobServer, SyncFailure } from '../sync-server.port.ts';
import {
  CHUNK_SIZE,
  ChunkDamage,
  type ChunkSeal,
  chunkLength,
  chunksOf,
  createChunkSeal,
  type FileId,
} from './chunk-seal.ts';
import { namedFile, saveProgress, takeNews, waiting } from './sync-files.store.ts';

export interface FileSyncDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly workspaceKey: Uint8Array;
  /** For chunks of files that are not whole yet; sealed as they came. */
  readonly partsFolder: string;
  /** Bytes that the disk has left for files; people's work needs room, too. */
  readonly room: () => number;
}

export interface FileSync {
  /** After a sync of rows: sends what others lack, fetches what the policy wants. @throws SyncFailure */
  run(server: BlobServer, signal?: AbortSignal): Promise<void>;
  /** One file, now. @throws SyncFailure with a sentence for the person */
  fetch(sha256: string, server: BlobServer, signal?: AbortSignal): Promise<void>;
}

const MINUTE_MS = 60_000;

const failure = (message: string) => new SyncFailure('broken', message);
const NOT_THERE =
  'This file is not on the workspace’s server yet, or is not for you. The workstation that has it sends it when it syncs next.';

/** Chunk by chunk what the server lacks; what is over is kept in its row. */
async function sendFile(
  { db, blobs }: FileSyncDeps,
  chunks: ChunkSeal,
  { file, server, signal }: Transfer,
): Promise<void> {
  async function plainChunk(index: number): Promise<Uint8Array> {
    const from = index * CHUNK_SIZE;
    const pieces: Uint8Array[] = [];
    const to = from + chunkLength(file, index);
    for await (const piece of blobs.read(file.sha256, { from, to })) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  const total = chunksOf(file);
  const lacking = new Set(await server.lacking(file.sha256, total));
  for (let index = 0; index < total; index++) {
    signal?.throwIfAborted();
    if (!lacking.has(index)) continue;
    await server.putChunk(file.sha256, index, chunks.seal(file, index, await plainChunk(index)));
    const done = Math.min(file.size, (index + 1) * CHUNK_SIZE);
    saveProgress(db, file.sha256, { state: 'WAITING', done });
  }
  saveProgress(db, file.sha256, { state: 'DONE', done: file.size });
}

interface Transfer {
  readonly file: FileId;
  readonly server: BlobServer;
  readonly signal?: AbortSignal | undefined;
  /** Bytes that are here. */
  readonly progress?: (done: number) => void;
}

/** The content, opened; sealed chunks are kept until the file is whole. */
async function* fetchedChunks(
  folder: string,
  chunks: ChunkSeal,
  { file, server, signal, progress = () => {} }: Transfer,
): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < chunksOf(file); index++) {
    signal?.throwIfAborted();
    const path = join(folder, String(index));
    const kept = await keptChunk(path, chunks, file, index);
    if (kept) {
      yield kept;
      continue;
    }
    const sealed = await server.getChunk(file.sha256, index);
    if (sealed === null) throw failure(NOT_THERE);
    const plain = chunks.open(file, index, sealed);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, sealed, { mode: 0o600 });
    await rename(`${path}.part`, path);
    progress(Math.min(file.size, (index + 1) * CHUNK_SIZE));
    yield plain;
  }
}

/** From before; what the disk changed is fetched again. */
async function keptChunk(
  path: string,
  chunks: ChunkSeal,
  file: FileId,
  index: number,
): Promise<Uint8Array | null> {
  if (!existsSync(path)) return null;
  try {
    return chunks.open(file, index, await readFile(path));
  } catch (error) {
    if (!(error instanceof ChunkDamage)) throw error;
    await rm(path, { force: true });
    return null;
  }
}

/** The parts stay until the whole stands beside them. @throws SyncFailure */
async function assertRoomFor(
  { size }: FileId,
  folder: string,
  room: FileSyncDeps['room'],
): Promise<void> {
  const kept = existsSync(folder) ? (await readdir(folder)).length * CHUNK_SIZE : 0;
  const [needed, left] = [Math.max(size, 2 * size - kept), Math.max(0, room())];
  if (needed <= left) return;
  const inMib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`;
  throw failure(
    `The disk of this machine has no room for this file: ${inMib(needed)} are needed while it is fetched, and ${inMib(left)} are left for files. Free some space and open it again.`,
  );
}

async function bringFile(
  { db, blobs, partsFolder, room }: FileSyncDeps,
  chunks: ChunkSeal,
  transfer: Transfer,
): Promise<void> {
  const { file, signal } = transfer;
  const folder = join(partsFolder, file.sha256);
  await assertRoomFor(file, folder, room);
  try {
    const options = { expectedSha256: file.sha256, ...(signal ? { signal } : {}) };
    const progress = (done: number) =>
      done < file.size && saveProgress(db, file.sha256, { state: 'WAITING', done });
    await blobs.put(fetchedChunks(folder, chunks, { ...transfer, progress }), options);
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (error instanceof ChunkDamage) throw failure(error.message);
    throw error;
  }
  saveProgress(db, file.sha256, { state: 'DONE', done: file.size });
  db.write({ actor: null, origin: 'sync', action: 'sync.files' }, (tx) => tx.announce('evidence'));
}

export function createFileSync(deps: FileSyncDeps): FileSync {
  const { db, blobs, clock } = deps;
  const chunks = createChunkSeal(deps.workspaceKey);
  const underWay = new Map<string, Promise<void>>();
  const isHere = (sha256: string) => blobs.has(sha256);

  /** One that does not work does not hold up the next. */
  async function each(direction: 'up' | 'down', deed: (file: FileId) => Promise<void>) {
    for (const file of db.read('sync.files', (reader) => waiting(reader, direction, clock.now())))
      try {
        // Gone from here, or here meanwhile: there is nothing to do.
        if (isHere(file.sha256) === (direction === 'up')) await deed(file);
        else saveProgress(db, file.sha256, { state: 'DONE', done: file.size });
      } catch (error) {
        // Without a server none goes; the sync itself waits and comes again.
        if (error instanceof SyncFailure && error.kind !== 'refused' && error.kind !== 'broken')
          throw error;
        const stored = storageError(error);
        const problem = stored instanceof Error ? stored.message : String(stored);
        const nextAt = clock.now() + Math.min(60, 2 ** Math.min(file.tries, 6)) * MINUTE_MS;
        saveProgress(db, file.sha256, { state: 'WAITING', done: 0, problem, nextAt });
      }
  }

  return {
    async run(server, signal) {
      takeNews(db, isHere);
      await each('up', (file) => sendFile(deps, chunks, { file, server, signal }));
      await each('down', (file) => bringFile(deps, chunks, { file, server, signal }));
    },

    fetch(sha256, server, signal) {
      if (isHere(sha256)) return Promise.resolve();
      const known = underWay.get(sha256);
      if (known) return known;
      const file = db.read('sync.namedFile', (reader) => namedFile(reader, sha256));
      if (!file) return Promise.reject(failure('No evidence names this file any longer.'));
      const fetching = bringFile(deps, chunks, { file, server, signal }).finally(() =>
        underWay.delete(sha256),
      );
      underWay.set(sha256, fetching);
      return fetching;
    },
  };
}
