/** What the health page lists: small tables, or the partial indexes of open decisions. */

import { SUPPORT_MS } from '../../../shared/areas/assistant/engine/conditions.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { AUTO_CLOSE } from './engine-rows.ts';

/** Open alerts by decision. */
export function countDecisions(db: ReadDb): { decision: number; n: number }[] {
  return db.all(
    `SELECT decision, count(*) AS n FROM engine_decisions INDEXED BY engine_decisions_decision
     WHERE is_open = 1 GROUP BY decision`,
  );
}

export interface OutcomeRow {
  readonly decision: number;
  readonly bin: number;
  readonly n: number;
  readonly malicious: number;
  readonly benign: number;
}

export const readOutcomes = (db: ReadDb): OutcomeRow[] =>
  db.all('SELECT decision, bin, n, malicious, benign FROM engine_outcomes');

export function countGivenAudits(db: ReadDb): { n: number; agreed: number } {
  const row = db.get<{ n: number; agreed: number | null }>(
    `SELECT count(*) AS n, sum(verdict = 'AGREE') AS agreed
     FROM automation_audits WHERE verdict IS NOT NULL AND deleted_at IS NULL`,
  );
  return { n: row?.n ?? 0, agreed: row?.agreed ?? 0 };
}

export function countClosings(db: ReadDb): { n: number; overturned: number } {
  const row = db.get<{ n: number; overturned: number | null }>(
    `SELECT count(*) AS n, sum(a.auto_closed_at IS NULL OR a.overturned_at IS NOT NULL) AS overturned
     FROM automation_closings c CROSS JOIN alerts a ON a.id = c.id WHERE c.deleted_at IS NULL`,
  );
  return { n: row?.n ?? 0, overturned: row?.overturned ?? 0 };
}

