/**
 * What the EVTX reader takes and gives. Format: libyal, 'Windows XML Event Log (EVTX) format'
 * (sections 'File header', 'Chunk', 'Binary XML').
 */

/**
 * The CRC-32 of the bytes from `from` (a multiple of four) to `to`; `seed` is what the part before gave.
 * Unsigned.
 */
export type Crc32 = (bytes: Uint8Array, from: number, to: number, seed?: number) => number;

/** Bytes by offset: memory, or a file read by the caller. Synchronous, since reading is a worker's work. */
export interface EvtxSource {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` from `offset` on; answers how many bytes there were (fewer only at the end). */
  read(offset: number, into: Uint8Array): number;
}

export interface EvtxOptions {
  /** Compare CRC-32 sums and report those that differ. Nothing is left out for them. Default: true. */
  readonly checksums?: boolean;
  /** The platform's own sum, where it has a faster one than `createCrc32`. */
  readonly crc32?: Crc32;
  /** Also look for records where none should be: past a chunk's end, in blocks that are no chunk. Default: false. */
  readonly carve?: boolean;
}

/**
 * A value as the event holds it, by its type (`VALUE_TYPES`):
 * integers are numbers, or bigints beyond 2^53; floats are numbers; GUIDs upper-case without braces;
 * SIDs `S-1-…`; hexadecimal integers `0x…` lower-case and unpadded; times ISO 8601 with seven digits
 * (100 ns); bytes upper-case hexadecimal; what is empty is null.
 */
export type EvtxScalar = string | number | bigint | boolean | null;

export interface EvtxAttribute {
  readonly name: string;
  /** Of `VALUE_TYPES`. */
  readonly type: number;
  readonly value: EvtxScalar;
}

/**
 * An element with its own text or value and its children. A processing instruction is a child named
 * `?target`. Parts are shared between records: read only.
 */
export interface EvtxElement {
  readonly name: string;
  /** Of `VALUE_TYPES`: of `value`. */
  readonly type: number;
  readonly value: EvtxScalar;
  readonly attributes: readonly EvtxAttribute[];
  readonly children: readonly EvtxElement[];
}

/**
 * `used`: reached from the chunk's start, within what it says it uses; `refound`: the same behind damage;
 * `past-end`: directly after what it says it uses (its header was not brought up to date, or a former use
 * of the chunk left it); `carved`: found by `carve` in other bytes.
 */
export type EvtxPlace = 'used' | 'refound' | 'past-end' | 'carved';

export interface EvtxRecord {
  readonly kind: 'record';
  /** Bytes from the start of the source. */
  readonly offset: number;
  /** In bytes, as the record states it. */
  readonly size: number;
  /** A bigint only beyond 2^53. */
  readonly recordId: number | bigint;
  /** When it was written: ISO 8601, UTC, seven digits (100 ns). */
  readonly time: string;
  /** The same in ms since 1970, cut off. */
  readonly timeMs: number;
  readonly place: EvtxPlace;
  /** Its two sizes differ: part of it may be of another record. */
  readonly isDoubtful: boolean;
  readonly event: EvtxElement;
}

/** What is wrong, in a word that can be counted. */
export type EvtxDamageReason =
  | 'no-file-header'
  | 'file-header-checksum'
  | 'chunk-signature'
  | 'chunk-truncated'
  | 'chunk-header-checksum'
  | 'chunk-records-checksum'
  | 'record-signature'
  | 'record-size'
  | 'record-size-copy'
  | 'record-empty'
  | 'token'
  | 'out-of-bounds'
  | 'name'
  | 'template'
  | 'value'
  | 'too-deep'
  | 'too-large';

export interface EvtxDamage {
  readonly kind: 'damage';
  readonly scope: 'file' | 'chunk' | 'record';
  /** Bytes from the start of the source. */
  readonly offset: number;
  /** Bytes concerned; 0 where that is unknown. */
  readonly size: number;
  readonly reason: EvtxDamageReason;
  /** Something could not be read. Otherwise it was read all the same (a checksum that differs). */
  readonly isLoss: boolean;
  /** Of the record concerned, where it has one. */
  readonly recordId: number | bigint | null;
}

/** Section 'Value types'. With `ARRAY` set, a list of them. */
export const VALUE_TYPES = {
  null: 0x00,
  string: 0x01,
  ansi: 0x02,
  int8: 0x03,
  uint8: 0x04,
  int16: 0x05,
  uint16: 0x06,
  int32: 0x07,
  uint32: 0x08,
  int64: 0x09,
  uint64: 0x0a,
  real32: 0x0b,
  real64: 0x0c,
  bool: 0x0d,
  binary: 0x0e,
  guid: 0x0f,
  size: 0x10,
  fileTime: 0x11,
  systemTime: 0x12,
  sid: 0x13,
  hex32: 0x14,
  hex64: 0x15,
  binaryXml: 0x21,
} as const;

/** What one record or chunk may cost. Real ones stay far below; a hostile one is cut off and reported. */
export const EVTX_LIMITS = {
  chunkBytes: 65_536,
  /** Elements in each other within one fragment. */
  depth: 64,
  /** Fragments in values of fragments. */
  fragments: 6,
  nameChars: 512,
  /** Elements, attributes and values of a record. */
  recordNodes: 65_536,
  /** The same of all records and definitions of a chunk. */
  chunkNodes: 393_216,
  /** Characters that the records of a chunk take as text. */
  chunkChars: 4_194_304,
} as const;

/** A record that cannot be read: caught by the reader, which reports it and goes on. */
export class EvtxFault extends Error {
  readonly reason: EvtxDamageReason;

  constructor(reason: EvtxDamageReason) {
    super(reason);
    this.reason = reason;
  }
}
