/** Uploads under way: rows of this workstation, never synced. */
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { evidenceUploadsTable } from '../../db/tables/custody.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type UploadRow = RowOf<typeof evidenceUploadsTable>;

export interface Piece {
  readonly start: number;
  readonly size: number;
  readonly sha256: string;
}

export function insertUpload(tx: WriteTx, row: UploadRow): void {
  tx.run(
    `INSERT INTO evidence_uploads
     (id, name, size, media_type, state, sha256, created_by, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.name,
    row.size,
    row.mediaType,
    row.state,
    row.sha256,
    row.createdBy,
    row.createdAt,
    row.expiresAt,
  );
}

export function findUpload(db: ReadDb, id: string): UploadRow | undefined {
  return db.rows(evidenceUploadsTable, 'SELECT * FROM evidence_uploads WHERE id = ?', id)[0];
}

export function uploadsOf(db: ReadDb, account: string): UploadRow[] {
  return db.rows(
    evidenceUploadsTable,
    'SELECT * FROM evidence_uploads WHERE created_by = ? ORDER BY created_at, id',
    account,
  );
}

export function allUploads(db: ReadDb): UploadRow[] {
  return db.rows(evidenceUploadsTable, 'SELECT * FROM evidence_uploads');
}

export function saveState(
  tx: WriteTx,
  id: string,
  state: UploadRow['state'],
  sha256: string | null = null,
): void {
  tx.run('UPDATE evidence_uploads SET state = ?, sha256 = ? WHERE id = ?', state, sha256, id);
}

export function piecesOf(db: ReadDb, uploadId: string): Piece[] {
  return db.all<Piece>(
    'SELECT start, size, sha256 FROM evidence_upload_pieces WHERE upload_id = ? ORDER BY start',
    uploadId,
  );
}

export function receivedBytes(db: ReadDb, uploadId: string): number {
  const found = db.get<{ n: number | null }>(
    'SELECT sum(size) AS n FROM evidence_upload_pieces WHERE upload_id = ?',
    uploadId,
  );
  return found?.n ?? 0;
}

export function savePiece(tx: WriteTx, uploadId: string, piece: Piece): void {
  tx.run(
    'INSERT INTO evidence_upload_pieces (upload_id, start, size, sha256) VALUES (?, ?, ?, ?)',
    uploadId,
    piece.start,
    piece.size,
    piece.sha256,
  );
}

export function deletePieces(tx: WriteTx, uploadId: string): void {
  tx.run('DELETE FROM evidence_upload_pieces WHERE upload_id = ?', uploadId);
}

export function deleteUpload(tx: WriteTx, id: string): void {
  deletePieces(tx, id);
  tx.run('DELETE FROM evidence_uploads WHERE id = ?', id);
}
