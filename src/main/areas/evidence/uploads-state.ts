/** What the parts of the upload service share: what is under way in this process, and how it is shown. */
import { rm } from 'node:fs/promises';
import { UPLOAD_PIECE_BYTES } from '../../../shared/areas/evidence/evidence.rules.ts';
import type { Upload } from '../../../shared/areas/evidence/evidence-uploads.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { type BlobStore, createBlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { piecesFolder } from './store-file.jobs.ts';
import { findUpload, receivedBytes, type UploadRow } from './uploads.store.ts';

export interface UploadDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  /** Of the store: `<data folder>/evidence`. */
  readonly folder: string;
  readonly key: Uint8Array;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type UploadState = ReturnType<typeof createUploadState>;

export const uploadCaller = (actor: string | null, action: string) =>
  ({ actor, origin: actor === null ? 'system' : 'user', action }) as const;

export function createUploadState({ db, clock, folder, key }: UploadDeps) {
  const pathByUpload = new Map<string, string>();
  const jobByUpload = new Map<string, string>();
  /** Uploads that take a piece or are being stored right now. */
  const busy = new Set<string>();

  /** What is being stored has a job: after a job that failed on a full disk the row may still say so. */
  const stateOf = (row: UploadRow): Upload['state'] =>
    row.state === 'STORING' && !jobByUpload.has(row.id) ? 'RECEIVING' : row.state;

  function toUpload(reader: ReadDb, row: UploadRow): Upload {
    const state = stateOf(row);
    const isHere = state !== 'RECEIVING' || pathByUpload.has(row.id);
    return {
      id: row.id,
      name: row.name,
      size: row.size,
      received: isHere ? row.size : receivedBytes(reader, row.id),
      pieceBytes: UPLOAD_PIECE_BYTES,
      state,
      sha256: row.sha256,
      jobId: jobByUpload.get(row.id) ?? null,
      createdAt: toIso(row.createdAt),
      expiresAt: toIso(row.expiresAt),
    };
  }

  /** @throws AppError 'not-found', also for another account's: it need not know that it is there. */
  function mustFind(reader: ReadDb, id: string, actor: string): UploadRow {
    const row = findUpload(reader, id);
    if (!row || row.createdBy !== actor || row.expiresAt <= clock.now())
      throw new AppError('not-found', 'There is no such upload. Begin it anew.');
    return row;
  }

  const view = (id: string, actor: string): Upload =>
    db.read('evidence.upload', (reader) => toUpload(reader, mustFind(reader, id, actor)));

  return {
    pathByUpload,
    jobByUpload,
    busy,
    toUpload,
    mustFind,
    view,
    piecesStore: (id: string) => createBlobStore(piecesFolder(folder, id), key),
    removePieces: (id: string) => rm(piecesFolder(folder, id), { recursive: true, force: true }),
  };
}
