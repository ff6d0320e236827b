/** What the engine has done and what waits for it: where it is in the alerts, and what changed behind it. */

import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import type { ReadDb } from '../../db/database.ts';
import { entitiesOf } from '../../db/groups/entities.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { patternIdOf } from './engine-memory.store.ts';
import { isRedoing } from './engine-redo.store.ts';
import { type AlertRow, AUTO_CLOSE, type ScoredAlert } from './engine-rows.ts';

export interface EngineProgress {
  readonly version: string;
  readonly learned: number;
  readonly scored: number;
}

export function readProgress(db: ReadDb): EngineProgress | undefined {
  return db.get<EngineProgress>('SELECT version, learned, scored FROM engine_state WHERE one = 1');
}

export const lastSeq = (db: ReadDb): number =>
  db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM alerts')?.seq ?? 0;

/** Alerts that were never looked at, at most. */
function countNew(db: ReadDb): number {
  const progress = readProgress(db);
  const done =
    progress?.version === ENGINE_VERSION ? Math.min(progress.learned, progress.scored) : 0;
  return Math.max(0, lastSeq(db) - done);
}

export function hasWork(db: ReadDb): boolean {
  return (
    countNew(db) > 0 ||
    isRedoing(db) ||
    db.get(
      `SELECT 1 FROM (SELECT 1 FROM engine_dirty LIMIT 1)
       UNION ALL SELECT 1 FROM (SELECT 1 FROM engine_dirty_values LIMIT 1)
       UNION ALL SELECT 1 FROM (SELECT 1 FROM engine_patterns INDEXED BY engine_patterns_dirty
         WHERE dirty_from IS NOT NULL LIMIT 1) LIMIT 1`,
    ) !== undefined
  );
}

/**
 * About how many alerts are to be looked at.
 * @param enough Counting stops where there are so many of one kind: one pattern may have a million alerts.
 */
