/** One list of all receipts: ours, imports of alerts and of indicators, and jobs that write files. */
import type { ReadDb } from '../../db/database.ts';
import type { ReceiptRow } from './receipts.store.ts';

/** `state` is in the words of whoever keeps it. */
export interface ListedReceipt extends Omit<ReceiptRow, 'state'> {
  readonly kind: 'exchange' | 'alerts' | 'indicators' | 'job';
  readonly state: string;
}

export interface ListedPlace {
  readonly startedAt: number;
  readonly id: string;
}

const NO_FILE = 'NULL AS file_name, NULL AS sha256, NULL AS size_bytes, NULL AS expires_at';

/** Jobs of other areas that make or read a file and keep no receipt of their own. */
const FILE_JOBS = `('backup', 'restore', 'indicator-export', 'investigation-report', 'timeline-export',
  'policy-export', 'risk-export', 'vendor-export', 'compliance-export', 'handover-export')`;

const SOURCES = `
  SELECT 'exchange' AS kind, id, job_id, direction, format, subject, state, message, n_read, n_kept,
    n_merged, n_rejected, details, precision, file_name, sha256, size_bytes, expires_at, started_by,
    started_at, finished_at FROM exchange_receipts
  UNION ALL
  SELECT 'alerts', id, job_id, 'in', coalesce(format, 'unknown'), file_name, state, error, read, added,
    merged, rejected + skipped, json_object('notes', json(notes), 'unknownFields', json(unknown_fields)),
    'ms', ${NO_FILE}, started_by, started_at, finished_at FROM imports
  UNION ALL
  SELECT 'indicators', id, job_id, 'in', format, file_name, state, message, total, added,
    updated + unchanged, skipped, json_object('losses', json(problems)), 'ms', ${NO_FILE}, started_by,
    started_at, finished_at FROM indicator_imports
  UNION ALL
  SELECT 'job', id, id, CASE kind WHEN 'restore' THEN 'in' ELSE 'out' END, kind, title, state, message,
    0, 0, 0, 0, '{}', NULL, ${NO_FILE}, started_by, created_at, finished_at
    FROM jobs WHERE kind IN ${FILE_JOBS}`;

export function listReceipts(
  db: ReadDb,
  { after, limit }: { after: ListedPlace | null; limit: number },
): ListedReceipt[] {
  const before = after === null ? '' : 'WHERE (started_at, id) < (?, ?)';
  return db.all<ListedReceipt>(
    `SELECT * FROM (${SOURCES}) ${before} ORDER BY started_at DESC, id DESC LIMIT ?`,
    ...(after === null ? [] : [after.startedAt, after.id]),
    limit,
  );
}

export const countReceipts = (db: ReadDb): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM (${SOURCES})`)?.n ?? 0;

export const peopleOf = (db: ReadDb, ids: readonly string[]): Map<string, string> =>
  new Map(
    db
      .all<{ id: string; name: string }>(
        `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')),
           ''), email) AS name FROM users WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      .map(({ id, name }) => [id, name]),
  );
