import { OPEN_OBJECT } from './json-bytes.ts';

/** How a reader of JSON finds its way again behind a broken record. */

const NO_BYTES = Buffer.alloc(0);
const QUOTE = 0x22;
const COLON = 0x3a;
/** From a brace to the colon behind the first name, at most. */
export const LONGEST_OPENING = 300;

/** The name in `{ "name" `, with its quotes. */
export function nameIn(opening: Buffer): Buffer {
  const from = opening.indexOf(QUOTE);
  const to = opening.lastIndexOf(QUOTE);
  return from === -1 || to <= from ? NO_BYTES : Buffer.from(opening.subarray(from, to + 1));
}

/** Where an object begins whose first name is `name` (any name where it is not known), or -1. */
export function findOpening(hay: Buffer, name: Buffer): number {
  const needle = name.length > 0 ? name : Buffer.from([QUOTE]);
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + 1)) {
    let brace = at - 1;
    while (brace >= 0 && isSpace(hay[brace])) brace--;
    let colon = at + needle.length;
    while (name.length > 0 && isSpace(hay[colon])) colon++;
    const isNamed = name.length === 0 || hay[colon] === COLON;
    if (brace >= 0 && hay[brace] === OPEN_OBJECT && isNamed) return brace;
  }
  return -1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}

export function countNewlines(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1 && at < end; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
