/** Hits of rules, what they came to, and runs. Local: they follow from events of this workstation. */
import type { RuleHit, RuleRun } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';

export interface NewHit {
  readonly investigationId: string;
  readonly sourceId: string;
  readonly eventId: string;
  readonly ruleId: string;
  readonly packId: string;
  readonly ruleKey: string;
  readonly ruleTitle: string;
  readonly level: string | null;
  readonly ruleVersion: number;
  readonly ruleHash: string;
  readonly timeMs: number | null;
  readonly host: string | null;
  readonly user: string | null;
  readonly summary: string;
  readonly place: string | null;
  /** See record-key.ts; null for a hit of a file, which has no record. */
  readonly recordKey: string | null;
  readonly matched: readonly { field: string; value: string }[];
}

/** @returns whether it is new: what is known of the same rule and event is passed over. */
export function insertHit(tx: WriteTx, hit: NewHit): boolean {
  return (
    tx.run(
      `INSERT INTO rule_hits (investigation_id, source_id, event_id, rule_id, pack_id, rule_key, rule_title,
         level, rule_version, rule_hash, time_ms, host, user, summary, place, record_key, matched, found_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (investigation_id, source_id, event_id, rule_id) DO NOTHING`,
      ...[
        hit.investigationId,
        hit.sourceId,
        hit.eventId,
        hit.ruleId,
        hit.packId,
        hit.ruleKey,
        hit.ruleTitle,
      ],
      ...[
        hit.level,
        hit.ruleVersion,
        hit.ruleHash,
        hit.timeMs,
        hit.host,
        hit.user,
        hit.summary,
        hit.place,
        hit.recordKey,
      ],
      ...[JSON.stringify(hit.matched), tx.now],
    ) > 0
  );
}

/** What a source's run has come to, in place of what an earlier one had. */
export function setTotal(
  tx: WriteTx,
  key: Pick<NewHit, 'ruleId' | 'investigationId' | 'sourceId'>,
  hits: number,
): void {
  tx.run(
    `INSERT INTO rule_hit_totals (rule_id, investigation_id, source_id, hits) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule_id, investigation_id, source_id) DO UPDATE SET hits = excluded.hits`,
    ...[key.ruleId, key.investigationId, key.sourceId, hits],
  );
}

/** Of rules over events: what a scan of the file found stays. */
export function clearTotals(tx: WriteTx, investigationId: string, sourceId: string): void {
  tx.run(
    `DELETE FROM rule_hit_totals WHERE investigation_id = ? AND source_id = ?
       AND rule_id NOT IN (SELECT id FROM detection_rules WHERE engine = 'yara')`,
    investigationId,
    sourceId,
  );
}

/** Events of a source on which a rule has hit; hits on the file itself (YARA) are of no event. */
export const hitEvents = (
  db: ReadDb,
  investigationId: string,
  sourceId: string,
): { readonly eventId: string; readonly recordKey: string | null }[] =>
  db.all(
    `SELECT DISTINCT event_id AS eventId, record_key AS recordKey FROM rule_hits
     WHERE investigation_id = ? AND source_id = ? AND event_id NOT LIKE 'sha256:%'`,
    ...[investigationId, sourceId],
  );

export function removeHits(
  tx: WriteTx,
  investigationId: string,
  sourceId: string,
  eventIds: readonly string[],
): void {
  tx.run(
    `DELETE FROM rule_hits WHERE investigation_id = ? AND source_id = ?
       AND event_id IN (SELECT value FROM json_each(?))`,
    ...[investigationId, sourceId, JSON.stringify(eventIds)],
  );
}

interface HitAlert {
  readonly ruleId: string;
  readonly investigationId: string;
  readonly sourceId: string;
  readonly entity: string;
  readonly alertId: string;
  readonly eventId: string;
  readonly hits: number;
}

export function alertOf(
  db: ReadDb,
  { ruleId, investigationId, sourceId, entity }: Omit<HitAlert, 'alertId' | 'eventId' | 'hits'>,
): string | null {
  return (
    db.get<{ alert_id: string }>(
      'SELECT alert_id FROM rule_alerts WHERE rule_id = ? AND investigation_id = ? AND source_id = ? AND entity = ?',
      ...[ruleId, investigationId, sourceId, entity],
    )?.alert_id ?? null
  );
}

