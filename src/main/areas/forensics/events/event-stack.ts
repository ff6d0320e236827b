/**
 * How often each value of a field occurs. Among millions of different ones that takes seconds: it is done in
 * steps, and between two of them others may read the store.
 */
import {
  EVENT_QUERY_LIMITS,
  type EventQuery,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import type { Stack, StackEntry, StackRequest } from './event-store.types.ts';
import type { FoundRows, PlacedSegment } from './found-rows.ts';
import { fromKept, isList, textsOf, toKept, type ValuePart } from './packed.ts';
import { columnsOf } from './query-mask.ts';
import { hitsIn, type Mask, partOf } from './row-masks.ts';
import { ValueCounts } from './value-counts.ts';

/** How often each value of a column occurs, by value + 1; place 0 counts rows without one. */
function countCodes(
  found: FoundRows,
  segment: PlacedSegment,
  { column: of, part, hits }: { column: number; part: Mask; hits: number },
): Uint32Array {
  const column = found.reader.column(segment, of);
  const counts = new Uint32Array((column?.distinct ?? 0) + 1);
  const { codes = null, distinct = 0 } = column ?? {};
  if (codes === null && distinct <= 1) counts[distinct] = hits;
  else
    for (let row = 0; row < segment.rows; row++) {
      if (part && part[row] === 0) continue;
      const code = codes ? (codes[row] as number) : row + 1;
      counts[code] = (counts[code] as number) + 1;
    }
  return counts;
}

/** Rows with a value in any of several columns; a value that a row has twice is given once. */
function eachOfSeveral(
  { reader }: FoundRows,
  segment: PlacedSegment,
  { columns, part }: { columns: readonly number[]; part: Mask },
  each: (text: string) => void,
): number {
  const known = columns.map((of) => ({ of, column: reader.column(segment, of) }));
  let having = 0;
  for (let row = 0; row < segment.rows; row++) {
    if (part && part[row] === 0) continue;
    const texts = new Set<string>();
    let isThere = false;
    for (const { of, column } of known) {
      const code = reader.codeAt(column, row);
      if (code === 0) continue;
      isThere = true;
      const value = reader.value(segment, of, code - 1);
      for (const text of typeof value === 'string' ? [value] : value) texts.add(text);
    }
    if (isThere) having++;
    for (const text of texts) each(text);
  }
  return having;
}

/** Adds up values as they are kept (packed.ts), so that most need not be read as texts. */
function createCounter() {
  const counts = new ValueCounts(EVENT_QUERY_LIMITS.stackedValues);
  const add = (text: string, count: number): void => {
    const bytes = Buffer.from(toKept(text));
    counts.add({ bytes, from: 0, to: bytes.length }, count);
  };
  return {
    counts,
    add,
    addKept(part: ValuePart, index: number, count: number): void {
      const value = part.bytesAt(index);
      if (!isList(value)) counts.add(value, count);
      else for (const text of new Set(textsOf(part.at(index)))) add(text, count);
    },
  };
}

interface Counting {
  readonly columns: number[] | 'source';
  readonly counter: ReturnType<typeof createCounter>;
  readonly part: Mask;
  readonly hits: number;
}

/** Counts the values of one segment; answers how many of its rows have one. */
function countSegment(found: FoundRows, segment: PlacedSegment, counting: Counting): number {
  const { columns, counter, part, hits } = counting;
  if (columns === 'source') {
    counter.add(found.now().sources.get(segment.sourceId)?.name ?? segment.sourceId, hits);
    return hits;
  }
  const there = columns.filter((of) => found.reader.column(segment, of));
  if (there.length > 1)
    return eachOfSeveral(found, segment, { columns: there, part }, (text) => counter.add(text, 1));
  let having = 0;
  for (const column of there)
    found.reader.eachValue(
      segment,
      { column, counts: countCodes(found, segment, { column, part, hits }) },
      (values, index, count) => {
        having += count;
        counter.addKept(values, index, count);
      },
    );
  return having;
}

type Counted = readonly [value: string, count: number];

/** Values that are looked through before others may read. */
const STEP_VALUES = 20_000;

/** The first so many in the order asked for. To sort millions for them would take seconds. */
function* firstOf(
  counts: ValueCounts,
  { order, limit }: StackRequest,
): Generator<void, StackEntry[]> {
  const sign = order === 'rare' ? 1 : -1;
  const isBefore = ([left, less]: Counted, [right, more]: Counted): boolean =>
    less === more ? left < right : sign * (less - more) < 0;
  const first: Counted[] = [];
  let left = STEP_VALUES;
  for (let value = 0; value < counts.size; value++) {
    if (left-- === 0) {
      left = STEP_VALUES;
      yield;
    }
    const last = first[limit - 1];
    const count = counts.countOf(value);
    if (last && sign * (count - last[1]) > 0) continue;
    const one: Counted = [String(fromKept(counts.textOf(value))), count];
    if (last && !isBefore(one, last)) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(first[middle] as Counted, one)) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, one);
    if (first.length > limit) first.pop();
  }
  return first.map(([value, count]) => ({ value, count }));
}

/** Gives way after each segment; undefined where one of its segments went meanwhile. */
function* countSteps(
  found: FoundRows,
  query: EventQuery,
  request: StackRequest,
): Generator<void, Stack | undefined> {
  const { fieldNames, segments } = found.now();
  const columns = columnsOf(request.field, fieldNames);
  const { mask, total } = found.find(query);
  const counter = createCounter();
  let having = 0;
  for (const segment of segments) {
    if (!found.segmentOf(segment.id)) return undefined;
    const part = partOf(mask, segment);
    const hits = hitsIn(part, segment.rows);
    if (hits === 0) continue;
    having += countSegment(found, segment, { columns, counter, part, hits });
    yield;
  }
  const entries = yield* firstOf(counter.counts, request);
  const without = total - having;
  if (without > 0) entries.push({ value: null, count: without });
  return { entries, values: counter.counts.size, events: total };
}

/** Where a source goes meanwhile, what was counted of it counts no more: it begins anew. */
export function* stackSteps(
  found: FoundRows,
  query: EventQuery,
  request: StackRequest,
): Generator<void, Stack> {
  for (;;) {
    const stack = yield* countSteps(found, query, request);
    if (stack) return stack;
  }
}
