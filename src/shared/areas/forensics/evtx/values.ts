/**
 * Values of template instances, by type: libyal, 'Windows XML Event Log (EVTX) format', sections
 * 'Value types', 'Floating point' and 'Template instance data'. A value whose size does not fit its type
 * is given as bytes, so that nothing of it is lost.
 */
import type { ChunkBytes } from './chunk-bytes.ts';
import { type EvtxScalar, VALUE_TYPES } from './evtx.types.ts';
import { TextMemo } from './text-memo.ts';
import type { TimeText } from './times.ts';

const ARRAY = 0x80;
const BYTE_TEXTS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
);
/** Windows-1252 at 0x80 to 0x9f; 0 keeps the byte. */
const CP1252 = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
  0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161,
  0x203a, 0x0153, 0, 0x017e, 0x0178,
] as const;

/** By type code from 0x00 on; section 'Value types'. */
const TYPE_SIZES: readonly number[] = [
  0, 0, 0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 4, 0, 16, 0, 8, 16, 0, 4, 8,
];

export interface ValueReader {
  readonly chunk: ChunkBytes;
  readonly times: TimeText;
  readonly guids: TextMemo;
  readonly hexes: TextMemo;
}

export function createValueReader(chunk: ChunkBytes, times: TimeText): ValueReader {
  return { chunk, times, guids: new TextMemo(16, guid), hexes: new TextMemo(8, hex64) };
}

export function isArrayType(type: number): boolean {
  return type >= ARRAY;
}

/** @returns null where there is nothing, also for a type that is not known and has no bytes */
export function readValue(reader: ValueReader, type: number, at: number, size: number): EvtxScalar {
  if (type === VALUE_TYPES.string) return stringValue(reader.chunk, at, size);
  if (size === 0) return type === VALUE_TYPES.ansi ? '' : null;
  const fixed = sizeOfType(type);
  if (fixed !== 0 && fixed !== size) {
    return type === VALUE_TYPES.bool ? anyBit(reader.chunk, at, size) : hex(reader.chunk, at, size);
  }
  return fixed === 0 ? openValue(reader, type, at, size) : fixedValue(reader, type, at);
}

/**
 * The values of an array, `type` with its array bit. Texts are ended by NUL, all others have a size of
 * their own; what is left over at the end is given as bytes.
 */
export function readArray(
  reader: ValueReader,
  type: number,
  at: number,
  size: number,
): readonly EvtxScalar[] {
  const item = type & ~ARRAY;
  if (item === VALUE_TYPES.string) {
    return endedTexts(reader.chunk.text(at, size >>> 1));
  }
  if (item === VALUE_TYPES.ansi) return endedTexts(ansi(reader.chunk, at, size));
  if (item === VALUE_TYPES.sid) return sids(reader.chunk, at, size);
  const step = sizeOfType(item) || (item === VALUE_TYPES.size && size % 8 === 0 ? 8 : 4);
  const values: EvtxScalar[] = [];
  for (let from = 0; from < size; from += step) {
    values.push(readValue(reader, item, at + from, Math.min(step, size - from)));
  }
  return values;
}

/** Bytes that a value of the type takes; 0 where its size says more. */
export function sizeOfType(type: number): number {
  return TYPE_SIZES[type] ?? 0;
}

function fixedValue(
  { chunk, times, guids, hexes }: ValueReader,
  type: number,
  at: number,
): EvtxScalar {
  const { view } = chunk;
  switch (type) {
    case VALUE_TYPES.int8:
      return view.getInt8(at);
    case VALUE_TYPES.uint8:
      return view.getUint8(at);
    case VALUE_TYPES.int16:
      return view.getInt16(at, true);
    case VALUE_TYPES.uint16:
      return view.getUint16(at, true);
    case VALUE_TYPES.int32:
      return view.getInt32(at, true);
    case VALUE_TYPES.uint32:
      return view.getUint32(at, true);
    case VALUE_TYPES.int64:
      return exactInteger(view.getUint32(at, true), view.getInt32(at + 4, true));
    case VALUE_TYPES.uint64:
      return exactInteger(view.getUint32(at, true), view.getUint32(at + 4, true));
    case VALUE_TYPES.real32:
      return shortest(view.getFloat32(at, true));
    case VALUE_TYPES.real64:
      return view.getFloat64(at, true);
    // Its meaning asks for 0 or 1; real files hold other numbers, which Windows shows as true.
    case VALUE_TYPES.bool:
      return view.getInt32(at, true) !== 0;
    case VALUE_TYPES.hex32:
      return `0x${view.getUint32(at, true).toString(16)}`;
    case VALUE_TYPES.hex64:
      return hexes.text(view, at);
    case VALUE_TYPES.fileTime:
      return times.fileTime(view.getUint32(at, true), view.getUint32(at + 4, true));
    case VALUE_TYPES.systemTime:
      return times.systemTime(view, at);
    default:
      return guids.text(view, at);
  }
}