export function keepAlert(tx: WriteTx, one: HitAlert): void {
  tx.run(
    `INSERT INTO rule_alerts (rule_id, investigation_id, source_id, entity, alert_id, event_id, hits)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (rule_id, investigation_id, source_id, entity) DO UPDATE SET hits = excluded.hits`,
    ...[
      one.ruleId,
      one.investigationId,
      one.sourceId,
      one.entity,
      one.alertId,
      one.eventId,
      one.hits,
    ],
  );
}

export function linkHits(
  tx: WriteTx,
  one: Omit<HitAlert, 'hits' | 'entity'>,
  eventIds: readonly string[],
): void {
  tx.run(
    `UPDATE rule_hits SET alert_id = ? WHERE alert_id IS NULL AND investigation_id = ? AND source_id = ? AND rule_id = ?
       AND event_id IN (SELECT value FROM json_each(?))`,
    ...[one.alertId, one.investigationId, one.sourceId, one.ruleId, JSON.stringify(eventIds)],
  );
}

interface HitRow {
  readonly seq: number;
  readonly investigation_id: string;
  readonly source_id: string;
  readonly event_id: string;
  readonly rule_id: string;
  readonly rule_title: string;
  readonly level: string | null;
  readonly rule_version: number;
  readonly rule_hash: string;
  readonly time_ms: number | null;
  readonly host: string | null;
  readonly user: string | null;
  readonly summary: string;
  readonly place: string | null;
  readonly matched: string;
  readonly alert_id: string | null;
  readonly investigation_title: string | null;
  readonly mark_id: string | null;
  readonly mark_reason: string | null;
}

const HIT = `SELECT h.*, i.title AS investigation_title, m.id AS mark_id, m.reason AS mark_reason FROM rule_hits h
  LEFT JOIN forensic_investigations i ON i.id = h.investigation_id AND i.deleted_at IS NULL
  LEFT JOIN rule_marks m ON m.rule_id = h.rule_id AND m.investigation_id = h.investigation_id
    AND m.source_id = h.source_id AND m.event_id = h.event_id AND m.deleted_at IS NULL`;

const toHit = (row: HitRow): RuleHit => ({
  id: String(row.seq),
  ruleId: row.rule_id,
  ruleTitle: row.rule_title,
  level: row.level,
  ruleVersion: row.rule_version,
  ruleHash: row.rule_hash,
  investigationId: row.investigation_id,
  investigationTitle: row.investigation_title,
  sourceId: row.source_id,
  eventId: row.event_id,
  time: row.time_ms === null ? null : toIso(row.time_ms),
  host: row.host,
  user: row.user,
  summary: row.summary,
  place: row.place,
  matched: JSON.parse(row.matched) as RuleHit['matched'],
  alertId: row.alert_id,
  mark: row.mark_id === null ? null : { id: row.mark_id, reason: row.mark_reason ?? '' },
});

export function mustFindHit(db: ReadDb, id: string): RuleHit {
  const row = /^\d{1,15}$/.test(id)
    ? db.get<HitRow>(`${HIT} WHERE h.seq = ?`, Number(id))
    : undefined;
  if (!row) throw new AppError('not-found', 'There is no such hit');
  return toHit(row);
}

interface HitFilter {
  readonly rule?: string | undefined;
  readonly investigation?: string | undefined;
  readonly alert?: string | undefined;
  readonly source?: string | undefined;
  readonly events?: string | undefined;
}

const MOST_EVENTS = 500;

