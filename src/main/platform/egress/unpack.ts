/**
 * Unpacks an answer piece by piece. Defences: one known packing or none; so many bytes at most, as they
 * arrive and as they are unpacked, so that a bomb ends where it passes the limit, not where it is done.
 */
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { EgressFailure } from '../egress-port.ts';

type Pieces = AsyncIterable<Uint8Array>;

export const PACKINGS = 'gzip, deflate, br';

const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0;

/** @throws EgressFailure 'broken' */
export function assertPacking(encoding: string | null, host: string): void {
  if (/^(?:identity|x-gzip|gzip|deflate|br)?$/i.test(encoding?.trim() ?? '')) return;
  const text = `The answer of ${host} is packed in a way that was not asked for.`;
  throw new EgressFailure('broken', text);
}

/** @throws what `pieces` throws, and the errors of zlib */
export async function* unpacked(pieces: Pieces, encoding: string | null): Pieces {
  const packing = (encoding ?? '').trim().toLowerCase();
  if (packing === '' || packing === 'identity') return yield* pieces;
  const source = await peeked(pieces);
  const unpacker = unpackerOf(packing, source.first);
  // Its errors are read below.
  pipeline(Readable.from(source.all(), { objectMode: false }), unpacker, () => {});
  for await (const piece of unpacker) yield piece as Uint8Array;
}

function unpackerOf(packing: string, first: Uint8Array) {
  if (packing === 'br') return createBrotliDecompress();
  if (packing !== 'deflate') return createGunzip();
  // zlib (RFC 1950) by the standard and bare (RFC 1951) with some: the first bytes tell.
  return isZlib(first) ? createInflate() : createInflateRaw();
}

async function peeked(pieces: Pieces) {
  const iterator = pieces[Symbol.asyncIterator]();
  const { value, done } = await iterator.next();
  const first = done ? new Uint8Array() : (value as Uint8Array);
  return {
    first,
    async *all() {
      try {
        if (first.length > 0) yield first;
        yield* { [Symbol.asyncIterator]: () => iterator };
      } finally {
        await iterator.return?.();
      }
    },
  };
}

/** @throws EgressFailure 'too-large' */
export async function* bounded(pieces: Pieces, maxBytes: number, host: string): Pieces {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      const most = maxBytes.toLocaleString('en');
      const text = `The answer of ${host} is over ${most} bytes: it was cut off.`;
      throw new EgressFailure('too-large', text);
    }
    yield piece;
  }
}
