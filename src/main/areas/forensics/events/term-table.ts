/**
 * The words of one segment while it is built, and the values they occur in. Typed arrays all through:
 * a segment has some hundred thousand words, and an object for each would be most of an import.
 */
import { fold, TERM_BYTES, toTerm, WORD_CODES, wordsOf } from './term-words.ts';

const FIRST_SLOTS = 1 << 17;
/** What a sort key has place for beside four bytes of the word (53 bits in all). */
const KEYED_TERMS = 1 << 21;

/** FNV-1a of 32 bits. */
const FIRST_HASH = 0x811c9dc5 | 0;
const HASH_STEP = 0x01000193;

/** `length` bytes from `start` on. */
export interface TermBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly length: number;
}

/** The first `count` of `values`, which go up. */
export interface TermRefs {
  readonly values: Uint32Array;
  readonly count: number;
}

function doubled(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(old.length * 2);
  made.set(old);
  return made;
}

/** Grows with the segment and is emptied for the next: one a source that is being read. */
export class TermTable {
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);
  #mask = FIRST_SLOTS - 1;
  #arena = new Uint8Array(1 << 20);
  #arenaEnd = 0;
  #starts = new Uint32Array(1 << 16);
  #hashes = new Int32Array(1 << 16);
  #lengths = new Uint8Array(1 << 16);
  #heads = new Int32Array(1 << 16);
  #tails = new Int32Array(1 << 16);
  #size = 0;
  #nexts = new Int32Array(1 << 18);
  #refs = new Uint32Array(1 << 18);
  #posted = 0;
  #word = new Uint8Array(TERM_BYTES);

  #growTerms() {
    const grow = <T extends Uint32Array | Int32Array | Uint8Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    const length = this.#starts.length * 2;
    this.#starts = grow(this.#starts, new Uint32Array(length));
    this.#hashes = grow(this.#hashes, new Int32Array(length));
    this.#lengths = grow(this.#lengths, new Uint8Array(length));
    this.#heads = grow(this.#heads, new Int32Array(length));
    this.#tails = grow(this.#tails, new Int32Array(length));
    if (length * 2 <= this.#slots.length) return;
    this.#slots = new Int32Array(length * 2).fill(-1);
    this.#mask = this.#slots.length - 1;
    for (let term = 0; term < this.#size; term++) {
      let slot = (this.#hashes[term] as number) & this.#mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = term;
    }
  }

  #growPosts() {
    const moreNexts = new Int32Array(this.#nexts.length * 2);
    moreNexts.set(this.#nexts);
    this.#nexts = moreNexts;
    const moreRefs = new Uint32Array(this.#refs.length * 2);
    moreRefs.set(this.#refs);
    this.#refs = moreRefs;
  }

  #isWord(term: number, length: number): boolean {
    const start = this.#starts[term] as number;
    for (let at = 0; at < length; at++)
      if (this.#arena[start + at] !== this.#word[at]) return false;
    return true;
  }

  /** Makes a term of `#word`; `slot` is where it was looked for in vain. */
  #addTerm(length: number, hash: number, slot: number): number {
    let free = slot;
    if (this.#size === this.#starts.length) {
      this.#growTerms();
      free = hash & this.#mask;
      while (this.#slots[free] !== -1) free = (free + 1) & this.#mask;
    }
    if (this.#arenaEnd + length > this.#arena.length) {
      const more = new Uint8Array(this.#arena.length * 2);
      more.set(this.#arena);
      this.#arena = more;
    }
    const term = this.#size++;
    this.#slots[free] = term;
    this.#hashes[term] = hash;
    this.#lengths[term] = length;
    this.#starts[term] = this.#arenaEnd;
    for (let at = 0; at < length; at++) this.#arena[this.#arenaEnd + at] = this.#word[at] as number;
    this.#arenaEnd += length;
    this.#heads[term] = -1;
    this.#tails[term] = -1;
    return term;
  }

  #find(length: number, hash: number): number {
    let slot = hash & this.#mask;
    for (let term = this.#slots[slot] as number; term !== -1; term = this.#slots[slot] as number) {
      if (
        this.#hashes[term] === hash &&
        this.#lengths[term] === length &&
        this.#isWord(term, length)
      )
        return term;
      slot = (slot + 1) & this.#mask;
    }
    return this.#addTerm(length, hash, slot);
  }

  /** The word is in `#word`. */
  #addWord(length: number, hash: number, ref: number): void {
    const term = this.#find(length, hash);
    const tail = this.#tails[term] as number;
    if (tail !== -1 && this.#refs[tail] === ref) return;
    if (this.#posted === this.#nexts.length) this.#growPosts();
    const post = this.#posted++;
    this.#refs[post] = ref;
    this.#nexts[post] = -1;
    if (tail === -1) this.#heads[term] = post;
    else this.#nexts[tail] = post;
    this.#tails[term] = post;
  }

  #addText(text: string, ref: number): void {
    for (const { text: found } of wordsOf(fold(text))) {
      const term = toTerm(found);
      let hash = FIRST_HASH;
      for (let at = 0; at < term.length; at++) {
        this.#word[at] = term.charCodeAt(at);
        hash = Math.imul(hash ^ term.charCodeAt(at), HASH_STEP);
      }
      this.#addWord(term.length, hash ^ (hash >>> 15), ref);
    }
  }

  #compare(left: number, right: number): number {
    const leftStart = this.#starts[left] as number;
    const rightStart = this.#starts[right] as number;
    const leftLength = this.#lengths[left] as number;
    const rightLength = this.#lengths[right] as number;
    const shared = Math.min(leftLength, rightLength);
    for (let at = 0; at < shared; at++) {
      const difference =
        (this.#arena[leftStart + at] as number) - (this.#arena[rightStart + at] as number);
      if (difference !== 0) return difference;
    }
    return leftLength - rightLength;
  }

  /** The first four bytes as a number, beside the term's own. */
  #keyOf(term: number): number {
    const start = this.#starts[term] as number;
    const length = this.#lengths[term] as number;
    let prefix = 0;
    for (let at = 0; at < 4; at++)
      prefix = prefix * 256 + (at < length ? (this.#arena[start + at] as number) : 0);
    return prefix * KEYED_TERMS + term;
  }

  /** By the first four bytes and without a comparison where that decides. */
  #order(): Uint32Array {
    const sorted = Uint32Array.from({ length: this.#size }, (_, term) => term);
    if (this.#size > KEYED_TERMS) return sorted.sort((left, right) => this.#compare(left, right));
    const keys = new Float64Array(this.#size);
    for (let term = 0; term < this.#size; term++) keys[term] = this.#keyOf(term);
    keys.sort();
    let runStart = 0;
    let runPrefix = -1;
    const endRun = (end: number) => {
      if (end - runStart > 1)
        sorted.subarray(runStart, end).sort((left, right) => this.#compare(left, right));
      runStart = end;
    };
    for (let at = 0; at < this.#size; at++) {
      const key = keys[at] as number;
      const prefix = Math.floor(key / KEYED_TERMS);
      sorted[at] = key - prefix * KEYED_TERMS;
      if (prefix === runPrefix) continue;
      endRun(at);
      runPrefix = prefix;
    }
    endRun(this.#size);
    return sorted;
  }

  /** How many words there are. */
  get size(): number {
    return this.#size;
  }

  /** `ref` is column × 65,536 + value; refs must not go down from one call to the next. */
  add(text: string, ref: number): void {
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length === text.length) this.addAscii(bytes, ref, { from: 0, to: bytes.length });
    else this.#addText(text, ref);
  }

  /** The same of a text whose bytes are ASCII. */
  addAscii(bytes: Uint8Array, ref: number, { from, to }: { from: number; to: number }): void {
    const word = this.#word;
    let length = 0;
    let hash = FIRST_HASH;
    for (let at = from; at < to; at++) {
      const folded = WORD_CODES[bytes[at] as number] as number;
      if (folded !== 0) {
        if (length === TERM_BYTES) continue;
        word[length++] = folded;
        hash = Math.imul(hash ^ folded, HASH_STEP);
      } else if (length > 0) {
        this.#addWord(length, hash ^ (hash >>> 15), ref);
        length = 0;
        hash = FIRST_HASH;
      }
    }
    if (length > 0) this.#addWord(length, hash ^ (hash >>> 15), ref);
  }

  /** The words by their bytes, each with its refs; both are overwritten for the next. */
  sorted(each: (term: TermBytes, refs: TermRefs) => void): void {
    const refs = { values: new Uint32Array(1 << 10), count: 0 };
    const word = { bytes: this.#arena, start: 0, length: 0 };
    for (const term of this.#order()) {
      refs.count = 0;
      for (
        let post = this.#heads[term] as number;
        post !== -1;
        post = this.#nexts[post] as number
      ) {
        if (refs.count === refs.values.length) refs.values = doubled(refs.values);
        refs.values[refs.count++] = this.#refs[post] as number;
      }
      word.start = this.#starts[term] as number;
      word.length = this.#lengths[term] as number;
      each(word, refs);
    }
  }

  clear(): void {
    this.#slots.fill(-1);
    this.#arenaEnd = 0;
    this.#size = 0;
    this.#posted = 0;
  }
}
