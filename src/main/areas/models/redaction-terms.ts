/** Finds known terms in a folded text, however many there are: by their first three letters, then whole. */
import { type KnownTerm, PSEUDONYM_KINDS, type PseudonymKind } from './redaction.types.ts';
import { foldedWord } from './redaction-view.ts';

export interface Found {
  readonly kind: PseudonymKind;
  /** Units of the view. */
  readonly start: number;
  readonly end: number;
}

export const MIN_TERM = 3;

/** Words that name nobody, though an account or a host may be called so. */
const COMMON = new Set(
  (
    'account accounts active activity address admin administrator administrators agent alert alerts all ' +
    'analyst and any anonymous api app application apps art assistant audit auditor august author backup bill ' +
    'box case chase chat claim class client close closed cloud code compliance computer console content ' +
    'control controls count critical daemon data database dawn day default demo dev device dns domain door encoded ' +
    'drew email error event events evidence example faith file files firewall for frank function grace group ' +
    'guest guard help helper high home hope host hosts http https incident info infra internal internet ' +
    'ip join joy json june key lab lan laptop law linux local localhost log login logs low mac mail main manager ' +
    'mark may medium message messages model name names net network new nobody none null office ' +
    'official officer open operator org other page path pending peer phone pierce policy port print printer private ' +
    'process prod production proxy public query question ray read record records removed rich risk role rob root ' +
    'rose router rule rules run sales scan schema search secure security self sensor server servers service ' +
    'services session severity site skip soc source staff standard status step string sue summer ' +
    'support switch system table target task team test text the time tool tools trace type unknown user ' +
    'username users value vendor virtual warning watch web will win windows work workspace workstation write www'
  ).split(' '),
);

const isWordUnit = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  code > 127;

/** After a backslash, n, r, t, b and f may be an escape of JSON: a word may begin after them. */
const ESCAPED = 'nrtbf';

function isEscapeLetter(folded: string, at: number): boolean {
  return at > 0 && folded.charCodeAt(at - 1) === 92 && ESCAPED.includes(folded.charAt(at));
}

/** Where the run of word letters around a place begins and ends: a pseudonym never touches a word. */
export function wordRun(folded: string, start: number, end: number): [number, number] {
  let from = start;
  while (from > 0 && isWordUnit(folded.charCodeAt(from - 1)) && !isEscapeLetter(folded, from - 1))
    from -= 1;
  let to = end;
  while (to < folded.length && isWordUnit(folded.charCodeAt(to))) to += 1;
  return [from, to];
}

function isStart(folded: string, at: number): boolean {
  return (
    at === 0 ||
    !isWordUnit(folded.charCodeAt(at - 1)) ||
    folded.charCodeAt(at - 1) === 95 ||
    isEscapeLetter(folded, at - 1)
  );
}

function isEnd(folded: string, at: number): boolean {
  const code = at < folded.length ? folded.charCodeAt(at) : 32;
  return !isWordUnit(code) || code === 95 || (code >= 48 && code <= 57);
}

/** A name that looks like a pseudonym is kept from the model as TEXT, wherever it stands. */
const LOOKS_LIKE_PSEUDONYM = new RegExp(
  `^(?:${PSEUDONYM_KINDS.join('|')})\\\\?_?\\d*(?:v\\d*)?$`,
  'i',
);

export function isTerm(folded: string): boolean {
  return (
    !COMMON.has(folded) && !LOOKS_LIKE_PSEUDONYM.test(folded) && !/^[\d\W_]{1,4}$/.test(folded)
  );
}

interface Term {
  readonly kind: PseudonymKind;
  /** Found inside of words, too: it is long and has more than letters, or names the company. */
  readonly isAnywhere: boolean;
}

export interface TermIndex {
  readonly size: number;
  find(folded: string): Found[];
  /** Of those found anywhere, in the folded form. */
  distinctive(): readonly string[];
}

function toTerm({ kind, value }: KnownTerm, folded: string): Term {
  const isMixed = /[^a-z]/.test(folded) && folded.length >= 5;
  const isNamed = (kind === 'ORG' || kind === 'DOMAIN') && folded.length >= 5 && !/\s/.test(value);
  return { kind, isAnywhere: isMixed || isNamed };
}

const keyAt = (text: string, at: number) =>
  text.charCodeAt(at) * 4_294_967_296 + text.charCodeAt(at + 1) * 65_536 + text.charCodeAt(at + 2);

export function indexTerms(terms: Iterable<KnownTerm>): TermIndex {
  const known = new Map<string, Term>();
  for (const term of terms) {
    const folded = foldedWord(term.value.trim());
    if (folded.length < MIN_TERM || !isTerm(folded) || known.has(folded)) continue;
    known.set(folded, toTerm(term, folded));
  }
  /** By the first three letters: the lengths there are, longest first. */
  const lengths = new Map<number, number[]>();
  for (const folded of known.keys()) {
    const key = keyAt(folded, 0);
    const of = lengths.get(key);
    if (of === undefined) lengths.set(key, [folded.length]);
    else if (!of.includes(folded.length)) of.push(folded.length);
  }
  for (const of of lengths.values()) of.sort((a, b) => b - a);
  const firsts = new Uint8Array(0x10000);
  for (const folded of known.keys()) firsts[folded.charCodeAt(0)] = 1;

  function termAt(folded: string, at: number): { term: Term; end: number } | null {
    for (const length of lengths.get(keyAt(folded, at)) ?? []) {
      const term =
        at + length > folded.length ? undefined : known.get(folded.slice(at, at + length));
      if (term === undefined) continue;
      if (term.isAnywhere || (isStart(folded, at) && isEnd(folded, at + length)))
        return { term, end: at + length };
    }
    return null;
  }

  return {
    size: known.size,
    find(folded) {
      const found: Found[] = [];
      if (known.size === 0) return found;
      for (let at = 0; at + MIN_TERM <= folded.length; at += 1) {
        if (firsts[folded.charCodeAt(at)] !== 1) continue;
        const hit = termAt(folded, at);
        if (hit === null) continue;
        found.push({ kind: hit.term.kind, start: at, end: hit.end });
        at = hit.end - 1;
      }
      return found;
    },
    distinctive: () => [...known].filter(([, term]) => term.isAnywhere).map(([folded]) => folded),
  };
}
