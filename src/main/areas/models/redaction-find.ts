/** What of a text is removed, and what gets a pseudonym: one list of parts that do not touch each other. */
import { eachRun } from './letter-runs.ts';
import { PSEUDONYM_LIKE } from './pseudonyms.ts';
import type { KnownTerm, PseudonymKind } from './redaction.types.ts';
import { findByPlace, isExternal } from './redaction-places.ts';
import { type FoundSecret, findKnown, findSecrets } from './redaction-secrets.ts';
import { type Found, isTerm, MIN_TERM, type TermIndex, wordRun } from './redaction-terms.ts';
import { type TextView, viewText } from './redaction-view.ts';

export interface Look {
  readonly index: TermIndex;
  readonly hidesExternal: boolean;
  readonly secrets: readonly string[];
}

/** What is a secret at one place is one wherever it stands; short or plain words are none by themselves. */
export function secretValues({ view, secrets }: ReadText): string[] {
  return secrets
    .filter(({ kind }) => kind !== 'token')
    .map(({ start, end }) => view.plain.slice(start, end))
    .filter((value) => value.length >= 8 && value.length <= 200)
    .filter((value) => /\d/.test(value) && /[a-z]/i.test(value) && !/\s/.test(value));
}

/** A part of the text itself (UTF-16 units). */
export type TextPart =
  | {
      readonly type: 'pseudonym';
      readonly kind: PseudonymKind;
      readonly from: number;
      readonly to: number;
    }
  | { readonly type: 'removed'; readonly kind: string; readonly from: number; readonly to: number };

