/**
 * Raw records as they are kept: neighbours together in one compressed block. Records of one
 * source repeat each other, so that a block has a tenth of their size; alone, each would be kept
 * whole. Nothing is lost: what comes out is byte for byte what went in.
 */
import type { ImportFormat } from '../../../shared/areas/alerts/imports.contract.ts';
import { zstdPacked, zstdUnpacked } from '../../platform/zstd.ts';

/** A record as its source wrote it. */
export interface KeptRecord {
  readonly format: ImportFormat;
  readonly bytes: Uint8Array<ArrayBufferLike>;
}

/**
 * Records of consecutive rows and of one format. `first` is the place of the first among the rows
 * they were packed with; `ends[i]` is where record i ends once decompressed (bytes; a record of no
 * bytes is one that was deleted); `records` is one Zstandard frame (RFC 8878).
 */
export interface RawBlock {
  readonly first: number;
  readonly format: ImportFormat;
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly records: Uint8Array<ArrayBuffer>;
}

/** Large enough to compress well, small enough that one record is had in a tenth of a millisecond. */
const BLOCK_BYTES = 128 * 1024;
/** A single record may be larger than any block; one frame never is larger than this. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** What is packed next: one piece of memory for all, where it is large enough. */
const joinedRecords = Buffer.allocUnsafeSlow(BLOCK_BYTES);

/** `records[i]` belongs to row i; null where a row has none. */
export function packRawBlocks(records: readonly (KeptRecord | null)[]): RawBlock[] {
  const blocks: RawBlock[] = [];
  let pending: KeptRecord[] = [];
  let size = 0;
  const flush = (end: number) => {
    const [head] = pending;
    if (head) blocks.push(packBlock(end - pending.length, head.format, pending));
    pending = [];
    size = 0;
  };
  records.forEach((record, index) => {
    const isFull = size > 0 && size + (record?.bytes.length ?? 0) > BLOCK_BYTES;
    if (isFull || record?.format !== pending[0]?.format) flush(index);
    if (!record) return;
    pending.push(record);
    size += record.bytes.length;
  });
  flush(records.length);
  return blocks;
}

function packBlock(first: number, format: ImportFormat, records: readonly KeptRecord[]): RawBlock {
  const ends = new Uint32Array(records.length);
  let size = 0;
  records.forEach(({ bytes }, index) => {
    size += bytes.length;
    ends[index] = size;
  });
  const joined = joinedIn(size <= BLOCK_BYTES ? joinedRecords : Buffer.allocUnsafe(size), records);
  // A copy of its own: what zlib answers may lie in memory that others use too, and cannot move.
  return { first, format, ends, records: new Uint8Array(zstdPacked(joined)) };
}

function joinedIn(memory: Buffer, records: readonly KeptRecord[]): Buffer {
  let end = 0;
  for (const { bytes } of records) {
    memory.set(bytes, end);
    end += bytes.length;
  }
  return memory.subarray(0, end);
}

/** All records of a block, null where one was deleted. @throws where the block is damaged. */
export function unpackRawBlock(block: Omit<RawBlock, 'first'>): (KeptRecord | null)[] {
  const bytes = zstdUnpacked(block.records, MAX_UNPACKED_BYTES);
  if (bytes.length !== (block.ends.at(-1) ?? 0))
    throw new Error('A block of raw records is damaged');
  let start = 0;
  return Array.from(block.ends, (end) => {
    const record = bytes.subarray(start, end);
    start = end;
    return record.length === 0 ? null : { format: block.format, bytes: record };
  });
}

/** The block without the records at these places; null where none is left. */
export function withoutRecords(
  block: Omit<RawBlock, 'first'>,
  places: ReadonlySet<number>,
): Omit<RawBlock, 'first'> | null {
  const gone: KeptRecord = { format: block.format, bytes: new Uint8Array(0) };
  const records = unpackRawBlock(block).map((record, place) => (places.has(place) ? null : record));
  if (records.every((record) => record === null)) return null;
  return packBlock(
    0,
    block.format,
    records.map((record) => record ?? gone),
  );
}
