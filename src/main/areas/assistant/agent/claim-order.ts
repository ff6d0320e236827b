/** Orders of time that a sentence states, held against the times of the records it cites. */
import type { CaseRecord } from './case-file.ts';
import { isTimeOf } from './claim-time.ts';

export interface CitedRecord {
  readonly record: CaseRecord;
  readonly quote: string | null;
}

/** What stands before such a word comes first; or, where `isReversed`, last. */
const EARLIER_FIRST =
  /\b(?:before|prior to|followed by|precede[sd]?|preceding|ahead of|earlier than|led to|leads to|resulted in|then)\b/i;
const LATER_FIRST =
  /\b(?:after|later than|follows|followed(?! by)|subsequent to|preceded by|caused by|as a result of)\b/i;
const SOME_ORDER =
  /\b(?:first|next|later|earlier|subsequently|afterwards?|previously|finally|eventually|meanwhile|beforehand|thereupon|shortly)\b/i;

/** Whether the order a sentence states is that of its records; true where it states none. */
export function isOrderRight(text: string, cited: readonly CitedRecord[]): boolean {
  const bare = text.replace(/"[^"]*"|“[^”]*”|`[^`]*`/g, (quote) => ' '.repeat(quote.length));
  const reversed = LATER_FIRST.exec(bare);
  const forward = EARLIER_FIRST.exec(bare);
  const isReversed = reversed !== null && (forward === null || isPrecededBy(reversed, forward));
  const word = isReversed ? reversed : forward;
  const timed = cited.filter(({ record }) => record.at !== null);
  const distinct = new Set(timed.map(({ record }) => record.id)).size;
  if (!word) return distinct < 2 || !SOME_ORDER.test(bare) || isListedInOrder(timed);
  // An order of two things needs two records that have a time.
  if (distinct < 2) return false;
  const sides = sidesOf(text, bare, word.index, word[0].length);
  const left = timesNamed(sides.left, timed);
  const right = timesNamed(sides.right, timed);
  if (left.length === 0 || right.length === 0) return isListedInOrder(timed);
  const isSame = new Set([...left, ...right]).size === 1;
  if (isSame) return false;
  // `After A, B` and `before A, B` name the other one first.
  const turned = isReversed !== sides.isFronted;
  return turned ? Math.min(...left) >= Math.max(...right) : Math.max(...left) <= Math.min(...right);
}

/** `preceded by` holds the word `preceded`. */
const isPrecededBy = (reversed: RegExpExecArray, forward: RegExpExecArray): boolean =>
  reversed.index <= forward.index;

function sidesOf(text: string, bare: string, at: number, length: number) {
  const comma = bare.indexOf(',', at);
  const isFronted = bare.slice(0, at).trim() === '' && comma > 0;
  return isFronted
    ? { left: text.slice(at + length, comma), right: text.slice(comma), isFronted: true }
    : { left: text.slice(0, at), right: text.slice(at + length), isFronted: false };
}

function timesNamed(part: string, timed: readonly CitedRecord[]): number[] {
  const lower = part.toLowerCase();
  return timed.flatMap(({ record, quote }) => {
    const { at } = record;
    const isNamed =
      lower.includes(record.shownId.toLowerCase()) ||
      new RegExp(`\\b${record.id}\\b`, 'i').test(part) ||
      (quote !== null && quote.length >= 4 && lower.includes(quote.toLowerCase())) ||
      (at !== null &&
        [...part.matchAll(/\d{1,2}:\d{2}(?::\d{2})?/g)].some(([time]) => isTimeOf(time, at)));
    return isNamed && at !== null ? [at] : [];
  });
}

/** Evidence of an order is listed in it, the earliest first: the model is told so. */
const isListedInOrder = (timed: readonly CitedRecord[]): boolean =>
  timed.every(
    ({ record }, place) =>
      (timed[place - 1]?.record.at ?? Number.MIN_SAFE_INTEGER) <= (record.at ?? 0),
  );
