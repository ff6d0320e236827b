/**
 * Counts values exactly with a bounded number of them in memory. Where there are more, only those whose hash
 * lies low enough are counted; the others are left to a further pass over the alerts.
 */

/** Distinct values in memory. */
const HELD_MAX = 200_000;
const HASH_END = 2 ** 32;

export class StackCounter {
  readonly #from: number;
  readonly #most: number;
  #end = HASH_END;
  #held = new Map<string | null, number>();

  /** @param from Where the pass before ended. */
  constructor(from = 0, most = HELD_MAX) {
    this.#from = from;
    this.#most = most;
  }

  add(value: string | null, n: number): void {
    const known = this.#held.get(value);
    if (known !== undefined) {
      this.#held.set(value, known + n);
      return;
    }
    const hash = hashOf(value);
    if (hash < this.#from || hash >= this.#end) return;
    this.#held.set(value, n);
    while (this.#held.size > this.#most) this.#lowerEnd();
  }

  #lowerEnd(): void {
    this.#end = this.#from + Math.floor((this.#end - this.#from) / 2);
    for (const value of this.#held.keys()) if (hashOf(value) >= this.#end) this.#held.delete(value);
  }

  counts(): ReadonlyMap<string | null, number> {
    return this.#held;
  }

  /** Where the next pass begins; null where all values were counted. */
  get next(): number | null {
    return this.#end === HASH_END ? null : this.#end;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(value: string | null): number {
  let hash = 0x811c9dc5;
  const text = value ?? '\u0000none';
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}

export interface Counted {
  readonly value: string | null;
  readonly n: number;
}

/** The most common and the rarest of all that were counted; ties by value, so that a count repeats itself. */
export class StackEnds {
  readonly #rows: number;
  #common: Counted[] = [];
  #rare: Counted[] = [];
  #distinct = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  take(counts: ReadonlyMap<string | null, number>): void {
    const all = [...counts].map(([value, n]) => ({ value, n }));
    this.#distinct += all.length;
    this.#common = [...this.#common, ...all]
      .sort((a, b) => b.n - a.n || byValue(a, b))
      .slice(0, this.#rows);
    this.#rare = [...this.#rare, ...all]
      .sort((a, b) => a.n - b.n || byValue(a, b))
      .slice(0, this.#rows);
  }

  result(): { distinct: number; common: Counted[]; rare: Counted[] } {
    return { distinct: this.#distinct, common: this.#common, rare: this.#rare };
  }
}

function byValue(a: Counted, b: Counted): number {
  if (a.value === b.value) return 0;
  if (a.value === null || b.value === null) return a.value === null ? -1 : 1;
  return a.value < b.value ? -1 : 1;
}
