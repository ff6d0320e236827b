/**
 * A segment's words as sorted blocks, each word followed by the values it occurs in: length of what it
 * shares with the word before, length of the rest, the rest, bytes of the refs, the refs as groups of
 * (column, how many, differences between values). All numbers are LEB128. Words that a form of message
 * always has are in every value of their column: such a group is (column, 0, how many), from the first on.
 */
import type { Bytes } from './packed.ts';
import { countOnes } from './row-masks.ts';
import type { TermRefs, TermTable } from './term-table.ts';
import { TERM_BYTES } from './term-words.ts';
import { type Scratch, setIn, type ValueSet, type ValueSets } from './value-sets.ts';

const BLOCK_BYTES = 6_000;

class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  number(value: number): void {
    this.#room(6);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.length++] = rest;
  }

  raw(bytes: Uint8Array, from: number, to: number): void {
    this.#room(to - from);
    for (let at = from; at < to; at++) this.#bytes[this.length++] = bytes[at] as number;
  }

  append(other: ByteWriter): void {
    this.#room(other.length);
    this.#bytes.set(other.#bytes.subarray(0, other.length), this.length);
    this.length += other.length;
  }

  take(): Bytes {
    const taken = this.#bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  clear(): void {
    this.length = 0;
  }
}

export function packTerms(table: TermTable): { blockNames: string[]; blocks: Bytes[] } {
  const blockNames: string[] = [];
  const blocks: Bytes[] = [];
  const block = new ByteWriter();
  const postings = new ByteWriter();
  const last = new Uint8Array(TERM_BYTES);
  let lastLength = 0;
  table.sorted((term, refs) => {
    const { bytes, start, length } = term;
    if (block.length === 0) {
      blockNames.push(Buffer.from(bytes.subarray(start, start + length)).toString('latin1'));
      lastLength = 0;
    }
    let shared = 0;
    while (shared < lastLength && shared < length && bytes[start + shared] === last[shared])
      shared++;
    block.number(shared);
    block.number(length - shared);
    block.raw(bytes, start + shared, start + length);
    for (let at = shared; at < length; at++) last[at] = bytes[start + at] as number;
    lastLength = length;
    writeRefs(postings, refs);
    block.number(postings.length);
    block.append(postings);
    postings.clear();
    if (block.length >= BLOCK_BYTES) blocks.push(block.take());
  });
  if (block.length > 0) blocks.push(block.take());
  return { blockNames, blocks };
}

/** Groups of a column's first values stand before the others, so that a word's weight is had without reading it. */
function writeRefs(out: ByteWriter, { values: refs, count }: TermRefs): void {
  let isLater = false;
  for (let at = 0; at < count; ) {
    const end = groupEnd(refs, at, count);
    // Values go up: where the last one's place is their number, they are the first ones.
    if (((refs[end - 1] as number) & 0xffff) === end - at - 1) {
      out.number((refs[at] as number) >>> 16);
      out.number(0);
      out.number(end - at);
    } else isLater = true;
    at = end;
  }
  for (let at = 0; isLater && at < count; ) {
    const end = groupEnd(refs, at, count);
    if (((refs[end - 1] as number) & 0xffff) !== end - at - 1) writeValues(out, refs, at, end);
    at = end;
  }
}

/** Where the refs of the same column end. */
function groupEnd(refs: Uint32Array, from: number, count: number): number {
  const column = (refs[from] as number) >>> 16;
  let end = from + 1;
  while (end < count && (refs[end] as number) >>> 16 === column) end++;
  return end;
}

function writeValues(out: ByteWriter, refs: Uint32Array, from: number, to: number): void {
  out.number((refs[from] as number) >>> 16);
  out.number(to - from);
  let before = 0;
  for (let at = from; at < to; at++) {
    const value = (refs[at] as number) & 0xffff;
    out.number(value - before);
    before = value;
  }
}

/** Where the refs of words lie in a block: from, to, from, to … */
export interface Postings {
  readonly block: Uint8Array;
  readonly spans: readonly number[];
}

