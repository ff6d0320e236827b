/** What a query finds, in any order, so that a list may jump to any of millions of rows. */
import type {
  EventQuery,
  EventSort,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { alignedTimes, NO_CLOCK } from './aligned-times.ts';
import type { EventFile, Segment } from './event-file.store.ts';
import type { EventSource } from './event-store.types.ts';
import { firstByTime } from './first-by-time.ts';
import {
  areMany,
  type Found,
  firstTimed,
  pickInserted,
  pickTimed,
  type TimeOrder,
  WALK,
} from './found-order.ts';
import { applyConditions, conditionsOf } from './query-mask.ts';
import { blankMask } from './row-masks.ts';
import { createSegmentReader, type SegmentReader } from './segment-reader.ts';
import { asLongAs, drain } from './steps.ts';
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

interface Kept extends Found {
  /** Made when first asked for. */
  byTime: TimeOrder | null;
  inserted: Uint32Array | null;
  /** Its mask is not used for another one. */
  isLent: boolean;
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

/** `spare`: a mask that nobody looks at any more; memory that was never touched costs a fault a page. */
function evaluate(
  reader: SegmentReader,
  current: Snapshot,
  { query, spare }: { query: EventQuery; spare: Uint8Array | null },
): Found {
  const conditions = conditionsOf({ reader, ...current }, query);
  if (conditions.length === 0) return { mask: null, total: current.rows };
  const mask = spare?.length === current.rows ? spare : new Uint8Array(current.rows);
  let total = 0;
  const blank = blankMask();
  for (const segment of current.segments) {
    const part = blank(segment.rows);
    const found = applyConditions(conditions, segment, part);
    if (found > 0) mask.set(part.subarray(0, segment.rows), segment.base);
    else if (mask === spare) mask.fill(0, segment.base, segment.base + segment.rows);
    total += found;
  }
  return { mask, total };
}

/** The first by time without the order of all that is found; null where that is the way. */
function beginningOf(
  {
    reader,
    current,
    order,
    rankOf,
  }: {
    reader: SegmentReader;
    current: Snapshot;
    order: TimeOrder | undefined;
    rankOf: () => Uint32Array;
  },
  found: Kept,
  { sort, count }: { sort: EventSort; count: number },
): number[] | null {
  if (found.byTime) return null;
  if (order) return firstTimed(order, found, { sort, count, rankOf });
  if (!areMany(found) || count > WALK) return null;
  const clockOf = (segment: Segment) => clockIn(current, segment);
  return firstByTime(reader, current.segments, clockOf, { sort, count, mask: found.mask });
}

/** What was found last, by what was asked. */
function createResults(find: (query: EventQuery, spare: Uint8Array | null) => Found) {
  const results = new Map<string, Kept>();

  /** Lets the oldest go; its mask, where nobody else has it. */
  function takeSpare(): Uint8Array | null {
    const [oldest] = results;
    if (results.size < KEPT_RESULTS || !oldest) return null;
    const [key, { mask, isLent }] = oldest;
    results.delete(key);
    return isLent ? null : mask;
  }

  function of(query: EventQuery): Kept {
    const key = JSON.stringify(query);
    const known = results.get(key);
    results.delete(key);
    const found = known ?? {
      ...find(query, takeSpare()),
      ...{ byTime: null, inserted: null, isLent: false },
    };
    results.set(key, found);
    return found;
  }

  return {
    clear: () => results.clear(),
    of,
    /** For who may look at the mask later on. */
    lend(query: EventQuery): Found {
      const found = of(query);
      found.isLent = true;
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
  const results = createResults((query, spare) => evaluate(reader, now(), { query, spare }));

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
    find: results.lend,
    countOf: (query: EventQuery): number => results.of(query).total,
    /** Places of rows `offset` and on of what is found. */
    places(
      query: EventQuery,
      { sort, offset, limit }: { sort: EventSort; offset: number; limit: number },
    ): { places: number[]; total: number } {
      const found = results.of(query);
      const count = Math.max(0, Math.min(limit, found.total - offset));
      const asked = { sort, count: offset + count };
      const first = beginningOf({ reader, current: now(), order, rankOf }, found, asked);
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
