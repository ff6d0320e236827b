/** Sets of values of one segment, by column: one byte a value, so that they are filled and joined fast. */
import { type RowMask, shareFlags } from './row-masks.ts';
import { SEGMENT_ROWS } from './segment-image.ts';

export interface ValueSet {
  /** 1 at the places of its values. */
  readonly flags: RowMask;
  size: number;
}

export type ValueSets = Map<number, ValueSet>;

/** Arrays of flags, all 0, that are used again and again: a search needs thousands, each for a moment. */
export interface Scratch {
  take(): RowMask;
  /** None that was taken is looked at any more. */
  free(): void;
}

/** So many are kept for the next look; a hostile file may have thousands of columns. */
const KEPT_ARRAYS = 128;

export function createScratch(): Scratch {
  const kept: RowMask[] = [];
  let used = 0;
  return {
    take() {
      const known = kept[used++];
      if (known) return known.fill(0);
      const made = new Uint8Array(SEGMENT_ROWS);
      if (kept.length < KEPT_ARRAYS) kept.push(made);
      return made;
    },
    free() {
      used = 0;
    },
  };
}

export function setIn(sets: ValueSets, column: number, scratch: Scratch): ValueSet {
  const known = sets.get(column);
  if (known) return known;
  const made = { flags: scratch.take(), size: 0 };
  sets.set(column, made);
  return made;
}

export const sizeOf = (sets: ValueSets): number => {
  let size = 0;
  for (const set of sets.values()) size += set.size;
  return size;
};

/** Up to so many values are looked for one by one. */
const FEW_VALUES = 64;

function shareFew({ flags, size }: ValueSet, other: ValueSet, into: RowMask): number {
  let shared = 0;
  let value = -1;
  for (let left = size; left > 0; left--) {
    value = flags.indexOf(1, value + 1);
    if (other.flags[value] !== 1) continue;
    into[value] = 1;
    shared++;
  }
  return shared;
}

export function intersect(left: ValueSets, right: ValueSets, scratch: Scratch): ValueSets {
  const both: ValueSets = new Map();
  for (const [column, set] of left) {
    const other = right.get(column);
    if (!other) continue;
    const shared = scratch.take();
    const [less, more] = set.size < other.size ? [set, other] : [other, set];
    const size =
      less.size <= FEW_VALUES
        ? shareFew(less, more, shared)
        : shareFlags(less.flags, more.flags, shared);
    if (size > 0) both.set(column, { flags: shared, size });
  }
  return both;
}
