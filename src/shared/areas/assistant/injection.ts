/**
 * Text that instructs whoever reads it, or that excuses the event it stands in: no honest log does.
 * A finding is evidence of tampering: it adds suspicion and never takes any away. Pure, bounded,
 * linear; the same fields give the same findings.
 *
 * It is a heuristic, and nothing rests on its finding everything: decisions never read benign words
 * from a text, and what a model writes is checked by code whether or not something was found.
 */
import { type Decoded, decodings } from './injection-codes.ts';
import { createBeginnings, createWordGate } from './injection-gate.ts';
import {
  FOLDED_PATTERNS,
  FOLDED_SOURCES,
  type InjectionKind,
  type InjectionPattern,
  LETTERS_PATTERN,
  LETTERS_WORDS,
  MARK_PATTERNS,
  type MarkPattern,
  OTHER_SCRIPTS,
  SCRIPT_PATTERNS,
  WORD_MARKS,
} from './injection-patterns.ts';
import {
  backwards,
  closedUp,
  foldedView,
  isAscii,
  lettersOnly,
  onto,
  plainView,
  reversed,
  rotated,
  rotatedView,
  SCANNED_MAX,
  singleSpaced,
  spanOf,
  type View,
  withoutDigits,
  withoutPlaces,
  withoutSpaces,
} from './injection-views.ts';

export interface InjectionFinding {
  readonly field: string;
  /** As it stands in the field, at `start` to `end`. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly kind: InjectionKind;
  /** How it was hidden: `plain`, `look-alike letters`, `base64`, `split over fields`, … */
  readonly via: string;
}

/** Codes within codes are followed so deep. */
const DEPTH_MAX = 3;
const FINDINGS_MAX = 24;
/** Of all that is decoded of a field. */
const DECODED_MAX = 48_000;
const JOINED_MAX = 12_000;

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly kind: InjectionKind;
  readonly via: string;
}

/** Findings of a record's fields, in the order of the fields; at most 24. */
export function findInjections(fields: Readonly<Record<string, string>>): InjectionFinding[] {
  const entries = Object.entries(fields).map(([field, text]): [string, string] => [
    field,
    text.slice(0, SCANNED_MAX),
  ]);
  const found = entries.flatMap(([field, text]) =>
    merged(hitsOf(text)).map((hit) => {
      const end = wholeLetters(text, hit.end);
      return { ...hit, field, end, quote: text.slice(hit.start, end) };
    }),
  );
  const split = splitOver(entries).filter(
    (finding) => !found.some((known) => known.field === finding.field && overlap(known, finding)),
  );
  return [...found, ...split].slice(0, FINDINGS_MAX);
}

const overlap = (a: Hit, b: Hit): boolean => a.start < b.end && b.start < a.end;

/** Not in the middle of a letter of two units. */
function wholeLetters(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end + 1 : end;
}

/** Whether anything at all could be meant: most fields are a host, an address, a number. */
const isWorthReading = (text: string): boolean => text.length >= 8 && /[^\d\s.:/-]/.test(text);

function hitsOf(text: string, depth = 0, budget = { left: DECODED_MAX }): Hit[] {
  if (!isWorthReading(text)) return [];
  const hits = directHits(text);
  if (depth >= DEPTH_MAX) return hits;
  for (const decoded of decodings(text)) {
    if (decoded.text.length > budget.left) continue;
    budget.left -= decoded.text.length;
    const inner = hitsOf(decoded.text, depth + 1, budget);
    const [first] = inner;
    if (first) hits.push(...outward(decoded, inner, text));
  }
  return hits;
}

/** Where a whole field was decoded, its hits are looked for again among its lines; else the run is the place. */
function outward(
  { via, start, end, text: decoded }: Decoded,
  inner: readonly Hit[],
  text: string,
): Hit[] {
  const isWhole = start === 0 && end === text.length;
  return inner.map((hit) => {
    const hidden = hit.via === 'plain' ? via : `${via}, ${hit.via}`;
    if (!isWhole || decoded.length === 0) return { start, end, kind: hit.kind, via: hidden };
    // Codes stretch a text evenly enough to find the words around it; generous on both sides.
    const before = commonStart(text, decoded, hit.start);
    const after = commonEnd(text, decoded, decoded.length - hit.end);
    return {
      start: before,
      end: Math.max(before + 1, text.length - after),
      kind: hit.kind,
      via: hidden,
    };
  });
}

