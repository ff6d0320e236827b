import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Adopted, adoptDatabase } from '../../db/adopt.ts';
import type { JobContext } from '../../jobs/job.ts';
import { backupEndSchema, backupMetaSchema } from './backup.jobs.ts';
import { type OpenedFrame, openFrames, refusal } from './backup-format.ts';

export const restoreInputSchema = z.object({
  source: z.string(),
  /** Where the database goes that is to take the place of the one in use. */
  target: z.string(),
  passphrase: z.string(),
  migrationsDir: z.string(),
});
export type RestoreInput = z.infer<typeof restoreInputSchema>;

/**
 * Opens a backup and makes its database ready, beside the one in use, which is not touched. What is
 * on the disk meanwhile is encrypted, first with the key of its origin, then with the one of here.
 */
export async function restoreJob(rawInput: unknown, context: JobContext): Promise<Adopted> {
  const input = restoreInputSchema.parse(rawInput);
  try {
    const key = await unpack(input, context);
    context.signal.throwIfAborted();
    return adoptDatabase({
      path: input.target,
      key,
      nextKey: context.storage.key,
      migrationsDir: input.migrationsDir,
      newId: context.newId,
    });
  } catch (error) {
    await rm(input.target, { force: true });
    await rm(`${input.target}-journal`, { force: true });
    throw error;
  }
}

/** Writes the database file of a backup, and gives the key that it has. */
async function unpack(input: RestoreInput, context: JobContext): Promise<Uint8Array> {
  const { size: total } = await stat(input.source);
  const bytes = createReadStream(input.source, { highWaterMark: 1024 * 1024 });
  const file = await open(input.target, 'w', 0o600);
  const hash = createHash('sha256');
  let meta: z.infer<typeof backupMetaSchema> | undefined;
  let done = 0;
  try {
    for await (const { kind, plain } of openFrames(bytes, input.passphrase)) {
      context.signal.throwIfAborted();
      if (kind === 'meta') meta = parseFrame(backupMetaSchema, plain);
      else if (kind === 'end') {
        const end = parseFrame(backupEndSchema, plain);
        const isWhole = end.bytes === done && meta?.bytes === done;
        if (!isWhole || end.sha256 !== hash.digest('hex')) throw refusal('damaged');
      } else {
        hash.update(plain);
        await file.writeFile(plain);
        done += plain.length;
      }
      context.report({ done: bytes.bytesRead, total, message: null });
    }
    await file.sync();
  } finally {
    bytes.destroy();
    await file.close();
  }
  if (!meta) throw refusal('damaged');
  return Buffer.from(meta.key, 'hex');
}

function parseFrame<T>(schema: z.ZodType<T>, plain: OpenedFrame['plain']): T {
  try {
    return schema.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    throw refusal('damaged');
  }
}
