/** Writes what linking found: incidents, which groups are in them, and the links that hold them together. */
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { type NamedGroup, type NamingEntity, nameIncident } from './incident-names.ts';
import { COMMON_SHARE, scaleOf } from './linking.kernel.ts';
import { countGroups } from './linking.store.ts';

/** One incident as it shall be. Groups by their id, the earliest first. */
export interface Cluster {
  /** Of a person's record, or of the earliest group in hex. */
  readonly key: string;
  readonly hasRecord: boolean;
  readonly groups: readonly number[];
  readonly edges: readonly ClusterEdge[];
}

/** `strength` in thousandths. */
export interface ClusterEdge {
  readonly a: number;
  readonly b: number;
  readonly strength: number;
}

/** FNV-1a over the links, so that those that are as they were need not be written. */
export function hashEdges(edges: readonly ClusterEdge[]): number {
  let hash = 0x811c9dc5;
  for (const { a, b, strength } of edges)
    for (const value of [a, b, strength]) hash = Math.imul(hash ^ value, 0x01000193);
  return hash >>> 0;
}

/** Of one incident. */
const TECHNIQUES = 40;

const RANK =
  "CASE severity WHEN 'CRITICAL' THEN 3 WHEN 'HIGH' THEN 2 WHEN 'MEDIUM' THEN 1 ELSE 0 END";

/**
 * Places the groups of clusters, all in this transaction. The clusters must hold every group of each
 * incident that any of their groups is in now. Returns the ids of incidents that changed.
 */
export function placeClusters(tx: WriteTx, clusters: readonly Cluster[]): Set<number> {
  const wanted = new Set(clusters.map(({ key }) => key));
  const taken = new Set<number>();
  const touched = new Set<number>();
  for (const cluster of clusters) {
    const before = placesOf(tx, cluster.groups);
    // Looked up now: an incident whose last group went elsewhere is no more.
    const row = findRow(tx, cluster.key) ?? reusableRow(tx, before, { wanted, taken });
    const id = row?.id ?? insertIncident(tx, cluster);
    taken.add(id);
    if (row) rekey(tx, row, cluster);
    if (row?.key !== cluster.key) touched.add(id);
    for (const left of moveGroups(tx, before, id)) touched.add(left);
    if (writeEdges(tx, id, cluster.edges)) touched.add(id);
  }
  const commonFrom = scaleOf(countGroups(tx)) / COMMON_SHARE;
  for (const id of touched) refreshIncident(tx, id, commonFrom);
  return touched;
}

/** Returns the incidents that lost or gained a group. */
function moveGroups(
  tx: WriteTx,
  before: ReadonlyMap<number, number | null>,
  id: number,
): Set<number> {
  const touched = new Set<number>();
  for (const [group, place] of before) {
    if (place === id) continue;
    if (place !== null) touched.add(place);
    touched.add(id);
    tx.run('UPDATE alert_groups SET incident_id = ? WHERE id = ?', id, group);
  }
  return touched;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly hasRecord: number;
}

const findRow = (db: ReadDb, key: string): Row | undefined =>
  db.get<Row>('SELECT id, key, has_record AS hasRecord FROM incidents WHERE key = ?', key);

function placesOf(db: ReadDb, groups: readonly number[]): Map<number, number | null> {
  const places = new Map<number, number | null>();
  for (const group of groups) {
    const row = db.get<{ place: number | null }>(
      'SELECT incident_id AS place FROM alert_groups WHERE id = ?',
      group,
    );
    if (row) places.set(group, row.place);
  }
  return places;
}

/** The oldest incident of these groups that nobody else wants: it goes on under another key. */
function reusableRow(
  db: ReadDb,
  places: ReadonlyMap<number, number | null>,
  { wanted, taken }: { wanted: ReadonlySet<string>; taken: ReadonlySet<number> },
): Row | undefined {
  const ids = [...new Set(places.values())].filter((id) => id !== null).sort((a, b) => a - b);
  for (const id of ids) {
    if (taken.has(id)) continue;
    const row = db.get<Row>(
      'SELECT id, key, has_record AS hasRecord FROM incidents WHERE id = ?',
      id,
    );
    if (row && !wanted.has(row.key)) return row;
  }
  return undefined;
}

