import { LOG_LIMITS } from './line-format.types.ts';

const ODD = /[^\S ]|\p{Cc}| {2}|^ | $/u;
const BLANKS = /[\s\p{Cc}]+/gu;
/** Beyond it nothing is looked at. */
const MOST = LOG_LIMITS.summaryChars * 4;

/** One line for people, of bounded length. */
export function oneLine(text: string): string {
  const cut = text.length > MOST ? text.slice(0, MOST) : text;
  const line = ODD.test(cut) ? cut.replace(BLANKS, ' ').trim() : cut;
  return line.length > LOG_LIMITS.summaryChars
    ? `${line.slice(0, LOG_LIMITS.summaryChars - 1)}…`
    : line;
}
