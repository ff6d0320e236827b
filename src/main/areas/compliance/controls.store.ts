/** One control in full, and accounts and frameworks that a control may name. */
import type { ControlDetail } from '../../../shared/areas/compliance/controls.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { isEvidenceValid } from '../../db/evidence-reader.ts';
import { frameworksTable } from '../../db/tables/compliance.table.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import { mustFindControl, readControlFacts } from './control-assess.store.ts';
import { toControls } from './controls-list.store.ts';

const EVIDENCE_LIMIT = 200;

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

export function isAccount(db: ReadDb, id: string): boolean {
  return db.get('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', id) !== undefined;
}

export function isFramework(db: ReadDb, id: string): boolean {
  return (
    db.get('SELECT 1 FROM compliance_frameworks WHERE id = ? AND deleted_at IS NULL', id) !==
    undefined
  );
}

export function isControlIdTaken(db: ReadDb, frameworkId: string, controlId: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM controls WHERE framework_id = ? AND control_id = ? COLLATE NOCASE
       AND deleted_at IS NULL`,
      frameworkId,
      controlId,
    ) !== undefined
  );
}

/** The place behind the last control of a framework. */
export function nextPosition(db: ReadDb, frameworkId: string): number {
  const found = db.get<{ last: number | null }>(
    'SELECT max(position) AS last FROM controls WHERE framework_id = ?',
    frameworkId,
  );
  return (found?.last ?? -1) + 1;
}

/** Whether title and description are the workspace's own and may be changed here. */
export function isEditable(db: ReadDb, row: { frameworkId: string; isCustom: boolean }): boolean {
  if (row.isCustom) return true;
  const found = db.get<{ pack: string | null }>(
    'SELECT pack_id AS pack FROM compliance_frameworks WHERE id = ?',
    row.frameworkId,
  );
  return found?.pack === null;
}

/** @throws AppError 'not-found'. */
export function readControlDetail(db: ReadDb, id: string, now: number): ControlDetail {
  const row = mustFindControl(db, id);
  const [control] = toControls(db, [row], now);
  if (!control) throw new Error('A row became no control');
  const [framework] = db.rows(
    frameworksTable,
    'SELECT * FROM compliance_frameworks WHERE id = ?',
    row.frameworkId,
  );
  const evidence = db.rows(
    evidenceTable,
    `SELECT e.* FROM control_evidence ce CROSS JOIN evidence e ON e.id = ce.evidence_id
     WHERE ce.control_id = ? AND ce.deleted_at IS NULL AND e.deleted_at IS NULL
       AND e.superseded_by IS NULL ORDER BY e.collection_date DESC, e.id DESC LIMIT ?`,
    id,
    EVIDENCE_LIMIT,
  );
  const proposals = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM control_test_runs WHERE control_id = ? AND deleted_at IS NULL
     AND proposed_status IS NOT NULL AND decision IS NULL`,
    id,
  );
  return {
    ...control,
    requirement: row.requirement,
    parentRef: row.parentRef,
    weight: row.weight,
    applicabilityReason: row.applicabilityReason,
    frameworkVersion: framework?.version ?? null,
    isEditable: isEditable(db, row),
    cadenceDays: readControlFacts(db, [id], now)(id).cadenceDays,
    openProposals: proposals?.n ?? 0,
    evidence: evidence.map((one) => ({
      id: one.id,
      title: one.title,
      type: one.type,
      verdict: one.verdict,
      isValid: isEvidenceValid(one, now),
      collectionDate: isoOrNull(one.collectionDate),
      expirationDate: isoOrNull(one.expirationDate),
    })),
  };
}
