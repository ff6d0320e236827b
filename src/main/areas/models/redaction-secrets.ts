/**
 * Finds what must never leave and never come back: keys, tokens, passwords, cookies, card numbers.
 * Errs towards removing.
 */
import { createLiteralFinder } from '../../../shared/kernel/literals.ts';
import { eachRun } from './letter-runs.ts';
import { SECRET_PATTERNS } from './redaction-secret-patterns.ts';

export interface FoundSecret {
  /** As it is said in its place: `[REMOVED:password]`. */
  readonly kind: string;
  /** Units of the view. */
  readonly start: number;
  readonly end: number;
}

/** Words that follow a name of a secret in prose, and are none. */
const NOT_SECRET =
  /^(?:\[removed:|<|\{\{|\*{3,}|(?:null|none|true|false|undefined|empty|required|optional|n\/a|yes|no|x{4,}|must|should|shall|is|are|at|of|the|a|an|and|or|for|to|in|not|minimum|changed?|reset|expired?|policy|policies|bearer|basic|digest|negotiate|ntlm)[.:!?]?$)/i;

function valueSpan(found: RegExpExecArray): readonly [number, number] {
  const { d, s, v, from } = found.indices?.groups ?? {};
  const end = found.index + found[0].length;
  return d ?? s ?? v ?? [from?.[0] ?? found.index, end];
}

const findStarts = createLiteralFinder(
  SECRET_PATTERNS.flatMap(({ starts }, number) => starts.map((start) => [start, number] as const)),
);

/** Where each pattern may begin, by its number. */
function startsIn(folded: string): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  findStarts(folded, (number, at) => {
    const known = places.get(number);
    if (known) known.push(at);
    else places.set(number, [at]);
    return undefined;
  });
  return places;
}

function* triedAt(pattern: RegExp, plain: string, places: readonly number[]) {
  let free = 0;
  for (const at of places) {
    if (at < free) continue;
    pattern.lastIndex = at;
    const hit = pattern.exec(plain);
    if (!hit) continue;
    free = at + hit[0].length;
    yield hit;
  }
}

function findByPattern(plain: string, folded: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  const starts = startsIn(folded);
  for (const [number, { kind, pattern, also, starts: words }] of SECRET_PATTERNS.entries()) {
    const places = starts.get(number);
    if (words.length > 0 && !places) continue;
    if (also && !also.some((word) => folded.includes(word))) continue;
    const hits = places ? triedAt(pattern, plain, places) : plain.matchAll(pattern);
    for (const hit of hits) {
      const [start, end] = valueSpan(hit as RegExpExecArray);
      if (end > start && !NOT_SECRET.test(plain.slice(start, end)))
        found.push({ kind, start, end });
    }
  }
  return found;
}

/** Of the issuers in ISO/IEC 7812; the check digit of its annex B (Luhn). */
const CARD = /(?<![\d.-])(?:[3-6]\d{3}|2[2-7]\d{2})(?:[ -]?\d){9,15}(?![\d-])/g;

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function findCards(plain: string): FoundSecret[] {
  return Array.from(plain.matchAll(CARD))
    .filter(([text]) => {
      const digits = text.replace(/\D/g, '');
      return (
        digits.length >= 14 && digits.length <= 19 && !/^(\d)\1*$/.test(digits) && isLuhn(digits)
      );
    })
    .map((hit) => ({ kind: 'card number', start: hit.index, end: hit.index + hit[0].length }));
}

const TOKEN_LETTER = /[A-Za-z0-9+/_=-]/;
const MIN_TOKEN = 20;
const MAX_TOKEN = 4096;
const HEX = /^[0-9a-f]+$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function classOf(code: number): number {
  if (code >= 48 && code <= 57) return 0;
  if (code >= 65 && code <= 90) return 1;
  if (code >= 97 && code <= 122) return 2;
  return 3;
}

/** Bits a letter of a token, and how often its letters change between digits and cases. */
function measure(token: string): { entropy: number; changes: number; classes: number } {
  const counts = new Uint16Array(128);
  const seen = [false, false, false, false];
  let changes = 0;
  let before = -1;
  for (let at = 0; at < token.length; at += 1) {
    const code = token.charCodeAt(at) & 127;
    counts[code] = (counts[code] ?? 0) + 1;
    const own = classOf(code);
    seen[own] = true;
    if (before >= 0 && before !== own) changes += 1;
    before = own;
  }
  let entropy = 0;
  for (const n of counts) if (n > 0) entropy -= (n / token.length) * Math.log2(n / token.length);
  const classes = seen.slice(0, 3).filter(Boolean).length;
  return { entropy, changes: changes / token.length, classes };
}

/** Digests and record ids are evidence, and are kept; words and paths change too seldom. */
export function isHighEntropy(token: string): boolean {
  const bare = token.replace(/^[=/+_-]+|[=_-]+$/g, '');
  if (bare.length < 20 || HEX.test(bare) || UUID.test(bare)) return false;
  // Names made of words have many separators; random ones have few.
  if ((bare.match(/[_/+=-]/g)?.length ?? 0) > bare.length * 0.15) return false;
  const { entropy, changes, classes } = measure(bare);
  if (classes === 3) return entropy >= 3.7 && changes >= 0.34;
  return classes === 2 && bare.length >= 24 && entropy >= 3.6 && changes >= 0.38;
}

const eachToken = eachRun(TOKEN_LETTER);

function findHighEntropy(plain: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  eachToken(plain, MIN_TOKEN, (from, to) => {
    for (let start = from; to - start >= MIN_TOKEN; start += MAX_TOKEN) {
      const end = Math.min(to, start + MAX_TOKEN);
      if (isHighEntropy(plain.slice(start, end))) found.push({ kind: 'token', start, end });
    }
  });
  return found;
}

/** Secrets that are known as such, where they stand. */
export function findKnown(plain: string, known: readonly string[]): FoundSecret[] {
  return known
    .filter((secret) => secret.length >= 6)
    .flatMap((secret) => {
      const found: FoundSecret[] = [];
      for (let at = plain.indexOf(secret); at >= 0; at = plain.indexOf(secret, at + secret.length))
        found.push({ kind: 'key', start: at, end: at + secret.length });
      return found;
    });
}

/** Secrets of a text (its decoded view), in no order; they may overlap. */
export function findSecrets(
  plain: string,
  folded: string,
  known: readonly string[],
): FoundSecret[] {
  return [
    ...findByPattern(plain, folded),
    ...findCards(plain),
    ...findHighEntropy(plain),
    ...findKnown(plain, known),
  ];
}
