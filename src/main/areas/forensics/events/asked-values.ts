/** Which values of a column still decide something: those of rows that are asked about and not found yet. */
import { countOnes, keepMarked, type RowMask } from './row-masks.ts';
import { SEGMENT_ROWS } from './segment-image.ts';
import type { Column } from './segment-reader.ts';
import type { Scratch, ValueSet } from './value-sets.ts';

/** Values (+ 1) of rows that are asked about and not found yet. */
function flagAsked(
  codes: NonNullable<Column['codes']>,
  { mask, marked, into }: { mask: RowMask; marked: RowMask; into: Uint8Array },
): void {
  for (let row = 0; row < codes.length; row++) {
    const isAsked = (mask[row] as number) & ~(marked[row] as number);
    const code = codes[row] as number;
    into[code] = (into[code] as number) | isAsked;
  }
}

/** A flag for each value + 1. */
export const flagsOf = (distinct: number, scratch: Scratch): RowMask =>
  distinct < SEGMENT_ROWS ? scratch.take() : new Uint8Array(distinct + 1);

/** So few rows are gone through one by one. */
const FEW_ROWS = SEGMENT_ROWS / 8;

/** Rows that are asked about, `hits` of them; null where they are many. */
export function fewRows(mask: RowMask, hits: number): number[] | null {
  if (hits > FEW_ROWS) return null;
  const rows: number[] = [];
  for (let row = mask.indexOf(1); row >= 0; row = mask.indexOf(1, row + 1)) rows.push(row);
  return rows;
}

interface Asked {
  readonly mask: RowMask;
  readonly marked: RowMask;
  /** Of the mask, where they are few. */
  readonly rows: readonly number[] | null;
  readonly scratch: Scratch;
}

/** Those of the values that a row has which is asked about and not found yet. */
export function undecided(found: Column | undefined, set: ValueSet, asked: Asked): ValueSet {
  const { codes = null, distinct = 0 } = found ?? {};
  const left = asked.scratch.take();
  if (asked.rows && (codes !== null || distinct > 1))
    return { flags: left, size: keepFew(codes, set, { ...asked, rows: asked.rows, into: left }) };
  left.set(set.flags);
  keepAsked({ codes, distinct }, left, asked);
  return { flags: left, size: countOnes(left) };
}

function keepFew(
  codes: Column['codes'],
  { flags }: ValueSet,
  { rows, marked, into }: { rows: readonly number[]; marked: RowMask; into: RowMask },
): number {
  let size = 0;
  for (const row of rows) {
    const value = codes === null ? row : (codes[row] as number) - 1;
    // A row without a value has place -1, where nothing stands.
    if (marked[row] === 1 || flags[value] !== 1 || into[value] === 1) continue;
    into[value] = 1;
    size++;
  }
  return size;
}

function keepAsked(
  { codes, distinct }: Pick<Column, 'codes' | 'distinct'>,
  left: RowMask,
  { mask, marked, scratch }: Asked,
): void {
  if (codes !== null) {
    const asked = flagsOf(distinct, scratch);
    flagAsked(codes, { mask, marked, into: asked });
    for (let value = 0; value < distinct; value++)
      left[value] = (left[value] as number) & (asked[value + 1] as number);
  } else if (distinct > 1) {
    const asked = scratch.take();
    asked.set(mask);
    keepMarked(asked.subarray(0, marked.length), marked, true);
    keepMarked(left, asked, false);
  }
}
