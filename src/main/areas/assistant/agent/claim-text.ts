/** What a sentence names that can be looked up: ids, times, numbers, and tokens that only a record can have given. */

export interface NamedNumber {
  /** As a value, e.g. 1200 for `1,200`. */
  readonly value: number;
  /** The word after it, in small letters; '' at the end. */
  readonly noun: string;
  readonly isShare: boolean;
}

export interface NamedThings {
  readonly evidenceIds: readonly string[];
  readonly times: readonly string[];
  readonly numbers: readonly NamedNumber[];
  /** Addresses, hosts, files, paths, hashes, identifiers, what stands in quotation marks. */
  readonly tokens: readonly string[];
}

const EVIDENCE_ID = /(?<![\w-])E\d{1,6}(?:-\w{1,16})?(?![\w-])/gi;
const QUOTED =
  /"([^"\n]{1,300})"|“([^”\n]{1,300})”|‘([^’\n]{1,300})’|`([^`\n]{1,300})`|(?<![\p{L}\p{N}])'([^'\n]{1,300})'(?![\p{L}\p{N}])|«([^»\n]{1,300})»/gu;
const TIME =
  /(?<![\w.:])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?(?![\w:])|(?<![\w.:])\d{1,2}:\d{2}(?::\d{2})?(?![\w:.])/g;
const TECHNIQUE = /(?<![\w.])T\d{4}(?:\.\d{3})?(?![\w.]?\d)/g;
const NUMBER =
  /(?<![\p{L}\p{N}.,_-])\d{1,3}(?:[,\u202f ]\d{3})+(?:\.\d+)?|(?<![\p{L}\p{N}_])\d+(?:\.\d+)?/gu;
const OTHER_DIGITS = /[\p{Nd}\p{Nl}\p{No}]/u;
/** Words that are plain prose though signs stand within them. */
const PROSE = /^(?:[a-z]+(?:[-/'’][a-z]+)*|[a-z]\.[a-z]\.?)$/i;

const WORDS_OF_NUMBERS: Readonly<Record<string, number>> = {
  ...{ zero: 0, two: 2, twice: 2, three: 3, thrice: 3, four: 4, five: 5, six: 6 },
  ...{ seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13 },
  ...{ fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80 },
  ...{ ninety: 90, dozen: 12, dozens: 24, hundred: 100, hundreds: 200, thousand: 1_000 },
  ...{ thousands: 2_000, million: 1_000_000, millions: 2_000_000 },
};

export function thingsOf(text: string): NamedThings {
  const tokens = new Set<string>();
  const take = (pattern: RegExp, rest: string, into: (match: RegExpMatchArray) => void) =>
    rest.replace(pattern, (...args) => {
      into(args.slice(0, -2) as unknown as RegExpMatchArray);
      return ' ';
    });
  const evidenceIds: string[] = [];
  const times: string[] = [];
  let rest = take(EVIDENCE_ID, text, ([id = '']) => evidenceIds.push(id));
  rest = take(QUOTED, rest, (match) => {
    const inner = match.slice(1).find((part) => typeof part === 'string');
    if (inner?.trim()) tokens.add(inner.trim());
  });
  rest = take(TIME, rest, ([time = '']) => times.push(time));
  rest = take(TECHNIQUE, rest, ([id = '']) => tokens.add(id));
  rest = rest
    .split(/\s+/)
    .map((word) => word.replace(/^[([{,;:!?*]+|[)\]},;:!?.*]+$/g, ''))
    .filter((word) => {
      if (!isToken(word)) return true;
      tokens.add(word);
      return false;
    })
    .join(' ');
  return { evidenceIds, times, tokens: [...tokens], numbers: numbersOf(rest) };
}

/** What no prose has: signs or digits within a word, letters of other scripts beside Latin ones. */
function isToken(word: string): boolean {
  if (word === '' || PROSE.test(word)) return false;
  if (/^[\d.,]+%?$/.test(word)) return (word.match(/\./g)?.length ?? 0) > 1;
  if (/^\d+(?:st|nd|rd|th|s|ms|min|h|kb|mb|gb|bytes)$/i.test(word)) return false;
  if (/[^\p{L}\p{N}]/u.test(word.replace(/['’-]/g, ''))) return true;
  if (/\d/.test(word) || /[^ -~]/.test(word)) return true;
  return word.includes('-') && !PROSE.test(word);
}

function numbersOf(text: string): NamedNumber[] {
  const found: NamedNumber[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const after = text.slice(match.index + match[0].length);
    const noun =
      /^[\s-]*(?:(?:distinct|different|separate|unique|failed|successful|more|other|related|similar|further|malicious|new)\s+)*(\p{L}+)/u.exec(
        after,
      );
    found.push({
      value: Number(match[0].replace(/[,\u202f ]/g, '')),
      noun: noun?.[1]?.toLowerCase() ?? '',
      isShare: /^\s?(?:%|percent)/.test(after),
    });
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  words.forEach((word, place) => {
    const value = WORDS_OF_NUMBERS[word];
    if (value !== undefined && Object.hasOwn(WORDS_OF_NUMBERS, word))
      found.push({ value, noun: words[place + 1] ?? '', isShare: words[place + 1] === 'percent' });
  });
  return found;
}

/** Digits of other scripts and fractions: no record is written so, and no code here could check them. */
export const hasOtherDigits = (text: string): boolean =>
  OTHER_DIGITS.test(text.replace(/[0-9]/g, ''));