export function countOpenSecondLooks(db: ReadDb): number {
  return (
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM automation_second_looks INDEXED BY automation_second_looks_open
       WHERE outcome IS NULL AND deleted_at IS NULL`,
    )?.n ?? 0
  );
}

export interface ListedPattern {
  readonly uid: string;
  readonly label: string;
  readonly benign: number;
  readonly malicious: number;
  readonly days: number;
  readonly analysts: number;
  readonly last_at: number | null;
  readonly would_close: number;
  readonly closed: number;
}

const COUNTS = `
  (SELECT count(*) FROM engine_decisions d INDEXED BY engine_decisions_pattern
    WHERE d.pattern_id = p.id AND d.is_open = 1 AND d.decision = ${AUTO_CLOSE}) AS would_close,
  (SELECT count(*) FROM automation_closings c WHERE c.pattern_id = p.uid) AS closed`;
const DAYS = `
  coalesce(sum(x.benign), 0) AS benign, coalesce(sum(x.malicious), 0) AS malicious,
  count(DISTINCT x.day) AS days, count(DISTINCT x.analyst) AS analysts, max(x.last_at) AS last_at`;

/** Those that people decided about or that were audited, then those that would close most. */
export function listPatterns(db: ReadDb, now: number, limit: number): ListedPattern[] {
  return db.all<ListedPattern>(
    `WITH wanted AS (
       SELECT id AS uid FROM automation_patterns WHERE deleted_at IS NULL
       UNION SELECT pattern_id FROM automation_audits WHERE deleted_at IS NULL
       UNION SELECT p.uid FROM (
         SELECT DISTINCT pattern_id FROM engine_decisions INDEXED BY engine_decisions_decision
         WHERE decision = ${AUTO_CLOSE} AND is_open = 1 LIMIT 2000) o
       CROSS JOIN engine_patterns p ON p.id = o.pattern_id)
     SELECT p.uid, p.label, ${DAYS}, ${COUNTS}
     FROM wanted w CROSS JOIN engine_patterns p ON p.uid = w.uid
     LEFT JOIN engine_pattern_days x ON x.pattern_id = p.id AND x.day > ?
     GROUP BY p.id ORDER BY would_close DESC, benign DESC, p.uid LIMIT ?`,
    ...[Math.floor((now - SUPPORT_MS) / DAY_MS), limit],
  );
}

export function onePattern(db: ReadDb, uid: string, now: number): ListedPattern | undefined {
  return db.get<ListedPattern>(
    `SELECT p.uid, p.label, ${DAYS}, ${COUNTS}
     FROM engine_patterns p
     LEFT JOIN engine_pattern_days x ON x.pattern_id = p.id AND x.day > ?
     WHERE p.uid = ? GROUP BY p.id`,
    ...[Math.floor((now - SUPPORT_MS) / DAY_MS), uid],
  );
}

export interface WaitingAudit {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: string;
  readonly created_at: number;
  readonly kind: 'SHADOW' | 'RANDOM';
  readonly uid: string;
  readonly label: string;
  readonly suspicion: number | null;
  readonly decided_at: number;
}

/** What was drawn comes first; then what would have been closed and nobody has said anything about. */
export function waitingAudits(db: ReadDb, limit: number): WaitingAudit[] {
  const drawn = db.all<WaitingAudit>(
    `SELECT a.id, a.title, a.severity, a.source, a.created_at, u.kind, u.pattern_id AS uid,
       coalesce(p.label, '') AS label, d.suspicion, u.decided_at
     FROM automation_audits u INDEXED BY automation_audits_waiting
     CROSS JOIN alerts a ON a.id = u.alert_id
     LEFT JOIN engine_patterns p ON p.uid = u.pattern_id
     LEFT JOIN engine_decisions d ON d.alert_seq = a.seq
     WHERE u.verdict IS NULL AND u.deleted_at IS NULL AND a.deleted_at IS NULL
     ORDER BY u.decided_at DESC LIMIT ?`,
    limit,
  );
  if (drawn.length >= limit) return drawn;
  const shadow = db.all<WaitingAudit>(
    `SELECT a.id, a.title, a.severity, a.source, a.created_at, 'SHADOW' AS kind, p.uid, p.label,
       d.suspicion, d.scored_at AS decided_at
     FROM engine_decisions d INDEXED BY engine_decisions_decision
     CROSS JOIN alerts a ON a.seq = d.alert_seq
     CROSS JOIN engine_patterns p ON p.id = d.pattern_id
     WHERE d.decision = ${AUTO_CLOSE} AND d.is_open = 1 AND a.deleted_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM automation_audits u WHERE u.alert_id = a.id)
     ORDER BY d.created_at DESC, d.alert_seq DESC LIMIT ?`,
    limit - drawn.length,
  );
  return [...drawn, ...shadow];
}

const COUNTED_MAX = 10_000;

export function countWaitingAudits(db: ReadDb): number {
  const row = db.get<{ n: number }>(
    `SELECT (SELECT count(*) FROM automation_audits INDEXED BY automation_audits_waiting
         WHERE verdict IS NULL AND deleted_at IS NULL)
       + (SELECT count(*) FROM (
         SELECT 1 FROM engine_decisions d INDEXED BY engine_decisions_decision
         CROSS JOIN alerts a ON a.seq = d.alert_seq
         WHERE d.decision = ${AUTO_CLOSE} AND d.is_open = 1
           AND NOT EXISTS (SELECT 1 FROM automation_audits u WHERE u.alert_id = a.id)
         LIMIT ${COUNTED_MAX})) AS n`,
  );
  return row?.n ?? 0;
}

export interface ListedLook {
  readonly id: string;
  readonly alert_id: string | null;
  readonly title: string | null;
  readonly severity: Severity | null;
  readonly source: string | null;
  readonly created_at: number | null;
  readonly uid: string;
  readonly label: string | null;
  readonly reason: string;
  readonly first_verdict: string | null;
  readonly first_by: string | null;
  readonly first_confirmed_by: string | null;
  readonly opened_at: number;
}

export function openSecondLooks(db: ReadDb, limit: number): ListedLook[] {
  return db.all(
    `SELECT s.id, a.id AS alert_id, a.title, a.severity, a.source, a.created_at, s.pattern_id AS uid,
       p.label, s.reason, s.first_verdict, s.first_by, s.first_confirmed_by, s.opened_at
     FROM automation_second_looks s INDEXED BY automation_second_looks_open
     LEFT JOIN alerts a ON a.id = s.id AND a.deleted_at IS NULL
     LEFT JOIN engine_patterns p ON p.uid = s.pattern_id
     WHERE s.outcome IS NULL AND s.deleted_at IS NULL ORDER BY s.opened_at DESC LIMIT ?`,
    limit,
  );
}

export interface ListedTrip {
  readonly id: string;
  readonly pattern_id: string | null;
  readonly label: string | null;
  readonly alert_id: string;
  readonly title: string | null;
  readonly reason: string;
  readonly confirmed_by: string | null;
  readonly at: number;
}

export function listTrips(db: ReadDb, limit: number): ListedTrip[] {
  return db.all(
    `SELECT t.id, t.pattern_id, coalesce(p.label, s.label) AS label, t.alert_id, a.title, t.reason,
       t.confirmed_by, t.at
     FROM automation_trips t INDEXED BY automation_trips_newest
     LEFT JOIN alerts a ON a.id = t.alert_id
     LEFT JOIN engine_patterns p ON p.uid = t.pattern_id
     LEFT JOIN automation_patterns s ON s.id = t.pattern_id
     WHERE t.deleted_at IS NULL ORDER BY t.at DESC, t.id DESC LIMIT ?`,
    limit,
  );
}

/** The shadow decision about an open alert; undefined where there is none. */
export function shadowDecision(
  db: ReadDb,
  alertId: string,
): { uid: string; scored_at: number } | undefined {
  return db.get(
    `SELECT p.uid, d.scored_at FROM alerts a
     CROSS JOIN engine_decisions d ON d.alert_seq = a.seq
     CROSS JOIN engine_patterns p ON p.id = d.pattern_id
     WHERE a.id = ? AND a.deleted_at IS NULL AND d.is_open = 1 AND d.decision = ${AUTO_CLOSE}`,
    alertId,
  );
}
