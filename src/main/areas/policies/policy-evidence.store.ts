/** What is kept of policies as evidence, and what should be. */
import type { ReadDb } from '../../db/database.ts';

export function readControlIds(db: ReadDb, policyId: string): string[] {
  return db
    .all<{ id: string }>(
      `SELECT l.control_id AS id FROM policy_controls l
       JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
       WHERE l.policy_id = ? AND l.deleted_at IS NULL`,
      policyId,
    )
    .map(({ id }) => id);
}

/** Evidence of the newest version of which some was kept. */
export function readLastEvidence(db: ReadDb, policyId: string): string | null {
  return (
    db.get<{ id: string }>(
      `SELECT evidence_id AS id FROM policy_versions
       WHERE policy_id = ? AND evidence_id IS NOT NULL AND deleted_at IS NULL
       ORDER BY number DESC LIMIT 1`,
      policyId,
    )?.id ?? null
  );
}

/** Approved policies with controls, of whose version in force nothing was kept: a crash came between. */
export function readUnkept(db: ReadDb): string[] {
  return db
    .all<{ id: string }>(
      `SELECT DISTINCT p.id FROM policy_controls l
       JOIN policies p ON p.id = l.policy_id AND p.status = 'APPROVED' AND p.deleted_at IS NULL
       JOIN policy_versions v ON v.id = p.current_version_id AND v.evidence_id IS NULL
       WHERE l.deleted_at IS NULL`,
    )
    .map(({ id }) => id);
}

export function readRole(db: ReadDb, account: string): string {
  return db.get<{ role: string }>('SELECT role FROM users WHERE id = ?', account)?.role ?? '';
}
