import { constants, type ZstdOptions, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const FASTEST: ZstdOptions = {
  info: true,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
};

/** One Zstandard frame (RFC 8878), at the fastest level. */
export function zstdPacked(bytes: Uint8Array): Buffer {
  return released(zstdCompressSync(bytes, FASTEST));
}

/**
 * @param chunkSize The piece of memory that is written to at a time, bytes
 * @throws RangeError where more than `most` bytes come out, and whatever zlib finds wrong with the frame.
 */
export function zstdUnpacked(frame: Uint8Array, most: number, chunkSize?: number): Buffer {
  const options: ZstdOptions = { info: true, maxOutputLength: most };
  if (chunkSize !== undefined) options.chunkSize = chunkSize;
  return released(zstdDecompressSync(frame, options));
}

/** What `info: true` asks for (Node.js, "Zlib", Class Options and ZstdOptions). */
interface WithEngine {
  readonly buffer: Buffer;
  readonly engine: { _outBuffer?: unknown };
}

/**
 * The engine of a call has a native side, so that V8 drops it only when it goes through the whole heap, and
 * until then it would hold the last piece that it wrote to: 16 kB a call, 50 MB and more of an import.
 */
function released(result: Buffer | WithEngine): Buffer {
  if (Buffer.isBuffer(result)) return result;
  result.engine._outBuffer = undefined;
  return result.buffer;
}
