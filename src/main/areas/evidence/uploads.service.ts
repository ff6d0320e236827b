/**
 * Takes files in. They come in pieces, each kept encrypted and flushed before its sender hears of
 * it, so that an upload goes on where it stood after a lost network, a closed window or a killed
 * process; on the desktop a file is read from the disk by its handle. Defences: a name is shown and
 * never used as a path; no more is taken than was announced; an upload belongs to the account that
 * began it; what nobody finished is gone after a day.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { safeFileName, UPLOAD_PIECE_BYTES } from '../../../shared/areas/evidence/evidence.rules.ts';
import type {
  NewUpload,
  Upload,
} from '../../../shared/areas/evidence/evidence-uploads.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { isFileUsed } from './evidence.store.ts';
import {
  allUploads,
  deleteUpload,
  insertUpload,
  savePiece,
  saveState,
  type UploadRow,
  uploadsOf,
} from './uploads.store.ts';
import { createUploadState, type UploadDeps, uploadCaller } from './uploads-state.ts';
import { createUploadStoring } from './uploads-storing.ts';

const KEPT_MS = DAY_MS;

export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService(deps: UploadDeps) {
  const { db, blobs, clock, newId, runner } = deps;
  const state = createUploadState(deps);
  const { pathByUpload, jobByUpload, busy, toUpload, mustFind, view, piecesStore, removePieces } =
    state;
  const { finish } = createUploadStoring(deps, state);

  async function discard(row: UploadRow): Promise<void> {
    pathByUpload.delete(row.id);
    db.write(uploadCaller(null, 'evidence.upload'), (tx) => deleteUpload(tx, row.id));
    await removePieces(row.id);
    const { sha256 } = row;
    if (sha256 !== null && !db.read('evidence.file', (reader) => isFileUsed(reader, sha256)))
      blobs.remove(sha256);
  }

  return {
    list: (actor: string): Upload[] =>
      db.read('evidence.uploads', (reader) =>
        uploadsOf(reader, actor)
          .filter(({ expiresAt }) => expiresAt > clock.now())
          .map((row) => toUpload(reader, row)),
      ),
    get: view,

    create(input: NewUpload, actor: string): Upload {
      const chosen = input.handle ? deps.files.resolve(input.handle) : undefined;
      if (input.handle && !chosen)
        throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
      const id = newId();
      const now = clock.now();
      if (chosen) pathByUpload.set(id, chosen.path);
      const row: UploadRow = {
        id,
        name: safeFileName(chosen?.name ?? input.name),
        size: chosen?.size ?? input.size,
        mediaType: input.mediaType,
        state: 'RECEIVING',
        sha256: null,
        createdBy: actor,
        createdAt: now,
        expiresAt: now + KEPT_MS,
      };
      db.write(uploadCaller(actor, 'evidence.upload'), (tx) => insertUpload(tx, row));
      return view(id, actor);
    },

    /** Keeps a piece that begins where the last one ended. @throws AppError 'conflict' where it does not. */
    async put(
      id: string,
      offset: number,
      body: ReadableStream<Uint8Array> | null,
      actor: string,
    ): Promise<Upload> {
      const upload = view(id, actor);
      if (!body)
        throw new AppError('bad-input', 'The request has no body: send the piece as its body');
      if (upload.state !== 'RECEIVING' || busy.has(id) || pathByUpload.has(id))
        throw new AppError('conflict', 'This upload takes no piece now');
      if (offset !== upload.received)
        throw new AppError('conflict', `The next piece begins at ${upload.received}`);
      busy.add(id);
      try {
        const room = Math.min(UPLOAD_PIECE_BYTES, upload.size - offset);
        const { sha256, size } = await piecesStore(id).put(atMost(body, room));
        if (size > 0)
          db.write(uploadCaller(actor, 'evidence.upload'), (tx) =>
            savePiece(tx, id, { start: offset, size, sha256 }),
          );
        return view(id, actor);
      } finally {
        busy.delete(id);
      }
    },

    finish,

    async cancel(id: string, actor: string): Promise<void> {
      const row = db.read('evidence.upload', (reader) => mustFind(reader, id, actor));
      const job = jobByUpload.get(id);
      if (row.state === 'STORING' && job !== undefined) runner.cancel(job);
      await discard(row);
    },

    /** What was stored, ready to become evidence. @throws AppError. */
    stored(reader: ReadDb, id: string, actor: string): UploadRow & { readonly sha256: string } {
      const row = mustFind(reader, id, actor);
      const { sha256 } = row;
      if (row.state !== 'STORED' || sha256 === null)
        throw new AppError('conflict', 'This file is not stored yet: finish the upload first');
      if (!blobs.has(sha256))
        throw new AppError('conflict', 'This file is no longer there. Send it again.');
      return { ...row, sha256 };
    },

    /** Before the first request: removes what a dead process left half-way, and nothing else. */
    recover(): void {
      void blobs.tidy((sha256) => db.read('evidence.file', (reader) => isFileUsed(reader, sha256)));
      const rows = db.read('evidence.uploads', allUploads);
      for (const row of rows.filter(({ state }) => state === 'STORING'))
        db.write(uploadCaller(null, 'evidence.upload'), (tx) => saveState(tx, row.id, 'RECEIVING'));
      // Of what is stored, the pieces are not needed any more.
      const known = new Set(rows.filter(({ state }) => state !== 'STORED').map(({ id }) => id));
      const folder = join(deps.folder, 'uploads');
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (known.has(name)) void piecesStore(name).tidy();
        else rmSync(join(folder, name), { recursive: true, force: true });
    },

    /** Lets go what nobody finished in time. */
    async expire(): Promise<void> {
      for (const row of db.read('evidence.uploads', allUploads))
        if (row.expiresAt <= clock.now() && (row.state !== 'STORING' || !jobByUpload.has(row.id)))
          await discard(row);
    },
  };
}

/** @throws AppError 'too-large' at the first byte too many. */
async function* atMost(
  body: ReadableStream<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of body) {
    size += bytes.byteLength;
    if (size > limit)
      throw new AppError('too-large', `This piece is larger than the ${limit} bytes that are left`);
    yield bytes;
  }
}
