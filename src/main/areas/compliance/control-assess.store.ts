/**
 * What a change makes of a control, for one and for many alike, and the assessment that other areas
 * make through the wiring (training's exercise on gaps).
 */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { SharedChange } from '../../../shared/areas/compliance/controls.contract.ts';
import {
  nextAssessmentAt,
  REASON_MESSAGES,
  reasonNeed,
} from '../../../shared/areas/compliance/controls.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { VALID_EVIDENCE_SQL } from '../../db/evidence-reader.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { ControlRow } from './controls-list.store.ts';

export type ControlPatch = Partial<Omit<ControlRow, 'rowVersion' | 'fieldVersions' | 'deletedAt'>>;

/** What a decision about a control looks at beside its row. */
export interface ControlFacts {
  readonly validEvidence: number;
  /** The shortest cadence of its active tests, in days. */
  readonly cadenceDays: number | null;
}

export function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

export function readControlFacts(
  db: ReadDb,
  ids: readonly string[],
  now: number,
): (id: string) => ControlFacts {
  const chosen = JSON.stringify(ids);
  const evidence = db.all<{ id: string; n: number }>(
    `SELECT ce.control_id AS id, count(*) AS n FROM control_evidence ce
     CROSS JOIN evidence e ON e.id = ce.evidence_id
     WHERE ce.control_id IN (SELECT value FROM json_each(?)) AND ce.deleted_at IS NULL
       AND ${VALID_EVIDENCE_SQL} GROUP BY ce.control_id`,
    chosen,
    now,
  );
  const cadences = db.all<{ id: string; days: number }>(
    `SELECT control_id AS id, min(cadence_days) AS days FROM control_tests
     WHERE control_id IN (SELECT value FROM json_each(?)) AND is_active = 1 AND deleted_at IS NULL
     GROUP BY control_id`,
    chosen,
  );
  const evidenceOf = new Map(evidence.map(({ id, n }) => [id, n]));
  const cadenceOf = new Map(cadences.map(({ id, days }) => [id, days]));
  return (id) => ({
    validEvidence: evidenceOf.get(id) ?? 0,
    cadenceDays: cadenceOf.get(id) ?? null,
  });
}

interface Decision {
  readonly patch: ControlPatch;
  /** Called compliant with nothing valid behind it: named so in the history. */
  readonly isUnproven: boolean;
}

/** @throws AppError 'conflict' where a control cannot be assessed, 'bad-input' where a reason is missing. */
export function decideChange(
  row: ControlRow,
  change: SharedChange,
  reason: string | undefined,
  facts: ControlFacts,
  now: number,
): Decision {
  const patch: ControlPatch = { updatedAt: now };
  if (change.owner !== undefined) patch.owner = change.owner;
  if (change.priority !== undefined) patch.priority = change.priority;
  if (change.isAutomated !== undefined) patch.isAutomated = change.isAutomated;
  Object.assign(patch, decideApplicability(row, change));
  let isUnproven = false;
  if (change.status !== undefined) {
    const next = { ...row, ...patch };
    checkCanBeAssessed(next);
    const need = reasonNeed(row.status, change.status, facts.validEvidence);
    if (need !== null && !reason) throw badField('reason', REASON_MESSAGES[need]);
    isUnproven = change.status === 'COMPLIANT' && facts.validEvidence === 0;
    Object.assign(patch, assessmentPatch(next, change.status, facts, now));
  }
  if (change.nextAssessment !== undefined)
    patch.nextAssessment =
      change.nextAssessment === null ? null : Date.parse(change.nextAssessment);
  return { patch, isUnproven };
}

function decideApplicability(row: ControlRow, change: SharedChange): ControlPatch {
  const { isApplicable = row.isApplicable, applicabilityReason } = change;
  if (change.isApplicable === undefined && applicabilityReason === undefined) return {};
  const reason = applicabilityReason || row.applicabilityReason;
  if (!isApplicable && !reason)
    throw badField('applicabilityReason', 'A reason is required where a control does not apply');
  return {
    isApplicable,
    applicabilityReason: applicabilityReason === '' ? null : (reason ?? null),
  };
}

function checkCanBeAssessed(row: Pick<ControlRow, 'goneIn' | 'isApplicable'>): void {
  if (row.goneIn !== null)
    throw new AppError(
      'conflict',
      `This control is not in version ${row.goneIn} of its framework any more and cannot be assessed`,
    );
  if (!row.isApplicable)
    throw new AppError(
      'conflict',
      'This control does not apply and cannot be assessed. Make it applicable first.',
    );
}

function assessmentPatch(
  row: Pick<ControlRow, 'isAutomated'>,
  status: ControlStatus,
  facts: ControlFacts,
  now: number,
): ControlPatch {
  if (status === 'NOT_ASSESSED') return { status, lastAssessment: null, nextAssessment: null };
  return {
    status,
    lastAssessment: now,
    nextAssessment: nextAssessmentAt(now, row, facts.cadenceDays),
  };
}

function findControl(db: ReadDb, id: string): ControlRow | undefined {
  return db.rows(
    controlsTable,
    'SELECT * FROM controls WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function mustFindControl(db: ReadDb, id: string): ControlRow {
  const row = findControl(db, id);
  if (!row) throw new AppError('not-found', 'There is no such control');
  return row;
}

/**
 * Assesses a control in another's transaction, which has checked whether it may: sets the status
 * and both dates. @throws AppError 'not-found', 'conflict' where it cannot be assessed.
 */
export function assessControl(tx: WriteTx, id: string, status: ControlStatus): void {
  const row = mustFindControl(tx, id);
  checkCanBeAssessed(row);
  const facts = readControlFacts(tx, [id], tx.now)(id);
  tx.update(controlsTable, id, {
    ...assessmentPatch(row, status, facts, tx.now),
    updatedAt: tx.now,
  });
}
