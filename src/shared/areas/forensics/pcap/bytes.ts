/**
 * Numbers and texts out of bytes. Reading past the end gives 0 and never throws: lengths in a capture
 * are written by strangers. Big-endian (network order) unless the name ends in `Le`.
 */
export function u8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function u24(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

/** Signed: equal bits, cheaper to keep and to compare than the unsigned number. */
export function i32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  );
}

export function u32(bytes: Uint8Array, at: number): number {
  return i32(bytes, at) >>> 0;
}

export function u16Le(bytes: Uint8Array, at: number): number {
  return ((bytes[at + 1] ?? 0) << 8) | (bytes[at] ?? 0);
}

export function u32Le(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at + 3] ?? 0) << 24) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 1] ?? 0) << 8) |
      (bytes[at] ?? 0)) >>>
    0
  );
}

const HEX = '0123456789abcdef';

export function hex(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  const end = Math.min(to, bytes.length);
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0;
    text += `${HEX[byte >> 4]}${HEX[byte & 15]}`;
  }
  return text;
}

/** Four lower-case digits, as fingerprints write cipher suites and extensions. */
export function hex16(value: number): string {
  return value.toString(16).padStart(4, '0');
}

const PIECE = 4_096;

/** One character a byte (ISO 8859-1): nothing is lost, nothing fails. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const end = Math.min(to, bytes.length);
  if (end - from <= PIECE) return textOf(bytes.subarray(from, Math.max(from, end)));
  let text = '';
  for (let at = from; at < end; at += PIECE) {
    text += textOf(bytes.subarray(at, Math.min(end, at + PIECE)));
  }
  return text;
}

/** Applied, not spread: spreading goes through an iterator, byte by byte. */
function textOf(piece: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, piece);
}

export const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Bytes that continue a UTF-8 character that begins with this byte; -1 where none can begin. */
function continuationBytes(first: number): number {
  if (first < 0x80) return 0;
  if (first >= 0xc2 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  if (first >= 0xf0 && first < 0xf5) return 3;
  return -1;
}

/** UTF-8 (RFC 3629) where the bytes are that, else one character a byte. */
export function utf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const end = Math.min(to, bytes.length);
  let text = '';
  let at = from;
  while (at < end) {
    const first = bytes[at] ?? 0;
    const more = continuationBytes(first);
    if (more < 0 || at + more >= end) return latin1(bytes, from, end);
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let i = 1; i <= more; i++) {
      const next = bytes[at + i] ?? 0;
      if (next >> 6 !== 2) return latin1(bytes, from, end);
      code = (code << 6) | (next & 0x3f);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return latin1(bytes, from, end);
    text += String.fromCodePoint(code);
    at += more + 1;
  }
  return text;
}

/** UTF-16, low byte first, as Windows protocols write it. */
export function utf16Le(bytes: Uint8Array, from: number, to: number): string {
  const end = Math.min(to, bytes.length);
  let text = '';
  for (let at = from; at + 1 < end; at += 2) text += String.fromCharCode(u16Le(bytes, at));
  return text;
}

export function startsWith(bytes: Uint8Array, at: number, end: number, text: string): boolean {
  if (at + text.length > end) return false;
  for (let i = 0; i < text.length; i++) {
    if (bytes[at + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** ASCII to bytes, for what must be compared or hashed. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i) & 0xff;
  return bytes;
}
