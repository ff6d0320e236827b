/** What linking reads and what it remembers. Groups and entities are kept by `db/groups`. */
import {
  DEFAULT_STRICTNESS,
  ENTITY_KINDS,
  type EntityKind,
  isBuiltInCommon,
} from '../../../shared/areas/incidents/incidents.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { type EntityRule, KERNEL_VERSION } from './linking.kernel.ts';

export interface LinkState {
  readonly version: number;
  /** 1: everything must be linked anew; 2: it is being linked. */
  readonly isWhole: number;
  readonly kernel: number;
  readonly scale: number;
  readonly linkedAt: number | null;
}

/** A workspace that was emptied has no row: everything is to be linked. */
const NO_STATE: LinkState = { version: 0, isWhole: 1, kernel: 0, scale: 0, linkedAt: null };

export function readLinkState(db: ReadDb): LinkState {
  return (
    db.get<LinkState>(
      `SELECT version, is_whole AS isWhole, kernel, scale, linked_at AS linkedAt
       FROM incident_state WHERE id = 1`,
    ) ?? NO_STATE
  );
}

/** Says that everything is about to be linked; what makes it necessary anew meanwhile is noticed. */
export function beginWhole(tx: WriteTx): LinkState {
  tx.run('INSERT INTO incident_state (id) VALUES (1) ON CONFLICT DO NOTHING');
  tx.run('UPDATE incident_state SET is_whole = 2 WHERE id = 1');
  return readLinkState(tx);
}

export function endWhole(tx: WriteTx, scale: number): void {
  tx.run(
    `UPDATE incident_state SET is_whole = CASE is_whole WHEN 2 THEN 0 ELSE is_whole END,
       kernel = ?, scale = ?, linked_at = ? WHERE id = 1`,
    KERNEL_VERSION,
    scale,
    tx.now,
  );
}

export function endLocal(tx: WriteTx): void {
  tx.run('UPDATE incident_state SET linked_at = ? WHERE id = 1', tx.now);
}

export function countGroups(db: ReadDb): number {
  return db.get<{ n: number }>('SELECT coalesce(sum(n), 0) AS n FROM group_totals')?.n ?? 0;
}

export interface WorkRow {
  readonly seq: number;
  readonly groupId: number;
  /** 0: the group as such. */
  readonly entityId: number;
}

export const readWork = (db: ReadDb, limit: number): WorkRow[] =>
  db.all<WorkRow>(
    `SELECT seq, group_id AS groupId, entity_id AS entityId FROM incident_work ORDER BY seq LIMIT ?`,
    limit,
  );

export const lastWork = (db: ReadDb): number =>
  db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM incident_work')?.seq ?? 0;

export function dropWork(tx: WriteTx, upTo: number): void {
  tx.run('DELETE FROM incident_work WHERE seq <= ?', upTo);
}

/** Groups that no linking has seen. */
export const readFresh = (db: ReadDb, limit: number): number[] =>
  db
    .all<{ id: number }>('SELECT id FROM alert_groups WHERE incident_id IS NULL LIMIT ?', limit)
    .map(({ id }) => id);

export const readEvery = (db: ReadDb, limit: number): number[] =>
  db.all<{ id: number }>('SELECT id FROM alert_groups LIMIT ?', limit).map(({ id }) => id);

export const hasWork = (db: ReadDb): boolean =>
  db.get(
    `SELECT 1 FROM incident_work UNION ALL
     SELECT 1 FROM alert_groups WHERE incident_id IS NULL LIMIT 1`,
  ) !== undefined;

export function readStrictness(db: ReadDb): number {
  return (
    db.get<{ strictness: number }>(
      "SELECT strictness FROM incident_settings WHERE id = 'workspace' AND deleted_at IS NULL",
    )?.strictness ?? DEFAULT_STRICTNESS
  );
}

/** What people said of entities, by '<kind>:<value>'. */
export function readEntityList(db: ReadDb): ReadonlyMap<string, 'ALWAYS' | 'NEVER'> {
  const rows = db.all<{ id: string; rule: 'ALWAYS' | 'NEVER' }>(
    'SELECT id, rule FROM incident_entities WHERE rule IS NOT NULL AND deleted_at IS NULL',
  );
  return new Map(rows.map(({ id, rule }) => [id, rule]));
}

const KINDS: ReadonlySet<string> = new Set(ENTITY_KINDS);

export function ruleOf(
  list: ReadonlyMap<string, 'ALWAYS' | 'NEVER'>,
  { kind, value }: { readonly kind: string; readonly value: string },
): EntityRule {
  const listed = list.get(`${kind}:${value}`);
  if (listed) return listed;
  return KINDS.has(kind) && isBuiltInCommon(kind as EntityKind, value) ? 'BUILT_IN' : null;
}

/** The record of each pinned group, by the group's key in hex. */
export function readPins(db: ReadDb): Map<string, string> {
  const rows = db.all<{ id: string; incident_id: string }>(
    'SELECT id, incident_id FROM incident_pins WHERE incident_id IS NOT NULL AND deleted_at IS NULL',
  );
  return new Map(rows.map((row) => [row.id, row.incident_id]));
}

export const readPin = (db: ReadDb, key: string): string | null =>
  db.get<{ incident_id: string }>(
    'SELECT incident_id FROM incident_pins WHERE id = ? AND incident_id IS NOT NULL AND deleted_at IS NULL',
    key,
  )?.incident_id ?? null;

