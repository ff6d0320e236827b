/** Reads segments with a memory of what was unpacked last, bounded in bytes. */
import { createMemory } from './bounded-memory.ts';
import { COLUMNS_PER_SEGMENT, type EventFile, type Segment } from './event-file.store.ts';
import {
  type Codes,
  fromKept,
  type Numbers,
  noNumbers,
  textsOf,
  unpackCodes,
  unpackNumbers,
  unpackValues,
  type ValuePart,
} from './packed.ts';
import { COLUMN, PART_VALUES, SEGMENT_ROWS } from './segment-image.ts';
import { fold } from './term-words.ts';
import { createScratch, type Scratch, type ValueSet, type ValueSets } from './value-sets.ts';
import { createWordReader } from './word-reader.ts';

/** Of codes and numbers, which every search goes through: what a page of rows unpacks must not drive them out. */
const COLUMNS_BYTES = 76 * 1024 * 1024;
const VALUES_BYTES = 48 * 1024 * 1024;
/** Up to so many values are looked at one by one. */
const FEW_VALUES = 48;
/** What it costs to read a part beside unpacking it, in bytes that are unpacked at the same cost. */
const PART_COST = 8_000;
const VALUE_COST = 400;

export interface Column {
  readonly column: number;
  readonly present: number;
  readonly distinct: number;
  /** Value + 1, or 0 where a row has none. Null: every row has value 0, or each its own. */
  readonly codes: Codes | null;
}

/** Values by the part they lie in. */
function partsOf({ flags, size }: ValueSet): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  let left = size;
  for (let value = 0; left > 0 && value < flags.length; value++) {
    if (flags[value] !== 1) continue;
    left--;
    const place = Math.floor(value / PART_VALUES);
    const known = parts.get(place);
    if (known) known.push(value);
    else parts.set(place, [value]);
  }
  return parts;
}

/** In how many parts the values lie. */
function countParts({ flags }: ValueSet): number {
  let parts = 0;
  for (let value = flags.indexOf(1); value >= 0; parts++)
    value = flags.indexOf(1, (Math.floor(value / PART_VALUES) + 1) * PART_VALUES);
  return parts;
}

interface JoinedCheck {
  readonly text: string;
  readonly holds: (folded: string) => boolean;
  /** The number of the part's first value. */
  readonly first: number;
  readonly flags: Uint8Array;
  readonly add: (value: number) => void;
}

/** Looks for the text in all values of a part at once, and only then at the values it occurs in. */
function checkJoined(
  joined: { readonly text: string; end(index: number): number },
  { text, holds, first, flags, add }: JoinedCheck,
): void {
  let index = 0;
  for (let at = joined.text.indexOf(text); at >= 0; ) {
    while (joined.end(index) <= at) index++;
    const end = joined.end(index);
    if (at + text.length <= end && flags[first + index] === 1) {
      if (holds(joined.text.slice(joined.end(index - 1), end))) add(first + index);
      // Whatever the answer, it was for the whole value.
      at = joined.text.indexOf(text, end);
    } else at = joined.text.indexOf(text, at + 1);
  }
}

/** Of the memories, so much is filled before anything is asked. */
const WARM_COLUMNS = 0.95;
const WARM_PARTS = 0.25;
/** Of columns with so few values these are read, too: lists show them, and filters look at them. */
const WARM_VALUES = 512;
/** Columns that are read first; the others as they come. */
const WARM_FIRST: readonly number[] = [COLUMN.user, COLUMN.host, COLUMN.summary];

function placeOf(column: number): number {
  const place = WARM_FIRST.indexOf(column);
  return place < 0 ? WARM_FIRST.length + column : place;
}

/** A row's value + 1, or 0 where it has none. */
function codeAt(column: Column | undefined, row: number): number {
  if (!column) return 0;
  if (column.codes === null) return column.distinct === 1 ? 1 : row + 1;
  return column.codes[row] as number;
}

/** What is kept of a column, and of a segment beside its columns; parts are as many as a column has. */
const KEPT = { codes: 0, numbers: 1, names: 2, parts: 3 } as const;
const KEPT_KINDS = KEPT.parts + SEGMENT_ROWS / PART_VALUES;

const keyOf = ({ id }: Segment, column: number, kept: number): number =>
  (id * COLUMNS_PER_SEGMENT + column) * KEPT_KINDS + kept;

function createCosts() {
  /** Of the part of a column that was unpacked last. */
  const partBytes = new Map<number, number>();
  return {
    saw(column: number, { bytes }: ValuePart): void {
      partBytes.set(column, bytes);
    },
    /** What is unpacked to look at these values one by one. */
    of: (column: number, set: ValueSet): number =>
      countParts(set) * (PART_COST + (partBytes.get(column) ?? 0)) + set.size * VALUE_COST,
  };
}

type ColumnReader = ReturnType<typeof createColumnReader>;

