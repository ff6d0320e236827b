/** What a segment is made of, and the numbers of the columns every event has. */
import type { Bytes } from './packed.ts';

export const SEGMENT_ROWS = 16_384;
/** Values of one column lie in parts of so many, so that one value is had without the others. */
export const PART_VALUES = 1_024;

/** Numbers of columns. Those below `FIRST_FIELD` every store has; fields of sources follow. */
export const COLUMN = {
  time: 0,
  nanos: 1,
  offset: 2,
  recordNumber: 3,
  record: 4,
  kind: 5,
  host: 6,
  user: 7,
  provider: 8,
  code: 9,
  summary: 10,
  /** Fields beyond the limits, as JSON: found by words and shown, but not filtered by name. */
  more: 11,
} as const;
export const FIRST_FIELD = 16;

const _NUMBER_COLUMNS: ReadonlySet<number> = new Set([
  COLUMN.time,
  COLUMN.nanos,
  COLUMN.offset,
  COLUMN.recordNumber,
]);

/** Names that one store tells apart; a hostile file may have millions. */
export const MAX_FIELDS = 20_000;

/**
 * A column of texts. `codes` gives each row's value (from 1 on, 0 has none). Empty: all rows have the
 * first (where there is one value), or each its own.
 */
export interface ColumnImage {
  readonly column: number;
  readonly present: number;
  readonly distinct: number;
  readonly codes: Bytes;
  readonly parts: readonly Bytes[];
}

export interface SegmentImage {
  readonly rows: number;
  /** Rows without a time. */
  readonly untimed: number;
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  readonly numbers: readonly { readonly column: number; readonly bytes: Bytes }[];
  readonly columns: readonly ColumnImage[];
  /** The first word of each block, then the blocks. */
  readonly blockNames: readonly string[];
  readonly blocks: readonly Bytes[];
}
