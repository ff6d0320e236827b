import type { ReadDb } from '../../db/database.ts';
import type { BlobStore } from '../../platform/blob-store.ts';

export interface MissingFile {
  readonly id: string;
  readonly title: string;
}

/** Evidence whose file should be in the store and is not, as after the restore of a backup without files. */
export function listMissingFiles(db: ReadDb, blobs: Pick<BlobStore, 'has'>): MissingFile[] {
  return db
    .all<MissingFile & { sha256: string }>(
      `SELECT id, title, sha256 FROM evidence
       WHERE sha256 IS NOT NULL AND deleted_at IS NULL ORDER BY created_at DESC, id DESC`,
    )
    .filter(({ sha256 }) => !blobs.has(sha256));
}
