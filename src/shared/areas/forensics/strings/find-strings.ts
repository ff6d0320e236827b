/**
 * Readable texts in bytes of any kind: ASCII, and UTF-16 of both byte orders in its ASCII range, as the
 * tool `strings` gives them (-e s, l, b). One pass over the bytes as they come; what is kept is bounded,
 * what there is is counted.
 */
export type StringEncoding = 'ascii' | 'utf16le' | 'utf16be';

export interface FoundString {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly encoding: StringEncoding;
  readonly text: string;
  /** Characters it has; more than `text` where that was cut. */
  readonly length: number;
}

export interface StringLimits {
  /** Characters. */
  readonly least: number;
  readonly longest: number;
  readonly most: number;
  /** Characters of all that is kept. */
  readonly mostText: number;
}

const STRING_LIMITS: StringLimits = {
  least: 6,
  longest: 1_024,
  most: 20_000,
  mostText: 2_097_152,
};

const [ZERO, PRINTABLE, OTHER] = [0, 1, 2];
const CLASSES = new Uint8Array(256).fill(OTHER).fill(PRINTABLE, 0x20, 0x7f);
CLASSES[0] = ZERO;
CLASSES[9] = PRINTABLE;

/** Where none is being read: before every place, and a small number, as the loops run on those. */
const NONE = -0x3fffffff;
/** A run without end is told in parts of this size. */
const MOST_RUN = 16_777_216;

/**
 * Two sorts of runs are followed at once: of printable bytes, and of printable bytes and zeros in turn.
 * A run may begin in a piece that is gone: its first bytes are kept.
 */
export class StringFinder {
  readonly found: FoundString[] = [];
  /** All there are, kept or not. */
  count = 0;
  readonly #limits: StringLimits;
  #room: number;
  /** Bytes of the pieces before this one. */
  #base = 0;
  #previous = OTHER;
  /** From the start of the next piece on. */
  #plainFrom = NONE;
  #chainFrom = NONE;
  #plainStart: Uint8Array = new Uint8Array(0);
  #chainStart: Uint8Array = new Uint8Array(0);

  constructor(limits: StringLimits = STRING_LIMITS) {
    this.#limits = limits;
    this.#room = limits.mostText;
  }

  push(bytes: Uint8Array): void {
    const plain = this.#findPlain(bytes);
    const chain = this.#findChains(bytes);
    const { longest } = this.#limits;
    this.#plainStart = kept(this.#plainStart, bytes, plain, longest);
    this.#chainStart = kept(this.#chainStart, bytes, chain, longest * 2 + 2);
    this.#plainFrom = plain === NONE ? NONE : plain - bytes.length;
    this.#chainFrom = chain === NONE ? NONE : chain - bytes.length;
    this.#base += bytes.length;
    const isEndless = (from: number) => from !== NONE && bytes.length - from > MOST_RUN;
    if (isEndless(plain) || isEndless(chain)) this.end();
  }

  /** Answers where the last one began that goes on: below 0 before this piece. */
  #findPlain(bytes: Uint8Array): number {
    const { least } = this.#limits;
    let from = this.#plainFrom;
    for (let at = 0; at < bytes.length; at++) {
      if (CLASSES[bytes[at] ?? 0] === PRINTABLE) {
        if (from === NONE) from = at;
      } else if (from !== NONE) {
        if (at - from >= least) this.#plainEnds(bytes, from, at);
        from = NONE;
      }
    }
    return from;
  }

  #findChains(bytes: Uint8Array): number {
    const least = this.#limits.least * 2 - 1;
    let previous = this.#previous;
    let from = this.#chainFrom;
    for (let at = 0; at < bytes.length; at++) {
      const kind = CLASSES[bytes[at] ?? 0] ?? OTHER;
      if (kind === previous || kind === OTHER) {
        if (from !== NONE && at - from >= least) this.#chainEnds(bytes, from, at);
        from = kind === OTHER ? NONE : at;
      } else if (from === NONE) from = at;
      previous = kind;
    }
    this.#previous = previous;
    return from;
  }

  /** What ends with the file. */
  end(): void {
    const nothing = new Uint8Array(0);
    const plain = this.#plainFrom;
    const chain = this.#chainFrom;
    if (plain !== NONE && -plain >= this.#limits.least) this.#plainEnds(nothing, plain, 0);
    if (chain !== NONE && -chain >= this.#limits.least * 2 - 1) this.#chainEnds(nothing, chain, 0);
    this.#plainFrom = NONE;
    this.#chainFrom = NONE;
    this.#previous = OTHER;
  }

  #plainEnds(bytes: Uint8Array, from: number, end: number): void {
    this.#keep('ascii', from, end - from, (n) => byteAt(this.#plainStart, bytes, from, n));
  }

  /** Zeros come first or second: which byte order gives more characters; low byte first where both do. */
  #chainEnds(bytes: Uint8Array, from: number, end: number): void {
    const size = end - from;
    const at = (n: number) => byteAt(this.#chainStart, bytes, from, n);
    const startsWithZero = at(0) === 0;
    const little = Math.floor((startsWithZero ? size - 1 : size) / 2);
    const big = Math.floor((startsWithZero ? size : size - 1) / 2);
    const first = startsWithZero ? 1 : 0;
    if (little >= big) this.#keep('utf16le', from + first, little, (n) => at(first + n * 2));
    else this.#keep('utf16be', from + 1 - first, big, (n) => at(2 - first + n * 2));
  }

  #keep(
    encoding: StringEncoding,
    from: number,
    length: number,
    codeAt: (n: number) => number,
  ): void {
    const { least, longest, most } = this.#limits;
    if (length < least) return;
    this.count += 1;
    const shown = Math.min(length, longest);
    if (this.found.length >= most || shown > this.#room) return;
    this.#room -= shown;
    let text = '';
    for (let n = 0; n < shown; n++) text += String.fromCharCode(codeAt(n));
    this.found.push({ offset: this.#base + from, encoding, text, length });
  }
}

/** Of a run that began at `from`, in this piece or before it. */
function byteAt(start: Uint8Array, bytes: Uint8Array, from: number, n: number): number {
  const at = from + n;
  return (at < 0 ? start[n] : bytes[at]) ?? 0;
}

/** The first bytes of a run that is not at its end. */
function kept(start: Uint8Array, bytes: Uint8Array, from: number, most: number): Uint8Array {
  if (from === NONE) return new Uint8Array(0);
  if (from >= 0) return bytes.slice(from, from + most);
  if (start.length >= most) return start;
  const longer = new Uint8Array(Math.min(most, start.length + bytes.length));
  longer.set(start);
  longer.set(bytes.subarray(0, longer.length - start.length), start.length);
  return longer;
}
