/** Sets of values of one segment, by column: one byte a value, so that they are filled and joined fast. */
import { type RowMask, sharedFlags } from './row-masks.ts';
import { SEGMENT_ROWS } from './segment-image.ts';

export interface ValueSet {
  /** 1 at the places of its values. */
  readonly flags: RowMask;
  size: number;
}

export type ValueSets = Map<number, ValueSet>;

export function setIn(sets: ValueSets, column: number): ValueSet {
  const known = sets.get(column);
  if (known) return known;
  const made = { flags: new Uint8Array(SEGMENT_ROWS), size: 0 };
  sets.set(column, made);
  return made;
}

export const sizeOf = (sets: ValueSets): number => {
  let size = 0;
  for (const set of sets.values()) size += set.size;
  return size;
};

export function intersect(left: ValueSets, right: ValueSets): ValueSets {
  const both: ValueSets = new Map();
  for (const [column, { flags }] of left) {
    const other = right.get(column)?.flags;
    if (!other) continue;
    const shared = sharedFlags(flags, other);
    if (shared.size > 0) both.set(column, shared);
  }
  return both;
}
