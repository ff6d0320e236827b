/**
 * Which rows are found, one byte a row (1: found), worked on four at a time. The bytes that fill a mask up
 * to a multiple of four are never 1.
 */

import { SEGMENT_ROWS } from './segment-image.ts';

export type RowMask = Uint8Array<ArrayBuffer>;

const LANES = 0x00ff00ff;
/** A byte holds that many ones before it runs over. */
const ROUNDS = 255;

/**
 * Gives the same mask again and again, for up to `SEGMENT_ROWS` rows and all 0: what one search would make
 * anew for each segment and condition has the collector go through all memory with every search.
 */
export function blankMask(): (rows: number) => RowMask {
  const all: RowMask = new Uint8Array(SEGMENT_ROWS);
  return (rows) => all.subarray(0, (rows + 3) & ~3).fill(0);
}

const fours = ({ buffer, byteOffset, length }: RowMask): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length >> 2);

/** Keeps what is marked (or, with `isNot`, what is not); answers whether there is any. */
export function keepMarked(mask: RowMask, marked: RowMask, isNot: boolean): boolean {
  const [into, from] = [fours(mask), fours(marked)];
  const not = isNot ? 0x01010101 : 0;
  let any = 0;
  for (let at = 0; at < into.length; at++) {
    const kept = (into[at] as number) & ((from[at] as number) ^ not);
    into[at] = kept;
    any |= kept;
  }
  return any !== 0;
}

/** Marks what is 1 in `flags`, which is as long as `into` at least. */
export function markFlags(into: RowMask, flags: RowMask): void {
  const [all, more] = [fours(into), fours(flags)];
  for (let at = 0; at < all.length; at++) all[at] = (all[at] as number) | (more[at] as number);
}

/** Fills `into` with the flags that are in both and answers how many these are. All are equally long. */
export function shareFlags(left: RowMask, right: RowMask, into: RowMask): number {
  into.set(left);
  keepMarked(into, right, false);
  return countOnes(into);
}

/** How many rows of a mask (or of a part of one) are found. */
export function countOnes(mask: Uint8Array): number {
  const before = Math.min((4 - (mask.byteOffset & 3)) & 3, mask.length);
  const whole = (mask.length - before) >> 2;
  let ones = 0;
  for (let at = 0; at < before; at++) ones += mask[at] as number;
  for (let at = before + whole * 4; at < mask.length; at++) ones += mask[at] as number;
  const words = new Uint32Array(mask.buffer, mask.byteOffset + before, whole);
  for (let from = 0; from < whole; from += ROUNDS) {
    const to = Math.min(whole, from + ROUNDS);
    let sums = 0;
    for (let at = from; at < to; at++) sums = (sums + (words[at] as number)) | 0;
    const pairs = (sums & LANES) + ((sums >>> 8) & LANES);
    ones += (pairs & 0xffff) + (pairs >>> 16);
  }
  return ones;
}

/** Gives the places that are found, from either end. `mask` begins where its memory does. */
export function eachFound(
  mask: Uint8Array,
  { isBackwards }: { isBackwards: boolean },
  each: (place: number) => void,
): void {
  // Eight at a time: as a number, they are 0 where none is found.
  const eights = new Float64Array(mask.buffer, mask.byteOffset, mask.length >> 3);
  const last = eights.length;
  // The bytes beyond the last whole eight are a step of their own.
  for (let step = 0; step <= last; step++) {
    const at = isBackwards ? last - step : step;
    if (at < last && eights[at] === 0) continue;
    const from = at * 8;
    const to = Math.min(mask.length, from + 8);
    for (let nth = 0; nth < to - from; nth++) {
      const place = isBackwards ? to - 1 - nth : from + nth;
      if (mask[place] === 1) each(place);
    }
  }
}

/** Of all rows of a store; null: every one is found. */
export type Mask = Uint8Array | null;

/** Those of one segment. */
export const partOf = (mask: Mask, { base, rows }: { base: number; rows: number }): Mask =>
  mask?.subarray(base, base + rows) ?? null;

export const hitsIn = (part: Mask, rows: number): number => (part ? countOnes(part) : rows);
