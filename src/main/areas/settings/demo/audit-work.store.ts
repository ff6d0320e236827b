import type { ReadDb } from '../../../db/database.ts';

export interface AskedControl {
  readonly controlId: string;
  readonly ref: string;
  readonly title: string;
}

export function frameworkByName(db: ReadDb, name: string): string | undefined {
  return db.get<{ id: string }>(
    'SELECT id FROM compliance_frameworks WHERE name = ? AND deleted_at IS NULL',
    name,
  )?.id;
}

/** ms, first and last moment. */
export interface AskedPeriod {
  readonly from: number;
  readonly to: number;
}

const OF_PERIOD = `FROM control_evidence ce JOIN evidence e ON e.id = ce.evidence_id
  WHERE ce.control_id = c.id AND ce.deleted_at IS NULL AND e.deleted_at IS NULL
    AND e.verdict = 'ACCEPTED' AND e.period_start < ? AND e.period_end > ?`;

/** Some controls of a framework, those with evidence of the period first. */
export function controlsToAsk(
  db: ReadDb,
  frameworkId: string,
  { from, to }: AskedPeriod,
  limit: number,
): AskedControl[] {
  return db.all<AskedControl>(
    `SELECT c.id AS controlId, c.control_id AS ref, c.title FROM controls c
     WHERE c.framework_id = ? AND c.deleted_at IS NULL
     ORDER BY NOT EXISTS (SELECT 1 ${OF_PERIOD}), c.control_id LIMIT ?`,
    ...[frameworkId, to, from, limit],
  );
}

/** Accepted evidence of a control that covers a part of the period, the newest first. */
export function evidenceOfPeriod(
  db: ReadDb,
  controlId: string,
  { from, to }: AskedPeriod,
  limit: number,
): string[] {
  return db
    .all<{ id: string }>(
      `SELECT e.id FROM controls c, evidence e WHERE c.id = ? AND e.id IN (SELECT e.id ${OF_PERIOD})
       ORDER BY e.period_end DESC LIMIT ?`,
      ...[controlId, to, from, limit],
    )
    .map(({ id }) => id);
}

export function nextFindingNumber(db: ReadDb): number {
  return (db.get<{ n: number | null }>('SELECT max(number) AS n FROM findings')?.n ?? 0) + 1;
}

export function runningAudit(db: ReadDb): string | undefined {
  return db.get<{ id: string }>(
    "SELECT id FROM audits WHERE status = 'IN_PROGRESS' AND deleted_at IS NULL ORDER BY id",
  )?.id;
}
