import type { ReadDb } from '../../db/database.ts';

/** Why evidence must not be deleted: a request of an audit was answered with it. Null where none was. */
export function auditThatNeeds(db: ReadDb, evidenceId: string): string | null {
  const found = db.get<{ number: number; title: string }>(
    `SELECT r.number, a.title FROM audit_request_evidence l
       JOIN audit_requests r ON r.id = l.request_id JOIN audits a ON a.id = r.audit_id
     WHERE l.evidence_id = ? AND l.deleted_at IS NULL AND r.deleted_at IS NULL
       AND a.deleted_at IS NULL ORDER BY a.created_at, r.number LIMIT 1`,
    evidenceId,
  );
  if (!found) return null;
  return `It answers request ${found.number} of the audit '${found.title}': take it off there first`;
}
