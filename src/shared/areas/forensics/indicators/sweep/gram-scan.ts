/**
 * Many words in one pass over bytes (Wu and Manber, 1994): the window moves on by as much as its last
 * four bytes allow, which for most texts is the length of the shortest word less three. ASCII letters are
 * compared without case. Each word is looked for by the stretch of it that fewest others have, so that
 * thousands that begin with 'https://www.' are no list to go through. Linear in practice; at worst each
 * place is compared with the words of a bucket.
 */
const GRAM = 4;
const BITS = 20;
const SIZE = 1 << BITS;
/** A longer one would fill the table with the grams of long words. */
const LONGEST_WINDOW = 12;
/** So many stretches of a word are considered. */
const MOST_OFFSETS = 48;

export const FOLD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

export interface GramScan {
  /** `at` is where word `n` begins; several words may begin at one place. */
  each(bytes: Uint8Array, end: number, hit: (n: number, at: number) => void): void;
}

const gramOf = (a: number, b: number, c: number, d: number): number =>
  (a << 24) | (b << 16) | (c << 8) | d;
const bucketOf = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> (32 - BITS);
/** Of the first and the last gram of a window. */
const pairOf = (head: number, tail: number): number =>
  Math.imul(Math.imul(head, 0x85ebca6b) ^ tail, 0x9e3779b1) >>> (32 - BITS);

/** Of a word, which is folded already. */
const gramAt = (word: Uint8Array, at: number): number =>
  gramOf(word[at] ?? 0, word[at + 1] ?? 0, word[at + 2] ?? 0, word[at + 3] ?? 0);
/** Of a text. */
const foldedGramAt = (bytes: Uint8Array, at: number): number =>
  gramOf(
    FOLD[bytes[at] as number] as number,
    FOLD[bytes[at + 1] as number] as number,
    FOLD[bytes[at + 2] as number] as number,
    FOLD[bytes[at + 3] as number] as number,
  );

/** Where in each word the window lies that fewest words share. */
function chooseOffsets(words: readonly Uint8Array[], window: number): Uint8Array {
  const pairAt = (word: Uint8Array, offset: number): number =>
    pairOf(gramAt(word, offset), gramAt(word, offset + window - GRAM));
  const mostOf = ({ length }: Uint8Array): number => Math.min(length - window, MOST_OFFSETS);
  const counts = new Uint32Array(SIZE);
  for (const word of words)
    for (let offset = mostOf(word); offset >= 0; offset--) {
      const pair = pairAt(word, offset);
      counts[pair] = (counts[pair] as number) + 1;
    }
  return Uint8Array.from(words, (word) => {
    let chosen = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let offset = 0; least > 1 && offset <= mostOf(word); offset++) {
      const count = counts[pairAt(word, offset)] as number;
      if (count < least) [chosen, least] = [offset, count];
    }
    return chosen;
  });
}

/** @param words folded, at least four bytes each. */
export function createGramScan(words: readonly Uint8Array[]): GramScan | null {
  if (words.length === 0) return null;
  const window = words.reduce((least, { length }) => Math.min(least, length), LONGEST_WINDOW);
  const offsets = chooseOffsets(words, window);
  const shifts = new Uint8Array(SIZE).fill(window - GRAM + 1);
  const first = new Int32Array(SIZE).fill(-1);
  const next = new Int32Array(words.length).fill(-1);
  words.forEach((word, n) => {
    const offset = offsets[n] as number;
    for (let end = GRAM; end <= window; end++) {
      const bucket = bucketOf(gramAt(word, offset + end - GRAM));
      shifts[bucket] = Math.min(shifts[bucket] as number, window - end);
    }
    const pair = pairOf(gramAt(word, offset), gramAt(word, offset + window - GRAM));
    next[n] = first[pair] as number;
    first[pair] = n;
  });
  return {
    each(bytes, end, hit) {
      for (let at = window - GRAM; at + GRAM <= end; ) {
        const tail = foldedGramAt(bytes, at);
        const shift = shifts[bucketOf(tail)] as number;
        if (shift > 0) {
          at += shift;
          continue;
        }
        const start = at - window + GRAM;
        const pair = pairOf(foldedGramAt(bytes, start), tail);
        for (let n = first[pair] as number; n >= 0; n = next[n] as number) {
          const from = start - (offsets[n] as number);
          if (isAt(bytes, end, from, words[n] as Uint8Array)) hit(n, from);
        }
        at++;
      }
    },
  };
}

function isAt(bytes: Uint8Array, end: number, from: number, word: Uint8Array): boolean {
  if (from < 0 || from + word.length > end) return false;
  for (let i = 0; i < word.length; i++)
    if (FOLD[bytes[from + i] as number] !== word[i]) return false;
  return true;
}
