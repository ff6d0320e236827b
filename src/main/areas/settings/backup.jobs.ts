import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { JobContext } from '../../jobs/job.ts';
import { releaseBytes } from '../../platform/blob-file.ts';
import { type BlobStore, createBlobStore } from '../../platform/blob-store.ts';
import { FRAME_BYTES, FrameSealer } from './backup-format.ts';

/** Folders of the data folder that hold files by their content (platform/blob-store.ts). */
export const FILE_STORES = ['evidence', 'audit-files'] as const;

export const backupInputSchema = z.object({ target: z.string(), passphrase: z.string() });
export type BackupInput = z.infer<typeof backupInputSchema>;

/** What the first frame of a backup says; only who has the passphrase reads it. */
export const backupMetaSchema = z.object({
  /** Of the database file that follows, 64 hexadecimal digits. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
});
export const backupEndSchema = z.object({
  bytes: z.number().int(),
  sha256: z.string(),
  /** Absent in backups of format 1, which had none. */
  files: z.number().int().optional(),
});
/** A file of one of the data folder's stores; its content follows. */
export const backupFileSchema = z.object({
  store: z.enum(FILE_STORES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().nonnegative(),
});
export type BackupFile = z.infer<typeof backupFileSchema>;

export const PART_SUFFIX = '.part';

/**
 * Copies the database into an encrypted file while everybody goes on working. The file appears
 * under its name only when it is whole and on the disk; a cancel leaves nothing.
 */
export async function backupJob(
  rawInput: unknown,
  context: JobContext,
): Promise<{ bytes: number }> {
  const { target, passphrase } = backupInputSchema.parse(rawInput);
  const part = `${target}${PART_SUFFIX}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const snapshot = await context.storage.hold();
  try {
    const sealer = await FrameSealer.create(passphrase, {
      salt: randomBytes(16),
      createdAt: context.clock.now(),
      schema: snapshot.schema,
    });
    const file = await open(part, 'w', 0o600);
    try {
      const pieces = sealedPieces(snapshot, sealer, context);
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    context.signal.throwIfAborted();
    await rename(part, target);
    return { bytes: snapshot.bytes };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    snapshot.release();
  }
}

/** What the stores hold, and how much that is. */
async function listFiles({ storage }: JobContext): Promise<{ files: BackupFile[]; bytes: number }> {
  const files: BackupFile[] = [];
  for (const store of FILE_STORES)
    for await (const blob of storeOf(storage, store).list()) files.push({ store, ...blob });
  return { files, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

export function storeOf(
  { databasePath, key }: Pick<JobContext['storage'], 'databasePath' | 'key'>,
  store: BackupFile['store'],
): BlobStore {
  return createBlobStore(join(dirname(databasePath), store), key);
}

/** A piece of which nothing is left in memory once it is written. */
function* sealedAndReleased(
  sealer: FrameSealer,
  kind: 'data' | 'blob',
  plain: Uint8Array,
): Generator<Uint8Array> {
  const sealed = sealer.seal(kind, plain);
  releaseBytes(plain);
  yield sealed;
  releaseBytes(sealed);
}

async function* sealedPieces(
  { path, bytes }: { path: string; bytes: number },
  sealer: FrameSealer,
  context: JobContext,
): AsyncGenerator<Uint8Array> {
  const { storage, signal, report } = context;
  const listed = await listFiles(context);
  const total = bytes + listed.bytes;
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const meta: z.infer<typeof backupMetaSchema> = {
    key: Buffer.from(storage.key).toString('hex'),
    bytes,
  };
  yield sealer.head;
  yield sealer.seal('meta', json(meta));
  const hash = createHash('sha256');
  let done = 0;
  for await (const chunk of createReadStream(path, {
    highWaterMark: FRAME_BYTES,
    end: bytes - 1,
  })) {
    signal.throwIfAborted();
    const plain = chunk as Buffer;
    hash.update(plain);
    done += plain.length;
    yield* sealedAndReleased(sealer, 'data', plain);
    report({ done, total, message: null });
  }
  for (const file of listed.files) {
    yield sealer.seal('file', json(file));
    // Verified as it is read: a damaged file stops the backup, with the words for it.
    for await (const plain of storeOf(storage, file.store).read(file.sha256)) {
      signal.throwIfAborted();
      done += plain.byteLength;
      yield* sealedAndReleased(sealer, 'blob', plain);
      report({ done, total, message: 'Files of evidence' });
    }
  }
  const end: z.infer<typeof backupEndSchema> = {
    bytes,
    sha256: hash.digest('hex'),
    files: listed.files.length,
  };
  yield sealer.seal('end', json(end));
}
