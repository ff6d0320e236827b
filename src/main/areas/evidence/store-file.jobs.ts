import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { JobContext } from '../../jobs/job.ts';
import { CHUNK_BYTES, releaseBytes } from '../../platform/blob-file.ts';
import { type BlobStore, createBlobStore, type StoredBlob } from '../../platform/blob-store.ts';

/** Where evidence files lie in a data folder. */
export const EVIDENCE_FOLDER = 'evidence';
export const piecesFolder = (folder: string, uploadId: string) => join(folder, 'uploads', uploadId);

export const storeFileInputSchema = z.object({
  uploadId: z.string(),
  size: z.number(),
  expectedSha256: z.string().nullable(),
  /** The file on the desktop's own disk; null where pieces were sent. */
  path: z.string().nullable(),
  pieces: z.array(z.string()),
});
export type StoreFileInput = z.infer<typeof storeFileInputSchema>;

/** For who has done with the bytes when it asks for more, as the store has. */
async function* releasing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    yield bytes;
    releaseBytes(bytes);
  }
}

export async function* readPieces(
  pieces: BlobStore,
  sha256s: readonly string[],
): AsyncGenerator<Uint8Array> {
  for (const sha256 of sha256s) yield* releasing(pieces.read(sha256));
}

/** Puts together what was sent, or reads the chosen file, into the store, and reads it back. */
export async function storeFileJob(rawInput: unknown, context: JobContext): Promise<StoredBlob> {
  const input = storeFileInputSchema.parse(rawInput);
  const { databasePath, key } = context.storage;
  const folder = join(dirname(databasePath), EVIDENCE_FOLDER);
  const pieces = createBlobStore(piecesFolder(folder, input.uploadId), key);
  const source =
    input.path === null
      ? readPieces(pieces, input.pieces)
      : releasing(createReadStream(input.path, { highWaterMark: CHUNK_BYTES }));
  const total = 2 * input.size;
  return createBlobStore(folder, key).put(source, {
    signal: context.signal,
    onTrial: true,
    ...(input.expectedSha256 === null ? {} : { expectedSha256: input.expectedSha256 }),
    onProgress: (phase, bytes) =>
      phase === 'writing'
        ? context.report({ done: bytes, total, message: 'Storing, encrypted' })
        : context.report({ done: input.size + bytes, total, message: 'Reading back' }),
  });
}