function insertIncident(tx: WriteTx, { key, hasRecord }: Cluster): number {
  tx.run(
    "INSERT INTO incidents (key, has_record, auto_name, name) VALUES (?, ?, '', '')",
    key,
    hasRecord ? 1 : 0,
  );
  return tx.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id ?? 0;
}

function rekey(tx: WriteTx, row: Row, { key, hasRecord }: Cluster): void {
  if (row.key === key && row.hasRecord === (hasRecord ? 1 : 0)) return;
  tx.run(
    'UPDATE incidents SET key = ?, has_record = ? WHERE id = ?',
    key,
    hasRecord ? 1 : 0,
    row.id,
  );
}

function writeEdges(tx: WriteTx, id: number, edges: readonly ClusterEdge[]): boolean {
  const hash = hashEdges(edges);
  if (
    tx.run(
      'UPDATE incidents SET edges_hash = ? WHERE id = ? AND edges_hash <> ?',
      hash,
      id,
      hash,
    ) === 0
  )
    return false;
  tx.run('DELETE FROM incident_edges WHERE incident_id = ?', id);
  for (const { a, b, strength } of edges)
    tx.run(
      'INSERT INTO incident_edges (incident_id, a, b, strength) VALUES (?, ?, ?, ?)',
      id,
      a,
      b,
      strength,
    );
  return true;
}

interface GroupFacts extends NamedGroup {
  readonly techniques: string;
  readonly first: number;
  readonly last: number;
}

/** What triggers cannot keep where a group has left: times, severity, techniques and the name. */
function refreshIncident(tx: WriteTx, id: number, commonFrom: number): void {
  const groups = tx.all<GroupFacts>(
    `SELECT title, ${RANK} AS severityRank, n AS alerts, techniques, first_seen AS first,
       last_seen AS last FROM alert_groups WHERE incident_id = ?`,
    id,
  );
  if (groups.length === 0) return;
  const name = nameIncident(groups, readNamed(tx, id, commonFrom));
  const record = tx.get<{ name: string | null; locked: number }>(
    `SELECT r.name, r.locked_at IS NOT NULL AS locked FROM incidents i
     CROSS JOIN incident_records r ON r.id = i.key
     WHERE i.id = ? AND i.has_record = 1 AND r.deleted_at IS NULL`,
    id,
  );
  tx.run(
    `UPDATE incidents SET first_seen = ?, last_seen = ?, severity_rank = ?, auto_name = ?, name = ?,
       techniques = ?, is_locked = ? WHERE id = ?`,
    groups.reduce((least, { first }) => Math.min(least, first), Number.MAX_SAFE_INTEGER),
    groups.reduce((most, { last }) => Math.max(most, last), 0),
    groups.reduce((most, { severityRank }) => Math.max(most, severityRank), 0),
    name,
    record?.name ?? name,
    techniquesOf(groups),
    record?.locked ?? 0,
    id,
  );
}

function techniquesOf(groups: readonly GroupFacts[]): string {
  const lists = new Set(groups.map(({ techniques }) => techniques));
  if (lists.size === 1) return groups[0]?.techniques ?? '[]';
  const all = new Set([...lists].flatMap((list) => JSON.parse(list) as string[]));
  return JSON.stringify([...all].sort().slice(0, TECHNIQUES));
}

/** How many of its groups name each entity, what is everywhere left out; faster here than in SQL. */
function readNamed(db: ReadDb, id: number, commonFrom: number): NamingEntity[] {
  const rows = db.all<{ entity: number; kind: string; value: string }>(
    `SELECT e.id AS entity, e.kind, e.value FROM alert_groups g
     CROSS JOIN group_entities ge ON ge.group_id = g.id
     CROSS JOIN entities e ON e.id = ge.entity_id
     WHERE g.incident_id = ? AND e.kind <> 'hash' AND e.groups < ?`,
    id,
    commonFrom,
  );
  const named = new Map<number, { kind: string; value: string; groups: number }>();
  for (const { entity, kind, value } of rows) {
    const known = named.get(entity);
    if (known) known.groups++;
    else named.set(entity, { kind, value, groups: 1 });
  }
  return [...named.values()];
}