interface Span {
  readonly type: TextPart['type'];
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[a-z0-9_][a-z0-9_.$@'-]{1,127}/g;
const SUBWORD = /[a-z0-9_$-]{3,63}/g;
const ANY_WORD = /[\p{L}\p{N}_.-]{3,63}/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/g;
const MAX_WORD = 64;
const MOST_WORDS = 40_000;

/** Words that may be names this workspace knows, each once: as they read, and as they are written. */
export function collectWords(texts: readonly string[], views: readonly TextView[]): string[] {
  const words = new Set<string>();
  const add = (word: string) => {
    const bare = /[.'@-]$/.test(word) ? word.replace(/[.'@-]+$/, '') : word;
    if (bare.length >= MIN_TERM && words.size < MOST_WORDS) words.add(bare);
  };
  for (const { folded } of views)
    for (const { 0: word, index } of folded.matchAll(WORD)) {
      add(word);
      if (folded.charCodeAt(index - 1) === 92) add(word.slice(1));
      if (/[.@']/.test(word)) for (const [part] of word.matchAll(SUBWORD)) add(part);
    }
  for (const text of texts) accentedWords(text).forEach(add);
  return [...words];
}

/** Around what is beyond ASCII, as far as a word goes. */
function accentedWords(text: string): string[] {
  const found: string[] = [];
  let read = 0;
  for (const { index } of text.matchAll(BEYOND_ASCII)) {
    if (index < read) continue;
    read = index + MAX_WORD;
    const part = text.slice(Math.max(0, index - MAX_WORD), read + MAX_WORD);
    for (const [word] of part.normalize('NFC').toLowerCase().matchAll(ANY_WORD))
      if (/[\u0080-\uffff]/.test(word)) found.push(word);
  }
  return found;
}

/** A text as it reads, the names its places give away, and secrets by their form: made once, used twice. */
export interface ReadText {
  readonly view: TextView;
  readonly placed: readonly Found[];
  readonly secrets: readonly FoundSecret[];
}

function read(text: string, hidesExternal: boolean): ReadText {
  const view = viewText(text);
  return {
    view,
    placed: findByPlace(view, hidesExternal),
    secrets: findSecrets(view.plain, view.folded, []),
  };
}

/** Names given away by their place are looked for everywhere in the run, too. */
function placedTerms({ view, placed }: ReadText): KnownTerm[] {
  return placed
    .filter(({ kind }) => kind !== 'PATH' && kind !== 'IP')
    .map(({ kind, start, end }) => ({ kind, value: view.folded.slice(start, end) }))
    .filter(({ value }) => value.length >= MIN_TERM && isTerm(value));
}

function* kept(terms: Iterable<KnownTerm>, hidesExternal: boolean): Generator<KnownTerm> {
  for (const term of terms) if (hidesExternal || !isExternal(term.kind, term.value)) yield term;
}

/** Machines in front of a domain of the company. */
function hostsOf(folded: string, domains: readonly Found[]): Found[] {
  return domains.flatMap(({ kind, start }) => {
    if (kind !== 'DOMAIN' || folded.charAt(start - 1) !== '.') return [];
    const label = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.exec(
      folded.slice(Math.max(0, start - 120), start - 1),
    );
    if (label === null || label[0] === 'www') return [];
    return [{ kind: 'HOST' as const, start: start - 1 - label[0].length, end: start - 1 }];
  });
}

const eachBase64 = eachRun(/[A-Za-z0-9+/_-]/);
const eachHex = eachRun(/[0-9A-Fa-f]/);
const MIN_ENCODED = 16;
const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\u024f]+$/;

function printable(bytes: Buffer): string[] {
  const texts = [bytes.toString('utf8'), bytes.toString('utf16le')];
  return texts.filter((text) => text.length >= 6 && PRINTABLE.test(text.replace(/\0+$/, '')));
}

/** Encoded parts that say something: they are kept where that names nobody. */
function encodedSpans(view: TextView, look: Look): { spans: Span[]; readable: [number, number][] } {
  const spans: Span[] = [];
  const readable: [number, number][] = [];
  const { plain } = view;
  const consider = (encoding: 'base64' | 'hex', start: number, end: number) => {
    const texts = printable(Buffer.from(plain.slice(start, end), encoding));
    if (texts.length === 0) return;
    const found = texts.flatMap((text) => plainSpans(read(text, look.hidesExternal), look));
    if (found.some(({ type }) => type === 'removed'))
      spans.push({ type: 'removed', kind: 'encoded secret', start, end });
    else {
      if (found.length > 0) spans.push({ type: 'pseudonym', kind: 'ENCODED', start, end });
      readable.push([start, end]);
    }
  };
  eachBase64(plain, MIN_ENCODED, (start, end) => {
    const padding = plain.startsWith('==', end) ? 2 : plain.startsWith('=', end) ? 1 : 0;
    consider('base64', start, end + padding);
  });
  eachHex(plain, MIN_ENCODED, (start, end) => consider('hex', start, end - ((end - start) % 2)));
  return { spans, readable };
}

function plainSpans({ view, placed, secrets }: ReadText, look: Look): Span[] {
  const { folded } = view;
  const known = look.index.find(folded);
  const names = [...known, ...hostsOf(folded, known), ...placed];
  for (const hit of folded.matchAll(PSEUDONYM_LIKE))
    names.push({ kind: 'TEXT', start: hit.index, end: hit.index + hit[0].length });
  const spans: Span[] = names.map(({ kind, start, end }) => {
    const [from, to] = wordRun(folded, start, end);
    return { type: 'pseudonym', kind, start: from, end: to };
  });
  for (const { kind, start, end } of [...secrets, ...findKnown(view.plain, look.secrets)])
    spans.push({ type: 'removed', kind, start, end });
  return spans;
}

const isWithin = ({ start, end }: Span, ranges: readonly [number, number][]) =>
  ranges.some(([from, to]) => from <= start && end <= to);

function allSpans(text: ReadText, look: Look): Span[] {
  const { spans, readable } = encodedSpans(text.view, look);
  // A token that decodes to words is no key.
  const plain = plainSpans(text, look).filter(
    (span) => span.kind !== 'token' || !isWithin(span, readable),
  );
  return [...spans, ...plain];
}

/** Overlapping ones become one; a part that holds a secret is removed whole. */
function merged(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Span[] = [];
  for (const next of sorted) {
    const last = out.at(-1);
    if (last === undefined || next.start >= last.end) out.push(next);
    else out[out.length - 1] = union(last, next);
  }
  return out;
}

function union(a: Span, b: Span): Span {
  const strongest =
    a.type !== b.type
      ? [a, b].find(({ type }) => type === 'removed')
      : b.end - b.start > a.end - a.start
        ? b
        : a;
  return { ...(strongest ?? a), start: a.start, end: Math.max(a.end, b.end) };
}

function inText(view: TextView, spans: readonly Span[]): TextPart[] {
  return spans.map(
    ({ type, kind, start, end }) =>
      ({ type, kind, from: view.start(start), to: view.end(end - 1) }) as TextPart,
  );
}

/** Ranges in order that do not overlap. */
function parts(text: ReadText, look: Look): TextPart[] {
  return inText(text.view, merged(allSpans(text, look)));
}

const OWN = /\[REMOVED:[a-z ]{1,30}\]/g;

/** Secrets that only show once others are gone. */
function secretsLeft(view: TextView, look: Look): TextPart[] {
  const own = Array.from(
    view.plain.matchAll(OWN),
    ({ 0: text, index }) => [index, index + text.length] as [number, number],
  );
  const secrets = findSecrets(view.plain, view.folded, look.secrets);
  const left = secrets.filter(
    ({ start, end }) => !own.some(([from, to]) => from < end && start < to),
  );
  const spans = left.map(({ kind, start, end }): Span => ({ type: 'removed', kind, start, end }));
  return inText(view, merged(spans));
}

/** Whether a redacted text still says what must not leave. */
export function leaksIn(view: TextView, look: Look, what: 'names' | 'all' = 'all'): boolean {
  return (
    look.index.find(view.folded).length > 0 ||
    (what === 'all' && secretsLeft(view, look).length > 0)
  );
}

export const findInText = { read, placedTerms, kept, parts, secretsLeft };
