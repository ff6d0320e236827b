/** What people decided about automation, as rows; the rules are in automation.rules.ts. */
import { DEFAULT_DAILY_CAP } from '../../../shared/areas/assistant/automation.rules.ts';
import type { PatternState } from '../../../shared/areas/assistant/engine.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  automationAuditsTable,
  automationClosingsTable,
  automationPatternsTable,
  automationPolicyTable,
  automationSecondLooksTable,
} from '../../db/tables/automation.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type PolicyRow = Pick<
  RowOf<typeof automationPolicyTable>,
  'state' | 'dailyCap' | 'points' | 'onSince' | 'reason' | 'changedBy' | 'changedAt'
>;
export type PatternRow = RowOf<typeof automationPatternsTable>;
export type AuditRow = RowOf<typeof automationAuditsTable>;
export type SecondLookRow = RowOf<typeof automationSecondLooksTable>;
export type ClosingRow = RowOf<typeof automationClosingsTable>;

const POLICY_ID = 'policy';

/** Nobody has switched anything on: shadow only. */
const NO_POLICY: PolicyRow = {
  state: 'SHADOW',
  dailyCap: DEFAULT_DAILY_CAP,
  ...{ points: 'REFITTED', onSince: 0 },
  reason: null,
  changedBy: null,
  changedAt: 0,
};

export function readPolicy(db: ReadDb): PolicyRow {
  const rows = db.rows(
    automationPolicyTable,
    'SELECT * FROM automation_policy WHERE id = ? AND deleted_at IS NULL',
    POLICY_ID,
  );
  return rows[0] ?? NO_POLICY;
}

/** Errors count from where it is switched on, whatever else is changed meanwhile. */
export function savePolicy(tx: WriteTx, policy: Omit<PolicyRow, 'changedAt' | 'onSince'>): void {
  const before = readPolicy(tx);
  const isSwitchedOn = policy.state === 'ON' && before.state !== 'ON';
  const row = {
    ...policy,
    onSince: isSwitchedOn ? tx.now : before.onSince,
    changedAt: tx.now,
  };
  if (!tx.update(automationPolicyTable, POLICY_ID, row))
    tx.insert(automationPolicyTable, { id: POLICY_ID, ...row });
}

/** What the memory knows a pattern by. */
export interface NamedPattern {
  readonly id: number;
  readonly uid: string;
  readonly key: string;
  readonly label: string;
}

export function findPattern(db: ReadDb, uid: string): NamedPattern | undefined {
  return db.get<NamedPattern>('SELECT id, uid, key, label FROM engine_patterns WHERE uid = ?', uid);
}

export function decidedPattern(db: ReadDb, uid: string): PatternRow | undefined {
  return db.rows(
    automationPatternsTable,
    'SELECT * FROM automation_patterns WHERE id = ? AND deleted_at IS NULL',
    uid,
  )[0];
}

export function patternState(db: ReadDb, uid: string): PatternState {
  return decidedPattern(db, uid)?.state ?? 'SHADOW';
}

export function savePattern(
  tx: WriteTx,
  pattern: Pick<NamedPattern, 'uid' | 'key' | 'label'>,
  change: {
    readonly state: PatternState;
    readonly reason: string | null;
    readonly by: string | null;
    /** Audits so far count no more. */
    readonly isAnew: boolean;
  },
): void {
  const row = {
    ...{ state: change.state, reason: change.reason, changedBy: change.by, changedAt: tx.now },
    // What was audited in the very millisecond of the trip belongs to what went wrong.
    ...(change.isAnew ? { auditsSince: tx.now + 1 } : {}),
  };
  if (tx.update(automationPatternsTable, pattern.uid, row)) return;
  tx.insert(automationPatternsTable, {
    ...{ id: pattern.uid, patternKey: pattern.key, label: pattern.label, auditsSince: 0 },
    ...row,
  });
}

export function countAudits(db: ReadDb, uid: string): { agreed: number; errors: number } {
  const counted = db.get<{ agreed: number | null; errors: number | null }>(
    `SELECT sum(verdict = 'AGREE') AS agreed, sum(verdict = 'DISAGREE') AS errors
     FROM automation_audits INDEXED BY automation_audits_pattern
     WHERE pattern_id = ? AND audited_at >= coalesce(
       (SELECT audits_since FROM automation_patterns WHERE id = ?), 0) AND deleted_at IS NULL`,
    uid,
    uid,
  );
  return { agreed: counted?.agreed ?? 0, errors: counted?.errors ?? 0 };
}

