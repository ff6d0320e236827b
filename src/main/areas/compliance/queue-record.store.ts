/**
 * The queue's own record of the last 30 days, from the kept counts of the hours and from partial
 * indexes that hold only what somebody acted on. Every query looks at one span of hours, so that
 * whoever asks can give way between them. Whole hours, so that all of them see the same alerts.
 */
import type { Severity } from '../../../shared/kernel/severity.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { queueRecordsTable } from '../../db/tables/challenges.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

/** Half open, ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const hourOf = (ms: number) => Math.floor(ms / HOUR_MS);

/** Alerts by hour and source, all of one span. */
export function readSourceHours(
  db: ReadDb,
  { from, to }: Span,
): { source: string; hour: number; n: number }[] {
  return db.all(
    `SELECT source, hour, sum(n) AS n FROM alert_counts WHERE hour >= ? AND hour < ?
     GROUP BY source, hour HAVING sum(n) > 0 ORDER BY hour`,
    hourOf(from),
    hourOf(to),
  );
}

export function countCreated(db: ReadDb, severity: Severity, { from, to }: Span): number {
  const sum = (table: string) =>
    db.get<{ n: number | null }>(
      `SELECT sum(n) AS n FROM ${table} WHERE hour >= ? AND hour < ? AND severity = ?`,
      hourOf(from),
      hourOf(to),
      severity,
    )?.n ?? 0;
  // What rules of suppression hide waits for nobody.
  return sum('alert_counts') - sum('suppressed_counts');
}

/** Of those created in a span, how many were acted on within so many ms. */
export function countInTime(
  db: ReadDb,
  severity: Severity,
  { from, to }: Span,
  limitMs: number,
): number {
  return (
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM alerts INDEXED BY alerts_triaged
       WHERE severity = ? AND created_at >= ? AND created_at < ?
         AND first_action_at IS NOT NULL AND deleted_at IS NULL AND suppressed_by IS NULL
         AND first_action_at - created_at <= ?`,
      severity,
      from,
      to,
      limitMs,
    )?.n ?? 0
  );
}

/** Automatic closings of a span, and how many of them a person took back. */
export function countClosings(
  db: ReadDb,
  { from, to }: Span,
): { automatic: number; overturned: number } {
  return (
    db.get<{ automatic: number; overturned: number }>(
      `SELECT count(*) AS automatic, count(overturned_at) AS overturned
       FROM alerts INDEXED BY alerts_auto_closed_places
       WHERE auto_closed_at >= ? AND auto_closed_at < ?
         AND auto_closed_at IS NOT NULL AND deleted_at IS NULL`,
      from,
      to,
    ) ?? { automatic: 0, overturned: 0 }
  );
}

/** An alert that a person resolved: it was what it said. */
export interface ConfirmedAlert {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly techniques: readonly string[];
  readonly createdAt: number;
  readonly firstActionAt: number;
  readonly resolvedAt: number;
}

export function* readConfirmed(db: ReadDb, { from, to }: Span): Generator<ConfirmedAlert> {
  const rows = db.iterate<{
    id: string;
    title: string;
    severity: Severity;
    techniques: string;
    created_at: number;
    first_action_at: number;
    resolved_at: number;
  }>(
    `SELECT id, title, severity, techniques, created_at, first_action_at, resolved_at
     FROM alerts INDEXED BY alerts_confirmed
     WHERE resolved_at >= ? AND resolved_at < ? AND status = 'RESOLVED' AND auto_closed_at IS NULL
       AND first_action_at IS NOT NULL AND techniques <> '[]' AND deleted_at IS NULL
     ORDER BY resolved_at, rowid`,
    from,
    to,
  );
  for (const row of rows)
    yield {
      id: row.id,
      title: row.title,
      severity: row.severity,
      techniques: JSON.parse(row.techniques) as string[],
      createdAt: row.created_at,
      firstActionAt: row.first_action_at,
      resolvedAt: row.resolved_at,
    };
}

/** How long records of days are kept: an auditor looks back a year. */
const KEPT_DAYS = 400;

export function saveRecord(tx: WriteTx, at: number, record: unknown): void {
  const day = Math.floor(at / DAY_MS);
  tx.run(
    `INSERT INTO queue_records (day, at, record) VALUES (?, ?, ?)
     ON CONFLICT (day) DO UPDATE SET at = excluded.at, record = excluded.record`,
    day,
    at,
    JSON.stringify(record),
  );
  tx.run('DELETE FROM queue_records WHERE day < ?', day - KEPT_DAYS);
  tx.announce('queue_records');
}

export function readRecord(db: ReadDb): { at: number; record: unknown } | undefined {
  return db.rows(queueRecordsTable, 'SELECT * FROM queue_records ORDER BY day DESC LIMIT 1')[0];
}
