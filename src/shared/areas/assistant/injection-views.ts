/**
 * Ways to read a text that hides what it says: one form a letter, whatever script or disguise it
 * comes in. Every character of a view knows the place it was read from, so that what is found can be
 * shown and masked where it stands. Bounded and linear: attackers write the input.
 */

/** Of one field; a model is never given more of it. */
export const SCANNED_MAX = 16_000;

export interface View {
  readonly text: string;
  /** Of every UTF-16 unit of `text`: where in the source it came from. Worked out when something was found. */
  readonly places: () => readonly number[];
}

/** A view whose places are worked out once, and only if they are asked for. */
function viewOf(text: string, work: () => readonly number[]): View {
  let known: readonly number[] | undefined;
  return {
    text,
    places: () => {
      known ??= work();
      return known;
    },
  };
}

export const isAscii = (text: string): boolean => !/[^\t\n\r -~]/.test(text);

const rangeOf = (from: number, to: number) => (code: number) => code >= from && code <= to;
const INVISIBLE = [
  rangeOf(0x00, 0x08),
  rangeOf(0x0e, 0x1f),
  rangeOf(0x7f, 0x9f),
  rangeOf(0xad, 0xad),
  rangeOf(0x034f, 0x034f),
  rangeOf(0x061c, 0x061c),
  rangeOf(0x115f, 0x1160),
  rangeOf(0x17b4, 0x17b5),
  rangeOf(0x180b, 0x180f),
  rangeOf(0x200b, 0x200f),
  rangeOf(0x202a, 0x202e),
  rangeOf(0x2060, 0x206f),
  rangeOf(0x3164, 0x3164),
  rangeOf(0xfe00, 0xfe0f),
  rangeOf(0xfeff, 0xfeff),
  rangeOf(0xffa0, 0xffa0),
  rangeOf(0xfff0, 0xfffb),
  rangeOf(0xe0000, 0xe0fff),
] as const;

/** Characters that show nothing, reorder what is shown, or control a terminal. */
export function isInvisible(code: number): boolean {
  if (code >= 0x20 && code < 0x7f) return false;
  return INVISIBLE.some((holds) => holds(code));
}

/** Letters of other scripts that look like Latin ones (Unicode TS 39 calls them confusable), each row `latin: look-alikes`. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аɑαᴀаａ',
  b: 'ЬьвʙВβ',
  c: 'сϲᴄⅽ',
  d: 'ԁɗᴅⅾ',
  e: 'еєεᴇҽ℮',
  f: 'ƒꜰϝ',
  g: 'ɡցɢ',
  h: 'һнհʜ',
  i: 'іıɩιɪӏ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ⅼʟｌ',
  m: 'мᴍⅿ',
  n: 'пոɴη',
  o: 'оοσօᴏ',
  p: 'рρᴘ',
  q: 'ԛգ',
  r: 'гᴦʀ',
  s: 'ѕꜱʂ',
  t: 'тτᴛ',
  u: 'υսᴜц',
  v: 'ѵνᴠⅴ',
  w: 'ѡԝωᴡ',
  x: 'хχⅹ',
  y: 'уүγʏ',
  z: 'ᴢʐ',
};

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
    [...others].map((other): [string, string] => [other, latin]),
  ),
);

const A_TO_Z = /^[a-z0-9]+$/;
const LETTER = /\p{L}/u;

/** Enclosed letters and regional indicators, which no normal form turns into letters. */
function boxedLetter(code: number): string | null {
  for (const start of [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (code >= start && code < start + 26) return String.fromCharCode(97 + code - start);
  }
  return null;
}

/** One form a letter; '' for what shows nothing, ' ' for what separates words. */
function foldLetter(letter: string, code: number, keepsScripts: boolean): string {
  if (isInvisible(code)) return '';
  const boxed = boxedLetter(code);
  if (boxed) return boxed;
  if (keepsScripts) {
    const lower = letter.normalize('NFKC').toLowerCase();
    return /[\p{L}\p{M}\p{N}]/u.test(lower) ? lower : ' ';
  }
  const known = LATIN_OF.get(letter) ?? LATIN_OF.get(letter.toLowerCase());
  if (known) return known;
  const parts = letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (parts === '') return '';
  const latin = LATIN_OF.get(parts) ?? parts;
  if (A_TO_Z.test(latin)) return latin;
  return LETTER.test(latin) ? latin : ' ';
}

/** Of ASCII: a letter in lower case, a digit, or a space for all else; '' for what shows nothing. */
const ASCII_FORM: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  isInvisible(code) ? '' : asciiForm(String.fromCharCode(code).toLowerCase()),
);

