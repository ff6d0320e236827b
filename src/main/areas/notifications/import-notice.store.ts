import type { ReadDb } from '../../db/database.ts';

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

/** What came of the import that a job was: for the words of its notification. */
export function importOfJob(
  db: ReadDb,
  jobId: string,
): { added: number; merged: number; rejected: number } | undefined {
  return db.get('SELECT added, merged, rejected FROM imports WHERE job_id = ?', jobId);
}
