import { overlapsPeriod } from '../../../shared/areas/audits/audits.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { isEvidenceValid } from '../../db/evidence-reader.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import type { AuditRow } from './audits.store.ts';
import type { ReportEvidence } from './report-content.ts';

/**
 * What an audit leans on, by id: evidence named by its requests, findings and sample results, in
 * whatever revision it was named; and the current evidence of the controls in scope, but for what
 * proves another period than the one examined.
 */
export function readReportEvidence(
  db: ReadDb,
  audit: AuditRow,
  { now, names }: { now: number; names: ReadonlyMap<string, string> },
): ReportEvidence[] {
  const named = new Set(
    db
      .all<{ id: string }>(
        `SELECT re.evidence_id AS id FROM audit_request_evidence re
           JOIN audit_requests r ON r.id = re.request_id AND r.deleted_at IS NULL
           WHERE r.audit_id = ? AND re.deleted_at IS NULL
         UNION SELECT fe.evidence_id FROM finding_evidence fe
           JOIN findings f ON f.id = fe.finding_id AND f.deleted_at IS NULL
           WHERE f.audit_id = ? AND fe.deleted_at IS NULL
         UNION SELECT sr.evidence_id FROM audit_sample_results sr
           JOIN audit_samples s ON s.id = sr.sample_id AND s.deleted_at IS NULL
           WHERE s.audit_id = ? AND sr.deleted_at IS NULL AND sr.evidence_id IS NOT NULL`,
        audit.id,
        audit.id,
        audit.id,
      )
      .map(({ id }) => id),
  );
  const rows = db.rows(
    evidenceTable,
    `SELECT e.* FROM evidence e WHERE e.deleted_at IS NULL AND e.id IN (
       SELECT value FROM json_each(?)
       UNION SELECT l.evidence_id FROM audit_frameworks af
         JOIN controls c ON c.framework_id = af.framework_id AND c.deleted_at IS NULL
         JOIN control_evidence l ON l.control_id = c.id AND l.deleted_at IS NULL
         JOIN evidence x ON x.id = l.evidence_id AND x.superseded_by IS NULL
         WHERE af.audit_id = ? AND af.deleted_at IS NULL)
     ORDER BY e.id`,
    JSON.stringify([...named]),
    audit.id,
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  const found: ReportEvidence[] = [];
  for (const row of rows) {
    const isInPeriod = overlapsPeriod(audit, {
      from: row.periodStart ?? row.collectionDate,
      to: row.periodEnd ?? row.periodStart ?? row.collectionDate,
    });
    if (isInPeriod === false && !named.has(row.id)) continue;
    found.push({
      id: row.id,
      title: row.title,
      type: row.type,
      source: row.source,
      collector: row.collector,
      collectedBy: nameOf(row.collectedBy),
      collectedAt: row.collectionDate,
      receivedAt: row.receivedAt,
      periodStart: row.periodStart,
      periodEnd: row.periodEnd,
      expiresAt: row.expirationDate,
      verdict: row.verdict,
      reviewedBy: nameOf(row.reviewedBy),
      reviewedAt: row.reviewedAt,
      reviewNote: row.reviewNote,
      isSelfApproved: row.isSelfApproved,
      isValid: isEvidenceValid(row, now),
      isInPeriod,
      revision: row.revision,
      fileName: row.fileName,
      mediaType: row.mediaType,
      sizeBytes: row.sizeBytes,
      sha256: row.sha256,
      keptAt: row.sha256 === null ? row.filePath : null,
    });
  }
  return found;
}