function asciiForm(letter: string): string {
  return A_TO_Z.test(letter) ? letter : ' ';
}

interface Read {
  readonly text: string;
  readonly at: readonly number[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they show nothing, and are taken out
const ASCII_INVISIBLE = /[\x00-\x08\x0e-\x1f\x7f]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const BEYOND_ASCII = /[^\x00-\x7f]/;

/**
 * Words with one space between, whatever stood there: of Latin letters and digits, or, where scripts
 * are kept, of all letters as they are.
 */
export function foldedView(text: string, keepsScripts = false): View {
  if (BEYOND_ASCII.test(text)) {
    const { text: folded, at } = foldedLetters(text, keepsScripts);
    return viewOf(folded, () => at);
  }
  // The same in a few steps over the whole.
  const folded = text
    .replace(/\\[nrt]/g, ' ')
    .replace(ASCII_INVISIBLE, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/^ /, '');
  return viewOf(folded, () => foldedLetters(text, keepsScripts).at);
}

function foldedLetters(text: string, keepsScripts: boolean): Read {
  let out = '';
  const at: number[] = [];
  let isSpace = true;
  for (let place = 0; place < text.length; ) {
    const code = text.codePointAt(place) ?? 0;
    const isBreak = code === 0x5c && 'nrt'.includes(text.charAt(place + 1) || '-');
    const length = isBreak ? 2 : code > 0xffff ? 2 : 1;
    const folded =
      code < 0x80
        ? (ASCII_FORM[code] ?? '')
        : foldLetter(text.slice(place, place + length), code, keepsScripts);
    const isSeparator = folded === ' ';
    if (folded !== '' && !(isSeparator && isSpace)) {
      out += folded;
      for (let unit = 0; unit < folded.length; unit++) at.push(place);
      isSpace = isSeparator;
    }
    place += length;
  }
  return { text: out, at };
}

/** As written but in small letters, without what is invisible: scripts and punctuation stay. */
export function plainView(text: string): View {
  if (BEYOND_ASCII.test(text)) {
    const { text: plain, at } = plainLetters(text);
    return viewOf(plain, () => at);
  }
  return viewOf(text.replace(ASCII_INVISIBLE, '').toLowerCase(), () => plainLetters(text).at);
}

function plainLetters(text: string): Read {
  let out = '';
  const at: number[] = [];
  for (let place = 0; place < text.length; ) {
    const code = text.codePointAt(place) ?? 0;
    const letter = code > 0xffff ? text.slice(place, place + 2) : text.charAt(place);
    if (!isInvisible(code)) {
      const plain = code < 0x80 ? letter.toLowerCase() : letter.normalize('NFKC').toLowerCase();
      out += plain;
      for (let unit = 0; unit < plain.length; unit++) at.push(place);
    }
    place += letter.length;
  }
  return { text: out, at };
}

/** Units of a view's text that are kept, as `keep` says of each in turn; their places. */
function placesOf(
  { text, places }: View,
  keep: (unit: string, index: number) => boolean,
): number[] {
  const at = places();
  const kept: number[] = [];
  for (let index = 0; index < text.length; index++)
    if (keep(text.charAt(index), index)) kept.push(at[index] ?? 0);
  return kept;
}

const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** Whether a unit is the first of those between two words, or of a word: of some others, one is kept. */
function onceBetween(isWord: (unit: string) => boolean): (unit: string) => boolean {
  let isSpace = true;
  return (unit) => {
    const isRepeated = !isWord(unit) && isSpace;
    isSpace = !isWord(unit);
    return !isRepeated;
  };
}

/** `1gn0r3` as `ignore`. From the plain view: the signs that stand for letters are still in it. */
export function withoutDigits(view: View): View {
  const text = view.text
    .replace(/[0134578@$!|]/g, (unit) => DIGIT_LETTERS[unit] ?? unit)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/^ /, '');
  const isWord = (unit: string) => A_TO_Z.test(unit) || unit in DIGIT_LETTERS;
  return viewOf(text, () => placesOf(view, onceBetween(isWord)));
}

/** `i g n o r e   a l l` as `ignore all`: the one space between letters that stand alone goes. */
export function closedUp(view: View): View {
  const { text } = view;
  const isGap = (index: number): boolean => !/\S/.test(text.charAt(index));
  const isKept = (_: string, index: number): boolean =>
    !(
      isGap(index) &&
      !isGap(index - 1) &&
      !isGap(index + 1) &&
      isGap(index - 2) &&
      isGap(index + 2)
    );
  const closed = text
    .split('')
    .filter((unit, index) => isKept(unit, index))
    .join('');
  return viewOf(closed, () => placesOf(view, isKept));
}

/** Words with one space between, of a view in which more may stand. */
export function singleSpaced(view: View): View {
  const isWord = (unit: string) => /[\p{L}\p{N}]/u.test(unit);
  const keep = onceBetween(isWord);
  const units = view.text.split('').filter(keep);
  const text = units.map((unit) => (isWord(unit) ? unit : ' ')).join('');
  return viewOf(text, () => placesOf(view, onceBetween(isWord)));
}

export const withoutSpaces = (view: View): View =>
  viewOf(view.text.replaceAll(' ', ''), () => placesOf(view, (unit) => unit !== ' '));

export const lettersOnly = (view: View): View =>
  viewOf(view.text.replace(/[^a-z]+/g, ''), () =>
    placesOf(view, (unit) => unit >= 'a' && unit <= 'z'),
  );

export const reversed = ({ text, places }: View): View =>
  viewOf(backwards(text), () => [...places()].reverse());

export const backwards = (text: string): string => text.split('').reverse().join('');

/** ROT13 of letters. */
export const rotated = (letters: string): string =>
  letters.replace(/[a-m]|[n-z]/g, (unit) =>
    String.fromCharCode(unit.charCodeAt(0) + (unit < 'n' ? 13 : -13)),
  );

export const rotatedView = ({ text, places }: View): View => ({ text: rotated(text), places });

/** Without the units of a text at these places, in order. */
export function withoutPlaces(text: string, out: readonly number[]): View {
  const parts: string[] = [];
  let from = 0;
  for (const place of out) {
    parts.push(text.slice(from, place));
    from = place + 1;
  }
  parts.push(text.slice(from));
  const gone = new Set(out);
  return viewOf(parts.join(''), () =>
    Array.from({ length: text.length }, (_, place) => place).filter((place) => !gone.has(place)),
  );
}

/** A view of a view, with the places of the first. */
export const onto = (outer: View, inner: View): View =>
  viewOf(inner.text, () => {
    const of = outer.places();
    return inner.places().map((place) => of[place] ?? 0);
  });

/** The part of the source that a piece of a view was read from. */
export function spanOf(view: View, start: number, length: number): { start: number; end: number } {
  const at = view.places();
  let first = Number.MAX_SAFE_INTEGER;
  let last = 0;
  for (let index = start; index < start + length; index++) {
    const place = at[index] ?? 0;
    if (place < first) first = place;
    if (place > last) last = place;
  }
  return { start: first, end: last + 1 };
}
