/** Which rows of a segment an EventQuery finds. */
import {
  ADDRESS_FIELDS,
  type EventFilter,
  type EventQuery,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { alignedTimes, NO_CLOCK } from './aligned-times.ts';
import { fewRows, flagsOf, undecided } from './asked-values.ts';
import type { Segment } from './event-file.store.ts';
import type { EventSource } from './event-store.types.ts';
import { containsPiece, isPiece, type Piece, piecesOf, startsWithPiece } from './query-words.ts';
import { blankMask, countOnes, keepMarked, markFlags, type RowMask } from './row-masks.ts';
import { COLUMN } from './segment-image.ts';
import type { SegmentReader } from './segment-reader.ts';
import { fold } from './term-words.ts';
import type { ValueSet, ValueSets } from './value-sets.ts';

const BUILT_IN: ReadonlyMap<string, number> = new Map([
  ['@kind', COLUMN.kind],
  ['@host', COLUMN.host],
  ['@user', COLUMN.user],
  ['@provider', COLUMN.provider],
  ['@code', COLUMN.code],
  ['@summary', COLUMN.summary],
]);
/** Whose words are not kept: looked at value by value. */
const WORDLESS: ReadonlySet<number> = new Set([COLUMN.kind, COLUMN.record]);
/** Where there are few values, reading them costs less than looking words up; all of one part lie together. */
const FEW_VALUES = 64;
const ONE_COLUMN_VALUES = 512;
/** So many values, of a column with that many times more: few rows have one of them. */
const [RARE_VALUES, RARE_SHARE] = [8, 64];

const NAMES_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(ADDRESS_FIELDS).map(([field, names]) => [fold(field), new Set<string>(names)]),
);

/** Columns of a field's name in any case, of an address under all its names; `source` where it is the file itself. */
export function columnsOf(
  name: string,
  fieldNames: ReadonlyMap<number, string>,
): number[] | 'source' {
  const folded = fold(name);
  if (folded === '@source') return 'source';
  const builtIn = BUILT_IN.get(folded);
  if (builtIn !== undefined) return [builtIn];
  const isMeant = (known: string) => NAMES_OF.get(folded)?.has(known) ?? known === folded;
  return [...fieldNames].flatMap(([column, known]) => (isMeant(fold(known)) ? [column] : []));
}

/** Fills `mask` (1: found) and answers whether there is any. */
type Condition = (segment: Segment, mask: RowMask) => boolean;

export interface QueryParts {
  readonly reader: SegmentReader;
  readonly sources: ReadonlyMap<string, EventSource>;
  readonly fieldNames: ReadonlyMap<number, string>;
}

interface PieceIn {
  readonly piece: Piece;
  /** Null: any. */
  readonly columns: readonly number[] | null;
}

/** Values of a segment for which a piece may hold. */
function candidates(
  reader: SegmentReader,
  segment: Segment,
  { piece: { needles, holds }, columns }: PieceIn,
): ReturnType<SegmentReader['valuesOf']> {
  const areFew =
    columns?.every(
      (column) =>
        WORDLESS.has(column) ||
        (reader.column(segment, column)?.distinct ?? 0) <= ONE_COLUMN_VALUES,
    ) ?? false;
  if (!areFew && needles.length > 0) {
    const wanted = columns && new Set(columns);
    return reader.valuesOf(segment, needles, { columns: wanted, isChecked: holds !== null });
  }
  const all = columns ?? reader.columns(segment).map(({ column }) => column);
  const searched = columns ? all : all.filter((column) => !WORDLESS.has(column));
  return { sets: reader.allValues(segment, searched), narrow: (_, set) => set };
}

/**
 * Marks rows for which a piece holds. Logs say the same in several fields: columns of few values come
 * first, and of the others only values of rows are looked at that are not found by then.
 */
