/** The bytes of an imported file, unpacked where it is packed, and bounded. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../shared/contract/errors.ts';

/** Of tables, once unpacked; and of what is held in memory as a whole. */
const MOST_TABLE = 2 * 1024 ** 3;
const MOST_WHOLE = { kev: 64 * 1024 ** 2, mmdb: 768 * 1024 ** 2 } as const;
const MOST_LINE = 65_536;

export interface Counted {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Of the file as it came. */
  sha256(): string;
  size(): number;
}

export function countBytes(source: AsyncIterable<Uint8Array>): Counted {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const piece of source) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
  }
  return { bytes: counted(), sha256: () => hash.digest('hex'), size: () => size };
}

/** The first piece, and all of them. */
async function peek(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < 4_096) {
    const next = await pieces.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  return { first, all: all() };
}

export async function unpacked(source: AsyncIterable<Uint8Array>) {
  const { first, all } = await peek(source);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return { first, all };
  const gunzip = createGunzip();
  const packed = Readable.from(all);
  packed.on('error', (error) => gunzip.destroy(error));
  async function* plain(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of packed.pipe(gunzip)) yield piece as Buffer;
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('bad-input', 'The packed file (.gz) is damaged or cut off');
    }
  }
  return peek(plain());
}

export async function whole(
  source: AsyncIterable<Uint8Array>,
  kind: keyof typeof MOST_WHOLE,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > MOST_WHOLE[kind]) {
      const most = MOST_WHOLE[kind] / 1024 ** 2;
      throw new AppError('bad-input', `A file of this kind holds at most ${most} MiB`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

export async function eachLine(
  source: AsyncIterable<Uint8Array>,
  take: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let [rest, size] = ['', 0];
  const line = (text: string) => {
    const plain = text.trim();
    if (plain !== '' && !plain.startsWith('#')) take(plain);
  };
  for await (const piece of source) {
    size += piece.length;
    if (size > MOST_TABLE) throw new AppError('bad-input', 'A table holds at most 2 GiB');
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE)
      throw new AppError('bad-input', 'A line of this file is longer than lines of tables are');
    for (const one of lines) line(one);
  }
  line(rest);
}
