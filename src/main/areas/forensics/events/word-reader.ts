/**
 * Looks words up in segments. To read where a word lies costs more than what follows, so a text of several
 * words is begun with the one that was rarest in the segment before, and the others are read where they are
 * still needed.
 */
import { createMemory } from './bounded-memory.ts';
import { COLUMNS_PER_SEGMENT, type EventFile, type Segment } from './event-file.store.ts';
import { PART_VALUES, SEGMENT_ROWS } from './segment-image.ts';
import {
  type Postings,
  type PostingsReading,
  readPostings,
  seekWord,
  weightOf,
} from './term-blocks.ts';
import { intersect, type Scratch, sizeOf, type ValueSet, type ValueSets } from './value-sets.ts';

/** Blocks of words that were looked up last: who types on asks for neighbours of the words before. */
const BLOCKS_BYTES = 24 * 1024 * 1024;
/** Up to so many values are looked at one by one. */
const FEW_VALUES = 48;
/** A word's weight for each value left, beyond which it rules out too little for its reading. */
const MORE_COMMON = 4;
/** Of a word of so few bytes it is looked which columns have it at all. */
const CHEAP_BYTES = 256;

/** A word to look up; `isPrefix`: others that begin so count as well. Latin-1 of its UTF-8. */
export interface Needle {
  readonly term: string;
  readonly isPrefix: boolean;
}

interface Word {
  readonly postings: readonly Postings[];
  readonly weight: number;
  readonly bytes: number;
}

export interface FoundValues {
  readonly sets: ValueSets;
  /** Those of a column's values that have the words not looked at so far, as long as that costs less than to read them. */
  readonly narrow: (column: number, set: ValueSet) => ValueSet;
}

interface WordPlaces {
  readonly file: EventFile;
  /** The first word of each block. */
  readonly names: (segment: Segment) => readonly string[];
  readonly distinctOf: (segment: Segment, column: number) => number;
}

const NO_VALUES: ValueSet = { flags: new Uint8Array(SEGMENT_ROWS), size: 0 };
const NOTHING: FoundValues = { sets: new Map(), narrow: () => NO_VALUES };

function valuesWith({ postings }: Word, reading: PostingsReading): ValueSets {
  const sets: ValueSets = new Map();
  for (const refs of postings) readPostings(refs, sets, reading);
  return sets;
}

/** The refs of a word, and of those that begin with it where they count. */
function createLookUp({ file, names }: WordPlaces) {
  const kept = createMemory(BLOCKS_BYTES);
  const blockOf = (segment: Segment, block: number): Uint8Array =>
    kept(segment.id * COLUMNS_PER_SEGMENT + block, () => {
      const value = file.block(segment.id, block);
      return { value, bytes: 200 + value.length };
    });
  return (segment: Segment, { term, isPrefix }: Needle): Word => {
    const blocks = names(segment);
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((blocks[middle] as string) <= term) low = middle + 1;
      else high = middle;
    }
    const word = { postings: [] as Postings[], weight: 0, bytes: 0 };
    const wanted = Buffer.from(term, 'latin1');
    for (let place = Math.max(0, low - 1); place < blocks.length; place++) {
      const block = blockOf(segment, place);
      const spans: number[] = [];
      const found = (from: number, to: number): void => {
        spans.push(from, to);
        word.weight += weightOf(block, from, to);
        word.bytes += to - from;
      };
      const goesOn = seekWord(block, wanted, { isPrefix, found });
      if (spans.length > 0) word.postings.push({ block, spans });
      if (!goesOn || !isPrefix || !blocks[place + 1]?.startsWith(term)) break;
    }
    return word;
  };
}

export function createWordReader(places: WordPlaces, scratch: Scratch) {
  const lookUp = createLookUp(places);
  /** In the segment where it was looked up last. */
  const weights = new WeakMap<Needle, number>();
  const weightBefore = (needle: Needle): number => weights.get(needle) ?? 0;

  /** Each word of a text once, when it is first needed. */
  function wordsOf(segment: Segment) {
    const known = new Map<Needle, Word>();
    return {
      isCheap: (needle: Needle): boolean =>
        (known.get(needle)?.bytes ?? Number.POSITIVE_INFINITY) <= CHEAP_BYTES,
      of(needle: Needle): Word {
        const word = known.get(needle) ?? lookUp(segment, needle);
        known.set(needle, word);
        weights.set(needle, word.weight);
        return word;
      },
    };
  }

  /**
   * Values of the given columns (null: any) that have all the words. With `isChecked` not all words need
   * be looked at: where few values are left, or the next word is far more common than they are, the rest
   * is for `narrow`, which whoever still needs it calls.
   */
  function valuesOf(
    segment: Segment,
    needles: readonly Needle[],
    { columns, isChecked }: { columns: ReadonlySet<number> | null; isChecked: boolean },
  ): FoundValues {
    const words = wordsOf(segment);
    // What was not looked up so far is first: it may be the rarest.
    const asked = [...needles].sort((left, right) => weightBefore(left) - weightBefore(right));
    let sets: ValueSets | undefined;
    let next = 0;
    for (; next < asked.length; next++) {
      const needle = asked[next] as Needle;
      const size = sets ? sizeOf(sets) : Number.POSITIVE_INFINITY;
      const isEnough = size <= FEW_VALUES || weightBefore(needle) > size * MORE_COMMON;
      if (isChecked && isEnough) break;
      const word = words.of(needle);
      if (word.postings.length === 0) return NOTHING;
      const these = valuesWith(word, { columns, scratch });
      sets = sets ? intersect(sets, these, scratch) : these;
      if (sets.size === 0) return NOTHING;
    }
    const rest = asked.slice(next);

    /** Rules out by the rest of the words until `enough` are left. */
    function narrow(column: number, set: ValueSet): ValueSet {
      // To read one value of many, the part it lies in has to be unpacked.
      const enough = places.distinctOf(segment, column) > PART_VALUES ? 0 : FEW_VALUES;
      let left = set;
      for (const needle of rest) {
        if (left.size === 0) break;
        if (left.size <= enough && !words.isCheap(needle)) continue;
        const these = valuesWith(words.of(needle), { columns: new Set([column]), scratch });
        left = intersect(new Map([[column, left]]), these, scratch).get(column) ?? NO_VALUES;
      }
      return left;
    }

    return { sets: sets ?? new Map(), narrow };
  }

  return { valuesOf };
}
