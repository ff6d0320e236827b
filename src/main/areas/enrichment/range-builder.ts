/**
 * Ranges of addresses on their way into a table that is searched by halves: sorted, apart from each other,
 * and where one lies in another the inner one counts. 36 bytes a range while it is built.
 */
import { AppError } from '../../../shared/contract/errors.ts';

/** Of one family; the largest tables published have about 4,000,000. */
const MOST_RANGES = 6_000_000;
const LOW = 0xffff_ffff_ffff_ffffn;
const BEGIN = 4_096;

export interface Range {
  readonly start: bigint;
  readonly end: bigint;
  readonly value: number;
}

export class RangeBuilder {
  /** Four words a range: start high, start low, end high, end low. */
  #words = new BigUint64Array(BEGIN * 4);
  #values = new Uint32Array(BEGIN);
  #isSorted = true;
  #lastEnd = -1n;
  size = 0;

  add(start: bigint, end: bigint, value: number): void {
    const last = this.size - 1;
    if (last >= 0 && start === this.#lastEnd + 1n && this.#values[last] === value) {
      this.#words[last * 4 + 2] = end >> 64n;
      this.#words[last * 4 + 3] = end & LOW;
      this.#lastEnd = end;
      return;
    }
    if (this.size >= MOST_RANGES)
      throw new AppError('bad-input', 'A table holds at most 6,000,000 ranges of a family');
    if (this.size === this.#values.length) this.#grow();
    if (start <= this.#lastEnd) this.#isSorted = false;
    this.#words.set([start >> 64n, start & LOW, end >> 64n, end & LOW], this.size * 4);
    this.#values[this.size] = value;
    this.#lastEnd = end;
    this.size += 1;
  }

  *ranges(): Generator<Range> {
    if (this.#isSorted) for (let n = 0; n < this.size; n++) yield this.#at(n);
    else yield* flattened(this.#sorted());
  }

  #grow(): void {
    const room = Math.ceil(this.#values.length * 1.6);
    const words = new BigUint64Array(room * 4);
    words.set(this.#words);
    const values = new Uint32Array(room);
    values.set(this.#values);
    this.#words = words;
    this.#values = values;
  }

  #word(at: number): bigint {
    return this.#words[at] ?? 0n;
  }

  #at(n: number): Range {
    const at = n * 4;
    return {
      start: (this.#word(at) << 64n) | this.#word(at + 1),
      end: (this.#word(at + 2) << 64n) | this.#word(at + 3),
      value: this.#values[n] ?? 0,
    };
  }

  /** By start, the wider one first; of two alike the later one comes later and so counts. */
  *#sorted(): Generator<Range> {
    const order = new Uint32Array(this.size).map((_, n) => n);
    order.sort((a, b) => this.#compare(a * 4, b * 4) || a - b);
    for (const n of order) yield this.#at(n);
  }

  #compare(a: number, b: number): number {
    for (const [word, sign] of [
      [0, 1],
      [1, 1],
      [2, -1],
      [3, -1],
    ] as const) {
      const [left, right] = [this.#word(a + word), this.#word(b + word)];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  }
}

/** Ranges that lie apart, of sorted ones that may lie in or over each other. */
function* flattened(sorted: Iterable<Range>): Generator<Range> {
  const open: Range[] = [];
  let at = 0n;
  /** What is open, up to before a place. */
  function* closeTo(limit: bigint): Generator<Range> {
    for (let top = open.at(-1); top && at < limit; top = open.at(-1)) {
      const end = top.end < limit ? top.end : limit - 1n;
      if (at <= end) {
        yield { start: at, end, value: top.value };
        at = end + 1n;
      }
      if (top.end >= limit) return;
      open.pop();
    }
  }
  for (const range of sorted) {
    yield* closeTo(range.start);
    while ((open.at(-1)?.end ?? range.end) < range.start) open.pop();
    at = range.start;
    open.push(range);
  }
  yield* closeTo(1n << 129n);
}
