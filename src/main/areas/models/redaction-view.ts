/**
 * A text as it reads once its disguises are off: escapes of JSON, URLs and HTML decoded, invisible
 * characters dropped, look-alikes and accents made plain, defanged dots put back. Every unit knows
 * which part of the text it was made of, so that what is found here is replaced there.
 */
export interface TextView {
  /** Decoded, in the letters' own case. */
  readonly plain: string;
  /** The same, in lower case without accents; of equal length. */
  readonly folded: string;
  /** Where the part of the text behind a unit begins and ends. */
  start(unit: number): number;
  end(unit: number): number;
}

/** Letters of other scripts that look like Latin ones, lower case. */
const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    ѕ: 's',
    т: 't',
    у: 'y',
    ѵ: 'v',
    ԝ: 'w',
    х: 'x',
    з: '3',
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ı: 'i',
    ɡ: 'g',
    ɑ: 'a',
    ʟ: 'l',
    ո: 'n',
    օ: 'o',
    ս: 'u',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ß: 's',
    æ: 'a',
    œ: 'o',
    þ: 't',
    ð: 'd',
  }),
);
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u00ad]/;
/** Zero-width, bidirectional and other characters that are not seen, and marks over letters. */
const UNSEEN = /\p{M}|\p{Cf}|[\u115f\u1160\u3164\uffa0]/u;

