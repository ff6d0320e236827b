/**
 * Open alerts against their service level. They are counted from the kept counts of the hours; only
 * the two hours in which a limit lies are looked at alert by alert, and the few open alerts on which
 * somebody has acted are taken off by an index of their own.
 */
import type { SlaBurn } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { slaLimits } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import { HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Bound, Database, ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';

type Limits = ReturnType<typeof slaLimits>;

function count(db: ReadDb, sql: string, ...values: Bound[]): number {
  return db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;
}

/** By the kept counts, without what rules of suppression hide. */
function countVisible(
  db: ReadDb,
  kept: { readonly all: string; readonly hidden: string },
  where: string,
  ...values: Bound[]
): number {
  const sum = (table: string) =>
    count(db, `SELECT sum(n) AS n FROM ${table} WHERE ${where}`, ...values);
  return sum(kept.all) - sum(kept.hidden);
}

/** Open alerts of a severity that were created after a moment. */
function openAfter(db: ReadDb, severity: Severity, moment: number): number {
  const hour = Math.floor(moment / HOUR_MS);
  const whole = countVisible(
    db,
    { all: 'alert_counts', hidden: 'suppressed_counts' },
    "status = 'OPEN' AND severity = ? AND hour > ?",
    severity,
    hour,
  );
  const part = count(
    db,
    `SELECT count(*) AS n FROM alerts WHERE status = 'OPEN' AND severity = ?
     AND created_at > ? AND created_at < ? AND deleted_at IS NULL AND suppressed_by IS NULL`,
    severity,
    moment,
    (hour + 1) * HOUR_MS,
  );
  return whole + part;
}

function actedOnAfter(db: ReadDb, severity: Severity, moment: number): number {
  return count(
    db,
    `SELECT count(*) AS n FROM alerts INDEXED BY alerts_open_acted
     WHERE severity = ? AND created_at > ?
       AND status = 'OPEN' AND first_action_at IS NOT NULL AND deleted_at IS NULL
       AND suppressed_by IS NULL`,
    severity,
    moment,
  );
}

/** The oldest one that waits and was created after a moment. */
function oldestAfter(db: ReadDb, severity: Severity, moment: number) {
  return db.get<{ id: string; created_at: number }>(
    `SELECT id, created_at FROM alerts INDEXED BY alerts_state
     WHERE status = 'OPEN' AND severity = ? AND created_at > ? AND deleted_at IS NULL
       AND suppressed_by IS NULL AND first_action_at IS NULL ORDER BY created_at LIMIT 1`,
    severity,
    moment,
  );
}

/** When, with nothing happening, the oldest of those that are not yet beyond a limit passes it. */
function passingTimes(db: ReadDb, severity: Severity, limits: Limits, now: number): number[] {
  return [limits.dueSoon, limits.breached].flatMap((limit) => {
    const next = oldestAfter(db, severity, limit);
    return next ? [next.created_at + now - limit] : [];
  });
}

function figuresOf(db: ReadDb, severity: Severity, hours: number, limits: Limits) {
  const open = countVisible(
    db,
    { all: 'alert_totals', hidden: 'suppressed_totals' },
    "status = 'OPEN' AND severity = ?",
    severity,
  );
  const waitingAfter = (moment: number) =>
    openAfter(db, severity, moment) - actedOnAfter(db, severity, moment);
  const actedOn = actedOnAfter(db, severity, Number.MIN_SAFE_INTEGER);
  const within = waitingAfter(limits.dueSoon);
  const inTime = waitingAfter(limits.breached);
  const oldest = oldestAfter(db, severity, Number.MIN_SAFE_INTEGER);
  return {
    actedOn,
    figures: {
      hours,
      within,
      dueSoon: inTime - within,
      breached: open - actedOn - inTime,
      dueSoonBefore: toIso(limits.dueSoon),
      breachedBefore: toIso(limits.breached),
      oldest: oldest ? { id: oldest.id, createdAt: toIso(oldest.created_at) } : null,
    },
  };
}

function readBurn(db: ReadDb, now: number): SlaBurn {
  const { sla } = readWorkspaceSettings(db);
  const read = SEVERITIES.map((severity) => {
    const limits = slaLimits(sla[severity], now);
    return {
      severity,
      ...figuresOf(db, severity, sla[severity], limits),
      passing: passingTimes(db, severity, limits, now),
    };
  });
  const passing = read.flatMap((one) => one.passing);
  return {
    severities: Object.fromEntries(
      read.map(({ severity, figures }) => [severity, figures]),
    ) as SlaBurn['severities'],
    actedOn: read.reduce((sum, one) => sum + one.actedOn, 0),
    nextChangeAt: passing.length === 0 ? null : toIso(Math.min(...passing)),
  };
}

export function createSlaStore(db: Database) {
  return {
    burn: (now: number): SlaBurn => db.read('dashboard.sla', (reader) => readBurn(reader, now)),
  };
}
export type SlaStore = ReturnType<typeof createSlaStore>;