/** Whether all audits that count are one person's. */
export function soleAuditor(db: ReadDb, uid: string): string | null {
  const people = db.all<{ audited_by: string | null }>(
    `SELECT DISTINCT audited_by FROM automation_audits INDEXED BY automation_audits_pattern
     WHERE pattern_id = ? AND audited_at >= coalesce(
       (SELECT audits_since FROM automation_patterns WHERE id = ?), 0) AND deleted_at IS NULL LIMIT 2`,
    uid,
    uid,
  );
  return people.length === 1 ? (people[0]?.audited_by ?? null) : null;
}

export function findAudits(db: ReadDb, alertId: string): AuditRow[] {
  return db.rows(
    automationAuditsTable,
    'SELECT * FROM automation_audits WHERE alert_id = ? AND deleted_at IS NULL',
    alertId,
  );
}

const auditId = (alertId: string, kind: AuditRow['kind']) => `${alertId}:${kind}`;

/** Nothing where there is one already. */
export function addAudit(
  tx: WriteTx,
  audit: Pick<
    AuditRow,
    'alertId' | 'patternId' | 'kind' | 'decidedAt' | 'verdict' | 'note' | 'auditedBy' | 'auditedAt'
  >,
): void {
  const id = auditId(audit.alertId, audit.kind);
  if (tx.get('SELECT 1 FROM automation_audits WHERE id = ?', id)) return;
  tx.insert(automationAuditsTable, { id, ...audit });
}

export function answerAudit(
  tx: WriteTx,
  id: string,
  answer: Pick<AuditRow, 'verdict' | 'note' | 'auditedBy'>,
): void {
  tx.update(automationAuditsTable, id, { ...answer, auditedAt: tx.now });
}

export function findClosing(db: ReadDb, alertId: string): ClosingRow | undefined {
  return db.rows(
    automationClosingsTable,
    'SELECT * FROM automation_closings WHERE id = ? AND deleted_at IS NULL',
    alertId,
  )[0];
}

export function addClosing(
  tx: WriteTx,
  closing: Pick<ClosingRow, 'id' | 'patternId' | 'actionId'>,
) {
  tx.insert(automationClosingsTable, { ...closing, closedAt: tx.now });
}

/** Of the UTC day of a moment. */
export function countClosedOn(db: ReadDb, uid: string, at: number): number {
  const from = Math.floor(at / DAY_MS) * DAY_MS;
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM automation_closings INDEXED BY automation_closings_pattern
     WHERE pattern_id = ? AND closed_at >= ? AND closed_at < ?`,
    uid,
    from,
    from + DAY_MS,
  );
  return row?.n ?? 0;
}

export function findSecondLook(db: ReadDb, alertId: string): SecondLookRow | undefined {
  return db.rows(
    automationSecondLooksTable,
    'SELECT * FROM automation_second_looks WHERE id = ? AND deleted_at IS NULL',
    alertId,
  )[0];
}

export function hasOpenSecondLook(db: ReadDb, uid: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM automation_second_looks INDEXED BY automation_second_looks_pattern
       WHERE pattern_id = ? AND outcome IS NULL AND deleted_at IS NULL LIMIT 1`,
      uid,
    ) !== undefined
  );
}

/** One of two that must agree: it waits for the other. */
export function confirmFirst(tx: WriteTx, id: string, actor: string): void {
  tx.update(automationSecondLooksTable, id, {
    ...{ firstConfirmedBy: actor, firstConfirmedAt: tx.now },
  });
}

export function openSecondLook(
  tx: WriteTx,
  look: Pick<SecondLookRow, 'id' | 'patternId' | 'reason' | 'firstVerdict' | 'firstBy'>,
): void {
  if (tx.get('SELECT 1 FROM automation_second_looks WHERE id = ?', look.id)) return;
  tx.insert(automationSecondLooksTable, {
    ...look,
    ...{ openedAt: tx.now, outcome: null, note: null, decidedBy: null, decidedAt: null },
    ...{ firstConfirmedBy: null, firstConfirmedAt: null },
  });
}

export function closeSecondLook(
  tx: WriteTx,
  id: string,
  decision: Pick<SecondLookRow, 'outcome' | 'note' | 'decidedBy'>,
): void {
  tx.update(automationSecondLooksTable, id, { ...decision, decidedAt: tx.now });
}
