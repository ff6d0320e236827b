/**
 * Files of any size, kept by the SHA-256 of their content and encrypted like the database
 * (blob-file.ts). The same content is stored once.
 *
 * A file is written under a temporary name while its hash is computed, flushed to the disk, read
 * back and compared, and only then renamed to its place: what stands there is whole, whenever a
 * process dies. What a dead process left behind is removed by `tidy`: also a whole file that was put
 * on trial, where the row that was to name it did not come about.
 */
import { createHash, hkdfSync, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';
import { type BlobBytes, openBlobBytes } from './blob-bytes.ts';
import {
  BlobDamage,
  BlobWriter,
  CHUNK_BYTES,
  type OpenedBlob,
  openBlob,
  releaseBytes,
  sealSmall,
} from './blob-file.ts';

export interface StoredBlob {
  readonly sha256: string;
  readonly size: number;
}

export interface BlobRange {
  /** First byte. */
  readonly from: number;
  /** The byte after the last. */
  readonly to: number;
}

export interface PutOptions {
  readonly signal?: AbortSignal;
  /** Refuses other content. */
  readonly expectedSha256?: string;
  /** Until `keep` is called, `drop` and the next `tidy` take it back, unless it was there before. */
  readonly onTrial?: boolean;
  /** Hears how many bytes were written, then how many were read back. */
  readonly onProgress?: (phase: 'writing' | 'checking', bytes: number) => void;
}

export interface BlobStore {
  /** @throws AppError 'conflict' where the content is not the expected one; nothing is kept then. */
  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /** At once, for a content of at most 1 MiB that this process made: within a transaction, say. */
  putSmall(bytes: Uint8Array): StoredBlob;
  /** @throws AppError 'not-found'; BlobDamage ('conflict') at the first byte that was changed. */
  read(sha256: string, range?: BlobRange): AsyncIterable<Uint8Array>;
  /** The content by offset, at once: for a worker's thread. Must be closed. @throws as `read`. */
  bytes(sha256: string): BlobBytes;
  /** Size of the content. @throws as `read`, where the head is damaged. */
  size(sha256: string): Promise<number>;
  has(sha256: string): boolean;
  /** The database names it now: the trial is over. */
  keep(sha256: string): void;
  /** Takes back what was put on trial and not kept; leaves every other file. */
  drop(sha256: string): void;
  remove(sha256: string): void;
  list(): AsyncIterable<StoredBlob>;
  /**
   * Removes what a process left half-way that is no more, and what it had put on trial that is not
   * used; once, at the start. Done when it returns.
   */
  tidy(isUsed?: (sha256: string) => boolean): Promise<void>;
  removeAll(): Promise<void>;
}

const SHA256 = /^[0-9a-f]{64}$/;
const TEMPORARY = 'tmp';
const TRIAL = /^([0-9a-f]{64})\.trial$/;
const MISSING =
  'The file is not in the store of this workstation. Fetch it where the workspace is shared, restore a backup that has it, or collect it again.';

/** @throws AppError 'conflict' where another file arrived than was announced. */
async function writeTo(
  key: Buffer,
  path: string,
  source: AsyncIterable<Uint8Array>,
  { signal, expectedSha256, onProgress }: PutOptions,
): Promise<StoredBlob> {
  const file = await open(path, 'wx', 0o600);
  try {
    const writer = new BlobWriter(file, key);
    const hash = createHash('sha256');
    let size = 0;
    for await (const bytes of source) {
      signal?.throwIfAborted();
      hash.update(bytes);
      await writer.write(bytes);
      size += bytes.byteLength;
      onProgress?.('writing', size);
    }
    signal?.throwIfAborted();
    const sha256 = hash.digest('hex');
    if (expectedSha256 !== undefined && expectedSha256.toLowerCase() !== sha256)
      throw new AppError(
        'conflict',
        'The file that arrived is not the one that was announced: its SHA-256 differs. Send it again.',
      );
    await writer.seal(sha256);
    await file.sync();
    return { sha256, size };
  } finally {
    await file.close();
  }
}

/** @param databaseKey 32 bytes; the store's own key is derived from it. */
export function createBlobStore(folder: string, databaseKey: Uint8Array): BlobStore {
  const key = Buffer.from(hkdfSync('sha256', databaseKey, '', 'watchfloor blobs 1', 32));

  function pathOf(sha256: string): string {
    if (!SHA256.test(sha256)) throw new AppError('bad-input', 'That is no SHA-256');
    return join(folder, sha256.slice(0, 2), sha256.slice(2));
  }

  const trials = createTrials(join(folder, TEMPORARY), pathOf);

  async function opened<R>(
    path: string,
    sha256: string,
    use: (blob: OpenedBlob) => Promise<R>,
  ): Promise<R> {
    const file = await openExisting(path);
    try {
      return await use(await openBlob(file, key, sha256));
    } finally {
      await file.close();
    }
  }

  async function* read(sha256: string, range?: BlobRange): AsyncGenerator<Uint8Array> {
    yield* readFrom(pathOf(sha256), sha256, range);
  }

  async function* readFrom(
    path: string,
    sha256: string,
    range?: BlobRange,
  ): AsyncGenerator<Uint8Array> {
    const file = await openExisting(path);
    try {
      const blob = await openBlob(file, key, sha256);
      const hash = createHash('sha256');
      for await (const bytes of pieces(blob, range)) {
        if (!range) hash.update(bytes);
        yield bytes;
      }
      if (!range && hash.digest('hex') !== sha256) throw new BlobDamage('its SHA-256 differs');
    } finally {
      await file.close();
    }
  }

  return {
    async put(source, options = {}) {
      const temporary = join(folder, TEMPORARY, `${randomUUID()}.part`);
      await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
      try {
        const stored = await writeTo(key, temporary, source, options);
        let checked = 0;
        for await (const bytes of readFrom(temporary, stored.sha256)) {
          options.signal?.throwIfAborted();
          checked += bytes.byteLength;
          releaseBytes(bytes);
          options.onProgress?.('checking', checked);
        }
        const path = pathOf(stored.sha256);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        if (options.onTrial && !existsSync(path)) trials.begin(stored.sha256);
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    putSmall(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const temporary = join(folder, TEMPORARY, `${randomUUID()}.part`);
      const path = pathOf(sha256);
      for (const one of [temporary, path])
        mkdirSync(dirname(one), { recursive: true, mode: 0o700 });
      try {
        const sealed = sealSmall(bytes, key, sha256);
        writeFileSync(temporary, sealed, { mode: 0o600, flag: 'wx', flush: true });
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
      return { sha256, size: bytes.byteLength };
    },
    read,
    bytes(sha256) {
      const path = pathOf(sha256);
      if (!existsSync(path)) throw new AppError('not-found', MISSING);
      return openBlobBytes(path, key, sha256);
    },
    size: (sha256) => opened(pathOf(sha256), sha256, async (blob) => blob.size),
    has: (sha256) => existsSync(pathOf(sha256)),
    keep: trials.keep,
    drop: trials.drop,
    remove: (sha256) => rmSync(pathOf(sha256), { force: true }),
    async *list() {
      for (const prefix of await namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
        for (const rest of await namesIn(join(folder, prefix))) {
          const sha256 = prefix + rest;
          if (!SHA256.test(sha256)) continue;
          yield { sha256, size: await opened(pathOf(sha256), sha256, async (blob) => blob.size) };
        }
      }
    },
    async tidy(isUsed = () => true) {
      trials.end(isUsed);
      rmSync(join(folder, TEMPORARY), { recursive: true, force: true });
    },
    removeAll: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Marks of files on trial: empty files beside what is half-written, named by the content. */
function createTrials(folder: string, pathOf: (sha256: string) => string) {
  const markOf = (sha256: string) => join(folder, `${sha256}.trial`);
  const keep = (sha256: string) => rmSync(markOf(sha256), { force: true });
  return {
    keep,
    begin: (sha256: string) => writeFileSync(markOf(sha256), '', { mode: 0o600, flush: true }),
    drop(sha256: string): void {
      if (!existsSync(markOf(sha256))) return;
      rmSync(pathOf(sha256), { force: true });
      keep(sha256);
    },
    end(isUsed: (sha256: string) => boolean): void {
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        const sha256 = TRIAL.exec(name)?.[1];
        if (sha256 !== undefined && !isUsed(sha256)) rmSync(pathOf(sha256), { force: true });
      }
    },
  };
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new AppError('not-found', MISSING);
    throw error;
  }
}

async function* pieces(blob: OpenedBlob, range: BlobRange | undefined): AsyncGenerator<Buffer> {
  const from = Math.max(0, range?.from ?? 0);
  const to = Math.min(blob.size, range?.to ?? blob.size);
  if (blob.size === 0) {
    // The one chunk of an empty file is looked at too.
    await blob.chunk(0);
    return;
  }
  for (let at = from; at < to; ) {
    const index = Math.floor(at / CHUNK_BYTES);
    const start = index * CHUNK_BYTES;
    const plain = await blob.chunk(index);
    // Before the bytes are given away: who gets them may release them.
    at = start + plain.byteLength;
    yield plain.subarray(from > start ? from - start : 0, to - start);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).toSorted();
}

/** The rename itself survives a power cut only so; not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
