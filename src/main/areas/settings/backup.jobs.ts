import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { JobContext } from '../../jobs/job.ts';
import { FRAME_BYTES, FrameSealer } from './backup-format.ts';

export const backupInputSchema = z.object({ target: z.string(), passphrase: z.string() });
export type BackupInput = z.infer<typeof backupInputSchema>;

/** What the first frame of a backup says; only who has the passphrase reads it. */
export const backupMetaSchema = z.object({
  /** Of the database file that follows, 64 hexadecimal digits. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
});
export const backupEndSchema = z.object({ bytes: z.number().int(), sha256: z.string() });

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

async function* sealedPieces(
  { path, bytes }: { path: string; bytes: number },
  sealer: FrameSealer,
  { storage, signal, report }: JobContext,
): AsyncGenerator<Uint8Array> {
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
    yield sealer.seal('data', plain);
    done += plain.length;
    report({ done, total: bytes, message: null });
  }
  const end: z.infer<typeof backupEndSchema> = { bytes: done, sha256: hash.digest('hex') };
  yield sealer.seal('end', json(end));
}
