/** The record of the alert queue over a period: what came, what was done about it, and how soon. */

import { SEVERITIES, type Severity } from '../../../../shared/kernel/severity.ts';
import { HOUR_MS, toIso } from '../../../../shared/kernel/time.ts';
import type { ReadDb } from '../../../db/database.ts';
import { readWorkspaceSettings } from '../../../db/settings-reader.ts';
import { type Collector, daysOf, type Period, toJson } from './collector.ts';

const count = (db: ReadDb, sql: string, ...values: (string | number)[]): number =>
  db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;

/** By the whole hours of the period, as they are counted. */
function received(db: ReadDb, { from, to }: Period): Record<string, Record<string, number>> {
  const rows = db.all<{ source: string; severity: string; n: number }>(
    `SELECT source, severity, sum(n) AS n FROM alert_counts WHERE hour >= ? AND hour < ?
     GROUP BY source, severity HAVING sum(n) > 0 ORDER BY source, severity`,
    Math.floor(from / HOUR_MS),
    Math.ceil(to / HOUR_MS),
  );
  const bySource = Map.groupBy(rows, ({ source }) => source);
  return Object.fromEntries(
    [...bySource].map(([source, found]) => [
      source,
      Object.fromEntries(found.map(({ severity, n }) => [severity, n])),
    ]),
  );
}

function closings(db: ReadDb, { from, to }: Period) {
  const within = 'resolved_at >= ? AND resolved_at < ? AND deleted_at IS NULL';
  const closed = db.all<{ status: string; n: number }>(
    `SELECT status, count(*) AS n FROM alerts INDEXED BY alerts_closed_places WHERE resolved_at IS NOT NULL
     AND ${within} GROUP BY status ORDER BY status`,
    from,
    to,
  );
  const automatic = `auto_closed_at >= ? AND auto_closed_at < ? AND deleted_at IS NULL`;
  return {
    closed: Object.fromEntries(closed.map(({ status, n }) => [status, n])),
    closedAutomatically: count(db, `SELECT count(*) AS n FROM alerts WHERE ${automatic}`, from, to),
    ofThoseOverturned: count(
      db,
      `SELECT count(*) AS n FROM alerts WHERE ${automatic} AND overturned_at IS NOT NULL`,
      from,
      to,
    ),
  };
}

/** First actions of the period, and how many of them came within the service level of now. */
function firstActions(db: ReadDb, { from, to }: Period, severity: Severity, hours: number) {
  const row = db.get<{
    n: number;
    mean: number | null;
    slowest: number | null;
    kept: number | null;
  }>(
    `SELECT count(*) AS n, avg(first_action_at - created_at) AS mean,
       max(first_action_at - created_at) AS slowest,
       sum(first_action_at - created_at <= ?) AS kept
     FROM alerts INDEXED BY alerts_acted_places
     WHERE first_action_at >= ? AND first_action_at < ? AND severity = ? AND deleted_at IS NULL`,
    hours * HOUR_MS,
    from,
    to,
    severity,
  );
  const seconds = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : Math.round(ms / 1000);
  return {
    serviceLevelHours: hours,
    firstActions: row?.n ?? 0,
    withinServiceLevel: row?.kept ?? 0,
    meanSeconds: seconds(row?.mean),
    slowestSeconds: seconds(row?.slowest),
  };
}

/** Sources that were heard in as long a time before, and not in the period. */
function silentSources(db: ReadDb, { from, to }: Period): string[] {
  const [before, first, end] = [2 * from - to, from, to].map((at) => Math.floor(at / HOUR_MS));
  return db
    .all<{ source: string }>(
      `SELECT source FROM alert_counts WHERE hour >= ? AND hour < ? AND n > 0
       EXCEPT SELECT source FROM alert_counts WHERE hour >= ? AND hour <= ? AND n > 0 ORDER BY 1`,
      before ?? 0,
      first ?? 0,
      first ?? 0,
      end ?? 0,
    )
    .map(({ source }) => source);
}

/** By the kept counts: of all alerts, or of those that rules of suppression hide. */
function openBySeverity(
  db: ReadDb,
  table: 'alert_totals' | 'suppressed_totals',
): Record<string, number> {
  const rows = db.all<{ severity: string; n: number }>(
    `SELECT severity, sum(n) AS n FROM ${table} WHERE status IN ('OPEN', 'IN_PROGRESS')
     GROUP BY severity HAVING sum(n) > 0 ORDER BY severity`,
  );
  return Object.fromEntries(rows.map(({ severity, n }) => [severity, n]));
}

export const collectQueueRecord: Collector = ({ db, period, version }) => {
  const { sla } = readWorkspaceSettings(db);
  const bySource = received(db, period);
  const total = Object.values(bySource)
    .flatMap((severities) => Object.values(severities))
    .reduce((sum, n) => sum + n, 0);
  const closed = closings(db, period);
  const record = {
    what: 'Record of the alert queue',
    writtenBy: `Watchfloor ${version}`,
    from: toIso(period.from),
    to: toIso(period.to),
    received: { total, bySource, note: 'By whole hours (UTC) of the time an alert happened' },
    ...closed,
    firstAction: Object.fromEntries(
      SEVERITIES.map((severity) => [severity, firstActions(db, period, severity, sla[severity])]),
    ),
    openAtTheEnd: openBySeverity(db, 'alert_totals'),
    openAtTheEndSuppressed: openBySeverity(db, 'suppressed_totals'),
    silentSources: silentSources(db, period),
  };
  const closedCount = Object.values(closed.closed).reduce((sum, n) => sum + n, 0);
  return {
    fileName: `queue-record-${daysOf(period)}.json`,
    mediaType: 'application/json',
    text: toJson(record),
    summary: `${total} alerts received, ${closedCount} closed, ${closed.closedAutomatically} of them automatically`,
  };
};
