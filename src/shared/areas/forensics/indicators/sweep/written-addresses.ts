/** Addresses as they are written in bytes of text, harmless ones ('1[.]2[.]3[.]4') too. */
import { parseIpv6 } from '../addresses.ts';

const [DASH, DOT, COLON, OPEN, CLOSE] = [45, 46, 58, 91, 93];
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
const isLetter = (byte: number): boolean =>
  (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95;

const V4_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  isDigit(byte) || byte === DOT || byte === OPEN || byte === CLOSE ? 1 : 0,
);
const V6_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  isDigit(byte) ||
  (byte >= 65 && byte <= 70) ||
  (byte >= 97 && byte <= 102) ||
  byte === COLON ||
  byte === DOT
    ? 1
    : 0,
);
/** '1.1.1.1' and '255[.]255[.]255[.]255'. */
const [SHORTEST_V4, LONGEST_V4, LONGEST_V6] = [7, 21, 45];

type HitV4 = (number: number, at: number, length: number) => void;

/** Every seventh byte is looked at, and its neighbours only where it may be part of an address. */
export function eachV4(bytes: Uint8Array, end: number, hit: HitV4): void {
  let done = 0;
  for (let at = SHORTEST_V4 - 1; at < end; at += SHORTEST_V4) {
    if (at < done || V4_BYTES[bytes[at] as number] !== 1) continue;
    let from = at;
    while (from > done && V4_BYTES[bytes[from - 1] as number] === 1) from--;
    let to = at + 1;
    while (to < end && V4_BYTES[bytes[to] as number] === 1) to++;
    done = to;
    if (to - from >= SHORTEST_V4) runOfV4(bytes, end, from, to, hit);
  }
}

/** A run of digits, dots and brackets that is four numbers and no more. */
function runOfV4(bytes: Uint8Array, end: number, from: number, to: number, hit: HitV4): void {
  let [start, stop] = [from, to];
  while (start < stop && !isDigit(bytes[start] as number)) start++;
  while (stop > start && !isDigit(bytes[stop - 1] as number)) stop--;
  if (stop - start < SHORTEST_V4 || stop - start > LONGEST_V4) return;
  const before = start > 0 ? (bytes[start - 1] as number) : -1;
  const after = stop < end ? (bytes[stop] as number) : -1;
  if (isLetter(before) || isLetter(after) || before === DASH || before === DOT) return;
  const number = numberOf(bytes, start, stop);
  if (number >= 0) hit(number, start, stop - start);
}

/** -1 where it is no address. */
function numberOf(bytes: Uint8Array, start: number, stop: number): number {
  let [number, part, digits, dots] = [0, 0, 0, 0];
  for (let at = start; at < stop; at++) {
    const byte = bytes[at] as number;
    if (isDigit(byte)) {
      part = part * 10 + byte - 48;
      digits++;
      if (digits > 3 || part > 255) return -1;
    } else if (byte === DOT) {
      if (digits === 0) return -1;
      number = number * 256 + part;
      [part, digits] = [0, 0];
      dots++;
    }
  }
  return dots === 3 && digits > 0 ? number * 256 + part : -1;
}

type HitV6 = (groups: readonly number[], at: number, length: number) => void;

export function eachV6(bytes: Uint8Array, end: number, hit: HitV6): void {
  for (let at = bytes.indexOf(COLON); at >= 0 && at < end; ) {
    let from = at;
    while (from > 0 && at - from <= LONGEST_V6 && V6_BYTES[bytes[from - 1] as number] === 1) from--;
    let to = at + 1;
    while (to < end && V6_BYTES[bytes[to] as number] === 1) to++;
    const groups = groupsOf(bytes, end, from, to);
    if (groups) hit(groups, from, to - from);
    at = bytes.indexOf(COLON, to);
  }
}

function groupsOf(bytes: Uint8Array, end: number, from: number, to: number) {
  if (to - from < 3 || to - from > LONGEST_V6 + 1) return null;
  const before = from > 0 ? (bytes[from - 1] as number) : -1;
  const after = to < end ? (bytes[to] as number) : -1;
  if (isLetter(before) || isLetter(after)) return null;
  const text = String.fromCharCode(...bytes.subarray(from, to));
  // The end of a sentence is no part of it.
  return parseIpv6(text) ?? parseIpv6(text.slice(0, -1));
}
