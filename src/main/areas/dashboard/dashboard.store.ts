import { frameworkScore } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { DashboardMetrics } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import {
  meanOrNull,
  riskLevel,
  timeSavedPercent,
} from '../../../shared/areas/dashboard/dashboard.rules.ts';
import { percentOrNull } from '../../../shared/kernel/percent.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { stampToHlc } from '../../db/hlc.ts';
import { countUnread } from '../../db/notification-reader.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';

const WINDOW_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

interface ClosingFigures {
  readonly closed: number;
  readonly handlingMs: number;
  readonly automatic: number;
  readonly overturned: number;
}

function number(db: ReadDb, sql: string, ...values: (string | number)[]): number {
  return db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;
}

/** By the kept counts, without what rules of suppression hide. */
function visibleAlerts(db: ReadDb, where: string): number {
  const sum = (table: string) => number(db, `SELECT sum(n) AS n FROM ${table} WHERE ${where}`);
  return sum('alert_totals') - sum('suppressed_totals');
}

function activeAlerts(db: ReadDb): number {
  return visibleAlerts(db, "status IN ('OPEN', 'IN_PROGRESS')");
}

/** The rest of its hour along the index, the hours after it as they are kept. */
function activeSince(db: ReadDb, moment: number): number {
  const hour = Math.ceil(moment / HOUR_MS);
  const kept = (table: string) =>
    number(
      db,
      `SELECT sum(n) AS n FROM ${table} WHERE hour >= ? AND status IN ('OPEN', 'IN_PROGRESS')`,
      hour,
    );
  const part = number(
    db,
    `SELECT count(*) AS n FROM alerts
     WHERE deleted_at IS NULL AND suppressed_by IS NULL AND status IN ('OPEN', 'IN_PROGRESS')
       AND severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW') AND created_at >= ? AND created_at < ?`,
    moment,
    hour * HOUR_MS,
  );
  return part + kept('alert_counts') - kept('suppressed_counts');
}

interface Sum {
  readonly n: number;
  readonly ms: number;
}

/** Whole hours from one on, as they are kept. */
function keptHours(db: ReadDb, kind: 'closed' | 'automatic' | 'acted', from: number): Sum {
  const row = db.get<{ n: number | null; ms: number | null }>(
    'SELECT sum(n) AS n, sum(ms) AS ms FROM alert_hours WHERE kind = ? AND hour >= ?',
    ...[kind, from],
  );
  return { n: row?.n ?? 0, ms: row?.ms ?? 0 };
}

/** Since a moment: the rest of its hour along an index, the hours after it as they are kept. */
function since(
  db: ReadDb,
  kind: 'closed' | 'automatic' | 'acted',
  moment: number,
  { sql, values = [] }: { sql: string; values?: readonly string[] },
): Sum {
  const hour = Math.ceil(moment / HOUR_MS);
  const part = db.get<{ n: number; ms: number | null }>(
    ...([sql, ...values, moment, hour * HOUR_MS] as const),
  );
  const whole = keptHours(db, kind, hour);
  return { n: whole.n + (part?.n ?? 0), ms: whole.ms + (part?.ms ?? 0) };
}

/**
 * Alerts that were closed in the window and still are; automatic closings of the window, and those of
 * them that were overturned, also while their alerts are open again. What was not overturned is still
 * closed, so no row has to be looked at for both.
 */
function closingFigures(db: ReadDb, moment: number): ClosingFigures {
  const closed = since(db, 'closed', moment, {
    sql: `SELECT count(*) AS n, sum(handling_ms) AS ms FROM alerts INDEXED BY alerts_closed_places
      WHERE resolved_at >= ? AND resolved_at < ? AND deleted_at IS NULL`,
  });
  const automatic = since(db, 'automatic', moment, {
    sql: `SELECT count(*) AS n, 0 AS ms FROM alerts INDEXED BY alerts_auto_closed_places
      WHERE auto_closed_at >= ? AND auto_closed_at < ? AND deleted_at IS NULL`,
  });
  return {
    closed: closed.n,
    handlingMs: closed.ms,
    automatic: automatic.n,
    overturned: number(
      db,
      `SELECT count(*) AS n FROM alerts INDEXED BY alerts_overturned
       WHERE auto_closed_at >= ? AND overturned_at IS NOT NULL AND deleted_at IS NULL`,
      moment,
    ),
  };
}