function openValue({ chunk }: ValueReader, type: number, at: number, size: number): EvtxScalar {
  if (type === VALUE_TYPES.sid) return sid(chunk, at, size) ?? hex(chunk, at, size);
  if (type === VALUE_TYPES.ansi) return withoutEnd(ansi(chunk, at, size));
  if (type === VALUE_TYPES.size && size === 8) return hex64(chunk.view, at);
  if (type === VALUE_TYPES.size && size === 4) {
    return `0x${chunk.view.getUint32(at, true).toString(16)}`;
  }
  return hex(chunk, at, size);
}

/** UTF-16 with or without its end mark; an odd byte at the end belongs to no character. */
function stringValue(chunk: ChunkBytes, at: number, size: number): string {
  let chars = size >>> 1;
  while (chars > 0 && chunk.view.getUint16(at + chars * 2 - 2, true) === 0) chars--;
  return chunk.text(at, chars);
}

function ansi(chunk: ChunkBytes, at: number, size: number): string {
  let text = '';
  for (let from = at; from < at + size; from++) {
    const byte = chunk.bytes[from] ?? 0;
    text += String.fromCharCode((byte >= 0x80 && byte < 0xa0 && CP1252[byte - 0x80]) || byte);
  }
  return text;
}

function withoutEnd(text: string): string {
  let length = text.length;
  while (length > 0 && text.charCodeAt(length - 1) === 0) length--;
  return text.slice(0, length);
}

/** Each text has its end mark; the last one may lack it. An empty text at the end is one. */
function endedTexts(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0');
}

export function exactInteger(low: number, high: number): number | bigint {
  const value = high * 0x1_0000_0000 + low;
  return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low);
}

function anyBit(chunk: ChunkBytes, at: number, size: number): boolean {
  return chunk.bytes.subarray(at, at + size).some((byte) => byte !== 0);
}

/** The shortest number that is the same in single precision: 0.1, not 0.10000000149011612. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}

function hex64(view: DataView, at: number): string {
  const high = view.getUint32(at + 4, true);
  const low = view.getUint32(at, true).toString(16);
  return high === 0 ? `0x${low}` : `0x${high.toString(16)}${low.padStart(8, '0')}`;
}

function hex(chunk: ChunkBytes, at: number, size: number): string {
  let text = '';
  for (let from = at; from < at + size; from++) text += BYTE_TEXTS[chunk.bytes[from] ?? 0];
  return text;
}

/** Its first three fields are little-endian, the rest is as it stands. */
function guid(view: DataView, at: number): string {
  const byte = (index: number) => BYTE_TEXTS[view.getUint8(at + index)] ?? '';
  const fields = `${byte(3)}${byte(2)}${byte(1)}${byte(0)}-${byte(5)}${byte(4)}-${byte(7)}${byte(6)}`;
  const rest = `${byte(10)}${byte(11)}${byte(12)}${byte(13)}${byte(14)}${byte(15)}`;
  return `${fields}-${byte(8)}${byte(9)}-${rest}`;
}

/** Revision, number of parts, authority (48 bits, big-endian), parts (32 bits each). Null if it is none. */
function sid({ bytes, view }: ChunkBytes, at: number, size: number): string | null {
  const parts = bytes[at + 1] ?? 0;
  if (size < 8 || 8 + parts * 4 > size) return null;
  const authority = view.getUint16(at + 2) * 0x1_0000_0000 + view.getUint32(at + 4);
  let text = `S-${bytes[at] ?? 0}-${authority}`;
  for (let part = 0; part < parts; part++) text += `-${view.getUint32(at + 8 + part * 4, true)}`;
  return text;
}

function sids(chunk: ChunkBytes, at: number, size: number): readonly string[] {
  const texts: string[] = [];
  for (let from = 0; from < size; ) {
    const length = 8 + (chunk.bytes[at + from + 1] ?? 0) * 4;
    const text = sid(chunk, at + from, Math.min(length, size - from));
    if (text === null) return [...texts, hex(chunk, at + from, size - from)];
    texts.push(text);
    from += length;
  }
  return texts;
}
