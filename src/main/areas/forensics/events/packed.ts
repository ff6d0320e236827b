/** How columns of a segment are written as bytes, and read back. Little-endian throughout. */
import { isAscii } from 'node:buffer';
import { zstdPacked, zstdUnpacked } from '../../../platform/zstd.ts';
import { decodeAddresses, encodeAddresses } from './address-values.ts';
import type { TextBytes } from './value-counts.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

const RAW = 0;
const ZSTD = 1;
/** Only of values: see address-values.ts. */
const ADDRESSES = 2;
/** Below, a frame costs more time than it saves bytes. */
const WORTH_PACKING = 512;
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
/** Of a frame that says to be larger, no room is made before it is seen. */
const KNOWN_BYTES = 16 * 1024 * 1024;
/** What zlib takes. */
const LEAST_CHUNK = 64;

function squeeze(bytes: Bytes): Bytes {
  if (bytes.length >= WORTH_PACKING) {
    const packed = zstdPacked(bytes);
    if (packed.length < bytes.length * 0.9) return marked(ZSTD, packed);
  }
  return marked(RAW, bytes);
}

function marked(mark: number, bytes: Uint8Array): Bytes {
  const out = new Uint8Array(bytes.length + 1);
  out[0] = mark;
  out.set(bytes, 1);
  return out;
}

function unsqueeze(stored: Uint8Array): Uint8Array {
  const rest = stored.subarray(1);
  if (stored[0] === RAW) return rest;
  return zstdUnpacked(rest, MAX_UNPACKED_BYTES, chunkOf(unpackedSize(rest)));
}

/** Room for all of it and one byte more: what is filled to the last byte is asked for again. */
function chunkOf(size: number | null): number | undefined {
  if (size === null || size > KNOWN_BYTES) return undefined;
  return Math.max(LEAST_CHUNK, size + 1);
}

/** What the head of a Zstandard frame says (RFC 8878, 3.1.1.1); null where it says nothing. */
function unpackedSize(frame: Uint8Array): number | null {
  const head = Buffer.from(frame.buffer, frame.byteOffset, Math.min(frame.length, 18));
  if (head.length < 18) return null;
  const descriptor = head.readUInt8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] as number);
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? head.readUInt8(at) : null;
    case 1:
      return head.readUInt16LE(at) + 256;
    case 2:
      return head.readUInt32LE(at);
    default:
      return null;
  }
}

/** Codes from 1 on, 0 where a row has no value: in one byte each where they fit. */
export function packCodes(codes: Uint16Array<ArrayBuffer>, rows: number, distinct: number): Bytes {
  if (distinct < 256) {
    const narrow = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) narrow[row] = codes[row] as number;
    return squeeze(narrow);
  }
  return squeeze(new Uint8Array(codes.slice(0, rows).buffer));
}

export type Codes = Uint8Array | Uint16Array;

export function unpackCodes(stored: Uint8Array, distinct: number): Codes {
  const bytes = unsqueeze(stored);
  if (distinct < 256) return bytes;
  return new Uint16Array(new Uint8Array(bytes).buffer);
}

/** The least number, and bytes that each needs as its difference from it (8: kept as it is; 0: none). */
function spread(numbers: Float64Array): { least: number; width: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let isWhole = true;
  for (const value of numbers) {
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    if (!Number.isSafeInteger(value)) isWhole = false;
  }
  const range = most - least + 2;
  if (most < least) return { least, width: 0 };
  if (!isWhole || range > 0xffff_ffff) return { least, width: 8 };
  return { least, width: range > 0xffff ? 4 : 2 };
}

/** NaN where a row has none. Whole numbers of one segment lie close together: base and differences. */
export function packNumbers(numbers: Float64Array, rows: number): Bytes {
  const { least, width } = spread(numbers.subarray(0, rows));
  const out = new Uint8Array(16 + width * rows);
  const view = new DataView(out.buffer);
  view.setUint8(0, width);
  view.setFloat64(8, least, true);
  if (width === 8) new Float64Array(out.buffer, 16).set(numbers.subarray(0, rows));
  else if (width > 0) {
    const into = width === 4 ? new Uint32Array(out.buffer, 16) : new Uint16Array(out.buffer, 16);
    for (let row = 0; row < rows; row++) {
      const value = numbers[row] as number;
      into[row] = Number.isNaN(value) ? 0 : value - least + 1;
    }
  }
  return squeeze(out);
}

/** Numbers as they are kept; each is had without the others. */
export interface Numbers {
  /** Once unpacked. */
  readonly bytes: number;
  /** NaN where the row has none. */
  at(row: number): number;
  /** Of all rows, made anew each time. */
  all(): Float64Array;
}

/** No row has one. */
export function noNumbers(rows: number): Numbers {
  return {
    bytes: 0,
    at: () => Number.NaN,
    all: () => new Float64Array(rows).fill(Number.NaN),
  };
}

