import type { ReadDb } from '../../../db/database.ts';

export interface AskedControl {
  readonly controlId: string;
  readonly ref: string;
  readonly title: string;
  /** Evidence that it has at that moment; null where there is none. */
  readonly evidenceId: string | null;
}

export function frameworkByName(db: ReadDb, name: string): string | undefined {
  return db.get<{ id: string }>(
    'SELECT id FROM compliance_frameworks WHERE name = ? AND deleted_at IS NULL',
    name,
  )?.id;
}

/** Some controls of a framework, those with evidence first. */
export function controlsToAsk(db: ReadDb, frameworkId: string, limit: number): AskedControl[] {
  return db.all<AskedControl>(
    `SELECT c.id AS controlId, c.control_id AS ref, c.title, max(ce.evidence_id) AS evidenceId
     FROM controls c LEFT JOIN control_evidence ce ON ce.control_id = c.id AND ce.deleted_at IS NULL
     WHERE c.framework_id = ? AND c.deleted_at IS NULL GROUP BY c.id
     ORDER BY evidenceId IS NULL, c.control_id LIMIT ?`,
    frameworkId,
    limit,
  );
}

export function nextFindingNumber(db: ReadDb): number {
  return (db.get<{ n: number | null }>('SELECT max(number) AS n FROM findings')?.n ?? 0) + 1;
}

export function runningAudit(db: ReadDb): string | undefined {
  return db.get<{ id: string }>(
    "SELECT id FROM audits WHERE status = 'IN_PROGRESS' AND deleted_at IS NULL ORDER BY id",
  )?.id;
}
