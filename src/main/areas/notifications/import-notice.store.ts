import type { ReadDb } from '../../db/database.ts';
import type { AlertRow } from '../alerts/alert-rows.ts';

/** An alert as a notice speaks of it. */
export type ToldAlert = Pick<
  AlertRow,
  'id' | 'title' | 'severity' | 'sourceHost' | 'sourceUser' | 'suppressedBy'
>;

/** Rows of alerts that are stored later come after this. */
export function lastAlertSeq(db: ReadDb): number {
  return db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM alerts')?.seq ?? 0;
}

/** Critical alerts that an import left open, and one of them. */
export function openCriticalAlerts(
  db: ReadDb,
  importId: string,
  afterSeq: number,
): { count: number; id: string | null; title: string | null } | undefined {
  return db.get(
    `SELECT count(*) AS count, id, title FROM alerts
     WHERE status IN ('OPEN', 'IN_PROGRESS') AND severity = 'CRITICAL' AND deleted_at IS NULL
       AND suppressed_by IS NULL
       AND seq > ? AND import_id = ?`,
    afterSeq,
    importId,
  );
}

/** Of alerts with these ids, those that are there, critical and not hidden, as a notice names them. */
export function criticalAmong(db: ReadDb, ids: readonly string[]): ToldAlert[] {
  if (ids.length === 0) return [];
  return db.all<ToldAlert>(
    `SELECT id, title, severity, source_host AS sourceHost, source_user AS sourceUser,
       suppressed_by AS suppressedBy
     FROM alerts WHERE id IN (SELECT value FROM json_each(?)) AND severity = 'CRITICAL'
       AND deleted_at IS NULL AND suppressed_by IS NULL ORDER BY seq`,
    JSON.stringify(ids),
  );
}

/** What came of the import that a job was: for the words of its notification. */
export function importOfJob(
  db: ReadDb,
  jobId: string,
): { added: number; merged: number; rejected: number } | undefined {
  return db.get('SELECT added, merged, rejected FROM imports WHERE job_id = ?', jobId);
}