function commonStart(a: string, b: string, most: number): number {
  let same = 0;
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  return same;
}

function commonEnd(a: string, b: string, most: number): number {
  let same = 0;
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same))
    same++;
  return same;
}

/** A letter next to a sign that may stand for one. */
const MIXED = /[a-z][013457@$!|]|[013457@$!|][a-z]/i;

function directHits(text: string): Hit[] {
  const plain = plainView(text);
  const folded = foldedView(text);
  const isPlain = isAscii(text);
  const hits = [
    ...foldedHits(folded, isPlain ? 'plain' : 'look-alike letters'),
    ...plainHits(plain, 'plain'),
  ];
  hits.push(...lettersHits(lettersOnly(folded), 'spaced out'));
  if (!isPlain) hits.push(...scriptHits(text));
  if (/(?:\S {1,3}){8}/.test(plain.text)) {
    const closed = singleSpaced(closedUp(plain));
    if (isTelling(closed.text)) hits.push(...foldedHits(closed, 'spaced out'));
  }
  if (isTellingRotated(folded.text)) hits.push(...foldedHits(rotatedView(folded), 'ROT13'));
  if (isTellingBackwards(folded.text)) hits.push(...foldedHits(reversed(folded), 'backwards'));
  if (MIXED.test(text)) {
    const lettered = withoutDigits(plain);
    hits.push(...foldedHits(lettered, 'digits for letters'));
    hits.push(...lettersHits(lettersOnly(lettered), 'digits for letters'));
  }
  return hits;
}

/** Words without which no pattern is looked for where a text must first be turned round. */
const TELLING =
  'instruct|benign|false|harmless|ignor|disregard|authori|approv|penetration|malicious|verdict|escalat|prompt|assistant|analyst|no action|safe|classif|threat|alert|anweis|harmlos|fehlalarm|faux|consign|prueba|instruc|istruzion|positiv|everything above'.split(
    '|',
  );
const isTelling = createWordGate(TELLING);
const isTellingRotated = createWordGate(TELLING.map(rotated));
const isTellingBackwards = createWordGate(TELLING.map(backwards));
const mayHoldLetters = createWordGate(LETTERS_WORDS);
const beginningsIn = createBeginnings(FOLDED_SOURCES);

/** Over a view of words. Each pattern is tried only where it may begin; its hits do not overlap. */
function foldedHits(view: View, via: string): Hit[] {
  const { text } = view;
  const beginnings = beginningsIn(text);
  if (beginnings.size === 0) return [];
  return FOLDED_PATTERNS.flatMap(({ kind, pattern }, number) => {
    const hits: Hit[] = [];
    let free = 0;
    for (const at of beginnings.get(number) ?? []) {
      if (at < free) continue;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      free = at + match[0].length;
      hits.push({ ...spanOf(view, at, match[0].trimEnd().length), kind, via });
    }
    return hits;
  });
}

const hitsIn = (view: View, { kind, pattern }: InjectionPattern, via: string): Hit[] =>
  Array.from(view.text.matchAll(pattern), (match) => ({
    ...spanOf(view, match.index, match[0].trimEnd().length),
    ...{ kind, via },
  }));

const mayHold = ({ needs }: MarkPattern, text: string): boolean =>
  needs.some((need) => (typeof need === 'string' ? text.includes(need) : need.test(text)));

/** Over a view in which scripts, and punctuation unless `marks` need none, are as they are. */
function plainHits(view: View, via: string, marks: readonly MarkPattern[] = MARK_PATTERNS): Hit[] {
  const hits: Hit[] = [];
  for (const pattern of marks)
    if (mayHold(pattern, view.text)) hits.push(...hitsIn(view, pattern, via));
  if (OTHER_SCRIPTS.test(view.text))
    for (const pattern of SCRIPT_PATTERNS) hits.push(...hitsIn(view, pattern, via));
  return hits;
}