const BACKSLASH = 92;
/** At such a place a decoder looks closer: & % \ [ ( { and everything beyond ASCII. */
const NOT_PLAIN = /[&%\\[({\u0080-\uffff]/g;

function endOfPlain(text: string, from: number): number {
  NOT_PLAIN.lastIndex = from;
  return NOT_PLAIN.exec(text)?.index ?? text.length;
}

const ESCAPE = /\\+(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|\/)/iy;
const BACKSLASHES = /\\+/y;
const PERCENT = /%(?:25)*([0-9a-f]{2})/iy;
const ENTITY =
  /&(?:amp;)*(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(period|hyphen|dash|commat|colon|lowbar|bsol|sol|quot|apos|amp|lt|gt|nbsp|shy));?/iy;
const DEFANGED = /\[(\.|dot|:|:\/\/|@|at|\/)\]|\((\.|dot|:|@|at)\)|\{(\.|dot|:|@|at)\}/iy;

const ENTITIES: Record<string, string> = {
  period: '.',
  hyphen: '-',
  dash: '-',
  commat: '@',
  colon: ':',
  lowbar: '_',
  bsol: '\\',
  sol: '/',
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  shy: '',
};

interface Decoded {
  readonly text: string;
  readonly length: number;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function ofCode(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

function decodeBackslash(text: string, at: number): Decoded {
  const found = match(ESCAPE, text, at);
  if (found === null) {
    const run = match(BACKSLASHES, text, at)?.[0].length ?? 1;
    return { text: '\\', length: run };
  }
  const digits = found[1] ?? found[2] ?? found[3];
  return {
    text: digits === undefined ? '/' : ofCode(Number.parseInt(digits, 16)),
    length: found[0].length,
  };
}

/** Bytes of UTF-8 that follow one another as %C3%A4 are one letter. */
function decodePercent(text: string, at: number): Decoded | null {
  const first = match(PERCENT, text, at);
  if (first === null) return null;
  const lead = Number.parseInt(first[1] ?? '', 16);
  const wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  const bytes = [lead];
  let length = first[0].length;
  while (bytes.length < wanted) {
    const next = match(PERCENT, text, at + length);
    if (next === null) break;
    bytes.push(Number.parseInt(next[1] ?? '', 16));
    length += next[0].length;
  }
  return { text: Buffer.from(bytes).toString('utf8'), length };
}

function decodeEntity(text: string, at: number): Decoded | null {
  const found = match(ENTITY, text, at);
  if (found === null) return null;
  const [whole, hex, decimal, name] = found;
  if (name !== undefined) return { text: ENTITIES[name.toLowerCase()] ?? '', length: whole.length };
  return {
    text: ofCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    length: whole.length,
  };
}

function decodeDefanged(text: string, at: number): Decoded | null {
  const found = match(DEFANGED, text, at);
  if (found === null) return null;
  const inner = (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase();
  return { text: inner === 'dot' ? '.' : inner === 'at' ? '@' : inner, length: found[0].length };
}

function decodeAt(text: string, at: number): Decoded {
  const code = text.charCodeAt(at);
  const decoded =
    code === BACKSLASH
      ? decodeBackslash(text, at)
      : code === 37
        ? decodePercent(text, at)
        : code === 38
          ? decodeEntity(text, at)
          : code < 128
            ? decodeDefanged(text, at)
            : null;
  if (decoded !== null) return decoded;
  const letter = code < 128 ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at) ?? code);
  return { text: letter, length: letter.length };
}

/** What a letter beyond ASCII reads as: nothing where it is not seen. */
function plainLetters(decoded: string): string {
  let plain = '';
  for (const letter of decoded.normalize('NFKD'))
    plain += DASHES.test(letter)
      ? letter === '\u00ad'
        ? ''
        : '-'
      : UNSEEN.test(letter)
        ? ''
        : letter;
  return plain;
}

function fold(unit: string): string {
  const lower = unit.toLowerCase();
  const known = LOOK_ALIKES.get(lower);
  if (known !== undefined) return known;
  return lower.length === unit.length ? lower : unit;
}

/** A word in the form in which words are compared. */
export function foldedWord(word: string): string {
  let folded = '';
  for (const unit of plainLetters(word)) folded += fold(unit);
  return folded;
}

/** Grows as letters are added. What they were made of is kept by parts: a text may have 100,000 letters. */
class ViewBuilder {
  #plain = '';
  #folded = '';
  #units = 0;
  /** Of each part: its first unit, and where its text begins and ends; a run's units are its letters. */
  readonly #firsts: number[] = [];
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];
  readonly #areRuns: boolean[] = [];
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  /** Letters that stand for themselves. */
  addRun(text: string, from: number, to: number): void {
    const part = text.slice(from, to);
    this.#plain += part;
    this.#folded += part.toLowerCase();
    this.#part(to - from, from, to, true);
  }

  /** Letters that stand for a part of the text. */
  addDecoded(letters: string, from: number, to: number): void {
    if (letters === '') return;
    this.#plain += letters;
    for (const letter of letters) {
      const folded = fold(letter);
      this.#folded += folded.length === letter.length ? folded : folded.padEnd(letter.length, ' ');
    }
    this.#part(letters.length, from, to, false);
  }

  view(): TextView {
    return {
      plain: this.#plain,
      folded: this.#folded,
      start: (unit) => this.#place(unit, 0),
      end: (unit) => this.#place(unit, 1),
    };
  }

  #part(units: number, from: number, to: number, isRun: boolean): void {
    this.#firsts.push(this.#units);
    this.#froms.push(from);
    this.#tos.push(to);
    this.#areRuns.push(isRun);
    this.#units += units;
  }

  /** Where the text behind a unit begins (0) or ends (1). */
  #place(unit: number, side: 0 | 1): number {
    if (unit < 0 || unit >= this.#units) return this.#length;
    let [low, high] = [0, this.#firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#firsts[middle] ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    const from = this.#froms[low] ?? 0;
    if (this.#areRuns[low]) return from + unit - (this.#firsts[low] ?? 0) + side;
    return side === 0 ? from : (this.#tos[low] ?? 0);
  }
}

export function viewText(text: string): TextView {
  const builder = new ViewBuilder(text.length);
  let at = 0;
  while (at < text.length) {
    const from = at;
    at = endOfPlain(text, at);
    if (at > from) builder.addRun(text, from, at);
    if (at >= text.length) break;
    const { text: decoded, length } = decodeAt(text, at);
    const isAscii = /^[\x20-\x7e]*$/.test(decoded);
    builder.addDecoded(isAscii ? decoded : plainLetters(decoded), at, at + length);
    at += length;
  }
  return builder.view();
}