export function unpackNumbers(stored: Uint8Array, rows: number): Numbers {
  const bytes = aligned(unsqueeze(stored));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const width = view.getUint8(0);
  const least = view.getFloat64(8, true);
  if (width === 0) return noNumbers(rows);
  const start = bytes.byteOffset + 16;
  if (width === 8) {
    const numbers = new Float64Array(bytes.buffer, start, rows);
    return {
      bytes: bytes.length,
      at: (row) => numbers[row] as number,
      all: () => numbers.slice(),
    };
  }
  const from =
    width === 4
      ? new Uint32Array(bytes.buffer, start, rows)
      : new Uint16Array(bytes.buffer, start, rows);
  const at = (row: number): number => {
    const value = from[row] as number;
    return value > 0 ? value + least - 1 : Number.NaN;
  };
  return {
    bytes: bytes.length,
    at,
    all() {
      const numbers = new Float64Array(rows);
      for (let row = 0; row < rows; row++) numbers[row] = at(row);
      return numbers;
    },
  };
}

/** Where it begins at a multiple of eight. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  (bytes.byteOffset & 7) === 0 ? bytes : new Uint8Array(bytes);

/** Values of a part one behind the other. */
export interface EncodedValues {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each value ends. */
  readonly ends: Uint32Array;
}

export function encodeValues(values: readonly string[]): EncodedValues {
  const joined = values.join('');
  const bytes = Buffer.from(joined, 'utf8');
  const ends = new Uint32Array(values.length);
  // Where all is ASCII, chars are bytes.
  const isPlain = bytes.length === joined.length;
  let end = 0;
  for (let index = 0; index < ends.length; index++) {
    const value = values[index] as string;
    end += isPlain ? value.length : Buffer.byteLength(value, 'utf8');
    ends[index] = end;
  }
  return { bytes, ends };
}

export function packValues(values: EncodedValues): Bytes {
  const addresses = encodeAddresses(values);
  if (!addresses) return packTexts(values);
  const others = addresses.others.ends.length > 0 ? [packTexts(addresses.others)] : [];
  return marked(ADDRESSES, Buffer.concat([addresses.bytes, ...others]));
}

/** How many values, where each ends, then their bytes. */
function packTexts({ bytes, ends }: EncodedValues): Bytes {
  const head = 4 + ends.length * 4;
  const out = new Uint8Array(head + bytes.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, ends.length, true);
  for (let index = 0; index < ends.length; index++)
    view.setUint32(4 + index * 4, ends[index] as number, true);
  out.set(bytes, head);
  return squeeze(out);
}

export interface ValuePart {
  readonly length: number;
  /** Once unpacked. */
  readonly bytes: number;
  /** The value at a place of the part. */
  at(index: number): string;
  /** The same as UTF-8, where it lies. */
  bytesAt(index: number): TextBytes;
  /**
   * All of them as one text in small letters, with where each ends; null where that is not the same as
   * each by itself (lists, and what is not ASCII). Made anew each time.
   */
  joined(): { readonly text: string; end(index: number): number } | null;
}

export function unpackValues(stored: Uint8Array): ValuePart {
  return stored[0] === ADDRESSES
    ? decodeAddresses(stored.subarray(1), unpackTexts)
    : unpackTexts(stored);
}

function unpackTexts(stored: Uint8Array): ValuePart {
  const unpacked = unsqueeze(stored);
  const bytes = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.length);
  const length = bytes.readUInt32LE(0);
  const head = 4 + length * 4;
  const end = (index: number) => (index < 0 ? 0 : bytes.readUInt32LE(4 + index * 4));
  return {
    length,
    bytes: bytes.length,
    bytesAt: (index) => ({ bytes, from: head + end(index - 1), to: head + end(index) }),
    at: (index) => bytes.toString('utf8', head + end(index - 1), head + end(index)),
    joined() {
      const texts = bytes.subarray(head);
      if (!isAscii(texts) || texts.includes(1) || texts.includes(2)) return null;
      return { text: texts.toString('latin1').toLowerCase(), end };
    },
  };
}

const LIST = '\u0001';
const AS_JSON = '\u0002';

/** A field's value as one text: lists, and texts that UTF-8 cannot hold (lone surrogates), as JSON. */
export function toKept(value: string | readonly string[]): string {
  if (typeof value !== 'string') return LIST + JSON.stringify(value);
  if (!value.isWellFormed() || (value !== '' && value.charCodeAt(0) <= 2))
    return AS_JSON + JSON.stringify(value);
  return value;
}

export function fromKept(kept: string): string | readonly string[] {
  if (kept === '' || kept.charCodeAt(0) > 2) return kept;
  return JSON.parse(kept.slice(1)) as string | string[];
}

/** Whether a kept value is a list of texts. */
export const isList = ({ bytes, from, to }: TextBytes): boolean =>
  to > from && bytes[from] === LIST.charCodeAt(0);

/** The texts in a kept value. */
export function textsOf(kept: string): readonly string[] {
  const value = fromKept(kept);
  return typeof value === 'string' ? [value] : value;
}
