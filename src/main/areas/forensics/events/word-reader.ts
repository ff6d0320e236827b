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
/**
 * What it costs to read a block of words, in bytes of values that are unpacked at the same cost: of the beginning
 * of a word as short as a digit some dozen have to be read. Blocks serve several columns and are mostly kept.
 */
const BLOCK_COST = 8_000;

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
  /** What it costs to look at these values one by one, in bytes that are unpacked for it. */
  readonly costOf: (column: number, set: ValueSet) => number;
}

interface ValuesRequest {
  /** Null: any. */
  readonly columns: ReadonlySet<number> | null;
  /** Whoever asks looks at the values found. */
  readonly isChecked: boolean;
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
  /** Where the word stands, if anywhere: in the block before the first one that begins behind it. */
  function blockBefore(blocks: readonly string[], term: string): number {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((blocks[middle] as string) <= term) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** How many blocks have to be read for a word. */
  function blocksOf(segment: Segment, { term, isPrefix }: Needle): number {
    const blocks = names(segment);
    const first = blockBefore(blocks, term);
    let next = first + 1;
    while (isPrefix && blocks[next]?.startsWith(term)) next++;
    return next - first;
  }

  function lookUp(segment: Segment, { term, isPrefix }: Needle): Word {
    const blocks = names(segment);
    const word = { postings: [] as Postings[], weight: 0, bytes: 0 };
    const wanted = Buffer.from(term, 'latin1');
    for (let place = blockBefore(blocks, term); place < blocks.length; place++) {
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
  }

  return { lookUp, blocksOf };
}

/** So many values say how many of others a word will rule out. */
const TELLING_VALUES = 64;

/** How many of a column's values words ruled out so far, once others had had their turn. */
function createTallies() {
  const tallies = new WeakMap<Needle, Map<number, { asked: number; kept: number }>>();
  return {
    add(needle: Needle, column: number, { asked, kept }: { asked: number; kept: number }): void {
      const columns = tallies.get(needle) ?? new Map<number, { asked: number; kept: number }>();
      tallies.set(needle, columns);
      const tally = columns.get(column) ?? { asked: 0, kept: 0 };
      columns.set(column, { asked: tally.asked + asked, kept: tally.kept + kept });
    },
    /** 0 to 1; all, as long as too few were seen. */
    ruledOut(needle: Needle, column: number): number {
      const { asked = 0, kept = 0 } = tallies.get(needle)?.get(column) ?? {};
      return asked < TELLING_VALUES ? 1 : 1 - kept / asked;
    },
  };
}

interface Narrowing {
  readonly places: WordPlaces;
  readonly scratch: Scratch;
  readonly tallies: ReturnType<typeof createTallies>;
}

/** Each word of a text once, when it is first needed. */
interface Words {
  readonly isCheap: (needle: Needle) => boolean;
  /** In bytes that are unpacked at the same cost. */
  readonly costOf: (needle: Needle) => number;
  readonly of: (needle: Needle) => Word;
}

/** Rules out by the rest of the words until few enough are left. */
function narrowing(
  { places, scratch, tallies }: Narrowing,
  segment: Segment,
  { words, rest }: { words: Words; rest: readonly Needle[] },
): FoundValues['narrow'] {
  /** Whether to look at the values left costs no more than what the word is likely to rule out. */
  function isDone(needle: Needle, column: number, left: ValueSet): boolean {
    if (words.isCheap(needle)) return false;
    if (places.distinctOf(segment, column) <= PART_VALUES) return left.size <= FEW_VALUES;
    const cost = places.costOf(column, left);
    return cost * tallies.ruledOut(needle, column) <= words.costOf(needle);
  }

  return (column, set) => {
    let left = set;
    for (const needle of rest) {
      if (left.size === 0) break;
      if (isDone(needle, column, left)) continue;
      const these = valuesWith(words.of(needle), { columns: new Set([column]), scratch });
      const kept = intersect(new Map([[column, left]]), these, scratch).get(column) ?? NO_VALUES;
      tallies.add(needle, column, { asked: left.size, kept: kept.size });
      left = kept;
    }
    return left;
  };
}

export function createWordReader(places: WordPlaces, scratch: Scratch) {
  const { lookUp, blocksOf } = createLookUp(places);
  /** In the segment where it was looked up last. */
  const weights = new WeakMap<Needle, number>();
  const weightBefore = (needle: Needle): number => weights.get(needle) ?? 0;
  const tallies = createTallies();

  function wordsOf(segment: Segment): Words {
    const known = new Map<Needle, Word>();
    return {
      isCheap: (needle) => (known.get(needle)?.bytes ?? Number.POSITIVE_INFINITY) <= CHEAP_BYTES,
      costOf: (needle) => (known.has(needle) ? 0 : blocksOf(segment, needle) * BLOCK_COST),
      of(needle) {
        const word = known.get(needle) ?? lookUp(segment, needle);
        known.set(needle, word);
        weights.set(needle, word.weight);
        return word;
      },
    };
  }

  const isEnough = (size: number, next: Needle): boolean =>
    size <= FEW_VALUES || weightBefore(next) > size * MORE_COMMON;

  /** Null where no value has the words; `rest`: those not looked at. */
  function firstOf(
    words: Words,
    asked: readonly Needle[],
    { columns, isChecked }: ValuesRequest,
  ): { sets: ValueSets; rest: readonly Needle[] } | null {
    let sets: ValueSets | undefined;
    for (const [place, needle] of asked.entries()) {
      if (isChecked && sets && isEnough(sizeOf(sets), needle))
        return { sets, rest: asked.slice(place) };
      const word = words.of(needle);
      const among = sets ? new Set(sets.keys()) : columns;
      const these = valuesWith(word, { columns: among, scratch });
      sets = sets ? intersect(sets, these, scratch) : these;
      if (sets.size === 0) return null;
    }
    return sets ? { sets, rest: [] } : null;
  }

  /**
   * Values of the given columns (null: any) that have all the words. With `isChecked` not all words need
   * be looked at: where few values are left, or the next word is far more common than they are, the rest
   * is for `narrow`, which whoever still needs it calls.
   */
  function valuesOf(
    segment: Segment,
    needles: readonly Needle[],
    request: ValuesRequest,
  ): FoundValues {
    const words = wordsOf(segment);
    // What was not looked up so far is first: it may be the rarest.
    const asked = [...needles].sort((left, right) => weightBefore(left) - weightBefore(right));
    const first = firstOf(words, asked, request);
    if (!first) return NOTHING;
    const { sets, rest } = first;
    return { sets, narrow: narrowing({ places, scratch, tallies }, segment, { words, rest }) };
  }

  return { valuesOf };
}
