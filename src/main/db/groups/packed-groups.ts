/** Group keys and entities of a batch, worked out by the thread that reads a file, cheap to hand over. */
import type { Fingerprinted } from '../../../shared/areas/incidents/groups.rules.ts';
import { remembered } from '../../../shared/kernel/remembered.ts';
import {
  ENTITIES_PER_ALERT,
  ENTITY_READERS,
  NAMING_FIELDS,
  type NamedEntity,
  type Naming,
} from './entities.ts';
import { createKeyMaker, GROUP_KEY_BYTES, type GroupRules } from './group-rules.ts';

export type Groupable = Fingerprinted & Naming;

export interface PackedGroups {
  /** The rules they were made by: where others are in force by now, they are made again. */
  readonly rules: string;
  readonly keys: readonly Uint8Array[];
  /** For each row, the index of its key. */
  readonly keyOf: Uint32Array;
  readonly entities: readonly NamedEntity[];
  /** Indexes of the entities of row i: `named` from `namedFrom[i]` to before `namedFrom[i + 1]`. */
  readonly named: Uint32Array;
  readonly namedFrom: Uint32Array;
}

export function packGroups(alerts: readonly Groupable[], rules: GroupRules): PackedGroups {
  const makeKey = createKeyMaker(rules);
  const keys = new Places<Uint8Array, Buffer>();
  const entities = createEntityPlaces();
  const name = createNamer(entities.place);
  const keyOf = new Uint32Array(alerts.length);
  const namedFrom = new Uint32Array(alerts.length + 1);
  const named: number[] = [];
  alerts.forEach((alert, row) => {
    const key = makeKey(alert);
    keyOf[row] = keys.place(key, key);
    name(alert, named);
    namedFrom[row + 1] = named.length;
  });
  return {
    rules: rules.text,
    keys: keys.all,
    keyOf,
    entities: entities.all,
    named: Uint32Array.from(named),
    namedFrom,
  };
}

type ReadText = (text: string) => readonly NamedEntity[];

/**
 * Adds the places of all entities of an alert, as `entitiesOf` finds them. Alerts repeat, and so does what
 * they name: each field is looked at once as long as it is remembered.
 */
function createNamer(placeOf: (entity: NamedEntity) => number) {
  const placesBy = (read: ReadText) => remembered((text) => read(text).map(placeOf));
  const readers = {
    byHost: placesBy(ENTITY_READERS.byHost),
    byUser: placesBy(ENTITY_READERS.byUser),
    byAddress: placesBy(ENTITY_READERS.byAddress),
    inText: placesBy(ENTITY_READERS.inText),
  };
  return (alert: Naming, named: number[]): void => {
    const from = named.length;
    for (const [reader, field] of NAMING_FIELDS) {
      const text = alert[field];
      if (!text) continue;
      for (const place of readers[reader](text)) {
        if (named.length - from >= ENTITIES_PER_ALERT) return;
        if (named.indexOf(place, from) === -1) named.push(place);
      }
    }
  };
}

/** The same on its way from thread to thread: an object for each key and entity would cost more than what is in it. */
export interface WireGroups extends Omit<PackedGroups, 'keys' | 'entities'> {
  /** One after the other. */
  readonly keyBytes: Uint8Array;
  readonly kinds: readonly NamedEntity['kind'][];
  /** Entity i is `values[i]` of `kinds[kindOf[i]]`. */
  readonly kindOf: Uint8Array;
  readonly values: readonly string[];
}

export function toWireGroups({ keys, entities, ...groups }: PackedGroups): WireGroups {
  const kinds = [...new Set(entities.map(({ kind }) => kind))];
  return {
    ...groups,
    keyBytes: new Uint8Array(Buffer.concat(keys)),
    kinds,
    kindOf: Uint8Array.from(entities, ({ kind }) => kinds.indexOf(kind)),
    values: entities.map(({ value }) => value),
  };
}

export function fromWireGroups(wire: WireGroups): PackedGroups {
  const { keyBytes, kinds, kindOf, values, ...groups } = wire;
  const kindAt = (place: number) => kinds[kindOf[place] ?? 0] as NamedEntity['kind'];
  const keys: Uint8Array[] = [];
  for (let at = 0; at < keyBytes.length; at += GROUP_KEY_BYTES)
    keys.push(keyBytes.subarray(at, at + GROUP_KEY_BYTES));
  return {
    ...groups,
    keys,
    entities: values.map((value, place) => ({ kind: kindAt(place), value })),
  };
}

/** What belongs to the rows from one place to before another; keys and entities stay the same lists. */
export function slicePackedGroups(groups: PackedGroups, from: number, to: number): PackedGroups {
  return {
    ...groups,
    keyOf: groups.keyOf.subarray(from, to),
    namedFrom: groups.namedFrom.subarray(from, to + 1),
  };
}

/** Each value once, by the name it is compared by, with its place. */
class Places<T, Name> {
  readonly all: T[] = [];
  readonly #places = new Map<Name, number>();

  place(name: Name, value: T): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.all.length);
    return this.all.push(value) - 1;
  }
}

/** Each entity once, with its place. */
function createEntityPlaces() {
  const all: NamedEntity[] = [];
  const placesOf = new Map<NamedEntity['kind'], Map<string, number>>();
  return {
    all,
    place(entity: NamedEntity): number {
      let places = placesOf.get(entity.kind);
      if (!places) {
        places = new Map();
        placesOf.set(entity.kind, places);
      }
      const known = places.get(entity.value);
      if (known !== undefined) return known;
      places.set(entity.value, all.length);
      return all.push(entity) - 1;
    },
  };
}
