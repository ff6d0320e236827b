/**
 * What waits at the moment a handover is made: counts from kept totals and exact ranges of an index, lines
 * by the index's order. Suppressed alerts wait for nobody.
 */
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Sla } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../db/database.ts';

const HOUR_MS = 3_600_000;

export interface AlertLine {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly created_at: number;
}

const LINE = 'a.id, a.title, a.severity, a.status, a.created_at';
const SHOWN = 'a.deleted_at IS NULL AND a.suppressed_by IS NULL';

const count = (db: ReadDb, sql: string, ...values: (string | number)[]): number =>
  db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;

/** Shown alerts of a status and severity, from kept counts. */
function total(db: ReadDb, status: AlertStatus, severity: Severity): number {
  const all = 'SELECT sum(n) AS n FROM alert_totals WHERE status = ? AND severity = ?';
  const hidden = 'SELECT sum(n) AS n FROM suppressed_totals WHERE status = ? AND severity = ?';
  return count(db, all, status, severity) - count(db, hidden, status, severity);
}

const OPEN_ACTED = `SELECT count(*) AS n FROM alerts a INDEXED BY alerts_open_acted
  WHERE a.status = 'OPEN' AND a.first_action_at IS NOT NULL AND a.severity = ? AND ${SHOWN}`;

export interface Waiting {
  readonly severity: Severity;
  readonly n: number;
  /** Ms; null where none waits. */
  readonly oldest: number | null;
}

/** Open alerts that nobody has acted on. */
export function readWaiting(db: ReadDb): Waiting[] {
  return SEVERITIES.map((severity) => {
    const n = total(db, 'OPEN', severity) - count(db, OPEN_ACTED, severity);
    const oldest = n > 0 ? (oldestWaiting(db, severity, null, 1)[0]?.created_at ?? null) : null;
    return { severity, n, oldest };
  });
}

