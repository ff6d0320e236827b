/** How typed words meet texts, for the search of the core and for the commands of the page alike. */

const MAX_WORDS = 8;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
const ONLY_ASCII = /^[\u0000-\u007f]*$/;
const MARKS = /\p{M}+/gu;
const NOT_A_WORD = /[^\p{L}\p{N}]+/u;
const HAS_TOKEN = /[\p{L}\p{N}]/u;

/** Lower case, without accents: 'JÜRGEN' and 'jurgen' are the same. */
export function fold(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(MARKS, '').normalize('NFC').toLowerCase();
}

/** The typed words, folded, each once; what has no letter or digit is no word. */
export function searchWords(typed: string): string[] {
  const words = fold(typed)
    .split(/[\s\p{C}]+/u)
    .filter((word) => HAS_TOKEN.test(word));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** A text that is searched again and again: folded once. */
export interface FoldedText {
  readonly title: string;
  /** Behind the title, with a space between the parts. */
  readonly rest: string;
}

export function foldText(title: string, rest: ReadonlyArray<string | null>): FoldedText {
  return { title: fold(title), rest: ` ${fold(rest.filter(Boolean).join(' '))}` };
}

/** Best first. */
const RANK = { whole: 0, start: 1, titleWords: 2, title: 3, restWords: 4, rest: 5 } as const;

/**
 * How well a text answers the words, lower is better; null where one of them is nowhere in it. A
 * word counts as the beginning of one, or from three characters on anywhere.
 */
export function rankOf(words: readonly string[], text: FoldedText): number | null {
  const [first] = words;
  if (first === undefined) return null;
  if (text.title === words.join(' ')) return RANK.whole;
  const ranks = words.map((word) => wordRank(word, text));
  const worst = ranks.reduce<number | null>(
    (a, b) => (a === null || b === null ? null : Math.max(a, b)),
    RANK.start,
  );
  if (worst === RANK.titleWords && text.title.startsWith(first)) return RANK.start;
  return worst;
}

function wordRank(word: string, { title, rest }: FoldedText): number | null {
  const isLong = word.length > 2;
  const inTitle = wordPlace(word, title);
  if (inTitle === 'start') return RANK.titleWords;
  if (inTitle === 'inside' && isLong) return RANK.title;
  const inRest = wordPlace(word, rest);
  if (inRest === 'start') return RANK.restWords;
  return inRest === 'inside' && isLong ? RANK.rest : null;
}

function wordPlace(word: string, text: string): 'start' | 'inside' | null {
  let at = text.indexOf(word);
  if (at < 0) return null;
  while (at >= 0) {
    if (at === 0 || NOT_A_WORD.test(text.charAt(at - 1))) return 'start';
    at = text.indexOf(word, at + 1);
  }
  return 'inside';
}

/** The entries that answer the words, best first; equals stay in their order. */
export function rankedBy<T>(
  words: readonly string[],
  entries: readonly T[],
  textOf: (entry: T) => FoldedText,
): T[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(words, textOf(entry));
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** What of a shown text answers the words: for marking it. Null where nothing was typed. */
export function marksOf(typed: string): RegExp | null {
  const words = [...new Set(typed.split(/[\s\p{C}]+/u))]
    .filter((word) => HAS_TOKEN.test(word))
    .slice(0, MAX_WORDS)
    .sort((a, b) => b.length - a.length)
    .map((word) => {
      const pattern = word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      return [...word].length > 2 ? pattern : `(?<![\\p{L}\\p{N}])${pattern}`;
    });
  return words.length === 0 ? null : new RegExp(`(${words.join('|')})`, 'giu');
}
