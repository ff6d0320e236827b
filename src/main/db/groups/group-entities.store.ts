/** What entities groups name, how often, and how often each is named at all. */
import { windowOf } from '../../../shared/areas/incidents/groups.rules.ts';
import type { WriteTx } from '../write-door.ts';
import type { NamedEntity } from './entities.ts';
import type { EntityChange, GroupChange } from './group-changes.store.ts';
import { IdSource } from './id-source.store.ts';
import { inPieces, manyRows } from './many-rows.ts';

const FIND_ENTITIES = manyRows(
  3,
  (list) => `WITH v (place, kind, value) AS (VALUES ${list})
    SELECT v.place, e.id FROM v
    CROSS JOIN entities e ON e.kind = v.kind AND e.value = v.value`,
);
const INSERT_ENTITIES = manyRows(
  7,
  (list) =>
    `INSERT OR FAIL INTO entities (id, kind, value, alerts, groups, first_seen, last_seen) VALUES ${list}`,
);
const CHANGE_ENTITIES = manyRows(
  5,
  (list) => `UPDATE OR FAIL entities SET alerts = entities.alerts + v.alerts,
      groups = entities.groups + v.groups,
      first_seen = min(entities.first_seen, v.first_seen),
      last_seen = max(entities.last_seen, v.last_seen)
    FROM (SELECT column1 AS id, column2 AS alerts, column3 AS groups, column4 AS first_seen,
            column5 AS last_seen FROM (VALUES ${list})) v
    WHERE entities.id = v.id`,
);
const FIND_NAMINGS = manyRows(
  3,
  (list) => `WITH v (place, group_id, entity_id) AS (VALUES ${list})
    SELECT v.place FROM v
    CROSS JOIN group_entities e ON e.group_id = v.group_id AND e.entity_id = v.entity_id`,
);
const CHANGE_NAMINGS = manyRows(
  3,
  (list) => `UPDATE OR FAIL group_entities SET n = group_entities.n + v.n
    FROM (SELECT column1 AS group_id, column2 AS entity_id, column3 AS n FROM (VALUES ${list})) v
    WHERE group_entities.group_id = v.group_id AND group_entities.entity_id = v.entity_id`,
);
const INSERT_NAMINGS = manyRows(
  4,
  (list) => `INSERT OR FAIL INTO group_entities (group_id, entity_id, slot, n) VALUES ${list}`,
);

interface WrittenGroup {
  readonly id: number;
  readonly isNew: boolean;
  /** Linking hears what it begins to name. */
  readonly isLinked: boolean;
  readonly change: GroupChange;
}

interface EntityTally {
  readonly entity: NamedEntity;
  id: number;
  isNew: boolean;
  alerts: number;
  groups: number;
  first: number;
  last: number;
  hasLost: boolean;
}

/** One group that names one entity so many times more or less. */
interface Naming {
  readonly groupId: number;
  readonly tally: EntityTally;
  readonly slot: number;
  readonly n: number;
}

export function writeEntities(tx: WriteTx, groups: readonly WrittenGroup[]): void {
  const tallies = readTallies(tx, groups);
  const ofKnownGroups: Naming[] = [];
  const ofNewGroups: Naming[] = [];
  const linked = new Set<number>();
  for (const { id, isNew, isLinked, change } of groups) {
    const slot = slotOf(change);
    const namings = isNew ? ofNewGroups : ofKnownGroups;
    for (const [entity, named] of change.entities) {
      const tally = tallies.get(entity);
      if (!tally || named.n === 0) continue;
      tally.alerts += named.n;
      if (named.n < 0) tally.hasLost = true;
      if (change.added.length > 0) widen(tally, named);
      namings.push({ groupId: id, tally, slot, n: named.n });
    }
    if (isLinked) linked.add(id);
  }
  const known = changeNamings(tx, ofKnownGroups);
  const begun = ofKnownGroups.filter((naming) => !known.has(naming));
  tellLinking(
    tx,
    begun.filter(({ groupId }) => linked.has(groupId)),
  );
  for (const namings of [begun, ofNewGroups]) {
    for (const { tally } of namings) tally.groups++;
    insertNamings(tx, namings);
  }
  writeTallies(tx, [...tallies.values()]);
}

function tellLinking(tx: WriteTx, begun: readonly Naming[]): void {
  for (const { groupId, tally } of begun)
    tx.run('INSERT INTO incident_work (group_id, entity_id) VALUES (?, ?)', groupId, tally.id);
}

function slotOf({ added, removed }: GroupChange): number {
  return windowOf((added[0] ?? removed[0])?.createdAt ?? 0);
}

function widen(tally: EntityTally, { first, last }: EntityChange): void {
  if (first < tally.first) tally.first = first;
  if (last > tally.last) tally.last = last;
}

