/**
 * How often texts occur, told apart by their bytes. Typed arrays all through: among millions of values, a
 * text and its place in a map for each are most of what counting costs.
 */

const FIRST_VALUES = 1 << 12;
const FIRST_BYTES = 1 << 16;

/** FNV-1a of 32 bits. */
const FIRST_HASH = 0x811c9dc5 | 0;
const HASH_STEP = 0x01000193;

/** Where a text's bytes lie. */
export interface TextBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export class ValueCounts {
  /** So many are told apart; of others, nothing is counted. */
  readonly #limit: number;
  /** Twice as many as there is room for values, so that few meet. */
  #slots = new Int32Array(FIRST_VALUES * 2).fill(-1);
  #hashes = new Int32Array(FIRST_VALUES);
  #counts = new Float64Array(FIRST_VALUES);
  /** A value's bytes end where the next one's begin. */
  #starts = new Float64Array(FIRST_VALUES + 1);
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  #grow(): void {
    const room = this.#counts.length * 2;
    const hashes = new Int32Array(room);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const counts = new Float64Array(room);
    counts.set(this.#counts);
    this.#counts = counts;
    const starts = new Float64Array(room + 1);
    starts.set(this.#starts);
    this.#starts = starts;
    this.#slots = new Int32Array(room * 2).fill(-1);
    for (let value = 0; value < this.#size; value++)
      this.#slots[this.#freeSlot(this.#hashes[value] as number)] = value;
  }

  #freeSlot(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  }

  #isSame(value: number, { bytes, from, to }: TextBytes): boolean {
    const start = this.#starts[value] as number;
    if ((this.#starts[value + 1] as number) - start !== to - from) return false;
    for (let at = from; at < to; at++)
      if (this.#bytes[start + at - from] !== bytes[at]) return false;
    return true;
  }

  #addNew({ bytes, from, to }: TextBytes, hash: number, count: number): void {
    if (this.#size === this.#limit) return;
    if (this.#size === this.#counts.length) this.#grow();
    const start = this.#starts[this.#size] as number;
    const end = start + to - from;
    if (end > this.#bytes.length) {
      const more = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2));
      more.set(this.#bytes);
      this.#bytes = more;
    }
    this.#bytes.set(bytes.subarray(from, to), start);
    const value = this.#size++;
    this.#slots[this.#freeSlot(hash)] = value;
    this.#hashes[value] = hash;
    this.#counts[value] = count;
    this.#starts[value + 1] = end;
  }

  add(text: TextBytes, count: number): void {
    let hash = FIRST_HASH;
    for (let at = text.from; at < text.to; at++)
      hash = Math.imul(hash ^ (text.bytes[at] as number), HASH_STEP);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let value = this.#slots[slot] as number; value !== -1; ) {
      if (this.#hashes[value] === hash && this.#isSame(value, text)) {
        this.#counts[value] = (this.#counts[value] as number) + count;
        return;
      }
      slot = (slot + 1) & mask;
      value = this.#slots[slot] as number;
    }
    this.#addNew(text, hash, count);
  }

  get size(): number {
    return this.#size;
  }

  /** Of the value that was the nth new one. */
  countOf(value: number): number {
    return this.#counts[value] as number;
  }

  /** Read as UTF-8. */
  textOf(value: number): string {
    return this.#bytes.toString('utf8', this.#starts[value], this.#starts[value + 1]);
  }
}