/** Of alerts that came in the window: until somebody did something about them. */
function meanResponseSeconds(db: ReadDb, moment: number): number | null {
  const { n, ms } = since(db, 'acted', moment, {
    sql: `SELECT count(*) AS n, sum(first_action_at - created_at) AS ms
      FROM json_each(?) s CROSS JOIN alerts a INDEXED BY alerts_triaged ON a.severity = s.value
      WHERE a.created_at >= ? AND a.created_at < ? AND first_action_at IS NOT NULL AND deleted_at IS NULL`,
    values: [JSON.stringify(SEVERITIES)],
  });
  const mean = meanOrNull(ms / 1000, n);
  return mean === null ? null : Math.round(mean);
}

interface ControlFigures {
  total: number;
  automated: number | null;
  compliant: number | null;
  gaps: number | null;
  assessed: number | null;
}

function controlFigures(db: ReadDb): ControlFigures {
  const row = db.get<ControlFigures>(
    `SELECT count(*) AS total, sum(is_automated) AS automated, sum(status = 'COMPLIANT') AS compliant,
       sum(status = 'NON_COMPLIANT') AS gaps, sum(status <> 'NOT_ASSESSED') AS assessed
     FROM controls WHERE deleted_at IS NULL`,
  );
  return row ?? { total: 0, automated: 0, compliant: 0, gaps: 0, assessed: 0 };
}

function frameworks(db: ReadDb): DashboardMetrics['frameworks'] {
  const rows = db.all<{
    id: string;
    name: string;
    compliant: number | null;
    assessed: number | null;
  }>(
    `SELECT f.id, f.name, sum(c.status = 'COMPLIANT') AS compliant, sum(c.status <> 'NOT_ASSESSED') AS assessed
     FROM compliance_frameworks f LEFT JOIN controls c ON c.framework_id = f.id AND c.deleted_at IS NULL
     WHERE f.is_active = 1 AND f.deleted_at IS NULL GROUP BY f.id ORDER BY f.created_at, f.id LIMIT 5`,
  );
  return rows.map(({ id, name, compliant, assessed }) => ({
    id,
    name,
    score: frameworkScore(compliant ?? 0, assessed ?? 0),
  }));
}

function snapshotBefore(
  db: ReadDb,
  column: 'compliance_score' | 'residual_risk_sum',
  at: number,
): number | null {
  const day = toIso(at).slice(0, 10);
  const row = db.get<{ value: number | null }>(
    `SELECT ${column} AS value FROM daily_snapshots
     WHERE day <= ? AND deleted_at IS NULL ORDER BY day DESC LIMIT 1`,
    day,
  );
  return row?.value ?? null;
}

/** The level is that of the open risks; the sum is the whole register's, as the daily snapshots keep it. */
function riskFigures(
  db: ReadDb,
  now: number,
): Pick<DashboardMetrics, 'riskScore' | 'riskReductionPercentage'> {
  const row = db.get<{ mean: number | null; total: number | null }>(
    `SELECT avg(residual_risk) FILTER (WHERE status IN ('IDENTIFIED', 'ASSESSED')) AS mean,
       sum(residual_risk) AS total FROM risks WHERE deleted_at IS NULL`,
  );
  const yearAgo = snapshotBefore(db, 'residual_risk_sum', now - YEAR_MS);
  return {
    riskScore: row?.mean === null || row?.mean === undefined ? null : riskLevel(row.mean),
    riskReductionPercentage: yearAgo ? Math.round(100 * (1 - (row?.total ?? 0) / yearAgo)) : null,
  };
}

