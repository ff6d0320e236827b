import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { CustodyProblem } from '../../../shared/areas/evidence/custody.rules.ts';
import type { JobContext } from '../../jobs/job.ts';
import { BlobDamage, releaseBytes } from '../../platform/blob-file.ts';
import { type BlobStore, createBlobStore } from '../../platform/blob-store.ts';
import { EVIDENCE_FOLDER } from './store-file.jobs.ts';

/** `bytes` were read and right. */
export interface FileCheck {
  readonly bytes: number;
  readonly problems: readonly CustodyProblem[];
}

interface WantedFile {
  readonly sha256: string;
  readonly size: number;
}

/** Reads a stored file from end to end; every byte counts. */
export async function checkFile(
  blobs: BlobStore,
  { sha256, size }: WantedFile,
  options: { readonly signal?: AbortSignal; readonly report?: (bytes: number) => void } = {},
): Promise<FileCheck> {
  const problem = (kind: 'file-missing' | 'file-damaged', text: string): CustodyProblem => ({
    kind,
    position: null,
    text,
  });
  if (!blobs.has(sha256))
    return {
      bytes: 0,
      problems: [
        problem(
          'file-missing',
          'The file is not in the store of this workstation: fetch it, or restore a backup.',
        ),
      ],
    };
  let bytes = 0;
  try {
    for await (const chunk of blobs.read(sha256)) {
      options.signal?.throwIfAborted();
      bytes += chunk.byteLength;
      releaseBytes(chunk);
      options.report?.(bytes);
    }
  } catch (error) {
    if (!(error instanceof BlobDamage)) throw error;
    return { bytes, problems: [problem('file-damaged', error.message)] };
  }
  if (bytes === size) return { bytes, problems: [] };
  const text = `The file has ${bytes} bytes, the record says ${size}.`;
  return { bytes, problems: [problem('file-damaged', text)] };
}

const inputSchema = z.object({ sha256: z.string(), size: z.number() });

export async function verifyFileJob(rawInput: unknown, context: JobContext): Promise<FileCheck> {
  const wanted = inputSchema.parse(rawInput);
  const { databasePath, key } = context.storage;
  const blobs = createBlobStore(join(dirname(databasePath), EVIDENCE_FOLDER), key);
  return checkFile(blobs, wanted, {
    signal: context.signal,
    report: (done) => context.report({ done, total: wanted.size, message: null }),
  });
}
