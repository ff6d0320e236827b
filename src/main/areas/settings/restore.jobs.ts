import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Adopted, adoptDatabase } from '../../db/adopt.ts';
import type { JobContext } from '../../jobs/job.ts';
import {
  type BackupFile,
  backupEndSchema,
  backupFileSchema,
  backupMetaSchema,
  storeOf,
} from './backup.jobs.ts';
import { type OpenedFrame, openFrames, refusal } from './backup-format.ts';

export const restoreInputSchema = z.object({
  source: z.string(),
  /** Where the database goes that is to take the place of the one in use. */
  target: z.string(),
  passphrase: z.string(),
  migrationsDir: z.string(),
});
export type RestoreInput = z.infer<typeof restoreInputSchema>;

/** `files` are those that came; they are on trial until the database is in its place. */
export interface Restored extends Adopted {
  readonly files: readonly BackupFile[];
}

/**
 * Opens a backup and makes its database ready, beside the one in use, which is not touched. What is
 * on the disk meanwhile is encrypted, first with the key of its origin, then with the one of here.
 */
export async function restoreJob(rawInput: unknown, context: JobContext): Promise<Restored> {
  const input = restoreInputSchema.parse(rawInput);
  const added: BackupFile[] = [];
  try {
    const key = await unpack(input, context, added);
    context.signal.throwIfAborted();
    const adopted = adoptDatabase({
      path: input.target,
      key,
      nextKey: context.storage.key,
      migrationsDir: input.migrationsDir,
      newId: context.newId,
    });
    return { ...adopted, files: added };
  } catch (error) {
    await rm(input.target, { force: true });
    await rm(`${input.target}-journal`, { force: true });
    for (const { store, sha256 } of added) storeOf(context.storage, store).drop(sha256);
    throw error;
  }
}

/** Writes the database file and the files of a backup, and gives the key that the database has. */
async function unpack(
  input: RestoreInput,
  context: JobContext,
  added: BackupFile[],
): Promise<Uint8Array> {
  const { size: total } = await stat(input.source);
  const bytes = createReadStream(input.source, { highWaterMark: 1024 * 1024 });
  const file = await open(input.target, 'w', 0o600);
  const hash = createHash('sha256');
  let meta: z.infer<typeof backupMetaSchema> | undefined;
  let done = 0;
  let files = 0;
  const frames = openFrames(bytes, input.passphrase);
  try {
    let next = await frames.next();
    while (!next.done) {
      const { kind, plain } = next.value;
      context.signal.throwIfAborted();
      context.report({ done: bytes.bytesRead, total, message: null });
      if (kind === 'file') {
        const named = parseFrame(backupFileSchema, plain);
        added.push(named);
        next = await unpackFile(named, frames, context);
        files++;
        continue;
      }
      if (kind === 'meta') meta = parseFrame(backupMetaSchema, plain);
      else if (kind === 'end') {
        const end = parseFrame(backupEndSchema, plain);
        const isWhole = end.bytes === done && meta?.bytes === done && (end.files ?? 0) === files;
        if (!isWhole || end.sha256 !== hash.digest('hex')) throw refusal('damaged');
      } else {
        hash.update(plain);
        await file.writeFile(plain);
        done += plain.length;
      }
      next = await frames.next();
    }
    await file.sync();
  } finally {
    bytes.destroy();
    await file.close();
  }
  if (!meta) throw refusal('damaged');
  return Buffer.from(meta.key, 'hex');
}

type Frames = ReturnType<typeof openFrames>;

/**
 * One file into the store of this workstation, under its own key, its SHA-256 held against its name.
 * It is there beside those of the workspace in use, which it cannot replace: a name is its content.
 * Gives the frame after it.
 */
async function unpackFile(
  { store, sha256, size }: BackupFile,
  frames: Frames,
  context: JobContext,
): Promise<IteratorResult<OpenedFrame>> {
  let after: IteratorResult<OpenedFrame> = { done: true, value: undefined };
  async function* content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      after = await frames.next();
      if (after.done || after.value.kind !== 'blob') return;
      context.signal.throwIfAborted();
      yield after.value.plain;
    }
  }
  const stored = await storeOf(context.storage, store).put(content(), {
    expectedSha256: sha256,
    onTrial: true,
  });
  if (stored.size !== size) throw refusal('damaged');
  return after;
}

function parseFrame<T>(schema: z.ZodType<T>, plain: OpenedFrame['plain']): T {
  try {
    return schema.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    throw refusal('damaged');
  }
}