/** The oldest first; `before` in ms. */
export function oldestWaiting(
  db: ReadDb,
  severity: Severity,
  before: number | null,
  limit: number,
): AlertLine[] {
  return db.all<AlertLine>(
    `SELECT ${LINE} FROM alerts a INDEXED BY alerts_state
     WHERE a.status = 'OPEN' AND a.severity = ? AND a.created_at < ? AND ${SHOWN}
       AND a.first_action_at IS NULL
     ORDER BY a.created_at, a.seq LIMIT ?`,
    severity,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

export function readOpenCriticals(db: ReadDb, limit: number): { total: number; rows: AlertLine[] } {
  const rows = (['OPEN', 'IN_PROGRESS'] as const).flatMap((status) =>
    db.all<AlertLine>(
      `SELECT ${LINE} FROM alerts a INDEXED BY alerts_state
       WHERE a.status = ? AND a.severity = 'CRITICAL' AND ${SHOWN}
       ORDER BY a.created_at DESC, a.seq DESC LIMIT ?`,
      status,
      limit,
    ),
  );
  return {
    total: total(db, 'OPEN', 'CRITICAL') + total(db, 'IN_PROGRESS', 'CRITICAL'),
    rows: rows.sort((a, b) => b.created_at - a.created_at).slice(0, limit),
  };
}

export interface Overdue {
  readonly toAct: number;
  readonly toClose: number;
  /** `due` in ms; the longest overdue first. */
  readonly rows: readonly (AlertLine & { readonly due: number; readonly what: 'act' | 'close' })[];
}

/** By the hours from creation to the first action, and to closing. */
export function readOverdue(
  db: ReadDb,
  now: number,
  { sla, closeSla, limit }: { sla: Sla; closeSla: Sla; limit: number },
): Overdue {
  let toAct = 0;
  let toClose = 0;
  const rows: Overdue['rows'][number][] = [];
  for (const severity of SEVERITIES) {
    const actMs = sla[severity] * HOUR_MS;
    const closeMs = closeSla[severity] * HOUR_MS;
    toAct +=
      countBefore(db, 'OPEN', severity, now - actMs) -
      count(db, `${OPEN_ACTED} AND a.created_at < ?`, severity, now - actMs);
    toClose +=
      countBefore(db, 'OPEN', severity, now - closeMs) +
      countBefore(db, 'IN_PROGRESS', severity, now - closeMs);
    for (const row of oldestWaiting(db, severity, now - actMs, limit))
      rows.push({ ...row, due: row.created_at + actMs, what: 'act' });
    for (const row of oldestStarted(db, severity, now - closeMs, limit))
      rows.push({ ...row, due: row.created_at + closeMs, what: 'close' });
  }
  return { toAct, toClose, rows: rows.sort((a, b) => a.due - b.due).slice(0, limit) };
}

function countBefore(db: ReadDb, status: AlertStatus, severity: Severity, before: number): number {
  return count(
    db,
    `SELECT count(*) AS n FROM alerts a INDEXED BY alerts_state
     WHERE a.status = ? AND a.severity = ? AND a.created_at < ? AND ${SHOWN}`,
    ...[status, severity, before],
  );
}

/** Acted on, but not closed in time. */
function oldestStarted(db: ReadDb, severity: Severity, before: number, limit: number): AlertLine[] {
  const started = db.all<AlertLine>(
    `SELECT ${LINE} FROM alerts a INDEXED BY alerts_state
     WHERE a.status = 'IN_PROGRESS' AND a.severity = ? AND a.created_at < ? AND ${SHOWN}
     ORDER BY a.created_at, a.seq LIMIT ?`,
    ...[severity, before, limit],
  );
  const acted = db.all<AlertLine>(
    `SELECT ${LINE} FROM alerts a INDEXED BY alerts_open_acted
     WHERE a.status = 'OPEN' AND a.first_action_at IS NOT NULL AND a.severity = ?
       AND a.created_at < ? AND ${SHOWN}
     ORDER BY a.created_at LIMIT ?`,
    ...[severity, before, limit],
  );
  return [...started, ...acted].sort((a, b) => a.created_at - b.created_at).slice(0, limit);
}

/** Alerts by id, as many as there are still. */
export function readAlertLines(db: ReadDb, ids: readonly string[]): Map<string, AlertLine> {
  const rows = db.all<AlertLine>(
    `SELECT ${LINE} FROM json_each(?) j CROSS JOIN alerts a ON a.id = j.value
     WHERE a.deleted_at IS NULL`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface OverturnedAlerts {
  readonly total: number;
  readonly rows: readonly (AlertLine & { readonly overturned_at: number })[];
}

/** Automatic closings that a person took back in the span, the last first. */
export function readOverturned(
  db: ReadDb,
  { since, until, limit }: { since: number; until: number; limit: number },
): OverturnedAlerts {
  const where = `FROM alerts a INDEXED BY alerts_overturned WHERE a.overturned_at IS NOT NULL
    AND a.auto_closed_at <= ? AND a.overturned_at >= ? AND a.overturned_at <= ? AND a.deleted_at IS NULL`;
  return {
    total: count(db, `SELECT count(*) AS n ${where}`, until, since, until),
    rows: db.all<OverturnedAlerts['rows'][number]>(
      `SELECT ${LINE}, a.overturned_at ${where}
       ORDER BY a.overturned_at DESC, a.seq DESC LIMIT ?`,
      ...[until, since, until, limit],
    ),
  };
}

export interface ImportLine {
  readonly id: string;
  readonly job_id: string | null;
  readonly file_name: string;
  readonly state: string;
  readonly added: number;
  readonly rejected: number;
  readonly started_by: string | null;
  readonly started_at: number;
}

export function readImports(db: ReadDb, since: number, until: number): ImportLine[] {
  return db.all<ImportLine>(
    `SELECT id, job_id, file_name, state, added, rejected, started_by, started_at FROM imports
     WHERE started_at >= ? AND started_at <= ? ORDER BY started_at DESC`,
    since,
    until,
  );
}

export interface RuleLine {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  readonly created_by: string | null;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly ended_by: string | null;
  readonly end_kind: 'ENDED' | 'EXPIRED' | null;
  readonly expires_at: number;
}

/** Rules made or ended in the span, and those that expire before `soon`. */
export function readRules(
  db: ReadDb,
  { since, until, soon }: { since: number; until: number; soon: number },
): RuleLine[] {
  return db.all<RuleLine>(
    `SELECT id, name, reason, created_by, created_at, ended_at, ended_by, end_kind, expires_at
     FROM suppression_rules
     WHERE deleted_at IS NULL AND (
       (created_at >= ? AND created_at <= ?) OR (ended_at >= ? AND ended_at <= ?)
       OR (ended_at IS NULL AND expires_at <= ?)
     ) ORDER BY created_at DESC, id DESC`,
    ...[since, until, since, until, soon],
  );
}

export function readPeople(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Comments and notes that were written in the span and still are there, by account. */
export function readWritten(
  db: ReadDb,
  { since, until }: { since: number; until: number },
): { by: string; n: number }[] {
  return db.all(
    `SELECT by, count(*) AS n FROM (
       SELECT author AS by, created_at FROM alert_comments WHERE deleted_at IS NULL
       UNION ALL SELECT created_by, created_at FROM entity_notes WHERE deleted_at IS NULL)
     WHERE by IS NOT NULL AND created_at >= ? AND created_at <= ? GROUP BY by`,
    since,
    until,
  );
}