function readTallies(tx: WriteTx, groups: readonly WrittenGroup[]): Map<NamedEntity, EntityTally> {
  const tallies = new Map<NamedEntity, EntityTally>();
  const all: EntityTally[] = [];
  for (const { change } of groups) {
    for (const [entity, { n }] of change.entities) {
      if (n === 0 || tallies.has(entity)) continue;
      const tally = newTally(entity);
      tallies.set(entity, tally);
      all.push(tally);
    }
  }
  let known = 0;
  inPieces(
    FIND_ENTITIES,
    all,
    ({ entity }, put, place) => {
      put(place);
      put(entity.kind);
      put(entity.value);
    },
    (sql, values) => {
      for (const { place, id } of tx.all<{ place: number; id: number }>(sql, ...values)) {
        const tally = all[place] as EntityTally;
        tally.id = id;
        tally.isNew = false;
        known++;
      }
    },
  );
  if (known < all.length) {
    const ids = new IdSource(tx, 'entities');
    for (const tally of all) if (tally.isNew) tally.id = ids.next();
  }
  return tallies;
}

const newTally = (entity: NamedEntity): EntityTally => ({
  entity,
  id: 0,
  isNew: true,
  alerts: 0,
  groups: 0,
  first: Number.MAX_SAFE_INTEGER,
  last: Number.MIN_SAFE_INTEGER,
  hasLost: false,
});

/** Changes what groups name already, and answers what that is. */
function changeNamings(tx: WriteTx, namings: readonly Naming[]): ReadonlySet<Naming> {
  const known = new Set<Naming>();
  inPieces(
    FIND_NAMINGS,
    namings,
    ({ groupId, tally }, put, place) => {
      put(place);
      put(groupId);
      put(tally.id);
    },
    (sql, values) => {
      for (const { place } of tx.all<{ place: number }>(sql, ...values)) {
        const naming = namings[place];
        if (naming) known.add(naming);
      }
    },
  );
  const changed = [...known];
  inPieces(
    CHANGE_NAMINGS,
    changed,
    ({ groupId, tally, n }, put) => {
      put(groupId);
      put(tally.id);
      put(n);
    },
    (sql, values) => tx.run(sql, ...values),
  );
  endNamings(
    tx,
    changed.filter(({ n }) => n < 0),
  );
  return known;
}

function endNamings(tx: WriteTx, fewer: readonly Naming[]): void {
  for (const { groupId, tally } of fewer) {
    tally.groups -= tx.run(
      'DELETE FROM group_entities WHERE group_id = ? AND entity_id = ? AND n <= 0',
      groupId,
      tally.id,
    );
  }
}

function insertNamings(tx: WriteTx, namings: readonly Naming[]): void {
  inPieces(
    INSERT_NAMINGS,
    namings,
    ({ groupId, tally, slot, n }, put) => {
      put(groupId);
      put(tally.id);
      put(slot);
      put(n);
    },
    (sql, values) => tx.run(sql, ...values),
  );
}

function writeTallies(tx: WriteTx, tallies: readonly EntityTally[]): void {
  inPieces(
    INSERT_ENTITIES,
    tallies.filter(({ isNew }) => isNew),
    ({ id, entity, alerts, groups, first, last }, put) => {
      put(id);
      put(entity.kind);
      put(entity.value);
      put(alerts);
      put(groups);
      put(first);
      put(last);
    },
    (sql, values) => tx.run(sql, ...values),
  );
  inPieces(
    CHANGE_ENTITIES,
    tallies.filter(({ isNew }) => !isNew),
    ({ id, alerts, groups, first, last }, put) => {
      put(id);
      put(alerts);
      put(groups);
      put(first);
      put(last);
    },
    (sql, values) => tx.run(sql, ...values),
  );
  for (const { id, hasLost } of tallies) if (hasLost) narrow(tx, id);
}

/** What is left of an entity begins and ends with the first and the last groups that name it. */
function narrow(tx: WriteTx, id: number): void {
  if (tx.run('DELETE FROM entities WHERE id = ? AND alerts <= 0', id) > 0) return;
  const bound = (side: 'min' | 'max', seen: 'first_seen' | 'last_seen') =>
    tx.get<{ at: number | null }>(
      `SELECT ${side}(g.${seen}) AS at FROM group_entities e JOIN alert_groups g ON g.id = e.group_id
       WHERE e.entity_id = ?
         AND e.slot = (SELECT ${side}(slot) FROM group_entities WHERE entity_id = ?)`,
      id,
      id,
    )?.at ?? null;
  const [first, last] = [bound('min', 'first_seen'), bound('max', 'last_seen')];
  if (first === null || last === null) return;
  tx.run(
    'UPDATE entities SET first_seen = max(first_seen, ?), last_seen = min(last_seen, ?) WHERE id = ?',
    first,
    last,
    id,
  );
}
