/** What people did in a case, and the custody of its evidence: the part of its timeline that is history. */
import type { ReadDb } from '../../../db/database.ts';

export interface ActRow {
  readonly seq: number;
  readonly at: number;
  readonly actor: string | null;
  readonly action: string;
  readonly resource: string;
  readonly recordId: string;
  readonly reason: string | null;
}

/** What people did to these records, the newest first. */
export const actsOn = (db: ReadDb, recordIds: readonly string[], limit: number): ActRow[] =>
  db.all<ActRow>(
    `SELECT seq, at, actor, action, resource, record_id AS recordId, reason FROM audit_log
     WHERE record_id IN (SELECT value FROM json_each(?)) AND origin = 'user'
     ORDER BY seq DESC LIMIT ?`,
    JSON.stringify(recordIds),
    limit,
  );

/** Rows of the case that have a history of their own. */
export const caseRecordIds = (db: ReadDb, investigationId: string): string[] =>
  db
    .all<{ id: string }>(
      `SELECT id FROM investigation_comments WHERE investigation_id = ?
       UNION ALL SELECT id FROM event_alignments WHERE investigation_id = ?
       UNION ALL SELECT id FROM promoted_events WHERE investigation_id = ?`,
      ...[investigationId, investigationId, investigationId],
    )
    .map(({ id }) => id);

export interface EvidenceRow {
  readonly id: string;
  readonly evidenceId: string;
  readonly title: string;
  readonly at: number;
  readonly action: string;
  readonly actor: string | null;
}

/** Custody of what was brought into the case, of what closings of its alerts name, and of its bundle. */
export const evidenceMarks = (
  db: ReadDb,
  investigationId: string,
  alertIds: readonly string[],
  limit: number,
): EvidenceRow[] =>
  db.all<EvidenceRow>(
    `WITH own (id) AS (
       SELECT evidence_id FROM forensic_sessions
         WHERE investigation_id = ? AND evidence_id IS NOT NULL AND deleted_at IS NULL
       UNION SELECT bundle_evidence_id FROM forensic_investigations
         WHERE id = ? AND bundle_evidence_id IS NOT NULL
       UNION SELECT j.value FROM alerts a, json_each(a.closing_evidence) j
         WHERE a.id IN (SELECT value FROM json_each(?)) AND a.closing_evidence IS NOT NULL)
     SELECT c.id, c.evidence_id AS evidenceId, e.title, c.at, c.action, c.actor
     FROM own JOIN evidence e ON e.id = own.id AND e.deleted_at IS NULL
     JOIN evidence_custody c ON c.evidence_id = e.id AND c.deleted_at IS NULL
     ORDER BY c.at DESC, c.id DESC LIMIT ?`,
    ...[investigationId, investigationId, JSON.stringify(alertIds)],
    limit,
  );
