/** What the tools read: by index, in bounded numbers, and never a write. */
import type { ReadDb } from '../../../db/database.ts';
import { type EntityKind, entitiesOf } from '../../../db/groups/entities.ts';
import type { RowOf } from '../../../db/statements.ts';
import { alertsTable } from '../../../db/tables/alerts.table.ts';

export type AlertRow = RowOf<typeof alertsTable>;

/** Groups of an entity that are looked at, the newest first; a group holds a quarter of an hour. */
const GROUPS_MAX = 200;
const MEMBERS_OF_GROUP_MAX = 25;
const CANDIDATES_MAX = 400;
const SIMILAR_CANDIDATES = 300;
const SLOT_MS = 900_000;
const HAS_TOKEN = /[\p{L}\p{N}]/u;

export interface EntityFacts {
  readonly id: number;
  readonly alerts: number;
  readonly groups: number;
  readonly first_seen: number;
  readonly last_seen: number;
  readonly criticality: string;
  readonly reason: string | null;
  readonly indicators: number;
}

export interface ControlFacts {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly framework: string;
  readonly status: string;
  readonly last_assessment: number | null;
}

export interface Period {
  readonly since: number | null;
  readonly until: number | null;
}

export const alertById = (db: ReadDb, id: string): AlertRow | undefined =>
  db.rows(alertsTable, 'SELECT * FROM alerts WHERE id = ? AND deleted_at IS NULL', id)[0];

/** Alerts that name the entity, the newest first. */
export function alertsOfEntity(
  db: ReadDb,
  kind: EntityKind,
  value: string,
  { since, until }: Period,
  wanted: (alert: AlertRow) => boolean,
  limit: number,
): AlertRow[] {
  const seqs = db.all<{ alert_seq: number }>(
    `SELECT m.alert_seq FROM (
       SELECT group_id, slot FROM group_entities INDEXED BY group_entities_entity
       WHERE entity_id = (SELECT id FROM entities WHERE kind = ? AND value = ?)
         AND slot BETWEEN ? AND ?
       ORDER BY slot DESC, group_id DESC LIMIT ?
     ) g CROSS JOIN group_members m
     WHERE m.alert_seq IN (
       SELECT alert_seq FROM group_members INDEXED BY group_members_group
       WHERE group_id = g.group_id AND created_at BETWEEN ? AND ?
       ORDER BY created_at DESC, alert_seq DESC LIMIT ?
     )
     LIMIT ?`,
    kind,
    value,
    since === null ? Number.MIN_SAFE_INTEGER : Math.floor(since / SLOT_MS) - 1,
    until === null ? Number.MAX_SAFE_INTEGER : Math.floor(until / SLOT_MS),
    GROUPS_MAX,
    since ?? Number.MIN_SAFE_INTEGER,
    until ?? Number.MAX_SAFE_INTEGER,
    MEMBERS_OF_GROUP_MAX,
    CANDIDATES_MAX,
  );
  return alertsAt(
    db,
    seqs.map(({ alert_seq }) => alert_seq),
  )
    .filter((alert) => entitiesOf(alert).some((one) => one.kind === kind && one.value === value))
    .filter(wanted)
    .slice(0, limit);
}

/** Of the same incident, and where there is none of the same group: the newest of each of its groups. */
export function alertsBeside(db: ReadDb, seq: number, limit: number): AlertRow[] {
  const own = db.get<{ group_id: number; incident_id: number | null }>(
    `SELECT m.group_id, g.incident_id FROM group_members m JOIN alert_groups g ON g.id = m.group_id
     WHERE m.alert_seq = ?`,
    seq,
  );
  if (!own) return [];
  const groups =
    own.incident_id === null
      ? [own.group_id]
      : db
          .all<{ id: number }>(
            `SELECT id FROM alert_groups INDEXED BY alert_groups_incident
             WHERE incident_id = ? ORDER BY last_seen DESC, id DESC LIMIT ?`,
            own.incident_id,
            limit,
          )
          .map(({ id }) => id);
  const each = Math.max(1, Math.floor(limit / groups.length));
  const seqs = groups.flatMap((group) =>
    db
      .all<{ alert_seq: number }>(
        `SELECT alert_seq FROM group_members INDEXED BY group_members_group
         WHERE group_id = ? ORDER BY created_at DESC, alert_seq DESC LIMIT ?`,
        group,
        each + 1,
      )
      .map(({ alert_seq }) => alert_seq),
  );
  return alertsAt(db, seqs)
    .filter((alert) => alert.seq !== seq)
    .slice(0, limit);
}

/** Closed alerts of the same detector or title, the newest first: what the desk said of such ones. */
export function closedLike(db: ReadDb, alert: AlertRow, limit: number): AlertRow[] {
  if (!HAS_TOKEN.test(alert.title)) return [];
  const seqs = db.all<{ rowid: number }>(
    `SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND rowid <> ?
     ORDER BY rowid DESC LIMIT ?`,
    `title : "${alert.title.slice(0, 120).replace(/["\0]/g, ' ')}"`,
    alert.seq,
    SIMILAR_CANDIDATES,
  );
  return alertsAt(
    db,
    seqs.map(({ rowid }) => rowid),
  )
    .filter(({ source, status }) => source === alert.source && /^(?:RES|FALSE)/.test(status))
    .slice(0, limit);
}

function alertsAt(db: ReadDb, seqs: readonly number[]): AlertRow[] {
  return db
    .rows(
      alertsTable,
      `SELECT * FROM alerts WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
      JSON.stringify(seqs),
    )
    .sort((a, b) => b.createdAt - a.createdAt || b.seq - a.seq);
}

export function entityFacts(db: ReadDb, kind: EntityKind, value: string): EntityFacts | undefined {
  return db.get<EntityFacts>(
    `SELECT e.id, e.alerts, e.groups, e.first_seen, e.last_seen,
       coalesce(k.criticality, 'NORMAL') AS criticality, k.reason,
       (SELECT count(*) FROM indicators i INDEXED BY indicators_value
        WHERE i.value = e.value AND i.deleted_at IS NULL) AS indicators
     FROM entities e
     LEFT JOIN entity_marks k INDEXED BY entity_marks_entity
       ON k.entity_kind = e.kind AND k.entity_value = e.value AND k.deleted_at IS NULL
     WHERE e.kind = ? AND e.value = ?`,
    kind,
    value,
  );
}

/** Controls of the workspace's frameworks with these ids. */
export function controlsCalled(db: ReadDb, refs: readonly string[], limit: number): ControlFacts[] {
  return db.all<ControlFacts>(
    `SELECT c.id, c.control_id AS ref, c.title, f.name AS framework, c.status, c.last_assessment
     FROM compliance_frameworks f
     JOIN controls c INDEXED BY controls_by_place ON c.framework_id = f.id
     WHERE f.deleted_at IS NULL AND f.is_active = 1 AND c.deleted_at IS NULL AND c.gone_in IS NULL
       AND c.is_applicable = 1 AND c.control_id IN (SELECT value FROM json_each(?))
     ORDER BY f.name, c.position, c.control_id LIMIT ?`,
    JSON.stringify(refs),
    limit,
  );
}

export const roleOf = (db: ReadDb, account: string): string | null =>
  db.get<{ role: string }>(
    'SELECT role FROM users WHERE id = ? AND deactivated_at IS NULL AND deleted_at IS NULL',
    account,
  )?.role ?? null;