export function listHits(
  db: ReadDb,
  filter: HitFilter,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { rows: RuleHit[]; total: number; nextCursor: string | null } {
  const conditions: { sql: string; values: readonly Bound[] }[] = [];
  const is = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push({ sql: `${column} = ?`, values: [value] });
  };
  is('h.rule_id', filter.rule);
  is('h.investigation_id', filter.investigation);
  is('h.alert_id', filter.alert);
  is('h.source_id', filter.source);
  if (filter.events !== undefined) {
    const ids = filter.events.split(',').filter(Boolean).slice(0, MOST_EVENTS);
    conditions.push({
      sql: 'h.event_id IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify(ids)],
    });
  }
  const where = (list: typeof conditions) =>
    list.length === 0 ? '1' : list.map(({ sql }) => sql).join(' AND ');
  const values = (list: typeof conditions) => list.flatMap((one) => one.values);
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM rule_hits h WHERE ${where(conditions)}`,
      ...values(conditions),
    )?.n ?? 0;
  const [before] = cursor ? fromCursor(cursor, ['number']) : [];
  const paged =
    before === undefined ? conditions : [...conditions, { sql: 'h.seq < ?', values: [before] }];
  const rows = db.all<HitRow>(
    `${HIT} WHERE ${where(paged)} ORDER BY h.seq DESC LIMIT ?`,
    ...values(paged),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toHit),
    total,
    nextCursor: rows.length > limit && last ? toCursor([last.seq]) : null,
  };
}

export interface RunReceipt {
  readonly events: number;
  readonly rules: number;
  readonly hits: number;
  readonly newHits: number;
  readonly alerts: number;
  readonly notes: readonly string[];
}

interface RunRow {
  readonly id: string;
  readonly investigation_id: string;
  readonly source_id: string | null;
  readonly job_id: string | null;
  readonly state: RuleRun['state'];
  readonly error: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly receipt: string | null;
}

const MOST_RUNS = 20;

export function runsOf(db: ReadDb, investigationId: string): RuleRun[] {
  return db
    .all<RunRow>(
      'SELECT * FROM rule_runs WHERE investigation_id = ? ORDER BY started_at DESC, id DESC LIMIT ?',
      ...[investigationId, MOST_RUNS],
    )
    .map((row) => ({
      id: row.id,
      investigationId: row.investigation_id,
      sourceId: row.source_id,
      jobId: row.job_id,
      state: row.state,
      error: row.error,
      startedAt: toIso(row.started_at),
      endedAt: row.ended_at === null ? null : toIso(row.ended_at),
      receipt:
        row.receipt === null ? null : (JSON.parse(row.receipt) as RunReceipt & { notes: string[] }),
    }));
}

export function insertRun(
  tx: WriteTx,
  run: {
    id: string;
    investigationId: string;
    sourceId: string | null;
    jobId: string;
    startedBy: string | null;
  },
): void {
  tx.run(
    `INSERT INTO rule_runs (id, investigation_id, source_id, job_id, state, started_by, started_at)
     VALUES (?, ?, ?, ?, 'RUNNING', ?, ?)`,
    ...[run.id, run.investigationId, run.sourceId, run.jobId, run.startedBy, tx.now],
  );
  tx.announce('rule_runs');
}

export function finishRun(
  tx: WriteTx,
  id: string,
  {
    state,
    error,
    receipt,
  }: { state: RuleRun['state']; error: string | null; receipt: RunReceipt | null },
): void {
  tx.run(
    "UPDATE rule_runs SET state = ?, error = ?, ended_at = ?, receipt = ? WHERE id = ? AND state = 'RUNNING'",
    ...[state, error, tx.now, receipt === null ? null : JSON.stringify(receipt), id],
  );
  tx.announce('rule_runs');
}

export function isRunning(db: ReadDb, runId: string): boolean {
  return db.get("SELECT 1 FROM rule_runs WHERE id = ? AND state = 'RUNNING'", runId) !== undefined;
}

export const hasCutOffRuns = (db: ReadDb): boolean =>
  db.get("SELECT 1 FROM rule_runs WHERE state = 'RUNNING' LIMIT 1") !== undefined;

/** What ran when the process ended. */
export function cutOffRuns(tx: WriteTx): void {
  tx.run(
    "UPDATE rule_runs SET state = 'FAILED', error = 'Watchfloor was closed while it ran', ended_at = ? WHERE state = 'RUNNING'",
    tx.now,
  );
}

/** Sources that were read in and over which no rules have run since. */
export function waitingSources(db: ReadDb): { id: string; investigationId: string }[] {
  return db
    .all<{ id: string; investigation_id: string }>(
      `SELECT s.id, s.investigation_id FROM forensic_sessions s
       WHERE s.deleted_at IS NULL AND s.status IN ('COMPLETED', 'PARTIAL') AND s.events > 0
         AND NOT EXISTS (SELECT 1 FROM rule_runs r WHERE r.investigation_id = s.investigation_id
           AND (r.source_id = s.id OR r.source_id IS NULL) AND r.started_at >= coalesce(s.completed_at, s.started_at))
       ORDER BY s.investigation_id, s.id LIMIT 200`,
    )
    .map(({ id, investigation_id }) => ({ id, investigationId: investigation_id }));
}
