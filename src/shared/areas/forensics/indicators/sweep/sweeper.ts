/** Looks for a set of indicators in bytes of UTF-8: one pass for words, one for addresses. Pure. */
import { createAddressBook, isAddressLike, needlesOfV4, needlesOfV6 } from './address-book.ts';
import { createGramScan } from './gram-scan.ts';
import { type Fit, fitAt, NEEDLE_LIMITS, type Needle, type Word, wordsOf } from './needles.ts';
import { eachV4, eachV6 } from './written-addresses.ts';

export interface SweepHit {
  /** Place among the needles. */
  readonly needle: number;
  /** In bytes. */
  readonly at: number;
  readonly length: number;
  readonly isPart: boolean;
}

export interface Sweeper {
  /** Every place; the same needle may be hit more than once. Of `bytes` up to `end`. */
  scan(bytes: Uint8Array, end: number, hit: (hit: SweepHit) => void): void;
  /** Needles that are too short to be looked for, by place. */
  readonly leftOut: readonly number[];
}

/** Words this long and longer move the window far; shorter ones are looked for by themselves. */
const LONG = 8;

export function createSweeper(needles: readonly Needle[]): Sweeper {
  const leftOut: number[] = [];
  const words = needles.flatMap((needle, n) => {
    if (isAddressLike(needle.type)) return [];
    if (needle.value.length >= NEEDLE_LIMITS.shortest) return wordsOf(needle, n);
    leftOut.push(n);
    return [];
  });
  const scans = [
    words.filter(({ bytes }) => bytes.length >= LONG),
    words.filter(({ bytes }) => bytes.length < LONG),
  ].map((some) => ({ words: some, scan: createGramScan(some.map(({ bytes }) => bytes)) }));
  const book = createAddressBook(needles);
  return {
    leftOut,
    scan(bytes, end, hit) {
      for (const { words: some, scan } of scans)
        scan?.each(bytes, end, (n, at) => {
          const word = some[n] as Word;
          const fit: Fit = fitAt(bytes, end, at, word);
          if (fit === null) return;
          const { needle, bytes: written } = word;
          hit({ needle, at, length: written.length, isPart: fit === 'part' });
        });
      if (book.v4.length > 0)
        eachV4(bytes, end, (number, at, length) =>
          needlesOfV4(book, number, (needle) => hit({ needle, at, length, isPart: false })),
        );
      if (book.v6.length > 0)
        eachV6(bytes, end, (groups, at, length) =>
          needlesOfV6(book, groups, (needle) => hit({ needle, at, length, isPart: false })),
        );
    },
  };
}
