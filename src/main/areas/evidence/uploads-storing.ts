/** Puts an upload that has arrived into the store, at once or as a job. */
import type { Upload } from '../../../shared/areas/evidence/evidence-uploads.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { StoredBlob } from '../../platform/blob-store.ts';
import { readPieces, type StoreFileInput } from './store-file.jobs.ts';
import { deletePieces, findUpload, piecesOf, saveState, type UploadRow } from './uploads.store.ts';
import { type UploadDeps, type UploadState, uploadCaller } from './uploads-state.ts';

/** Larger files are put together by a job. */
const INLINE_BYTES = 16 * 1024 * 1024;

export function createUploadStoring({ db, blobs, runner }: UploadDeps, state: UploadState) {
  const { pathByUpload, jobByUpload, busy, mustFind, view, piecesStore, removePieces } = state;

  async function settle(id: string, actor: string, { sha256 }: StoredBlob): Promise<void> {
    if (!db.read('evidence.upload', (reader) => findUpload(reader, id))) {
      blobs.drop(sha256);
      throw new AppError('conflict', 'This upload was given up');
    }
    db.write(uploadCaller(actor, 'evidence.upload'), (tx) => {
      saveState(tx, id, 'STORED', sha256);
      deletePieces(tx, id);
      tx.announce('evidence_uploads', id);
    });
    blobs.keep(sha256);
    pathByUpload.delete(id);
    await removePieces(id);
  }

  function storeAsJob(row: UploadRow, input: StoreFileInput, actor: string): void {
    const { job, finished } = runner.start({
      kind: 'evidence-store',
      title: `Store ${row.name}`,
      unit: 'bytes',
      total: 2 * row.size,
      startedBy: actor,
      input,
      settle: (result) => settle(row.id, actor, result as StoredBlob),
    });
    jobByUpload.set(row.id, job.id);
    db.write(uploadCaller(actor, 'evidence.upload'), (tx) => saveState(tx, row.id, 'STORING'));
    finished
      .catch(() => {
        jobByUpload.delete(row.id);
        const isThere = db.read('evidence.upload', (reader) => findUpload(reader, row.id));
        if (!isThere) return;
        db.write(uploadCaller(actor, 'evidence.upload'), (tx) => {
          saveState(tx, row.id, 'RECEIVING');
          tx.announce('evidence_uploads', row.id);
        });
      })
      .catch(() => {
        // The folder was closed meanwhile: the next start takes the upload up where it stands.
      });
  }

  async function finish(id: string, sha256: string | null, actor: string): Promise<Upload> {
    const upload = view(id, actor);
    if (upload.state !== 'RECEIVING') return upload;
    if (busy.has(id)) throw new AppError('conflict', 'A piece is still on its way');
    mustBeWhole(upload);
    const row = db.read('evidence.upload', (reader) => mustFind(reader, id, actor));
    const pieces = db.read('evidence.upload', (reader) => piecesOf(reader, id));
    const input: StoreFileInput = {
      uploadId: id,
      size: row.size,
      expectedSha256: sha256,
      path: pathByUpload.get(id) ?? null,
      pieces: pieces.map((piece) => piece.sha256),
    };
    if (input.path !== null || row.size > INLINE_BYTES) {
      storeAsJob(row, input, actor);
      return view(id, actor);
    }
    busy.add(id);
    try {
      const stored = await blobs.put(readPieces(piecesStore(id), input.pieces), {
        onTrial: true,
        ...(sha256 === null ? {} : { expectedSha256: sha256 }),
      });
      await settle(id, actor, stored);
      return view(id, actor);
    } finally {
      busy.delete(id);
    }
  }

  return { finish };
}

function mustBeWhole({ received, size }: Upload): void {
  if (received !== size)
    throw new AppError(
      'conflict',
      `${received} of ${size} bytes have arrived: send the rest first`,
    );
}
