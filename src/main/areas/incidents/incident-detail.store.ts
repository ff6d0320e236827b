/** One incident: what it is, its groups, its links and the entities in it. */
import type {
  IncidentDetail,
  IncidentEdge,
  IncidentGroup,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import type { EntityKind } from '../../../shared/areas/incidents/incidents.rules.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { incidentRecordsTable } from '../../db/tables/incidents.table.ts';
import { type IncidentRow, toIncident } from './incident-list.store.ts';
import { isTooCommon, rarityOf, scaleOf } from './linking.kernel.ts';
import { countGroups, type NamedEntityRow, readEntityList, ruleOf } from './linking.store.ts';

export type IncidentRecord = RowOf<typeof incidentRecordsTable>;

/** What an incident says that no person has decided about. */
export const NO_REVISION = '0';
const LISTED_ENTITIES = 100;
/** Over so many of its newest groups the entities of an incident are counted; it may have thousands. */
const ENTITY_GROUPS = 400;
const HEX_KEY = /^[\da-f]{32}$/;
/** Merged into what was merged: followed so far. */
const MAX_HOPS = 20;

/** By its own id, that of any of its groups, or that of an incident that was merged into it. */
export function findIncident(db: ReadDb, id: string): IncidentRow | undefined {
  let key = id;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const row =
      db.get<IncidentRow>('SELECT * FROM incidents WHERE key = ?', key) ??
      (HEX_KEY.test(key)
        ? db.get<IncidentRow>(
            `SELECT i.* FROM alert_groups g CROSS JOIN incidents i ON i.id = g.incident_id
             WHERE g.key = unhex(?)`,
            key,
          )
        : undefined);
    if (row) return row;
    const next = findRecord(db, key)?.mergedInto;
    if (!next) return undefined;
    key = next;
  }
  return undefined;
}

