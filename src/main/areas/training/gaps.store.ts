/** The gaps of the exercise and their assessment, a change of the control through the write door. */
import type {
  Assessment,
  Gap,
  GapEvidence,
  GapList,
} from '../../../shared/areas/training/training.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { isEvidenceValid } from '../../db/evidence-reader.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import { controlEvidenceTable, evidenceTable } from '../../db/tables/evidence.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { readRows, saveRow } from './exercise-rows.store.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

function readGaps(db: ReadDb, ids: readonly string[]): Gap[] {
  const names = new Map(
    db
      .all<{ id: string; name: string }>('SELECT id, name FROM compliance_frameworks')
      .map(({ id, name }) => [id, name]),
  );
  const rows = db.rows(
    controlsTable,
    `SELECT * FROM controls WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY framework_id, control_id`,
    JSON.stringify(ids),
  );
  return rows.map((row) => ({
    id: row.id,
    framework: names.get(row.frameworkId) ?? '',
    controlId: row.controlId,
    title: row.title,
    description: row.description ?? '',
    status: row.status,
    lastAssessment: isoOrNull(row.lastAssessment),
    evidenceIds: db
      .all<{ id: string }>(
        'SELECT evidence_id AS id FROM control_evidence WHERE control_id = ? AND deleted_at IS NULL',
        row.id,
      )
      .map(({ id }) => id),
  }));
}

/** Newest first, as evidence is read. */
function readEvidence(db: ReadDb, ids: readonly string[], now: number): GapEvidence[] {
  const rows = db.rows(
    evidenceTable,
    `SELECT * FROM evidence WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY collection_date DESC, id`,
    JSON.stringify(ids),
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    type: row.type,
    collectedAt: isoOrNull(row.collectionDate),
    expiresAt: isoOrNull(row.expirationDate),
    isValid: isEvidenceValid(row, now),
  }));
}

export function listGaps(db: ReadDb, now: number): GapList {
  const rows = readRows(db);
  const idsOf = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ recordId }) => recordId);
  return {
    gaps: readGaps(db, idsOf('control')),
    evidence: readEvidence(db, idsOf('evidence'), now),
  };
}

/** @throws AppError where the assessment would not hold: nothing proves it, or it has expired. */
function checkAssessment(assessment: Assessment, evidence: readonly GapEvidence[]): void {
  const chosen = assessment.evidenceIds.map((id) => evidence.find((one) => one.id === id));
  const problem = (message: string) =>
    new AppError('bad-input', message, { issues: [{ path: 'evidenceIds', message }] });
  if (chosen.includes(undefined)) throw problem('There is no such evidence to choose');
  if (chosen.length === 0 && assessment.status !== 'NON_COMPLIANT')
    throw problem('Choose the evidence that proves it: without any, a gap stays a gap');
  const expired = chosen.find((one) => one !== undefined && !one.isValid);
  if (expired)
    throw new AppError(
      'conflict',
      `‘${expired.title}’ has expired and proves nothing today. Choose evidence that is valid.`,
    );
}

export interface GapDeps {
  readonly newId: NewId;
  /** Of the compliance area: sets status and dates by its rules. */
  readonly assessControl: (tx: WriteTx, id: string, status: Assessment['status']) => void;
}

export function assessGap(tx: WriteTx, id: string, assessment: Assessment, deps: GapDeps): void {
  const { gaps, evidence } = listGaps(tx, tx.now);
  const gap = gaps.find((one) => one.id === id);
  if (!gap) throw new AppError('not-found', 'There is no such gap');
  checkAssessment(assessment, evidence);
  relink(tx, gap, assessment.evidenceIds, deps.newId);
  deps.assessControl(tx, id, assessment.status);
}

/** Links what is chosen, and takes back links of an earlier assessment; the demo's own stay. */
function relink(tx: WriteTx, gap: Gap, chosen: readonly string[], newId: NewId): void {
  const made = readRows(tx).filter(({ kind, part }) => kind === 'link' && part === linkPart(gap));
  for (const { recordId } of made) {
    const evidenceId = tx.get<{ id: string }>(
      'SELECT evidence_id AS id FROM control_evidence WHERE id = ?',
      recordId,
    )?.id;
    if (evidenceId && chosen.includes(evidenceId)) continue;
    tx.remove(controlEvidenceTable, recordId);
    tx.run('DELETE FROM training_rows WHERE record_id = ?', recordId);
  }
  for (const evidenceId of new Set(chosen)) {
    if (gap.evidenceIds.includes(evidenceId)) continue;
    const id = newId();
    tx.insert(controlEvidenceTable, { id, controlId: gap.id, evidenceId, createdAt: tx.now });
    saveRow(tx, { part: linkPart(gap), recordId: id, kind: 'link', original: null });
  }
}

function linkPart(gap: Gap): string {
  return `link/${gap.id}`;
}
