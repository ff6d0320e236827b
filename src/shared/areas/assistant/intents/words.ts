/** Words of a question: cleaned, cut, and held against known ones with a little patience for typos. */

/** Beyond this nothing of a question is looked at. */
const QUESTION_LOOKED_AT = 1_000;
const WORDS_LOOKED_AT = 120;

/** Lower case, one kind of space and quote, without control and direction characters. */
export function cleanQuestion(text: string): string {
  return text
    .slice(0, QUESTION_LOOKED_AT)
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”«»„]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'_-]*/gu) ?? [];
  return words.slice(0, WORDS_LOOKED_AT).map((word) => word.replace(/'s?$/, ''));
}

const SHORT = 5;
const LONG = 9;

/** How many letters may differ: none in a short word, two in a long one. */
function patience(word: string): number {
  if (word.length < SHORT) return 0;
  return word.length < LONG ? 1 : 2;
}

/** Whether two words differ by at most so many insertions, deletions, changes or swaps of neighbours. */
function isNear(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  if (a === b) return true;
  if (most === 0) return false;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return (row[b.length] ?? most + 1) <= most;
}

/** The known word that is meant; words with digits or marks in them are names and never mistyped words. */
export function knownWord<T>(word: string, known: ReadonlyMap<string, T>): T | undefined {
  const exact = known.get(word);
  if (exact !== undefined) return exact;
  const most = patience(word);
  if (most === 0 || !/^\p{L}+$/u.test(word)) return undefined;
  for (const allowed of [1, 2].slice(0, most)) {
    for (const [candidate, value] of known) {
      if (candidate.length < SHORT || candidate[0] !== word[0]) continue;
      if (isNear(word, candidate, allowed)) return value;
    }
  }
  return undefined;
}
