/**
 * The headers of an event log and of its chunks, and their sums: libyal, 'Windows XML Event Log (EVTX)
 * format', sections 'File header' and 'Chunk header'. What they say is told, not relied on.
 */
import type { ChunkBytes } from './chunk-bytes.ts';
import { CHUNK_HEADER_BYTES } from './chunk-reader.ts';
import { createCrc32 } from './crc32.ts';
import type { Crc32, EvtxSource } from './evtx.types.ts';

const FILE_SIGNATURE = 'ElfFile\0';
export const CHUNK_SIGNATURE = 'ElfChnk\0';
const FILE_HEADER_BYTES = 4_096;
const SUMMED_HEADER_BYTES = 120;
export const FLAGS_AT = 120;
const SUM_AT = 124;
export const POINTERS_AT = 128;
const RECORDS_SUM_AT = 52;
const FREE_SPACE_AT = 48;
/** Flags in file and chunk headers that say that no sums were written. */
export const NO_SUMS = 0x4;

export interface EvtxHeader {
  /** '3.1' or '3.2' where it is one of those Windows writes. */
  readonly version: string;
  /** As stated; not to be relied on. */
  readonly chunks: number;
  readonly isDirty: boolean;
  readonly isFull: boolean;
  readonly hasSums: boolean;
  readonly isSumRight: boolean;
}

/** Null where the source does not begin as an EVTX file does. */
export function readEvtxHeader(source: EvtxSource): EvtxHeader | null {
  const bytes = new Uint8Array(POINTERS_AT);
  if (source.read(0, bytes) < POINTERS_AT || !startsWith(bytes, FILE_SIGNATURE)) return null;
  const view = new DataView(bytes.buffer);
  const flags = view.getUint32(FLAGS_AT, true);
  return {
    version: `${view.getUint16(38, true)}.${view.getUint16(36, true)}`,
    chunks: view.getUint16(42, true),
    isDirty: (flags & 0x1) !== 0,
    isFull: (flags & 0x2) !== 0,
    hasSums: (flags & NO_SUMS) === 0,
    isSumRight: createCrc32()(bytes, 0, SUMMED_HEADER_BYTES) === view.getUint32(SUM_AT, true),
  };
}

export function isHeaderSumRight({ bytes, view }: ChunkBytes, sums: Crc32): boolean {
  const head = sums(bytes, 0, SUMMED_HEADER_BYTES);
  return sums(bytes, POINTERS_AT, CHUNK_HEADER_BYTES, head) === view.getUint32(SUM_AT, true);
}

/** @returns the end of what was summed, or null where the sum is right */
export function wrongRecordsSum({ bytes, view }: ChunkBytes, sums: Crc32): number | null {
  const end = Math.min(view.getUint32(FREE_SPACE_AT, true), bytes.length);
  return sums(bytes, CHUNK_HEADER_BYTES, end) === view.getUint32(RECORDS_SUM_AT, true) ? null : end;
}

/** Chunks follow the file's header, or stand alone where it was cut off. */
export function firstChunk(source: EvtxSource): number {
  const bytes = new Uint8Array(CHUNK_SIGNATURE.length);
  source.read(0, bytes);
  return startsWith(bytes, CHUNK_SIGNATURE) ? 0 : FILE_HEADER_BYTES;
}

export function startsWith(bytes: Uint8Array, signature: string): boolean {
  for (let at = 0; at < signature.length; at++) {
    if (bytes[at] !== signature.charCodeAt(at)) return false;
  }
  return true;
}
