/**
 * bzip2 as it is read from ('BZIP2: Format Specification', section 2.2): blocks of at most 900,000 bytes,
 * each with its sum, and streams one after another. No more lies in memory than the largest block, its
 * compressed bytes, and one piece of what comes out.
 */
import { Bits, readBlock } from './bzip2-block.ts';

const UNIT = 100_000;
/** Of compressed bytes of the largest block: a code of 20 bits for each byte, and tables. */
const BLOCK_BYTES = 2_500_000;
const PIECE = 256 * 1024;
const FOLLOWS = [0x314159, 0x265359] as const;
const ENDS = [0x177245, 0x385090] as const;
const DAMAGED = 'the compressed data is damaged';

/** 'BZh', a digit, and the mark of a block or, of an empty file, of the end. */
export function isBzip2(head: Uint8Array): boolean {
  if (head[0] !== 0x42 || head[1] !== 0x5a || head[2] !== 0x68) return false;
  const level = head[3] ?? 0;
  if (level < 0x31 || level > 0x39) return false;
  const mark = ((head[4] ?? 0) << 16) | ((head[5] ?? 0) << 8) | (head[6] ?? 0);
  return mark === FOLLOWS[0] || mark === ENDS[0];
}

/** CRC-32 from the highest bit on, as bzip2 sums what comes out. */
const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum >>> 0;
});

/** Four equal bytes are followed by how many more there are. Gives pieces that are copies. */
function* expand(block: Uint8Array, wanted: number): Generator<Uint8Array> {
  const piece = new Uint8Array(PIECE);
  let [size, equal, last, sum] = [0, 0, -1, 0xffff_ffff];
  for (const byte of block) {
    const count = equal === 4 ? byte : 1;
    const value = equal === 4 ? last : byte;
    if (size + count > PIECE) {
      yield piece.slice(0, size);
      size = 0;
    }
    for (let n = 0; n < count; n++) {
      piece[size++] = value;
      sum = ((sum << 8) ^ (SUMS[((sum >>> 24) ^ value) & 0xff] as number)) >>> 0;
    }
    if (equal === 4) [equal, last] = [0, -1];
    else [equal, last] = [byte === last ? equal + 1 : 1, byte];
  }
  yield piece.slice(0, size);
  if (~sum >>> 0 !== wanted) throw new Error(DAMAGED);
}

/** Reads blocks while a whole one is surely there. */
class Blocks {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Of a block of the stream being read; 0 between streams. */
  #most = 0;
  #streams = 0;

  add(bytes: Buffer): void {
    const from = this.#at >> 3;
    this.#bytes = Buffer.concat([this.#bytes.subarray(from), bytes]);
    this.#at -= from * 8;
  }

  *read(isEnd: boolean): Generator<Uint8Array> {
    while (this.#bytes.length - (this.#at >> 3) >= (isEnd ? 1 : BLOCK_BYTES)) {
      const bits = new Bits(this.#bytes, this.#at);
      if (this.#most === 0) {
        const rest = this.#bytes.subarray(this.#at >> 3);
        // What follows the last stream is padding.
        if (!isBzip2(rest) && this.#streams > 0) return;
        if (!isBzip2(rest)) throw new Error(DAMAGED);
        bits.skip(24);
        this.#most = (bits.read(8) - 0x30) * UNIT;
        this.#streams++;
      } else yield* this.#next(bits);
      this.#at = bits.at;
    }
    if (isEnd && this.#most !== 0) throw new Error('the compressed data ends too early');
  }

  *#next(bits: Bits): Generator<Uint8Array> {
    const [first, second] = [bits.read(24), bits.read(24)];
    const sum = bits.read(16) * 0x1_0000 + bits.read(16);
    if (first === FOLLOWS[0] && second === FOLLOWS[1]) {
      yield* expand(readBlock(bits, this.#most), sum);
      return;
    }
    if (first !== ENDS[0] || second !== ENDS[1]) throw new Error(DAMAGED);
    // A stream ends at a whole byte.
    bits.at = (bits.at + 7) & ~7;
    this.#most = 0;
  }
}

export async function* unpackBzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const blocks = new Blocks();
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    waiting.push(bytes.slice());
    size += bytes.length;
    if (size < BLOCK_BYTES) continue;
    blocks.add(Buffer.concat(waiting));
    [waiting, size] = [[], 0];
    yield* blocks.read(false);
  }
  blocks.add(Buffer.concat(waiting));
  yield* blocks.read(true);
}
