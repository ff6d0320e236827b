/** Reads all groups and memberships into the arrays of the kernel. About a second for 200,000 groups. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadDb } from '../../db/database.ts';
import { isTooCommon, type LinkEntity, type LinkGroups, scaleOf } from './linking.kernel.ts';
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
  readonly signal?: AbortSignal | undefined;
  readonly pieceRows: number;
}

/** Between the parts of the reading others get their turn. */
export async function readWholeInput(
  db: ReadDb,
  { signal, pieceRows = PIECE_ROWS }: Partial<ReadingOptions> = {},
): Promise<WholeInput> {
  const rows = [...readAllGroups(db)].sort((a, b) => (a.key < b.key ? -1 : 1));
  await nextTurn();
  signal?.throwIfAborted();
  const placeById = new Map(rows.map(({ id }, place) => [id, place]));
  const memberships = await readMemberships(db, placeById, { pieceRows, signal });
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

/** Memberships of one piece that count: the place of the group, the number of the entity. */
interface ReadPiece {
  readonly places: Uint32Array;
  readonly numbers: Uint32Array;
}

/**
 * Entities of one group only link nothing and are left out. Those that are too common to link keep their number
 * and are not read: they have nearly all memberships there are, ten million of five million alerts.
 */
async function readMemberships(
  db: ReadDb,
  placeById: ReadonlyMap<number, number>,
  { pieceRows, signal }: ReadingOptions,
): Promise<Memberships> {
  const list = readEntityList(db);
  const scale = scaleOf(placeById.size);
  const numbers = new Map<number, number>();
  const runs = new IdRuns();
  const described: LinkEntity[] = [];
  for (const entity of readSharedEntities(db)) {
    const one = { kind: entity.kind, groups: entity.groups, rule: ruleOf(list, entity) };
    numbers.set(entity.id, described.length);
    described.push(one);
    runs.next(entity.id, !isTooCommon(one, scale));
  }
  const counts = new Uint32Array(described.length);
  const offsets = new Uint32Array(placeById.size + 1);
  const read: ReadPiece[] = [];
  for await (const piece of membershipPieces(db, runs.all, { pieceRows, signal })) {
    const [places, kept] = [new Uint32Array(piece.length), new Uint32Array(piece.length)];
    let n = 0;
    for (const { groupId, entityId } of piece) {
      const place = placeById.get(groupId);
      const number = numbers.get(entityId);
      if (place === undefined || number === undefined) continue;
      places[n] = place;
      kept[n++] = number;
      counts[number] = (counts[number] ?? 0) + 1;
      offsets[place + 1] = (offsets[place + 1] ?? 0) + 1;
    }
    read.push({ places: places.subarray(0, n), numbers: kept.subarray(0, n) });
  }
  for (let place = 0; place < placeById.size; place++)
    offsets[place + 1] = (offsets[place + 1] ?? 0) + (offsets[place] ?? 0);
  return {
    offsets,
    entities: byPlace(read, offsets),
    described: described.map((one, number) =>
      isTooCommon(one, scale) ? one : { ...one, groups: counts[number] ?? 0 },
    ),
  };
}

/** What was read entity by entity, put where each group's place is: there the numbers ascend, too. */
function byPlace(read: readonly ReadPiece[], offsets: Uint32Array): Uint32Array {
  const entities = new Uint32Array(offsets.at(-1) ?? 0);
  const next = offsets.slice();
  for (const { places, numbers } of read) {
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      const at = next[place] ?? 0;
      entities[at] = numbers[i] ?? 0;
      next[place] = at + 1;
    }
  }
  return entities;
}

/** Ids to be read, as runs that no id which is left out lies in. */
class IdRuns {
  readonly all: { readonly first: number; last: number }[] = [];
  #isOpen = false;

  /** Ids ascend. */
  next(id: number, isRead: boolean): void {
    const run = this.all.at(-1);
    if (!isRead) this.#isOpen = false;
    else if (run && this.#isOpen) run.last = id;
    else {
      this.all.push({ first: id, last: id });
      this.#isOpen = true;
    }
  }
}

async function* membershipPieces(
  db: ReadDb,
  runs: IdRuns['all'],
  { pieceRows, signal }: ReadingOptions,
): AsyncGenerator<readonly Membership[]> {
  for (const run of runs) {
    for (let last: Membership | undefined = beginningOf(run); last; ) {
      const piece: Membership[] = readMembershipsAfter(db, last, run.last, pieceRows);
      yield piece;
      last = piece.length < pieceRows ? undefined : piece.at(-1);
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
}

const beginningOf = ({ first }: { readonly first: number }): Membership => ({
  entityId: first,
  slot: Number.MIN_SAFE_INTEGER,
  groupId: 0,
});
