/**
 * A kept file by offset, decrypted as it is asked for: no plain file on the disk, some chunks in
 * memory. Synchronous, so for a worker's thread; each chunk is authenticated as in blob-file.ts.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { CHUNK_BYTES, HEAD_BYTES, knowBlob, releaseBytes } from './blob-file.ts';

/** Of 1 MiB each. */
const KEPT_CHUNKS = 8;

export interface BlobBytes {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` from `offset` on; answers how many bytes there were (fewer only at the end). @throws BlobDamage. */
  read(offset: number, into: Uint8Array): number;
  close(): void;
}

function readAt(file: number, length: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const n = readSync(file, bytes, done, length - done, position + done);
    if (n === 0) break;
    done += n;
  }
  return bytes.subarray(0, done);
}

/** @throws BlobDamage where the head is not the one of this content. */
export function openBlobBytes(path: string, storeKey: Uint8Array, sha256: string): BlobBytes {
  const file = openSync(path, 'r');
  try {
    const known = knowBlob(readAt(file, HEAD_BYTES, 0), storeKey, sha256);
    const kept = new Map<number, Buffer>();
    let isClosed = false;

    function chunk(index: number): Buffer {
      const before = kept.get(index);
      if (before) {
        // Asked for last: kept longest.
        kept.delete(index);
        kept.set(index, before);
        return before;
      }
      const { at, length } = known.placeOf(index);
      const sealed = readAt(file, length, at);
      const plain = known.decrypt(index, sealed);
      releaseBytes(sealed);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= KEPT_CHUNKS) {
        const gone = kept.get(oldest);
        kept.delete(oldest);
        if (gone) releaseBytes(gone);
      }
      kept.set(index, plain);
      return plain;
    }

    return {
      size: known.size,
      read(offset, into) {
        if (isClosed) throw new Error('These bytes are closed');
        if (!Number.isSafeInteger(offset) || offset < 0) return 0;
        let done = 0;
        while (done < into.byteLength && offset + done < known.size) {
          const index = Math.floor((offset + done) / CHUNK_BYTES);
          const from = offset + done - index * CHUNK_BYTES;
          const part = chunk(index).subarray(from, from + into.byteLength - done);
          into.set(part, done);
          done += part.byteLength;
        }
        return done;
      },
      close() {
        if (isClosed) return;
        isClosed = true;
        kept.clear();
        closeSync(file);
      },
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