export const readLockedRecords = (db: ReadDb): Set<string> =>
  new Set(
    db
      .all<{ id: string }>(
        'SELECT id FROM incident_records WHERE locked_at IS NOT NULL AND deleted_at IS NULL',
      )
      .map(({ id }) => id),
  );

/** Groups pinned to a record, by id. */
export const groupsOfRecord = (db: ReadDb, record: string, limit: number): number[] =>
  db
    .all<{ id: number }>(
      `SELECT g.id FROM incident_pins p CROSS JOIN alert_groups g ON g.key = unhex(p.id)
       WHERE p.incident_id = ? AND p.deleted_at IS NULL LIMIT ?`,
      record,
      limit,
    )
    .map(({ id }) => id);

export const groupsOfIncident = (db: ReadDb, incident: number, limit: number): number[] =>
  db
    .all<{ id: number }>(
      'SELECT id FROM alert_groups WHERE incident_id = ? LIMIT ?',
      incident,
      limit,
    )
    .map(({ id }) => id);

export interface PlacedGroup {
  readonly id: number;
  /** Hex; sorts by window first. */
  readonly key: string;
  readonly incidentId: number | null;
}

export const readPlacedGroup = (db: ReadDb, id: number): PlacedGroup | undefined =>
  db.get<PlacedGroup>(
    'SELECT id, lower(hex(key)) AS key, incident_id AS incidentId FROM alert_groups WHERE id = ?',
    id,
  );

/** The quarter hour of a group, which its key begins with. */
export const windowOfKey = (key: string): number => Number.parseInt(key.slice(0, 8), 16);

export interface NamedEntityRow {
  readonly id: number;
  readonly kind: string;
  readonly value: string;
  readonly groups: number;
}

export const entitiesOfGroup = (db: ReadDb, group: number): NamedEntityRow[] =>
  db.all<NamedEntityRow>(
    `SELECT e.id, e.kind, e.value, e.groups FROM group_entities ge
     CROSS JOIN entities e ON e.id = ge.entity_id WHERE ge.group_id = ? ORDER BY e.id`,
    group,
  );

export const groupsOfEntity = (db: ReadDb, entity: number, limit: number): number[] =>
  db
    .all<{ id: number }>(
      'SELECT group_id AS id FROM group_entities WHERE entity_id = ? LIMIT ?',
      entity,
      limit,
    )
    .map(({ id }) => id);

/** Groups that name an entity in one quarter of an hour. */
export const groupsInSlot = (db: ReadDb, entity: number, slot: number): number[] =>
  db
    .all<{ id: number }>(
      'SELECT group_id AS id FROM group_entities WHERE entity_id = ? AND slot = ?',
      entity,
      slot,
    )
    .map(({ id }) => id);

/** The next quarter of an hour before or after `slot` in which an entity was named, not beyond `limit`. */
export function nextSlot(
  db: ReadDb,
  entity: number,
  { slot, limit }: { readonly slot: number; readonly limit: number },
): number | null {
  const row =
    limit < slot
      ? db.get<{ slot: number }>(
          `SELECT slot FROM group_entities WHERE entity_id = ? AND slot < ? AND slot >= ?
           ORDER BY slot DESC LIMIT 1`,
          entity,
          slot,
          limit,
        )
      : db.get<{ slot: number }>(
          `SELECT slot FROM group_entities WHERE entity_id = ? AND slot > ? AND slot <= ?
           ORDER BY slot LIMIT 1`,
          entity,
          slot,
          limit,
        );
  return row?.slot ?? null;
}

/** Everything at once, for linking as a whole: one row a group, one a membership, entities of several groups. */
export const readAllGroups = (db: ReadDb): IterableIterator<PlacedGroup> =>
  db.iterate<PlacedGroup>(
    'SELECT id, lower(hex(key)) AS key, incident_id AS incidentId FROM alert_groups',
  );

export interface Membership {
  readonly entityId: number;
  readonly slot: number;
  readonly groupId: number;
}

/** The next ones entity by entity, so that others get their turn between two pieces. */
export const readMembershipsAfter = (
  db: ReadDb,
  { entityId, slot, groupId }: Membership,
  lastEntity: number,
  limit: number,
): Membership[] =>
  db.all<Membership>(
    `SELECT entity_id AS entityId, slot, group_id AS groupId
     FROM group_entities INDEXED BY group_entities_entity
     WHERE (entity_id, slot, group_id) > (?, ?, ?) AND entity_id <= ?
     ORDER BY entity_id, slot, group_id LIMIT ?`,
    ...[entityId, slot, groupId, lastEntity, limit],
  );

export const readSharedEntities = (db: ReadDb): IterableIterator<NamedEntityRow> =>
  db.iterate<NamedEntityRow>(
    'SELECT id, kind, value, groups FROM entities WHERE groups > 1 ORDER BY id',
  );

export interface IncidentPlace {
  readonly id: number;
  readonly key: string;
  readonly edgesHash: number;
}

export const readIncidentPlaces = (db: ReadDb): IterableIterator<IncidentPlace> =>
  db.iterate<IncidentPlace>('SELECT id, key, edges_hash AS edgesHash FROM incidents');