function markPiece(
  reader: SegmentReader,
  segment: Segment,
  { mask, marked, ...asked }: PieceIn & { mask: RowMask; marked: RowMask },
): void {
  const { scratch } = reader;
  scratch.free();
  const { sets, narrow } = candidates(reader, segment, asked);
  const { text, holds } = asked.piece;
  if (!holds) {
    mark(reader, segment, { sets, into: marked });
    return;
  }
  const hits = countOnes(mask);
  const rows = fewRows(mask, hits);
  /** No value is ruled out by its rows: all are asked about, and none is found yet. */
  let isOpen = hits === segment.rows;
  const bySize = [...sets].sort(([, left], [, right]) => left.size - right.size);
  for (const [column, all] of bySize) {
    const found = reader.column(segment, column);
    let set = all;
    // To read one value of many costs more than to ask whether a row still needs it.
    if (!isOpen && (found?.distinct ?? 0) > FEW_VALUES)
      set = undecided(found, set, { mask, marked, rows, scratch });
    if (set.size > 0) set = narrow(column, set);
    if (set.size === 0) continue;
    const good = reader.check(segment, new Map([[column, set]]), { text, holds });
    mark(reader, segment, { sets: good, into: marked });
    isOpen &&= good.size === 0;
  }
}

/** The two are apart, so that each is compiled for one sort of array. */
function markNarrow(codes: Uint8Array, wanted: Uint8Array, into: RowMask): void {
  for (let row = 0; row < codes.length; row++)
    into[row] = (into[row] as number) | (wanted[codes[row] as number] as number);
}

function markWide(codes: Uint16Array, wanted: Uint8Array, into: RowMask): void {
  for (let row = 0; row < codes.length; row++)
    into[row] = (into[row] as number) | (wanted[codes[row] as number] as number);
}

/** Where few rows have them, the rows of each value are looked for. */
function markRare(codes: Uint8Array | Uint16Array, { flags, size }: ValueSet, into: RowMask): void {
  let value = -1;
  for (let left = size; left > 0; left--) {
    value = flags.indexOf(1, value + 1);
    for (let row = codes.indexOf(value + 1); row >= 0; row = codes.indexOf(value + 1, row + 1))
      into[row] = 1;
  }
}

/** Marks rows that have one of the values. */
function mark(
  reader: SegmentReader,
  segment: Segment,
  { sets, into }: { sets: ValueSets; into: RowMask },
) {
  for (const [of, set] of sets) {
    const { codes = null, distinct = 0 } = reader.column(segment, of) ?? {};
    const { flags, size } = set;
    if (codes === null) {
      // All rows have the only value, or each its own.
      if (distinct > 1) markFlags(into, flags);
      else if (flags[0] === 1) into.fill(1, 0, segment.rows);
    } else if (size <= RARE_VALUES && distinct >= size * RARE_SHARE) {
      markRare(codes, set, into);
    } else {
      const wanted = flagsOf(distinct, reader.scratch);
      wanted.set(flags.subarray(0, distinct), 1);
      if (codes instanceof Uint16Array) markWide(codes, wanted, into);
      else markNarrow(codes, wanted, into);
    }
  }
}

function markPresent(
  reader: SegmentReader,
  segment: Segment,
  { columns, into }: { columns: readonly number[]; into: RowMask },
) {
  for (const of of columns) {
    const column = reader.column(segment, of);
    if (!column) continue;
    if (column.codes === null) into.fill(1, 0, segment.rows);
    else for (let row = 0; row < segment.rows; row++) if (column.codes[row] !== 0) into[row] = 1;
  }
}

function pieceCondition(
  { reader }: QueryParts,
  { piece, columns, isNot }: { piece: Piece; columns: readonly number[] | null; isNot: boolean },
): Condition {
  const blank = blankMask();
  return (segment, mask) => {
    const marked = blank(segment.rows);
    markPiece(reader, segment, { piece, columns, mask, marked });
    return keepMarked(mask, marked, isNot);
  };
}

const PIECES = {
  is: isPiece,
  isNot: isPiece,
  contains: containsPiece,
  startsWith: startsWithPiece,
} as const;

function ofSource(
  parts: QueryParts,
  { op, value = '' }: EventFilter,
): (sourceId: string) => boolean {
  const nameOf = (id: string) => fold(parts.sources.get(id)?.name ?? '');
  const folded = fold(value);
  switch (op) {
    case 'is':
      return (id) => nameOf(id) === folded || id === value;
    case 'isNot':
      return (id) => nameOf(id) !== folded && id !== value;
    case 'contains':
      return (id) => nameOf(id).includes(folded);
    case 'startsWith':
      return (id) => nameOf(id).startsWith(folded);
    case 'exists':
      return () => true;
    case 'missing':
      return () => false;
  }
}