/** Reads numbers of a block one after another; `at` is where the next one begins. */
function numbersIn(block: Uint8Array, from = 0) {
  return {
    at: from,
    next(): number {
      const first = block[this.at++] as number;
      if (first < 128) return first;
      let value = first & 127;
      for (let scale = 128; ; scale *= 128) {
        const byte = block[this.at++] as number;
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
    },
  };
}

/** About how many values a word has, and so what it costs to read them: one byte each at least. */
export function weightOf(block: Uint8Array, from: number, to: number): number {
  let count = from;
  while ((block[count++] as number) > 127);
  // Most words have no column's first values.
  if (block[count] !== 0) return to - from;
  const numbers = numbersIn(block, from);
  let weight = 0;
  while (numbers.at < to) {
    const group = numbers.at;
    numbers.next();
    if (numbers.next() !== 0) return weight + to - group;
    weight += numbers.next();
  }
  return weight;
}

/**
 * Gives where the refs of a word (or of those that begin so) lie; answers whether more may follow behind. A word is
 * compared only where it shares with the one before exactly what that one shares with the wanted word: where
 * it shares more, it stands before the wanted one as well; where it shares less, behind it.
 */
export function seekWord(
  block: Uint8Array,
  wanted: Uint8Array,
  { isPrefix, found }: { isPrefix: boolean; found: (from: number, to: number) => void },
): boolean {
  const numbers = numbersIn(block);
  /** Bytes at the start of the word before that the wanted one begins with. */
  let matched = 0;
  while (numbers.at < block.length) {
    // Words have at most `TERM_BYTES`: their lengths are a byte each.
    const shared = block[numbers.at] as number;
    const own = block[numbers.at + 1] as number;
    const word = numbers.at + 2;
    numbers.at = word + own;
    const size = numbers.next();
    const from = numbers.at;
    numbers.at += size;
    if (shared < matched) return false;
    if (shared === matched) {
      const same = sameBytes({ block, from: word, to: word + own }, { wanted, at: matched });
      matched += same;
      const isBehind = same < own && (block[word + same] as number) > (wanted[matched] as number);
      if (isBehind) return false;
    }
    if (matched < wanted.length) continue;
    if (isPrefix || shared + own === wanted.length) found(from, numbers.at);
    return isPrefix && takeRow(block, numbers.at, { least: wanted.length, found });
  }
  return true;
}

/** Words that begin alike stand in a row: behind the first of them, only what they share is looked at. */
function takeRow(
  block: Uint8Array,
  from: number,
  { least, found }: { least: number; found: (from: number, to: number) => void },
): boolean {
  let at = from;
  while (at < block.length) {
    if ((block[at] as number) < least) return false;
    at += 2 + (block[at + 1] as number);
    let byte = block[at++] as number;
    let size = byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = block[at++] as number;
      size += (byte & 127) * scale;
    }
    found(at, at + size);
    at += size;
  }
  return true;
}

/** How many bytes of a word are those of the wanted one from a place on. */
function sameBytes(
  { block, from, to }: { block: Uint8Array; from: number; to: number },
  { wanted, at }: { wanted: Uint8Array; at: number },
): number {
  const most = Math.min(to - from, wanted.length - at);
  let same = 0;
  while (same < most && block[from + same] === wanted[at + same]) same++;
  return same;
}

export interface PostingsReading {
  /** Null: any. */
  readonly columns: ReadonlySet<number> | null;
  readonly scratch: Scratch;
}

/** The set of a column, null where it is not asked for. Words of one prefix are mostly in the same. */
function setsOf(sets: ValueSets, { columns, scratch }: PostingsReading) {
  let last = -1;
  let set: ValueSet | null = null;
  return (column: number): ValueSet | null => {
    if (column === last) return set;
    last = column;
    set = !columns || columns.has(column) ? setIn(sets, column, scratch) : null;
    return set;
  };
}

/** Adds the values of words to `sets`. */
export function readPostings(
  { block, spans }: Postings,
  sets: ValueSets,
  { columns, scratch }: PostingsReading,
): void {
  const numbers = numbersIn(block);
  const setOf = setsOf(sets, { columns, scratch });
  for (let span = 0; span < spans.length; span += 2) {
    const to = spans[span + 1] as number;
    for (numbers.at = spans[span] as number; numbers.at < to; ) {
      const column = numbers.next();
      const count = numbers.next();
      const set = setOf(column);
      if (count > 1) numbers.at = readValues(block, numbers.at, { count, set });
      else {
        const value = numbers.next();
        if (set && count === 0) addFirst(set, value);
        else if (set) addOne(set, value);
      }
    }
  }
}

function addOne(set: ValueSet, value: number): void {
  if (set.flags[value] === 1) return;
  set.flags[value] = 1;
  set.size++;
}

/** The first `count` values of a column. */
function addFirst(set: ValueSet, count: number): void {
  if (set.size > 0) set.size -= countOnes(set.flags.subarray(0, count));
  set.flags.fill(1, 0, count);
  set.size += count;
}

/** One group's values; answers where it ends. Most differences are one byte. */
function readValues(
  block: Uint8Array,
  from: number,
  { count, set }: { count: number; set: ValueSet | null },
): number {
  const flags = set?.flags;
  let at = from;
  let value = 0;
  let added = 0;
  for (let index = 0; index < count; index++) {
    let byte = block[at++] as number;
    let step = byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = block[at++] as number;
      step += (byte & 127) * scale;
    }
    value += step;
    if (flags === undefined || flags[value] === 1) continue;
    flags[value] = 1;
    added++;
  }
  if (set) set.size += added;
  return at;
}
