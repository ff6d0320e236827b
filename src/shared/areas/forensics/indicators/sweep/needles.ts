/**
 * What a sweep looks for: each indicator as the bytes it may be written in, and what may stand beside
 * them, so that 10.0.0.1 is not found in 10.0.0.12, and evil.com not in notevil.com but in a.evil.com.
 */
import { defang } from '../defang.ts';
import { FOLD } from './gram-scan.ts';

export interface Needle {
  readonly type: string;
  readonly value: string;
}

export type Edge = 'domain' | 'email' | 'url' | 'file' | 'path' | 'word';

/** One way of writing a needle. */
export interface Word {
  /** Folded. */
  readonly bytes: Uint8Array;
  /** Place among the needles. */
  readonly needle: number;
  readonly edge: Edge;
}

export const NEEDLE_LIMITS = { shortest: 4, most: 200_000 } as const;

const EDGES: Readonly<Record<string, Edge>> = {
  domain: 'domain',
  email: 'email',
  url: 'url',
  file: 'file',
  registry: 'path',
  mutex: 'path',
};

/** UTF-8, ASCII letters in lower case. */
function foldedBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(FOLD[code] as number);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return Uint8Array.from(bytes);
}

/** As logs, JSON (with its slashes doubled) and people (harmless) write it. */
export function wordsOf({ type, value }: Needle, needle: number): Word[] {
  const edge = EDGES[type] ?? 'word';
  const forms = new Set([value]);
  if (value.includes('\\')) forms.add(value.replace(/\\/g, '\\\\'));
  if (type === 'url') forms.add(value.replace(/\//g, '\\/'));
  if (type === 'registry') for (const form of hiveForms(value)) forms.add(form);
  forms.add(defang(type, value));
  if (type === 'url') forms.add(value.replace(/^http/, 'hxxp'));
  return [...forms].map((form) => ({ bytes: foldedBytes(form), needle, edge }));
}

const HIVES: Readonly<Record<string, readonly string[]>> = {
  HKLM: ['HKEY_LOCAL_MACHINE', '\\REGISTRY\\MACHINE'],
  HKCU: ['HKEY_CURRENT_USER'],
  HKCR: ['HKEY_CLASSES_ROOT'],
  HKU: ['HKEY_USERS', '\\REGISTRY\\USER'],
  HKCC: ['HKEY_CURRENT_CONFIG'],
};

function hiveForms(value: string): string[] {
  const cut = value.indexOf('\\');
  const [hive, rest] = [value.slice(0, cut), value.slice(cut)];
  return (HIVES[hive] ?? []).flatMap((long) => [long + rest, (long + rest).replace(/\\/g, '\\\\')]);
}

const isAlnum = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
const isWordByte = (byte: number): boolean => isAlnum(byte) || byte === 95 || byte >= 0x80;
const [DASH, DOT, PERCENT, PLUS, SLASH] = [45, 46, 37, 43, 47];
const [QUESTION, HASH, BACKSLASH, BRACKET] = [63, 35, 92, 93];

export type Fit = 'whole' | 'part' | null;

/** What stands beside a word; -1 beyond the ends. */
interface Beside {
  readonly before: number;
  readonly after: number;
  /** A dot and a name follow: 'evil.com.example'. */
  readonly goesOn: boolean;
  /** A dot is before it, harmless or not. */
  readonly isUnder: boolean;
}

const isName = (byte: number): boolean => isWordByte(byte) || byte === DASH;

const FITS: Readonly<Record<Edge, (beside: Beside, word: Word) => Fit>> = {
  domain({ before, after, goesOn, isUnder }) {
    if (isName(after) || goesOn) return null;
    if (isUnder) return 'part';
    return isName(before) ? null : 'whole';
  },
  email({ before, after, goesOn, isUnder }) {
    if (isName(after) || goesOn) return null;
    return isName(before) || isUnder || before === PLUS ? null : 'whole';
  },
  url({ before, after, goesOn }) {
    if (isName(after) || after === PERCENT || goesOn || isAlnum(before)) return null;
    return after === SLASH || after === QUESTION || after === HASH ? 'part' : 'whole';
  },
  file({ before, after, goesOn }) {
    if (isName(after) || goesOn) return null;
    return isName(before) || before === DOT ? null : 'whole';
  },
  path({ before, after }) {
    if (isWordByte(after) || isAlnum(before)) return null;
    return after === BACKSLASH ? 'part' : 'whole';
  },
  word({ before, after, goesOn }, { bytes }) {
    const [head, tail] = [bytes[0] as number, bytes.at(-1) as number];
    if (isWordByte(head) && isWordByte(before)) return null;
    // T1059 is not T1059.001.
    const isShort = bytes.length <= 5;
    return isWordByte(tail) && (isWordByte(after) || (goesOn && isShort)) ? null : 'whole';
  },
};

/** Whether what stands beside it leaves it what it is; `part` of a longer name. */
export function fitAt(bytes: Uint8Array, end: number, from: number, word: Word): Fit {
  const to = from + word.bytes.length;
  const at = (place: number) => (place >= 0 && place < end ? (bytes[place] as number) : -1);
  const before = at(from - 1);
  const beside = {
    before,
    after: at(to),
    goesOn: at(to) === DOT && isWordByte(at(to + 1)),
    isUnder: before === DOT || (before === BRACKET && at(from - 2) === DOT),
  };
  return FITS[word.edge](beside, word);
}