function auditPrepHours(db: ReadDb): number | null {
  const mean = db.get<{ ms: number | null }>(
    `SELECT avg(package_ready_at - preparation_started_at) AS ms FROM audits
     WHERE status = 'COMPLETED' AND deleted_at IS NULL AND package_ready_at IS NOT NULL`,
  )?.ms;
  return mean === null || mean === undefined ? null : Math.round(mean / 360_000) / 10;
}

const RECENT_PLACES = 1_000;

/** The newest change of the workspace's records; accounts belong to the installation, not to it. */
function lastChangedAt(db: ReadDb): string | null {
  const newest = db.get<{ stamp: string }>(
    // What others wrote arrives by record, not by time: the last place may be an old one.
    `SELECT max(stamp) AS stamp FROM (SELECT stamp FROM change_log WHERE table_name <> 'users'
       ORDER BY seq DESC LIMIT ${RECENT_PLACES}) HAVING count(*) > 0`,
  );
  return newest ? toIso(stampToHlc(newest.stamp).wallMs) : null;
}

function readMetrics(db: ReadDb, now: number, account: string): DashboardMetrics {
  const from = now - WINDOW_MS;
  const { baselines } = readWorkspaceSettings(db);
  const closing = closingFigures(db, from);
  const controls = controlFigures(db);
  const complianceScore = frameworkScore(controls.compliant ?? 0, controls.assessed ?? 0);
  const scoreBefore = snapshotBefore(db, 'compliance_score', from);
  const share = (part: number | null, whole: number) => percentOrNull(part ?? 0, whole);
  return {
    activeAlerts: activeAlerts(db),
    totalAlerts: visibleAlerts(db, '1'),
    complianceScore,
    ...riskFigures(db, now),
    autoResolvedPercentage:
      share(closing.automatic - closing.overturned, closing.closed)?.rounded ?? null,
    compliancePercentage: share(controls.automated, controls.total)?.floored ?? null,
    automatedControls: controls.automated ?? 0,
    totalControls: controls.total,
    activeAlertsLastHour: activeSince(db, now - HOUR_MS),
    complianceScoreChange:
      complianceScore === null || scoreBefore === null
        ? null
        : complianceScore - Math.round(scoreBefore),
    falsePositiveRate: share(closing.overturned, closing.automatic)?.oneDigit ?? null,
    meanResponseSeconds: meanResponseSeconds(db, from),
    analystTimeSaved: timeSavedPercent(
      closing.handlingMs,
      closing.closed,
      baselines.manualMinutesPerAlert,
    ),
    investigationsInProgress: number(
      db,
      "SELECT count(*) AS n FROM forensic_investigations WHERE status = 'IN_PROGRESS' AND deleted_at IS NULL",
    ),
    totalInvestigations: number(
      db,
      'SELECT count(*) AS n FROM forensic_investigations WHERE deleted_at IS NULL',
    ),
    activeFrameworks: number(
      db,
      'SELECT count(*) AS n FROM compliance_frameworks WHERE is_active = 1 AND deleted_at IS NULL',
    ),
    compliantControls: controls.compliant ?? 0,
    gaps: controls.gaps ?? 0,
    auditPrepHours: auditPrepHours(db),
    manualAuditPrepDays: baselines.manualAuditPrepDays,
    unreadNotifications: countUnread(db, account),
    frameworks: frameworks(db),
    lastChangedAt: lastChangedAt(db),
    figuresSince: toIso(from),
  };
}

export function createDashboardStore(db: Database) {
  return {
    metrics: (now: number, account: string): DashboardMetrics =>
      db.read('dashboard.metrics', (reader) => readMetrics(reader, now, account)),
  };
}
export type DashboardStore = ReturnType<typeof createDashboardStore>;