const lettersHits = (view: View, via: string): Hit[] =>
  mayHoldLetters(view.text)
    ? [...view.text.matchAll(LETTERS_PATTERN)].map((match) => ({
        ...spanOf(view, match.index, match[0].length),
        ...{ kind: 'instruction' as const, via },
      }))
    : [];

/** Of other scripts: words apart by whatever, written together, backwards. */
function scriptHits(text: string): Hit[] {
  const words = foldedView(text, true);
  if (!OTHER_SCRIPTS.test(words.text) && !/end of |fo dne/.test(words.text)) return [];
  return [
    ...plainHits(words, 'plain', WORD_MARKS),
    ...plainHits(closedUp(words), 'spaced out', WORD_MARKS),
    ...plainHits(withoutSpaces(words), 'spaced out', WORD_MARKS),
    ...plainHits(reversed(words), 'backwards', WORD_MARKS),
  ];
}

/** Overlapping hits as one, which is called what the first of the plainest was. */
function merged(hits: readonly Hit[]): Hit[] {
  const sorted = [...hits].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Hit[] = [];
  for (const hit of sorted) {
    const last = result.at(-1);
    if (!last || hit.start >= last.end) {
      result.push(hit);
      continue;
    }
    const name = last.via !== 'plain' && hit.via === 'plain' ? hit : last;
    result[result.length - 1] = {
      ...{ start: last.start, end: Math.max(last.end, hit.end) },
      ...{ kind: name.kind, via: name.via },
    };
  }
  return result;
}

/** What only the fields together say, one after the other. */
function splitOver(entries: readonly (readonly [string, string])[]): InjectionFinding[] {
  const worth = entries.filter(([, text]) => /\p{L}/u.test(text));
  if (worth.length < 2) return [];
  const ends: { field: string; text: string; from: number }[] = [];
  let joined = '';
  for (const [field, text] of worth) {
    if (joined.length + text.length > JOINED_MAX) continue;
    ends.push({ field, text, from: joined.length });
    joined += `${text} `;
  }
  const hits = joinedHits(joined, ends);
  return merged(hits).flatMap((hit) => {
    const parts = ends.flatMap(({ field, text, from }) => {
      const start = Math.max(hit.start - from, 0);
      const end = Math.min(hit.end - from, text.length);
      return end > start ? [{ ...hit, field, start, end, quote: text.slice(start, end) }] : [];
    });
    // Within one field it was found already, or is no finding.
    return parts.length < 2 ? [] : parts;
  });
}

/** Words may have been cut between fields, or within one. */
function joinedHits(joined: string, ends: readonly { readonly from: number }[]): Hit[] {
  const via = 'split over fields';
  const folded = foldedView(joined);
  const seams = ends.slice(1).map(({ from }) => from - 1);
  const seamless = withoutPlaces(joined, seams);
  const seamlessFolded = onto(seamless, foldedView(seamless.text));
  const hits = [
    ...foldedHits(folded, via),
    ...foldedHits(seamlessFolded, via),
    ...plainHits(onto(seamless, plainView(seamless.text)), via),
    ...lettersHits(lettersOnly(folded), via),
  ];
  if (!isAscii(joined)) {
    hits.push(...plainHits(onto(seamless, foldedView(seamless.text, true)), via, WORD_MARKS));
  } else if (MIXED.test(joined)) {
    const lettered = withoutDigits(onto(seamless, plainView(seamless.text)));
    hits.push(...foldedHits(lettered, via));
  }
  // Where a field was left: of what stands within one, its codes were read there.
  const left = seams.map((seam, nth) => seam - nth);
  const isOver = (start: number, end: number) => left.some((seam) => start < seam && seam < end);
  for (const decoded of decodings(seamless.text, isOver)) {
    const [first] = directHits(decoded.text);
    if (first)
      hits.push({
        ...spanOf(seamless, decoded.start, decoded.end - decoded.start),
        kind: first.kind,
        via,
      });
  }
  return hits;
}
