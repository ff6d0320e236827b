/**
 * Checks a draft against the facts it was made from: figures and dates must be among them, and so must
 * names. A sentence that brings something of its own is left out, and said. What cannot be told from a
 * common word (a name that begins a sentence and stands nowhere else) is not caught: a person reads it.
 */
export interface Dropped {
  readonly text: string;
  readonly why: string;
}

export interface Verified {
  readonly text: string;
  readonly dropped: readonly Dropped[];
  readonly claims: number;
}

const NUMBER = /(?<![\p{L}\p{N}._-])\d[\d.,:/-]*\d|(?<![\p{L}\p{N}._-])\d/gu;
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|billion)\b/gi;
/** A name: capitals, digits among letters, dots or at signs within. */
const NAME = /[\p{L}\p{N}_][\p{L}\p{N}_.@\\/'-]*[\p{L}\p{N}_]|\p{Lu}/gu;
/** Words of the trade that name nobody. */
const TRADE = new Set(
  (
    'i it soc siem edr xdr mfa 2fa sso vpn dns dhcp tls ssl ssh api url ip ips ids waf dlp iam pam rbac cve cvss ioc ttp ' +
    'siems ciso cio cto dpo hr id ids os pc pdf csv usb wifi sla slas rto rpo bia dpia kpi ok'
  ).split(' '),
);

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

interface Known {
  readonly text: string;
  readonly numbers: ReadonlySet<string>;
}

function knownOf(facts: string): Known {
  const numbers = new Set(Array.from(facts.matchAll(NUMBER), ([number]) => plainNumber(number)));
  return { text: folded(facts), numbers };
}

function plainNumber(number: string): string {
  return number.replace(/[.,:/-]+$/, '').replaceAll(',', '');
}

function isName(word: string, isFirst: boolean): boolean {
  if (/\d/.test(word) && /\p{L}/u.test(word)) return true;
  if (/[@\\]/.test(word) || /\p{L}\.\p{L}/u.test(word)) return true;
  if (/\p{Lu}.*\p{Lu}/u.test(word)) return true;
  return /^\p{Lu}/u.test(word) && !isFirst;
}

/** Why a sentence is not borne out; null where it is. */
function problemOf(sentence: string, known: Known, isHeading: boolean): string | null {
  const bare = sentence
    .replace(/^\s*(?:[-*+>]|\d{1,3}[.)]|#{1,6})\s+/, '')
    .replace(/[*_`~|]/g, ' ');
  for (const [number] of bare.matchAll(NUMBER))
    if (!known.numbers.has(plainNumber(number))) return `'${number}' is not among the facts`;
  for (const [word] of bare.matchAll(NUMBER_WORDS))
    if (!known.text.includes(word.toLowerCase())) return `'${word}' is not among the facts`;
  let isFirst = true;
  for (const { 0: word, index } of bare.matchAll(NAME)) {
    const startsPart = isFirst || /[:.!?"“(]\s*$/.test(bare.slice(0, index));
    isFirst = false;
    const own = word.replace(/'s$/, '');
    if (isHeading && !/[\d@\\]/.test(own)) continue;
    if (!isName(own, startsPart) || TRADE.has(folded(own))) continue;
    if (!known.text.includes(folded(own))) return `'${own}' is not among the facts`;
  }
  return null;
}

/** Sentences of a line, each with the space after it. */
function sentencesOf(line: string): string[] {
  const lead = /^\s*(?:[-*+>]|\d{1,3}[.)]|#{1,6})?\s*/.exec(line)?.[0] ?? '';
  const parts = line.slice(lead.length).split(/(?<=[.!?]["”')]?)\s+(?=[\p{Lu}\d"“])/u);
  return parts.map((part, index) => (index === 0 ? lead + part : part));
}

export function verifyDraft(markdown: string, facts: string): Verified {
  const known = knownOf(facts);
  const dropped: Dropped[] = [];
  let claims = 0;
  const lines = markdown.split('\n').map((line) => {
    if (line.trim() === '' || /^\s*(?:```|---|\|[\s|:-]+\|)/.test(line)) return line;
    const isHeading = /^#{1,6}\s/.test(line);
    const kept = sentencesOf(line).filter((sentence) => {
      claims += 1;
      const why = problemOf(sentence, known, isHeading);
      if (why !== null) dropped.push({ text: sentence.trim(), why });
      return why === null;
    });
    return kept.length === 0 ? null : kept.join(' ');
  });
  const text = lines.filter((line) => line !== null).join('\n');
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), dropped, claims };
}