function filterCondition(parts: QueryParts, filter: EventFilter): Condition {
  const columns = columnsOf(filter.field, parts.fieldNames);
  if (columns === 'source') {
    const holds = ofSource(parts, filter);
    return ({ sourceId }) => holds(sourceId);
  }
  const { op, value = '' } = filter;
  const blank = blankMask();
  if (op === 'exists' || op === 'missing')
    return (segment, mask) => {
      const marked = blank(segment.rows);
      markPresent(parts.reader, segment, { columns, into: marked });
      return keepMarked(mask, marked, op === 'missing');
    };
  if (columns.length === 0) return () => op === 'isNot';
  return pieceCondition(parts, { piece: PIECES[op](value), columns, isNot: op === 'isNot' });
}

/** So many values are looked up one by one. */
const FEW_LISTED = 16;

/** One of several values of a column that every event has. */
function listedCondition(
  { reader }: QueryParts,
  column: number,
  values: readonly string[],
): Condition {
  const wanted = new Set(values.map(fold));
  const isListed = { text: '', holds: (one: string) => wanted.has(one) };
  const pieces = wanted.size <= FEW_LISTED ? [...wanted].map(isPiece) : null;
  const blank = blankMask();
  return (segment, mask) => {
    const marked = blank(segment.rows);
    if (pieces)
      for (const piece of pieces)
        markPiece(reader, segment, { piece, columns: [column], mask, marked });
    else {
      reader.scratch.free();
      const sets = reader.check(segment, reader.allValues(segment, [column]), isListed);
      mark(reader, segment, { sets, into: marked });
    }
    return keepMarked(mask, marked, false);
  };
}

/** Rows of a segment that is partly within the span. */
function keepTimes(
  { ms }: { ms: Float64Array },
  { from, to, mask }: { from: number; to: number; mask: RowMask },
): boolean {
  let any = 0;
  for (let row = 0; row < mask.length; row++) {
    const time = ms[row] as number;
    if (!(time >= from && time < to)) mask[row] = 0;
    any |= mask[row] as number;
  }
  return any === 1;
}

function timeCondition({ reader, sources }: QueryParts, { fromMs, toMs }: EventQuery): Condition {
  const from = fromMs ?? Number.NEGATIVE_INFINITY;
  const to = toMs ?? Number.POSITIVE_INFINITY;
  return (segment, mask) => {
    const { firstMs, lastMs, untimed } = segment;
    if (firstMs === null || lastMs === null) return false;
    const clock = sources.get(segment.sourceId)?.clock ?? NO_CLOCK;
    const first = firstMs + clock.offsetMs;
    // Nanoseconds may carry over into the next ms.
    const last = lastMs + clock.offsetMs + 1;
    if (last < from || first >= to) return false;
    if (untimed === 0 && first >= from && last < to) return true;
    return keepTimes(alignedTimes(reader, segment, { clock }), { from, to, mask });
  };
}

/** Cheap conditions and those that rule out most come first. Null: everything is found. */
export function conditionsOf(parts: QueryParts, query: EventQuery): Condition[] {
  const conditions: Condition[] = [];
  if (query.sourceIds) {
    const ids = new Set(query.sourceIds);
    conditions.push(({ sourceId }) => ids.has(sourceId));
  }
  if (query.fromMs !== undefined || query.toMs !== undefined)
    conditions.push(timeCondition(parts, query));
  for (const piece of piecesOf(query.text ?? ''))
    conditions.push(pieceCondition(parts, { piece, columns: null, isNot: false }));
  const listed = [
    [COLUMN.kind, query.kinds],
    [COLUMN.host, query.hosts],
    [COLUMN.user, query.users],
    [COLUMN.code, query.codes],
  ] as const;
  for (const [column, values] of listed)
    if (values) conditions.push(listedCondition(parts, column, values));
  for (const filter of query.filters ?? []) conditions.push(filterCondition(parts, filter));
  return conditions;
}

/** Fills `mask` (of `blankMask`) and answers how many rows of the segment are found. */
export function applyConditions(
  conditions: readonly Condition[],
  segment: Segment,
  mask: RowMask,
): number {
  mask.fill(1, 0, segment.rows);
  if (conditions.every((condition) => condition(segment, mask))) return countOnes(mask);
  mask.fill(0);
  return 0;
}