function createColumnReader(file: EventFile) {
  const memory = createMemory(COLUMNS_BYTES);
  const values = createMemory(VALUES_BYTES);

  /** Undefined where no row has a value. */
  function column(segment: Segment, column: number): Column | undefined {
    return memory(keyOf(segment, column, KEPT.codes), () => {
      const stored = file.column(segment.id, column);
      if (!stored) return { value: undefined, bytes: 100 };
      const { present, distinct } = stored;
      const codes = stored.codes.length === 0 ? null : unpackCodes(stored.codes, distinct);
      return { value: { column, present, distinct, codes }, bytes: 200 + (codes?.byteLength ?? 0) };
    });
  }

  function readNumbers(segment: Segment, column: number): Numbers {
    const stored = file.numbers(segment.id, column);
    return stored ? unpackNumbers(stored, segment.rows) : noNumbers(segment.rows);
  }

  const numbers = (segment: Segment, column: number): Numbers =>
    memory(keyOf(segment, column, KEPT.numbers), () => {
      const value = readNumbers(segment, column);
      return { value, bytes: 200 + value.bytes };
    });

  /** For who goes through all segments, and would drive out of memory what searches need. */
  const numbersOnce = (segment: Segment, column: number): Numbers =>
    memory.has(keyOf(segment, column, KEPT.numbers))
      ? numbers(segment, column)
      : readNumbers(segment, column);

  const costs = createCosts();

  function part(segment: Segment, column: number, place: number): ValuePart {
    return values(keyOf(segment, column, KEPT.parts + place), () => {
      const value = unpackValues(file.part(segment.id, column, place));
      costs.saw(column, value);
      return { value, bytes: 100 + value.bytes };
    });
  }

  const kept = (segment: Segment, column: number, value: number): string =>
    part(segment, column, Math.floor(value / PART_VALUES)).at(value % PART_VALUES);

  const names = (segment: Segment): readonly string[] =>
    memory(keyOf(segment, 0, KEPT.names), () => {
      const value = file.blockNames(segment.id);
      return { value, bytes: 100 + value.length * 40 };
    });

  function warmColumn(segment: Segment, of: number): void {
    const { distinct = 0 } = column(segment, of) ?? {};
    const areFew = distinct > 0 && distinct <= WARM_VALUES;
    if (areFew && values.used() < WARM_PARTS) part(segment, of, 0);
  }

  /** Where words are, times, in which rows the values of columns are that searches go through first, and few values. */
  function* warming(segments: readonly Segment[]): Generator<void> {
    for (const segment of segments) {
      names(segment);
      for (const own of [COLUMN.time, COLUMN.nanos])
        if (memory.used() < WARM_COLUMNS) numbers(segment, own);
      yield;
    }
    const [last] = segments.slice(-1);
    const all = last ? file.columns(last.id).map(({ column }) => column) : [];
    for (const of of all.sort((left, right) => placeOf(left) - placeOf(right)))
      for (const segment of segments) {
        if (memory.used() > WARM_COLUMNS) return;
        warmColumn(segment, of);
        yield;
      }
  }

  return { column, numbers, numbersOnce, part, kept, names, costOf: costs.of, warming };
}

function createValueChecker({ part, kept }: ColumnReader, scratch: Scratch) {
  /** Those of the values for which it holds; `text` (folded) is in every value for which it does. */
  function check(
    segment: Segment,
    candidates: ValueSets,
    { text, holds }: { text: string; holds: (folded: string) => boolean },
  ): ValueSets {
    const checked: ValueSets = new Map();
    const checkColumn = (column: number, set: ValueSet): ValueSet => {
      const good = { flags: scratch.take(), size: 0 };
      const add = (value: number): void => {
        good.flags[value] = 1;
        good.size++;
      };
      const ofValue = (value: number): boolean =>
        textsOf(kept(segment, column, value)).some((one) => holds(fold(one)));
      for (const [place, values] of partsOf(set)) {
        const isMany = text !== '' && values.length > FEW_VALUES;
        const joined = isMany ? part(segment, column, place).joined() : null;
        if (joined)
          checkJoined(joined, { text, holds, first: place * PART_VALUES, flags: set.flags, add });
        else values.filter(ofValue).forEach(add);
      }
      return good;
    };
    for (const [column, set] of candidates) {
      const good = checkColumn(column, set);
      if (good.size > 0) checked.set(column, good);
    }
    return checked;
  }

  return check;
}

export type SegmentReader = ReturnType<typeof createSegmentReader>;

export function createSegmentReader(file: EventFile) {
  const columns = createColumnReader(file);
  const scratch = createScratch();
  const { column, numbers, numbersOnce, part, kept, warming } = columns;
  function allValues(segment: Segment, columns: readonly number[]): ValueSets {
    const sets: ValueSets = new Map();
    for (const one of columns) {
      const size = column(segment, one)?.distinct ?? 0;
      if (size > 0) sets.set(one, { flags: scratch.take().fill(1, 0, size), size });
    }
    return sets;
  }

  return {
    column,
    numbers,
    numbersOnce,
    warming,
    ...createWordReader(
      {
        file,
        names: columns.names,
        distinctOf: (segment, of) => column(segment, of)?.distinct ?? 0,
        costOf: columns.costOf,
      },
      scratch,
    ),
    check: createValueChecker(columns, scratch),
    /** Of all sets of values that this reader gives: they hold until it is freed. */
    scratch,
    allValues,
    columns: (segment: Segment) => file.columns(segment.id),
    /** Null where the row has none. */
    text(segment: Segment, of: number, row: number): string | null {
      const code = codeAt(column(segment, of), row);
      if (code === 0) return null;
      const value = fromKept(kept(segment, of, code - 1));
      return typeof value === 'string' ? value : value.join(', ');
    },
    value: (segment: Segment, column: number, value: number) =>
      fromKept(kept(segment, column, value)),
    /** `counts` of each value + 1; those that occur are given, with where they stand in their part. */
    eachValue(
      segment: Segment,
      { column, counts }: { column: number; counts: Uint32Array },
      each: (part: ValuePart, index: number, count: number) => void,
    ): void {
      for (let first = 0; first + 1 < counts.length; first += PART_VALUES) {
        const end = Math.min(counts.length - 1, first + PART_VALUES);
        let values: ValuePart | undefined;
        for (let value = first; value < end; value++) {
          const count = counts[value + 1] as number;
          if (count === 0) continue;
          values ??= part(segment, column, first / PART_VALUES);
          each(values, value - first, count);
        }
      }
    },
    codeAt,
  };
}