export function countWork(db: ReadDb, enough: number): number {
  const dirty = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM engine_dirty LIMIT ?)',
    enough,
  );
  const patterns = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM engine_patterns p INDEXED BY engine_patterns_dirty
     CROSS JOIN engine_decisions d INDEXED BY engine_decisions_pattern
       ON d.pattern_id = p.id AND d.alert_seq > p.dirty_from
     WHERE p.dirty_from IS NOT NULL AND d.is_open = 1 LIMIT ?)`,
    enough,
  );
  return countNew(db) + (dirty?.n ?? 0) + (patterns?.n ?? 0);
}

/** Everything that is derived is made anew, by the rules as they are. */
export function startAnew(tx: WriteTx): void {
  for (const table of DERIVED) tx.run(`DELETE FROM ${table}`);
  tx.run('UPDATE engine_patterns SET dirty_from = NULL');
  tx.run(
    `INSERT INTO engine_state (one, version, learned, scored) VALUES (1, ?, 0, 0)
     ON CONFLICT (one) DO UPDATE SET version = excluded.version, learned = 0, scored = 0, redo_from = NULL`,
    ENGINE_VERSION,
  );
  tx.run(
    `INSERT OR IGNORE INTO engine_dirty_values (kind, value)
     SELECT 'investigation', id FROM forensic_investigations
     WHERE status <> 'COMPLETED' AND deleted_at IS NULL`,
  );
}

/** Decisions stay until each is made anew, so that the queue keeps an order; so do names of patterns. */
const DERIVED = [
  'engine_pattern_days',
  'engine_pattern_traits',
  'engine_dispositions',
  'engine_outcomes',
  'engine_examples',
  'engine_sightings',
  'engine_new_hours',
  'engine_dirty',
] as const;

export function nextAlerts(db: ReadDb, after: number, limit: number): AlertRow[] {
  return db.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE seq > ? ORDER BY seq LIMIT ?',
    ...[after, limit],
  );
}

export function saveLearned(tx: WriteTx, seq: number): void {
  tx.run('UPDATE engine_state SET learned = ? WHERE one = 1', seq);
}

export function saveScored(tx: WriteTx, seq: number): void {
  tx.run('UPDATE engine_state SET scored = ? WHERE one = 1', seq);
}

export function markAlert(tx: WriteTx, alertId: string): void {
  tx.run(
    'INSERT OR IGNORE INTO engine_dirty (alert_seq) SELECT seq FROM alerts WHERE id = ?',
    alertId,
  );
}

/** Taken off the list in the transaction that looks at them. */
export function takeDirty(tx: WriteTx, limit: number): AlertRow[] {
  const seqs = tx
    .all<{ alert_seq: number }>(
      'SELECT alert_seq FROM engine_dirty ORDER BY alert_seq LIMIT ?',
      limit,
    )
    .map(({ alert_seq }) => alert_seq);
  if (seqs.length === 0) return [];
  const json = JSON.stringify(seqs);
  tx.run('DELETE FROM engine_dirty WHERE alert_seq IN (SELECT value FROM json_each(?))', json);
  return tx.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq',
    json,
  );
}

/** Open alerts of one pattern whose support changed, a piece at a time. */
export function takeOfPattern(tx: WriteTx, limit: number): AlertRow[] {
  const pattern = tx.get<{ id: number; dirty_from: number }>(
    `SELECT id, dirty_from FROM engine_patterns INDEXED BY engine_patterns_dirty
     WHERE dirty_from IS NOT NULL ORDER BY id LIMIT 1`,
  );
  if (!pattern) return [];
  const rows = tx.rows(
    alertsTable,
    `SELECT a.* FROM engine_decisions d INDEXED BY engine_decisions_pattern
     CROSS JOIN alerts a ON a.seq = d.alert_seq
     WHERE d.pattern_id = ? AND d.alert_seq > ? AND d.is_open = 1 ORDER BY d.alert_seq LIMIT ?`,
    ...[pattern.id, pattern.dirty_from, limit],
  );
  const last = rows.length < limit ? null : (rows.at(-1)?.seq ?? null);
  tx.run('UPDATE engine_patterns SET dirty_from = ? WHERE id = ?', last, pattern.id);
  return rows;
}

export function hasDirtyPattern(db: ReadDb): boolean {
  return (
    db.get(
      'SELECT 1 FROM engine_patterns INDEXED BY engine_patterns_dirty WHERE dirty_from IS NOT NULL LIMIT 1',
    ) !== undefined
  );
}

export function markPattern(tx: WriteTx, { keys }: ScoredAlert): void {
  if (keys.pattern === null) return;
  const id = patternIdOf(tx, 'host', keys.pattern, keys.label);
  tx.run('UPDATE engine_patterns SET dirty_from = 0 WHERE id = ?', id);
}

/** Support expires with time and nothing else: what would be closed is looked at once a day. */
export function markStale(tx: WriteTx, before: number): number {
  return tx.run(
    `INSERT OR IGNORE INTO engine_dirty (alert_seq)
     SELECT alert_seq FROM engine_decisions INDEXED BY engine_decisions_decision
     WHERE decision = ? AND is_open = 1 AND scored_at < ? LIMIT 5000`,
    ...[AUTO_CLOSE, before],
  );
}

/** Of one entity, the newest so many open alerts are looked at again. */
const OF_ENTITY_MAX = 5_000;

function markEntity(tx: WriteTx, entityId: number): void {
  tx.run(
    `INSERT OR IGNORE INTO engine_dirty (alert_seq)
     SELECT m.alert_seq FROM group_entities e INDEXED BY group_entities_entity
     CROSS JOIN group_members m INDEXED BY group_members_group ON m.group_id = e.group_id
     CROSS JOIN engine_decisions d ON d.alert_seq = m.alert_seq
     WHERE e.entity_id = ? AND d.is_open = 1 ORDER BY e.slot DESC LIMIT ?`,
    ...[entityId, OF_ENTITY_MAX],
  );
}

interface DirtyValue {
  readonly kind: string;
  readonly value: string;
}

/** One value of an indicator, a mark or an investigation that changed; false where there is none. */
export function takeDirtyValue(tx: WriteTx): boolean {
  const dirty = tx.get<DirtyValue>('SELECT kind, value FROM engine_dirty_values LIMIT 1');
  if (!dirty) return false;
  tx.run(
    'DELETE FROM engine_dirty_values WHERE kind = ? AND value = ?',
    ...[dirty.kind, dirty.value],
  );
  const ids = dirty.kind === 'investigation' ? investigated(tx, dirty.value) : named(tx, dirty);
  for (const id of ids) markEntity(tx, id);
  return true;
}

function named(db: ReadDb, { kind, value }: DirtyValue): number[] {
  const rows =
    kind === 'indicator'
      ? db.all<{ id: number }>(
          `SELECT id FROM entities INDEXED BY entities_value
           WHERE kind IN ('host', 'user', 'address', 'hash', 'mailbox') AND value = ?`,
          value.trim().toLowerCase(),
        )
      : db.all<{ id: number }>(
          'SELECT id FROM entities WHERE kind = ? AND value = ?',
          ...[kind, value],
        );
  return rows.map(({ id }) => id);
}

/** An entity in more alerts than this says nothing about which are investigated. */
const COMMON_ALERTS = 10_000;
const INVESTIGATED_MAX = 200;

/** Keeps which entities an open investigation is about; gives those whose alerts are to be looked at. */
function investigated(tx: WriteTx, id: string): number[] {
  const before = tx.all<{ entity_id: number }>(
    'SELECT entity_id FROM engine_investigated WHERE investigation_id = ?',
    id,
  );
  tx.run('DELETE FROM engine_investigated WHERE investigation_id = ?', id);
  const now = entitiesOfInvestigation(tx, id);
  for (const entity of now)
    tx.run(
      'INSERT OR IGNORE INTO engine_investigated (entity_id, investigation_id) VALUES (?, ?)',
      ...[entity, id],
    );
  return [...new Set([...before.map(({ entity_id }) => entity_id), ...now])];
}

function entitiesOfInvestigation(db: ReadDb, id: string): number[] {
  const row = db.get<{ incident_id: string }>(
    `SELECT incident_id FROM forensic_investigations
     WHERE id = ? AND status <> 'COMPLETED' AND deleted_at IS NULL`,
    id,
  );
  if (!row) return [];
  const alert = db.rows(alertsTable, 'SELECT * FROM alerts WHERE id = ?', row.incident_id)[0];
  const ids = alert
    ? entitiesOf(alert).flatMap((entity) =>
        db.all<{ id: number }>(
          'SELECT id FROM entities WHERE kind = ? AND value = ? AND alerts <= ?',
          ...[entity.kind, entity.value, COMMON_ALERTS],
        ),
      )
    : db.all<{ id: number }>(
        `SELECT DISTINCT e.id FROM incidents i
         CROSS JOIN alert_groups g ON g.incident_id = i.id
         CROSS JOIN group_entities m ON m.group_id = g.id
         CROSS JOIN entities e ON e.id = m.entity_id
         WHERE i.key = ? AND e.alerts <= ? LIMIT ?`,
        ...[row.incident_id, COMMON_ALERTS, INVESTIGATED_MAX],
      );
  return ids.map((one) => one.id);
}

export interface StoredDecision {
  readonly decision: number;
  readonly suspicion: number;
  /** As bits (engine-points.store.ts); 0: made before they were kept. */
  readonly reasons: number;
  readonly scored_at: number;
}

export function readDecision(db: ReadDb, seq: number): StoredDecision | undefined {
  return db.get<StoredDecision>(
    'SELECT decision, suspicion, reasons, scored_at FROM engine_decisions WHERE alert_seq = ?',
    seq,
  );
}

export function saveDecision(
  tx: WriteTx,
  { row, keys }: ScoredAlert,
  { decision, suspicion, reasons }: Omit<StoredDecision, 'scored_at'>,
): void {
  const pattern = keys.pattern === null ? null : patternIdOf(tx, 'host', keys.pattern, keys.label);
  const isOpen = isActive(row.status) && row.suppressedBy === null && row.deletedAt === null;
  tx.run(
    `INSERT INTO engine_decisions (alert_seq, suspicion, decision, pattern_id, created_at, scored_at, is_open, reasons)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (alert_seq) DO UPDATE SET suspicion = excluded.suspicion, decision = excluded.decision,
       pattern_id = excluded.pattern_id, scored_at = excluded.scored_at, is_open = excluded.is_open,
       reasons = excluded.reasons`,
    ...[row.seq, suspicion, decision, pattern, row.createdAt, tx.now, isOpen ? 1 : 0, reasons],
  );
}
