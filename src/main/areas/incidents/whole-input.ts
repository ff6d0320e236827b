/** Reads all groups and memberships into the arrays of the kernel. About a second for 200,000 groups. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadDb } from '../../db/database.ts';
import type { EntityRule, LinkEntity, LinkGroups } from './linking.kernel.ts';
import {
  type Membership,
  readAllGroups,
  readEntityList,
  readLockedRecords,
  readMembershipsAfter,
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

/** So many memberships are read between two turns. */
const PIECE_ROWS = 5_000;

interface ReadingOptions {
  /** Looked at between two pieces: who asks the reading to end waits for one of them. */
  readonly signal?: AbortSignal;
  readonly pieceRows?: number;
}

/** Between the parts of the reading others get their turn. */
export async function readWholeInput(
  db: ReadDb,
  { signal, pieceRows = PIECE_ROWS }: ReadingOptions = {},
): Promise<WholeInput> {
  const rows = [...readAllGroups(db)].sort((a, b) => (a.key < b.key ? -1 : 1));
  await nextTurn();
  signal?.throwIfAborted();
  const placeById = new Map(rows.map(({ id }, place) => [id, place]));
  const pieces = membershipPieces(db, pieceRows, signal);
  const memberships = await readMemberships(db, placeById, pieces);
  await nextTurn();
  signal?.throwIfAborted();
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
async function readMemberships(
  db: ReadDb,
  placeById: ReadonlyMap<number, number>,
  pieces: AsyncIterable<readonly Membership[]>,
): Promise<Memberships> {
  const list = readEntityList(db);
  const numbers = new Map<number, number>();
  const kinds: string[] = [];
  const rules: EntityRule[] = [];
  for (const entity of readSharedEntities(db)) {
    numbers.set(entity.id, kinds.length);
    kinds.push(entity.kind);
    rules.push(ruleOf(list, entity));
  }
  const counts = new Uint32Array(kinds.length);
  const offsets = new Uint32Array(placeById.size + 1);
  // As they are read, by group: a number a membership and no more, for there may be ten million.
  const read: Uint32Array[] = [];
  const placesRead: number[] = [];
  for await (const piece of pieces) {
    const kept = new Uint32Array(piece.length);
    let n = 0;
    for (const { groupId, entityId } of piece) {
      const place = placeById.get(groupId);
      const number = numbers.get(entityId);
      if (place === undefined || number === undefined) continue;
      if (placesRead.at(-1) !== place) placesRead.push(place);
      kept[n++] = number;
      counts[number] = (counts[number] ?? 0) + 1;
      offsets[place + 1] = (offsets[place + 1] ?? 0) + 1;
    }
    read.push(kept.subarray(0, n));
  }
  for (let place = 0; place < placeById.size; place++)
    offsets[place + 1] = (offsets[place + 1] ?? 0) + (offsets[place] ?? 0);
  const entities = inOrder(read, placesRead, offsets);
  const described = kinds.map((kind, number) => ({
    kind,
    groups: counts[number] ?? 0,
    rule: rules[number] ?? null,
  }));
  return { offsets, entities, described };
}

/** What was read group by group, put where each group's place is. */
function inOrder(
  read: readonly Uint32Array[],
  placesRead: readonly number[],
  offsets: Uint32Array,
): Uint32Array {
  const entities = new Uint32Array(offsets.at(-1) ?? 0);
  let [group, at] = [0, offsets[placesRead[0] ?? 0] ?? 0];
  for (const piece of read) {
    for (const number of piece) {
      while (at === offsets[(placesRead[group] ?? 0) + 1]) {
        group += 1;
        at = offsets[placesRead[group] ?? 0] ?? 0;
      }
      entities[at++] = number;
    }
  }
  return entities;
}

const BEFORE_ALL: Membership = { groupId: -1, entityId: -1 };

async function* membershipPieces(
  db: ReadDb,
  rows: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Membership[]> {
  for (let last: Membership | undefined = BEFORE_ALL; last; ) {
    const piece = readMembershipsAfter(db, last, rows);
    yield piece;
    last = piece.length < rows ? undefined : piece.at(-1);
    await nextTurn();
    signal?.throwIfAborted();
  }
}
