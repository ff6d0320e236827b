/** Evidence rows, their links and their files, as one transaction sees them. */
import type {
  EvidenceControl,
  EvidenceRevision,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { controlEvidenceTable, evidenceTable } from '../../db/tables/evidence.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { findControl } from './evidence-people.store.ts';
import type { EvidenceRow } from './evidence-rows.ts';

export function findEvidence(db: ReadDb, id: string): EvidenceRow | undefined {
  return db.rows(
    evidenceTable,
    'SELECT * FROM evidence WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** @throws AppError 'not-found'. */
export function mustFindEvidence(db: ReadDb, id: string): EvidenceRow {
  const row = findEvidence(db, id);
  if (!row) throw new AppError('not-found', 'There is no such evidence');
  return row;
}

export function readRevisions(db: ReadDb, row: EvidenceRow): EvidenceRevision[] {
  return db
    .rows(
      evidenceTable,
      `SELECT * FROM evidence WHERE series_id = ? AND deleted_at IS NULL ORDER BY revision DESC`,
      row.seriesId ?? row.id,
    )
    .map((one) => ({
      id: one.id,
      revision: one.revision,
      title: one.title,
      verdict: one.verdict,
      sha256: one.sha256,
      size: one.sizeBytes,
      fileName: one.fileName,
      createdAt: toIso(one.createdAt),
      isCurrent: one.supersededBy === null,
    }));
}

/** Links evidence to a control; null where it was linked already. @throws AppError 'not-found'. */
export function linkControl(
  tx: WriteTx,
  evidenceId: string,
  controlId: string,
  newId: NewId,
): EvidenceControl | null {
  const control = findControl(tx, controlId);
  if (!control) throw new AppError('not-found', 'There is no such control');
  const known = tx.get(
    `SELECT 1 FROM control_evidence
     WHERE control_id = ? AND evidence_id = ? AND deleted_at IS NULL`,
    controlId,
    evidenceId,
  );
  if (known) return null;
  tx.insert(controlEvidenceTable, { id: newId(), controlId, evidenceId, createdAt: tx.now });
  return control;
}

/** Null where they were not linked. */
export function unlinkControl(
  tx: WriteTx,
  evidenceId: string,
  controlId: string,
): EvidenceControl | null {
  const known = tx.get<{ id: string }>(
    `SELECT id FROM control_evidence
     WHERE control_id = ? AND evidence_id = ? AND deleted_at IS NULL`,
    controlId,
    evidenceId,
  );
  if (!known) return null;
  tx.remove(controlEvidenceTable, known.id);
  return findControl(tx, controlId) ?? null;
}

/** Whether any evidence that is there, or an upload about to become some, has this file. */
export function isFileUsed(db: ReadDb, sha256: string): boolean {
  return (
    db.get('SELECT 1 FROM evidence WHERE sha256 = ? AND deleted_at IS NULL LIMIT 1', sha256) !==
      undefined ||
    db.get(
      "SELECT 1 FROM evidence_uploads WHERE sha256 = ? AND state = 'STORED' LIMIT 1",
      sha256,
    ) !== undefined
  );
}

/** Who last changed what a review looks at; null where nobody did since it was collected. */
export function lastAuthor(db: ReadDb, evidenceId: string): string | null {
  const found = db.get<{ actor: string | null }>(
    `SELECT actor FROM audit_log WHERE record_id = ? AND action = 'evidence.update'
     ORDER BY seq DESC LIMIT 1`,
    evidenceId,
  );
  return found?.actor ?? null;
}

/** The revision that another took the place of. */
export function findSuperseded(db: ReadDb, by: string): EvidenceRow | undefined {
  const sql = 'SELECT * FROM evidence WHERE superseded_by = ? AND deleted_at IS NULL';
  return db.rows(evidenceTable, sql, by)[0];
}

export function linkedControlIds(db: ReadDb, evidenceId: string): string[] {
  return db
    .all<{ id: string }>(
      'SELECT control_id AS id FROM control_evidence WHERE evidence_id = ? AND deleted_at IS NULL',
      evidenceId,
    )
    .map(({ id }) => id);
}
