/**
 * Finds the members of a ZIP archive (APPNOTE.TXT 6.3.10: 4.3.7, 4.3.12 to 4.3.16, 4.5.3) by its
 * directory; where that is missing or broken, by the members' own headers. Of our own rather than
 * yauzl's, which gives up an archive at its first fault and decrypts nothing. Hostile input: sizes and
 * counts of headers are compared with the bytes there are, and nothing is allocated by them.
 */
import type { RandomBytes } from '../readers/reader.types.ts';

export interface ZipEntry {
  readonly rawName: Buffer;
  readonly isUtf8: boolean;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly dosTime: number;
  /** Bytes in the archive; null where only reading shows it. */
  readonly packed: number | null;
  readonly unixMode: number | null;
  /** Of the AES extra field: strength, the method beneath, and whether the CRC counts. */
  readonly aes: {
    readonly strength: number;
    readonly method: number;
    readonly version: number;
  } | null;
  /** Of its own header. */
  readonly at: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Sentences; empty where all is as it should be. */
  readonly problems: readonly string[];
  /** There are more than were asked for. */
  readonly isCut: boolean;
  readonly isByHeaders: boolean;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
export const LOCAL_BYTES = 30;
const NONE32 = 0xffffffff;

export function readPart(bytes: RandomBytes, at: number, length: number): Buffer {
  const part = Buffer.alloc(Math.max(0, Math.min(length, bytes.size - at)));
  return part.subarray(0, bytes.read(at, part));
}

const big = (buffer: Buffer, at: number): number => {
  const value = buffer.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
};

interface Ending {
  readonly at: number;
  readonly directorySize: number;
  readonly directoryAt: number;
}

function findEnd(bytes: RandomBytes): Ending | null {
  const tail = readPart(bytes, Math.max(0, bytes.size - END_BYTES - 65_535), END_BYTES + 65_535);
  const base = bytes.size - tail.length;
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const end = {
      at: base + at,
      directorySize: tail.readUInt32LE(at + 12),
      directoryAt: tail.readUInt32LE(at + 16),
    };
    const locator = readPart(bytes, Math.max(0, end.at - 20), 20);
    if (locator.length < 20 || locator.readUInt32LE(0) !== LOCATOR64) return end;
    const end64 = readPart(bytes, big(locator, 8), 56);
    if (end64.length < 56 || end64.readUInt32LE(0) !== END64) return end;
    return { at: big(locator, 8), directorySize: big(end64, 40), directoryAt: big(end64, 48) };
  }
  return null;
}

interface Extras {
  readonly aes: ZipEntry['aes'];
  readonly zip64: Buffer | null;
}

function readExtras(extra: Buffer): Extras {
  let aes: ZipEntry['aes'] = null;
  let zip64: Buffer | null = null;
  for (let at = 0; at + 4 <= extra.length; ) {
    const id = extra.readUInt16LE(at);
    const body = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    if (id === 1) zip64 = body;
    if (id === 0x9901 && body.length >= 7)
      aes = {
        version: body.readUInt16LE(0),
        strength: body.readUInt8(4),
        method: body.readUInt16LE(5),
      };
    at += 4 + extra.readUInt16LE(at + 2);
  }
  return { aes, zip64 };
}

function readCentral(head: Buffer, variable: Buffer, base: number): ZipEntry {
  const nameBytes = head.readUInt16LE(28);
  const { aes, zip64 } = readExtras(
    variable.subarray(nameBytes, nameBytes + head.readUInt16LE(30)),
  );
  let packed = head.readUInt32LE(20);
  let at = head.readUInt32LE(42);
  let next = 0;
  const wide = (value: number): number => {
    if (value !== NONE32 || zip64 === null || next + 8 > zip64.length) return value;
    next += 8;
    return big(zip64, next - 8);
  };
  // In this order: unpacked size, packed size, place.
  wide(head.readUInt32LE(24));
  packed = wide(packed);
  at = wide(at);
  const flags = head.readUInt16LE(8);
  const isUnix = head.readUInt8(5) === 3;
  return {
    rawName: Buffer.from(variable.subarray(0, nameBytes)),
    isUtf8: (flags & 0x800) !== 0,
    flags,
    method: head.readUInt16LE(10),
    dosTime: head.readUInt16LE(12),
    crc: head.readUInt32LE(16),
    packed,
    unixMode: isUnix ? head.readUInt32LE(38) >>> 16 : null,
    aes,
    at: base + at,
  };
}

