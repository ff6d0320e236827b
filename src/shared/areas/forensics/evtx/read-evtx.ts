/**
 * Reads event logs of Windows (EVTX, versions 3.1 and 3.2), one record after another: libyal, 'Windows XML
 * Event Log (EVTX) format', sections 'File header', 'Chunk header' and 'Corruption scenarios'.
 *
 * The input is hostile. Chunks are found by signature at every 64 KiB up to the end, whatever the file's
 * header says; memory is that of one chunk; what a record or chunk may cost is bounded (`EVTX_LIMITS`); a
 * damaged record loses itself only; everything that could not be read, and every sum that differs, is said.
 */
import { CHUNK_HEADER_BYTES, ChunkReader } from './chunk-reader.ts';
import { createCrc32 } from './crc32.ts';
import {
  type Crc32,
  EVTX_LIMITS,
  type EvtxDamage,
  type EvtxOptions,
  type EvtxRecord,
  type EvtxSource,
} from './evtx.types.ts';
import {
  CHUNK_SIGNATURE,
  FLAGS_AT,
  firstChunk,
  isHeaderSumRight,
  NO_SUMS,
  POINTERS_AT,
  readEvtxHeader,
  startsWith,
  wrongRecordsSum,
} from './evtx-headers.ts';

/**
 * All records and all damage, in the order of the source. Records are not filtered: a log that Windows
 * was writing to can hold one twice (`place` says where it was found).
 * @throws only what `source.read` throws
 */
export function* readEvtx(
  source: EvtxSource,
  options: EvtxOptions = {},
): Generator<EvtxRecord | EvtxDamage> {
  for (const { items } of readEvtxBlocks(source, options)) yield* items;
}

export interface EvtxBlock {
  /** Where the next block begins. */
  readonly end: number;
  /** To be gone through before the next block is asked for. */
  readonly items: Iterable<EvtxRecord | EvtxDamage>;
}

/** Block by block, also those that hold nothing: whoever reads can rest between them. */
export function* readEvtxBlocks(
  source: EvtxSource,
  options: EvtxOptions = {},
): Generator<EvtxBlock> {
  const { checksums = true, carve = false } = options;
  const header = readEvtxHeader(source);
  const first = firstChunk(source);
  if (header === null) yield { end: first, items: [fileDamage('no-file-header', source.size)] };
  else if (header.hasSums && !header.isSumRight && checksums) {
    const damage = { ...fileDamage('file-header-checksum', POINTERS_AT), isLoss: false };
    yield { end: first, items: [damage] };
  }
  const reader = new ChunkReader();
  const sums = checksums && header?.hasSums !== false ? (options.crc32 ?? createCrc32()) : null;
  for (let base = first; base < source.size; base += EVTX_LIMITS.chunkBytes) {
    const { bytes } = reader.chunk;
    const length = source.read(base, bytes);
    bytes.fill(0, length);
    const items = readBlock(reader, base, length, { carve, sums });
    yield { end: base + EVTX_LIMITS.chunkBytes, items };
  }
}

interface Reading {
  readonly carve: boolean;
  /** Null where sums are not compared. */
  readonly sums: Crc32 | null;
}

/** A block of 64 KiB: a chunk, one whose signature is damaged, or something else. */
function* readBlock(
  reader: ChunkReader,
  base: number,
  length: number,
  { carve, sums }: Reading,
): Generator<EvtxRecord | EvtxDamage> {
  const { bytes } = reader.chunk;
  reader.loaded(base, length);
  const isSigned = startsWith(bytes, CHUNK_SIGNATURE);
  if (!isSigned && reader.chunk.isZero()) return;
  const isChunk = isSigned || reader.isRecord(CHUNK_HEADER_BYTES);
  if (!isSigned) {
    yield chunkDamage('chunk-signature', base, length, !isChunk && reader.hasRecords());
  }
  let isTrusted = isSigned;
  if (length < EVTX_LIMITS.chunkBytes) yield chunkDamage('chunk-truncated', base, length, true);
  else if (isSigned && sums && (reader.chunk.view.getUint32(FLAGS_AT, true) & NO_SUMS) === 0) {
    isTrusted = isHeaderSumRight(reader.chunk, sums);
    if (!isTrusted) yield chunkDamage('chunk-header-checksum', base, CHUNK_HEADER_BYTES, false);
    const end = wrongRecordsSum(reader.chunk, sums);
    if (end !== null) yield chunkDamage('chunk-records-checksum', base, end, false);
  }
  if (isChunk) {
    // A header that is damaged cannot say where its records end: then all of the chunk may hold some.
    const used = isTrusted ? reader.usedBytes() : length;
    yield* reader.records({ from: CHUNK_HEADER_BYTES, used, carve });
  } else if (carve) yield* reader.records({ from: 0, used: 0, carve });
}

function fileDamage(reason: EvtxDamage['reason'], size: number): EvtxDamage {
  return { kind: 'damage', scope: 'file', offset: 0, size, reason, isLoss: true, recordId: null };
}

function chunkDamage(
  reason: EvtxDamage['reason'],
  offset: number,
  size: number,
  isLoss: boolean,
): EvtxDamage {
  return { kind: 'damage', scope: 'chunk', offset, size, reason, isLoss, recordId: null };
}
