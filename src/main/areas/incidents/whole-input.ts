/** Reads all groups and memberships into the arrays of the kernel. About a second for 200,000 groups. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadDb } from '../../db/database.ts';
import type { EntityRule, LinkEntity, LinkGroups } from './linking.kernel.ts';
import {
  readAllGroups,
  readAllMemberships,
  readEntityList,
  readLockedRecords,
  readPins,
  readSharedEntities,
  ruleOf,
  windowOfKey,
} from './linking.store.ts';

/** Everything that linking goes by, without the strictness. */
export interface WholeInput {
  readonly groups: LinkGroups;
  readonly entities: readonly LinkEntity[];
  /** Of each place, the group's id, key in hex and incident (0: none). */
  readonly ids: Float64Array;
  readonly keys: readonly string[];
  readonly incidents: Float64Array;
  readonly records: readonly string[];
}

/** Between the parts of the reading others get their turn. */
export async function readWholeInput(db: ReadDb): Promise<WholeInput> {
  const rows = [...readAllGroups(db)].sort((a, b) => (a.key < b.key ? -1 : 1));
  await nextTurn();
  const placeById = new Map(rows.map(({ id }, place) => [id, place]));
  const memberships = readMemberships(db, placeById);
  await nextTurn();
  const pins = readPins(db);
  const locked = readLockedRecords(db);
  const records = [...new Set(pins.values())].sort();
  const placeOfRecord = new Map(records.map((record, place) => [record, place]));
  const pin = Int32Array.from(rows, ({ key }) => placeOfRecord.get(pins.get(key) ?? '') ?? -1);
  return {
    groups: {
      count: rows.length,
      window: Uint32Array.from(rows, ({ key }) => windowOfKey(key)),
      offsets: memberships.offsets,
      entities: memberships.entities,
      pin,
      isLocked: Uint8Array.from(pin, (place) => (locked.has(records[place] ?? '') ? 1 : 0)),
    },
    entities: memberships.described,
    ids: Float64Array.from(rows, ({ id }) => id),
    keys: rows.map(({ key }) => key),
    incidents: Float64Array.from(rows, ({ incidentId }) => incidentId ?? 0),
    records,
  };
}

interface Memberships {
  readonly offsets: Uint32Array;
  readonly entities: Uint32Array;
  readonly described: LinkEntity[];
}

/** Entities of one group only link nothing and are left out; how common one is, is counted here. */
function readMemberships(db: ReadDb, placeById: ReadonlyMap<number, number>): Memberships {
  const list = readEntityList(db);
  const numbers = new Map<number, number>();
  const kinds: string[] = [];
  const rules: EntityRule[] = [];
  for (const entity of readSharedEntities(db)) {
    numbers.set(entity.id, kinds.length);
    kinds.push(entity.kind);
    rules.push(ruleOf(list, entity));
  }
  const places: number[] = [];
  const named: number[] = [];
  const counts = new Uint32Array(kinds.length);
  const offsets = new Uint32Array(placeById.size + 1);
  for (const { groupId, entityId } of readAllMemberships(db)) {
    const place = placeById.get(groupId);
    const number = numbers.get(entityId);
    if (place === undefined || number === undefined) continue;
    places.push(place);
    named.push(number);
    counts[number] = (counts[number] ?? 0) + 1;
    offsets[place + 1] = (offsets[place + 1] ?? 0) + 1;
  }
  for (let place = 0; place < placeById.size; place++)
    offsets[place + 1] = (offsets[place + 1] ?? 0) + (offsets[place] ?? 0);
  const next = offsets.slice();
  const entities = new Uint32Array(named.length);
  for (let i = 0; i < named.length; i++) {
    const place = places[i] ?? 0;
    const at = next[place] ?? 0;
    entities[at] = named[i] ?? 0;
    next[place] = at + 1;
  }
  const described = kinds.map((kind, number) => ({
    kind,
    groups: counts[number] ?? 0,
    rule: rules[number] ?? null,
  }));
  return { offsets, entities, described };
}
