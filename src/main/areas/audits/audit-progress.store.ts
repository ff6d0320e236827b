import type { AuditProgress } from '../../../shared/areas/audits/audits.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';

export const NO_PROGRESS: AuditProgress = {
  requests: { total: 0, missing: 0, provided: 0, accepted: 0, overdue: 0 },
  samples: { total: 0, items: 0, tested: 0, exceptions: 0 },
  findings: { total: 0, open: 0, openCritical: 0, overdue: 0 },
};

type Counted<K extends keyof AuditProgress> = AuditProgress[K] & { auditId: string };

/** How far the work of some audits is. `ids`: a JSON array of their ids; by id, absent where nothing was done. */
export function readProgress(db: ReadDb, ids: string, now: number): Map<string, AuditProgress> {
  const requests = db.all<Counted<'requests'>>(
    `SELECT audit_id AS auditId, count(*) AS total,
       count(*) FILTER (WHERE status IN ('OPEN', 'RETURNED')) AS missing,
       count(*) FILTER (WHERE status = 'PROVIDED') AS provided,
       count(*) FILTER (WHERE status = 'ACCEPTED') AS accepted,
       count(*) FILTER (WHERE status IN ('OPEN', 'RETURNED') AND due < ?) AS overdue
     FROM audit_requests WHERE deleted_at IS NULL AND audit_id IN (SELECT value FROM json_each(?))
     GROUP BY audit_id`,
    toIso(now).slice(0, 10),
    ids,
  );
  const samples = db.all<Counted<'samples'>>(
    `SELECT s.audit_id AS auditId, count(*) AS total, sum(s.size) AS items,
       coalesce(sum(r.tested), 0) AS tested, coalesce(sum(r.exceptions), 0) AS exceptions
     FROM audit_samples s
     LEFT JOIN (SELECT sample_id, count(*) AS tested, count(*) FILTER (WHERE result = 'EXCEPTION') AS exceptions
       FROM audit_sample_results WHERE deleted_at IS NULL GROUP BY sample_id) r ON r.sample_id = s.id
     WHERE s.deleted_at IS NULL AND s.audit_id IN (SELECT value FROM json_each(?)) GROUP BY s.audit_id`,
    ids,
  );
  const findings = db.all<Counted<'findings'>>(
    `SELECT audit_id AS auditId, count(*) AS total,
       count(*) FILTER (WHERE status IN ('OPEN', 'REMEDIATION', 'RETEST')) AS open,
       count(*) FILTER (WHERE status IN ('OPEN', 'REMEDIATION', 'RETEST') AND severity = 'CRITICAL') AS openCritical,
       count(*) FILTER (WHERE (status IN ('OPEN', 'REMEDIATION', 'RETEST') AND due_at < ?)
         OR (status = 'ACCEPTED' AND accepted_until < ?)) AS overdue
     FROM findings WHERE deleted_at IS NULL AND audit_id IN (SELECT value FROM json_each(?)) GROUP BY audit_id`,
    now,
    toIso(now).slice(0, 10),
    ids,
  );
  const progress = new Map<string, AuditProgress>();
  const put = <K extends keyof AuditProgress>(key: K, rows: readonly Counted<K>[]) => {
    for (const { auditId, ...counts } of rows) {
      progress.set(auditId, { ...(progress.get(auditId) ?? NO_PROGRESS), [key]: counts });
    }
  };
  put('requests', requests);
  put('samples', samples);
  put('findings', findings);
  return progress;
}