export function findRecord(db: ReadDb, id: string): IncidentRecord | undefined {
  return db.rows(
    incidentRecordsTable,
    'SELECT * FROM incident_records WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function personName(db: ReadDb, id: string | null): string | null {
  if (id === null) return null;
  return (
    db.get<{ name: string }>(
      `SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
       FROM users WHERE id = ?`,
      id,
    )?.name ?? 'Unknown account'
  );
}

export function readDetail(db: ReadDb, row: IncidentRow): IncidentDetail {
  const record = findRecord(db, row.key);
  return {
    ...toIncident(row),
    revision: record ? revisionOf(record) : NO_REVISION,
    lockedBy: personName(db, record?.lockedBy ?? null),
    lockedAt: record?.lockedAt ? toIso(record.lockedAt) : null,
    reason: record?.reason ?? null,
    pinned: record ? countPinned(db, record.id) : 0,
    entities: readEntities(db, row.id),
    entityGroups: Math.min(row.n_groups, ENTITY_GROUPS),
  };
}

/** The last audit entry about a record. */
export const lastDecision = (
  db: ReadDb,
  record: string,
): { actor: string | null; action: string; reason: string | null } | undefined =>
  db.get(
    `SELECT actor, action, reason FROM audit_log
     WHERE record_id = ? AND resource = 'incident_records' ORDER BY seq DESC LIMIT 1`,
    record,
  );

const countPinned = (db: ReadDb, record: string): number =>
  db.get<{ n: number }>(
    'SELECT count(*) AS n FROM incident_pins WHERE incident_id = ? AND deleted_at IS NULL',
    record,
  )?.n ?? 0;

function readEntities(db: ReadDb, incident: number): IncidentDetail['entities'] {
  const scale = scaleOf(countGroups(db));
  const list = readEntityList(db);
  const rows = db.all<NamedEntityRow & { inside: number }>(
    `SELECT e.id, e.kind, e.value, e.groups, t.inside FROM (
       SELECT ge.entity_id AS id, count(*) AS inside FROM (
         SELECT id FROM alert_groups INDEXED BY alert_groups_incident
         WHERE incident_id = ? ORDER BY last_seen DESC, id DESC LIMIT ?
       ) g CROSS JOIN group_entities ge ON ge.group_id = g.id
       GROUP BY ge.entity_id ORDER BY inside DESC, ge.entity_id LIMIT ?
     ) t CROSS JOIN entities e ON e.id = t.id
     ORDER BY t.inside DESC, e.kind, e.value`,
    incident,
    ENTITY_GROUPS,
    LISTED_ENTITIES,
  );
  return rows.map((row) => {
    const rule = ruleOf(list, row);
    const isCommon = isTooCommon({ ...row, rule }, scale);
    return {
      kind: row.kind as EntityKind,
      value: row.value,
      groups: row.inside,
      groupsHere: row.groups,
      common: isCommon ? (rule === 'NEVER' || rule === 'BUILT_IN' ? rule : 'SHARE') : null,
    };
  });
}

/** What the incident of a group is called. */
export const nameOfGroup = (db: ReadDb, group: number): string =>
  db.get<{ name: string }>(
    `SELECT coalesce(i.name, g.title) AS name FROM alert_groups g
     LEFT JOIN incidents i ON i.id = g.incident_id WHERE g.id = ?`,
    group,
  )?.name ?? '';

interface Paging {
  readonly offset: number;
  readonly limit: number;
}

export function listGroups(
  db: ReadDb,
  incident: number,
  { offset, limit }: Paging,
): IncidentGroup[] {
  const rows = db.all<{
    key: string;
    title: string;
    detector: string | null;
    source: string;
    severity: Severity;
    n: number;
    n_active: number;
    first_seen: number;
    last_seen: number;
    pinned: number;
    alert: string | null;
  }>(
    `SELECT lower(hex(g.key)) AS key, g.title, g.detector, g.source, g.severity, g.n, g.n_active,
       g.first_seen, g.last_seen,
       EXISTS (SELECT 1 FROM incident_pins p WHERE p.id = lower(hex(g.key))
         AND p.incident_id IS NOT NULL AND p.deleted_at IS NULL) AS pinned,
       (SELECT a.id FROM group_members m CROSS JOIN alerts a ON a.seq = m.alert_seq
         WHERE m.group_id = g.id ORDER BY m.created_at LIMIT 1) AS alert
     FROM alert_groups g WHERE g.incident_id = ?
     ORDER BY g.last_seen DESC, g.id DESC LIMIT ? OFFSET ?`,
    incident,
    limit,
    offset,
  );
  return rows.map((row) => ({
    ...{ key: row.key, title: row.title, detector: row.detector, source: row.source },
    severity: row.severity,
    alerts: row.n,
    active: row.n_active,
    firstSeen: toIso(row.first_seen),
    lastSeen: toIso(row.last_seen),
    isPinned: row.pinned === 1,
    alertId: row.alert,
  }));
}

export const countEdges = (db: ReadDb, incident: number): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM incident_edges WHERE incident_id = ?', incident)
    ?.n ?? 0;

interface EdgeRow {
  readonly a: number;
  readonly b: number;
  readonly strength: number;
  readonly keyA: string;
  readonly keyB: string;
  readonly titleA: string;
  readonly titleB: string;
  readonly firstA: number;
  readonly lastA: number;
  readonly firstB: number;
  readonly lastB: number;
}

/** The weakest first: they are where an incident would come apart. */
export function listEdges(db: ReadDb, incident: number, { offset, limit }: Paging): IncidentEdge[] {
  const total = countGroups(db);
  const scale = scaleOf(total);
  const list = readEntityList(db);
  const rows = db.all<EdgeRow>(
    `SELECT e.a, e.b, e.strength, lower(hex(a.key)) AS keyA, lower(hex(b.key)) AS keyB,
       a.title AS titleA, b.title AS titleB, a.first_seen AS firstA, a.last_seen AS lastA,
       b.first_seen AS firstB, b.last_seen AS lastB
     FROM incident_edges e CROSS JOIN alert_groups a ON a.id = e.a
     CROSS JOIN alert_groups b ON b.id = e.b
     WHERE e.incident_id = ? ORDER BY e.strength, e.a, e.b LIMIT ? OFFSET ?`,
    incident,
    limit,
    offset,
  );
  return rows.map((row) => {
    const shared = db
      .all<NamedEntityRow>(
        `SELECT e.id, e.kind, e.value, e.groups FROM group_entities x
         CROSS JOIN group_entities y ON y.group_id = ? AND y.entity_id = x.entity_id
         CROSS JOIN entities e ON e.id = x.entity_id WHERE x.group_id = ?`,
        row.b,
        row.a,
      )
      .map((entity) => ({ ...entity, rule: ruleOf(list, entity) }))
      .filter((entity) => !isTooCommon(entity, scale));
    return {
      from: { key: row.keyA, title: row.titleA, at: toIso(row.firstA) },
      to: { key: row.keyB, title: row.titleB, at: toIso(row.firstB) },
      strength: row.strength / 10,
      gapMs: Math.max(0, row.firstB - row.lastA, row.firstA - row.lastB),
      shared: shared
        .map((entity) => ({
          kind: entity.kind as EntityKind,
          value: entity.value,
          groupsHere: entity.groups,
          totalHere: total,
          rarity: rarityOf(entity, scale) / 10,
        }))
        .sort((x, y) => y.rarity - x.rarity || (x.value < y.value ? -1 : 1)),
    };
  });
}
