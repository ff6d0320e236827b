/**
 * A file as readers get it. One out of an archive is kept in memory where it is small, and encrypted
 * in a working store where it is not: never under a name of its own, never plain on the disk.
 */
import { createHash } from 'node:crypto';
import type { IntakeLimits } from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import { CHUNK_BYTES } from '../../../platform/blob-file.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import type { RandomBytes } from '../readers/reader.types.ts';

export interface FileBytes {
  readonly size: number;
  readonly sha256: string;
  bytes(): AsyncIterable<Uint8Array>;
  random(): RandomBytes;
  /** What was kept for this run only goes. */
  dispose(): void;
}

function memoryFile(content: Buffer, sha256: string): FileBytes {
  return {
    size: content.length,
    sha256,
    async *bytes() {
      for (let at = 0; at < content.length; at += CHUNK_BYTES)
        yield content.subarray(at, at + CHUNK_BYTES);
    },
    random: () => ({
      size: content.length,
      read(offset, into) {
        if (!Number.isSafeInteger(offset) || offset < 0) return 0;
        const part = content.subarray(offset, offset + into.byteLength);
        into.set(part);
        return part.length;
      },
      close() {},
    }),
    dispose() {},
  };
}

/** One that the store keeps; `isWork` where it is there for this run only. */
export function storedFile(
  store: BlobStore,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  isWork = false,
): FileBytes {
  return {
    size,
    sha256,
    bytes: () => store.read(sha256),
    random: () => store.bytes(sha256),
    dispose() {
      if (isWork) store.remove(sha256);
    },
  };
}

/** A stream of bytes whose beginning was looked at. */
export interface Peeked {
  readonly head: Buffer;
  /** All of it, from the start; once. */
  all(): AsyncGenerator<Uint8Array>;
  /** Instead of `all`. */
  close(): Promise<void>;
}

/** Reads up to `want` bytes ahead. An error that comes after some bytes is met again in `all`. */
export async function peek(source: AsyncIterable<Uint8Array>, want: number): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  let failure: { readonly cause: unknown } | null = null;
  let isDone = false;
  while (size < want && !isDone && failure === null) {
    try {
      const { done, value } = await iterator.next();
      if (done) isDone = true;
      else {
        // Whoever gives the bytes may use their memory again.
        first.push(Buffer.from(value));
        size += value.byteLength;
      }
    } catch (cause) {
      failure = { cause };
    }
  }
  const begun = Buffer.concat(first);
  return {
    head: begun.subarray(0, want),
    async close() {
      await iterator.return?.();
    },
    async *all() {
      try {
        if (begun.length > 0) yield begun;
        if (failure) throw failure.cause;
        while (!isDone) {
          const { done, value } = await iterator.next();
          if (done) isDone = true;
          else yield value;
        }
      } finally {
        await iterator.return?.();
      }
    },
  };
}

export interface TakenIn {
  readonly file: FileBytes;
  /** What broke off the stream; the bytes before it are there. */
  readonly cutBy: Error | null;
}

/** @throws only where the job was cancelled, or where nothing can be kept. */
export async function takeIn(
  source: AsyncIterable<Uint8Array>,
  work: BlobStore,
  limits: IntakeLimits,
  signal: AbortSignal,
): Promise<TakenIn> {
  let cutBy: Error | null = null;
  const whole = (async function* () {
    try {
      yield* source;
    } catch (error) {
      signal.throwIfAborted();
      cutBy = error instanceof Error ? error : new Error(String(error));
    }
  })();
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  let size = 0;
  let next = await whole.next();
  while (!next.done && size + next.value.byteLength <= limits.memoryBytes) {
    chunks.push(Buffer.from(next.value));
    hash.update(next.value);
    size += next.value.byteLength;
    next = await whole.next();
  }
  if (next.done) {
    const content = Buffer.concat(chunks);
    return { file: memoryFile(content, hash.digest('hex')), cutBy };
  }
  const over = next.value;
  const stored = await work.put(
    (async function* () {
      for (const chunk of chunks.splice(0)) yield chunk;
      yield over;
      yield* whole;
    })(),
    { signal },
  );
  return { file: storedFile(work, stored, true), cutBy };
}
