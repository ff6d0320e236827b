/** Groups as the API shows them, their members, and the numbers of all of them. */
import {
  ENTITIES_SHOWN,
  type Group,
  type GroupDetail,
} from '../../../shared/areas/incidents/groups.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { EntityKind } from '../../db/groups/entities.ts';
import type { RowOf } from '../../db/statements.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';

interface StoredGroup {
  id: number;
  key: Buffer;
  source: string;
  detector: string | null;
  title: string;
  severity: Severity;
  techniques: string;
  n: number;
  n_active: number;
  first_seen: number;
  last_seen: number;
  incident: string | null;
}

interface StoredEntity {
  kind: EntityKind;
  value: string;
  alerts: number;
  groups: number;
}

const SELECT_GROUP = `SELECT g.id, g.key, g.source, g.detector, g.title, g.severity, g.techniques, g.n,
  g.n_active, g.first_seen, g.last_seen, i.key AS incident
  FROM alert_groups g LEFT JOIN incidents i ON i.id = g.incident_id`;
/** A group of many alerts may name a hundred thousand; those of the detail are found among so many. */
const ENTITIES_LOOKED_AT = 500;
const ENTITIES_IN_DETAIL = 50;
const KIND_ORDER: readonly EntityKind[] = ['host', 'user', 'address', 'mailbox', 'hash'];

function readEntities(db: ReadDb, groupId: number, limit: number): StoredEntity[] {
  return db.all<StoredEntity>(
    `SELECT e.kind, e.value, n.n AS alerts, e.groups
     FROM (SELECT entity_id, n FROM group_entities WHERE group_id = ? LIMIT ?) n
     CROSS JOIN entities e ON e.id = n.entity_id`,
    groupId,
    limit,
  );
}

/** Hosts and users first; of a kind, what most alerts of the group name. */
const byWeight = (a: StoredEntity, b: StoredEntity) =>
  KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || b.alerts - a.alerts;

function toGroup(row: StoredGroup, entities: readonly StoredEntity[]): Group {
  return {
    key: row.key.toString('hex'),
    source: row.source,
    detector: row.detector,
    title: row.title,
    severity: row.severity,
    techniques: JSON.parse(row.techniques) as string[],
    alerts: row.n,
    active: row.n_active,
    firstSeen: toIso(row.first_seen),
    lastSeen: toIso(row.last_seen),
    incidentId: row.incident,
    entities: entities.slice(0, ENTITIES_SHOWN).map(({ kind, value }) => ({ kind, value })),
    hasMoreEntities: entities.length > ENTITIES_SHOWN,
  };
}

export function groupsAt(db: ReadDb, ids: readonly number[]): Group[] {
  return ids.flatMap((id) => {
    const row = db.get<StoredGroup>(`${SELECT_GROUP} WHERE g.id = ?`, id);
    if (!row) return [];
    return [toGroup(row, readEntities(db, id, ENTITIES_SHOWN + 1).sort(byWeight))];
  });
}

function toDetail(db: ReadDb, row: StoredGroup): GroupDetail {
  const entities = readEntities(db, row.id, ENTITIES_LOOKED_AT).sort(byWeight);
  return {
    ...toGroup(row, entities),
    isDetached: row.n === 1 && isPinned(db, row.id),
    entities: entities.slice(0, ENTITIES_IN_DETAIL),
    hasMoreEntities: entities.length > ENTITIES_IN_DETAIL,
  };
}

/** Whether the only alert of a group is alone by decision. */
function isPinned(db: ReadDb, groupId: number): boolean {
  const pin = db.get(
    `SELECT 1 FROM group_members m JOIN alerts a ON a.seq = m.alert_seq
     JOIN group_pins p ON p.id = a.id AND p.deleted_at IS NULL WHERE m.group_id = ? LIMIT 1`,
    groupId,
  );
  return pin !== undefined;
}

export function groupByKey(db: ReadDb, key: string): GroupDetail | undefined {
  const row = db.get<StoredGroup>(`${SELECT_GROUP} WHERE g.key = ?`, Buffer.from(key, 'hex'));
  return row && toDetail(db, row);
}

export function groupOfAlert(db: ReadDb, alertId: string): GroupDetail | undefined {
  const row = db.get<StoredGroup>(
    `${SELECT_GROUP} JOIN group_members m ON m.group_id = g.id
     WHERE m.alert_seq = (SELECT seq FROM alerts WHERE id = ? AND deleted_at IS NULL)`,
    alertId,
  );
  return row && toDetail(db, row);
}

export interface MemberPlace {
  readonly seq: number;
  readonly created_at: number;
}

/** Members, newest first; undefined where there is no such group. */
export function listMembers(
  db: ReadDb,
  key: string,
  { limit, after }: { limit: number; after: MemberPlace | null },
): { places: MemberPlace[]; total: number } | undefined {
  const group = db.get<{ id: number; n: number }>(
    'SELECT id, n FROM alert_groups WHERE key = ?',
    Buffer.from(key, 'hex'),
  );
  if (!group) return undefined;
  const places = db.all<MemberPlace>(
    `SELECT alert_seq AS seq, created_at FROM group_members
     WHERE group_id = ?${after ? ' AND (created_at, alert_seq) < (?, ?)' : ''}
     ORDER BY created_at DESC, alert_seq DESC LIMIT ?`,
    group.id,
    ...(after ? [after.created_at, after.seq] : []),
    limit,
  );
  return { places, total: group.n };
}

/** Alerts and groups by source, from kept numbers; alerts without a group yet count too. */
export function countsBySource(db: ReadDb): { source: string; alerts: number; groups: number }[] {
  return db.all(
    `SELECT a.source, a.n AS alerts, coalesce(g.n, 0) AS groups
     FROM (SELECT source, sum(n) AS n FROM alert_totals GROUP BY source HAVING sum(n) > 0) a
     LEFT JOIN (SELECT source, sum(n) AS n FROM group_totals GROUP BY source) g
       ON g.source = a.source
     ORDER BY a.n DESC, a.source`,
  );
}

/** In the order given; what is gone is left out. */
export function alertRowsAt(db: ReadDb, seqs: readonly number[]): RowOf<typeof alertsTable>[] {
  return seqs.flatMap((seq) =>
    db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ? AND deleted_at IS NULL', seq),
  );
}
