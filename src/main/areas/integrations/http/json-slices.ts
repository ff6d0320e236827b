const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * The elements of the array at `path`, as their bytes stand in a text that `JSON.parse` took (RFC 8259):
 * a record that is kept must be what the source wrote, not what a second serialisation makes of it
 * (numbers beyond 2^53, order and repetition of names). Empty where there is no array. Views, not copies.
 */
export function elementsAt(bytes: Uint8Array, path: readonly string[]): Uint8Array[] {
  let at = skipSpace(bytes, 0);
  for (const name of path) {
    const member = memberAt(bytes, at, name);
    if (member === null) return [];
    at = member;
  }
  if (bytes[at] !== OPEN_ARRAY) return [];
  const found: Uint8Array[] = [];
  let i = skipSpace(bytes, at + 1);
  while (i < bytes.length && bytes[i] !== CLOSE_ARRAY) {
    const end = skipValue(bytes, i);
    found.push(bytes.subarray(i, end));
    i = skipSpace(bytes, end);
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1);
  }
  return found;
}

/** Where the value of a member begins; of several of one name the last counts, as for `JSON.parse`. */
function memberAt(bytes: Uint8Array, from: number, name: string): number | null {
  if (bytes[from] !== OPEN_OBJECT) return null;
  let found: number | null = null;
  let i = skipSpace(bytes, from + 1);
  while (i < bytes.length && bytes[i] !== CLOSE_OBJECT) {
    const end = skipString(bytes, i);
    const isNamed = nameOf(bytes.subarray(i, end)) === name;
    i = skipSpace(bytes, end);
    if (bytes[i] === COLON) i = skipSpace(bytes, i + 1);
    if (isNamed) found = i;
    i = skipSpace(bytes, skipValue(bytes, i));
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1);
  }
  return found;
}

function nameOf(quoted: Uint8Array): string {
  return String(JSON.parse(Buffer.from(quoted).toString('utf8')));
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] === 0x20 || bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x09) i++;
  return i;
}

function skipString(bytes: Uint8Array, from: number): number {
  let i = from + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return Math.min(i + 1, bytes.length);
}

function skipValue(bytes: Uint8Array, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return skipNested(bytes, from);
  let i = from;
  while (i < bytes.length && !isEnd(bytes[i] ?? COMMA)) i++;
  // A value has at least one byte: whatever the text, this moves on.
  return Math.max(i, from + 1);
}

function skipNested(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let i = from;
  while (i < bytes.length) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = skipString(bytes, i);
      continue;
    }
    i++;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --depth === 0) return i;
  }
  return i;
}

function isEnd(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || byte <= 0x20;
}