/** @param most Entries that are read; one more makes `isCut`. */
export function readZipDirectory(bytes: RandomBytes, most: number): ZipDirectory {
  const end = findEnd(bytes);
  if (end === null)
    return scanHeaders(bytes, most, [
      'the archive has no end: its members were found by their own headers',
    ]);
  const problems: string[] = [];
  // What stands in front of the archive (a program that unpacks itself) moves all places.
  const begins = end.at - end.directorySize;
  const isMoved = begins !== end.directoryAt && begins >= 0 && isSignature(bytes, begins, CENTRAL);
  const base = isMoved ? begins - end.directoryAt : 0;
  if (isMoved && base > 0) problems.push(`${base} bytes stand in front of the archive`);
  const entries: ZipEntry[] = [];
  let at = end.directoryAt + base;
  const until = Math.min(bytes.size, isMoved ? end.at : Math.max(end.at, at));
  let isBroken = false;
  while (at + CENTRAL_BYTES <= until) {
    const head = readPart(bytes, at, CENTRAL_BYTES);
    if (head.length < CENTRAL_BYTES || head.readUInt32LE(0) !== CENTRAL) {
      isBroken = true;
      break;
    }
    if (entries.length === most) return { entries, problems, isCut: true, isByHeaders: false };
    const length = head.readUInt16LE(28) + head.readUInt16LE(30) + head.readUInt16LE(32);
    const variable = readPart(bytes, at + CENTRAL_BYTES, length);
    if (variable.length < length) {
      isBroken = true;
      break;
    }
    entries.push(readCentral(head, variable, base));
    at += CENTRAL_BYTES + length;
  }
  if (isBroken || (entries.length === 0 && isSignature(bytes, 0, LOCAL)))
    return scanHeaders(bytes, most, [
      ...problems,
      'the directory is damaged: members were found by their own headers',
    ]);
  return { entries, problems, isCut: false, isByHeaders: false };
}

function isSignature(bytes: RandomBytes, at: number, signature: number): boolean {
  const part = readPart(bytes, at, 4);
  return part.length === 4 && part.readUInt32LE(0) === signature;
}

export function readLocal(bytes: RandomBytes, at: number): { head: Buffer; dataAt: number } | null {
  const head = readPart(bytes, at, LOCAL_BYTES);
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== LOCAL) return null;
  return { head, dataAt: at + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28) };
}

const WINDOW = 1024 * 1024;

/** Every header in the file, in order; where a size is given, the search goes on behind the data. */
function scanHeaders(bytes: RandomBytes, most: number, problems: string[]): ZipDirectory {
  const entries: ZipEntry[] = [];
  const mark = Buffer.from([0x50, 0x4b, 3, 4]);
  let at = 0;
  while (at < bytes.size) {
    const window = readPart(bytes, at, WINDOW);
    const found = window.indexOf(mark);
    if (found < 0) {
      at += Math.max(1, window.length - 3);
      if (window.length <= 3) break;
      continue;
    }
    const place = at + found;
    const entry = readLocalEntry(bytes, place);
    if (entry === null) {
      at = place + 4;
      continue;
    }
    if (entries.length === most) return { entries, problems, isCut: true, isByHeaders: true };
    entries.push(entry.entry);
    at = Math.max(place + LOCAL_BYTES, entry.next);
  }
  return { entries, problems, isCut: false, isByHeaders: true };
}

function readLocalEntry(bytes: RandomBytes, at: number): { entry: ZipEntry; next: number } | null {
  const local = readLocal(bytes, at);
  if (local === null || local.dataAt > bytes.size) return null;
  const { head, dataAt } = local;
  const nameBytes = head.readUInt16LE(26);
  const variable = readPart(bytes, at + LOCAL_BYTES, nameBytes + head.readUInt16LE(28));
  const { aes, zip64 } = readExtras(variable.subarray(nameBytes));
  const flags = head.readUInt16LE(6);
  let packed: number | null = head.readUInt32LE(18);
  if (packed === NONE32 && zip64 !== null && zip64.length >= 16) packed = big(zip64, 8);
  // The sizes follow the data.
  if ((flags & 8) !== 0 && packed === 0) packed = null;
  return {
    next: dataAt + (packed ?? 0),
    entry: {
      rawName: Buffer.from(variable.subarray(0, nameBytes)),
      isUtf8: (flags & 0x800) !== 0,
      flags,
      method: head.readUInt16LE(8),
      dosTime: head.readUInt16LE(10),
      crc: head.readUInt32LE(14),
      packed,
      unixMode: null,
      aes,
      at,
    },
  };
}
