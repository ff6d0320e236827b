/** What a query finds, in any order, so that a list may jump to any of millions of rows. */
import type {
  EventQuery,
  EventSort,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { alignedTimes, NO_CLOCK } from './aligned-times.ts';
import type { EventFile, Segment } from './event-file.store.ts';
import type { EventSource } from './event-store.types.ts';
import { firstByTime } from './first-by-time.ts';
import { applyConditions, conditionsOf } from './query-mask.ts';
import { blankMask } from './row-masks.ts';
import { createSegmentReader, type SegmentReader } from './segment-reader.ts';
import { orderByTime } from './time-order.ts';

/** Results that are kept for scrolling and for the figures beside a list. */
const KEPT_RESULTS = 4;

export interface PlacedSegment extends Segment {
  /** Place of its first row among all rows of the store. */
  readonly base: number;
}

/** The store as it was at one moment. */
export interface Snapshot {
  readonly version: string;
  readonly segments: readonly PlacedSegment[];
  readonly byId: ReadonlyMap<number, PlacedSegment>;
  readonly rows: number;
  readonly sources: ReadonlyMap<string, EventSource>;
  readonly fieldNames: ReadonlyMap<number, string>;
}

/** Rows by place: 1 is found. Null: all are. */
export interface Found {
  readonly mask: Uint8Array | null;
  readonly total: number;
}

interface Kept extends Found {
  /** Made when first asked for. */
  byTime: TimeOrder | null;
  inserted: Uint32Array | null;
}

/** Places by time; the first `timed` have one. */
interface TimeOrder {
  readonly places: Uint32Array;
  readonly timed: number;
}

const clockIn = ({ sources }: Snapshot, { sourceId }: Segment) =>
  sources.get(sourceId)?.clock ?? NO_CLOCK;

function readSnapshot(file: EventFile, version: string): Snapshot {
  let rows = 0;
  const segments = file.segments().map((segment) => {
    const base = rows;
    rows += segment.rows;
    return { ...segment, base };
  });
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const sources = new Map(file.sources().map((source) => [source.id, source]));
  return { version, segments, byId, rows, sources, fieldNames: file.fieldNames() };
}

/** Gives way after each segment. */
function* readTimeOrder(reader: SegmentReader, current: Snapshot): Generator<void, TimeOrder> {
  const times = new Float64Array(current.rows);
  let nanos: Uint32Array | null = null;
  let timed = 0;
  for (const segment of current.segments) {
    const clock = clockIn(current, segment);
    const aligned = alignedTimes(reader, segment, { clock, isOnce: true });
    times.set(aligned.ms, segment.base);
    timed += segment.rows - segment.untimed;
    for (let row = 0; row < segment.rows; row++) {
      const ns = aligned.nanos[row] as number;
      if (!(ns > 0)) continue;
      nanos ??= new Uint32Array(current.rows);
      nanos[segment.base + row] = ns;
    }
    yield;
  }
  return { places: orderByTime(times, nanos), timed };
}

/** Undefined where it no longer held. */
function* asLongAs<T>(
  holds: () => boolean,
  steps: Generator<void, T>,
): Generator<void, T | undefined> {
  while (holds()) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
  return undefined;
}

function drain<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function evaluate(reader: SegmentReader, current: Snapshot, query: EventQuery): Found {
  const conditions = conditionsOf({ reader, ...current }, query);
  if (conditions.length === 0) return { mask: null, total: current.rows };
  const mask = new Uint8Array(current.rows);
  let total = 0;
  const blank = blankMask();
  for (const segment of current.segments) {
    const part = blank(segment.rows);
    const found = applyConditions(conditions, segment, part);
    if (found > 0) mask.set(part.subarray(0, segment.rows), segment.base);
    total += found;
  }
  return { mask, total };
}

/** Of `order`, those that are found; answers how many of the first `timed` are. */
function pickFrom(
  { places: order, timed }: TimeOrder,
  mask: Uint8Array,
  into: Uint32Array,
): number {
  let end = 0;
  let before = 0;
  for (let at = 0; at < order.length; at++) {
    if (at === timed) before = end;
    const place = order[at] as number;
    if (mask[place] === 1) into[end++] = place;
  }
  return timed >= order.length ? end : before;
}

/** Where few of all rows are found, these are put in order instead of all being looked through. */
const FEW_OF_ALL = 16;

/** So far from the start of a list it is found by walking; beyond, all that is found is put in order. */
const WALK = 2_000;

/** The first `count` with a time, from either end; null where walking is not the way, or not enough. */
function firstTimed(
  { places: order, timed }: TimeOrder,
  { mask, total }: Found,
  sort: EventSort,
  count: number,
): number[] | null {
  const isMany = mask !== null && total * FEW_OF_ALL > mask.length;
  if (!isMany || sort === 'inserted' || count > WALK) return null;
  const first: number[] = [];
  for (let walked = 0; walked < timed && first.length < count; walked++) {
    const place = order[sort === 'time' ? walked : timed - 1 - walked] as number;
    if (mask[place] === 1) first.push(place);
  }
  return first.length === count ? first : null;
}

/** What is found of all rows by time; `rankOf`: the place in that order of every row. */
function pickTimed(
  all: TimeOrder,
  { mask, total }: { mask: Uint8Array; total: number },
  rankOf: () => Uint32Array,
): TimeOrder {
  if (total * FEW_OF_ALL > mask.length) {
    const places = new Uint32Array(total);
    return { timed: pickFrom(all, mask, places), places };
  }
  const ranks = rankOf();
  const places = pickInserted(mask, total).map((place) => ranks[place] as number);
  places.sort();
  const timed = places.findIndex((rank) => rank >= all.timed);
  for (let at = 0; at < places.length; at++)
    places[at] = all.places[places[at] as number] as number;
  return { places, timed: timed < 0 ? total : timed };
}

function pickInserted(mask: Uint8Array, total: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(total);
  let end = 0;
  for (let place = mask.indexOf(1); place >= 0; place = mask.indexOf(1, place + 1))
    places[end++] = place;
  return places;
}

/** The first by time without the order of all that is found; null where that is the way. */
function beginningOf(
  {
    reader,
    current,
    order,
  }: { reader: SegmentReader; current: Snapshot; order: TimeOrder | undefined },
  found: Kept,
  { sort, count }: { sort: EventSort; count: number },
): number[] | null {
  if (found.byTime) return null;
  if (order) return firstTimed(order, found, sort, count);
  const isMany = found.mask === null || found.total * FEW_OF_ALL > found.mask.length;
  if (!isMany || count > WALK) return null;
  const clockOf = (segment: Segment) => clockIn(current, segment);
  return firstByTime(reader, current.segments, clockOf, { sort, count, mask: found.mask });
}

/** What was found last, by what was asked. */
function createResults(find: (query: EventQuery) => Found) {
  const results = new Map<string, Kept>();
  return {
    clear: () => results.clear(),
    of(query: EventQuery): Kept {
      const key = JSON.stringify(query);
      const found = results.get(key) ?? { ...find(query), byTime: null, inserted: null };
      results.delete(key);
      results.set(key, found);
      for (const oldest of results.keys()) {
        if (results.size <= KEPT_RESULTS) break;
        results.delete(oldest);
      }
      return found;
    },
  };
}

function segmentAt(segments: readonly PlacedSegment[], place: number): PlacedSegment | undefined {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as PlacedSegment).base <= place) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1];
}

export type FoundRows = ReturnType<typeof createFoundRows>;

export function createFoundRows(file: EventFile) {
  const reader = createSegmentReader(file);
  let snapshot: Snapshot | undefined;
  let order: TimeOrder | undefined;
  let ranks: Uint32Array | undefined;
  const results = createResults((query) => evaluate(reader, now(), query));
  const find = results.of;

  function refresh(): Snapshot {
    const version = file.version();
    if (snapshot?.version === version) return snapshot;
    snapshot = readSnapshot(file, version);
    order = undefined;
    ranks = undefined;
    results.clear();
    return snapshot;
  }

  const now = (): Snapshot => snapshot ?? refresh();

  function timeOrder(): TimeOrder {
    order ??= drain(readTimeOrder(reader, now()));
    return order;
  }

  function rankOf(): Uint32Array {
    if (ranks) return ranks;
    const { places } = timeOrder();
    ranks = new Uint32Array(places.length);
    for (let at = 0; at < places.length; at++) ranks[places[at] as number] = at;
    return ranks;
  }

  function byTime(found: Kept): TimeOrder {
    const all = timeOrder();
    if (!found.mask) return all;
    found.byTime ??= pickTimed(all, { mask: found.mask, total: found.total }, rankOf);
    return found.byTime;
  }

  function inserted(found: Kept): Uint32Array | null {
    if (found.mask) found.inserted ??= pickInserted(found.mask, found.total);
    return found.inserted;
  }

  function placeAt(found: Kept, sort: EventSort, index: number): number {
    if (sort === 'inserted') return inserted(found)?.[index] ?? index;
    const { places, timed } = byTime(found);
    return places[sort === '-time' && index < timed ? timed - 1 - index : index] as number;
  }

  /** What a first search would have to read, a little at a time; ends where the store changes. */
  function* warming(): Generator<void> {
    const current = now();
    yield* reader.warming(current.segments);
    const isStill = () => snapshot === current;
    if (!isStill() || order) return;
    const made = yield* asLongAs(isStill, readTimeOrder(reader, current));
    if (!made || !isStill()) return;
    order ??= made;
    yield;
    if (isStill()) rankOf();
  }

  return {
    reader,
    /** The store as it was when `reading` last began. */
    now,
    /** All that is read within is of one moment. */
    reading: <T>(work: () => T): T =>
      file.reading(() => {
        refresh();
        return work();
      }),
    timeOrder,
    warming,
    find: (query: EventQuery): Found => find(query),
    /** Places of rows `offset` and on of what is found. */
    places(
      query: EventQuery,
      { sort, offset, limit }: { sort: EventSort; offset: number; limit: number },
    ): { places: number[]; total: number } {
      const found = find(query);
      const count = Math.max(0, Math.min(limit, found.total - offset));
      const asked = { sort, count: offset + count };
      const first = beginningOf({ reader, current: now(), order }, found, asked);
      if (first) return { places: first.slice(offset), total: found.total };
      const places = Array.from({ length: count }, (_, index) =>
        placeAt(found, sort, offset + index),
      );
      return { places, total: found.total };
    },
    clockOf: (segment: Segment) => clockIn(now(), segment),
    segmentOf: (id: number) => now().byId.get(id),
    segmentAt: (place: number) => segmentAt(now().segments, place),
  };
}
