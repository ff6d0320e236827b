/**
 * CRC-32 of RFC 1952, as the sections 'File header' and 'Chunk header' of libyal's EVTX document ask for
 * it. Sixteen bytes a step ('slicing'), so that comparing sums costs little beside reading.
 */
import type { Crc32 } from './evtx.types.ts';

const POLYNOMIAL = 0xedb88320;
const TABLES = 16;
const WORD_BYTES = 4;

/** For bytes that begin at a multiple of four of their buffer, on a machine that is little-endian. */
export function createCrc32(): Crc32 {
  const tables = makeTables();
  /** What a byte leaves after `left` more bytes. It is always there; to ask would double the cost. */
  const after = (left: number, word: number) => tables[left * 256 + (word & 0xff)] as number;
  const wordAfter = (left: number, word: number) =>
    after(left + 3, word) ^
    after(left + 2, word >>> 8) ^
    after(left + 1, word >>> 16) ^
    after(left, word >>> 24);
  return (bytes, from, to, seed = 0) => {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
    const end = Math.floor(to / WORD_BYTES);
    let crc = ~seed;
    let at = from / WORD_BYTES;
    for (; at + 4 <= end; at += 4) {
      crc =
        wordAfter(12, crc ^ (words[at] as number)) ^
        wordAfter(8, words[at + 1] as number) ^
        wordAfter(4, words[at + 2] as number) ^
        wordAfter(0, words[at + 3] as number);
    }
    for (let rest = at * WORD_BYTES; rest < to; rest++) {
      crc = after(0, crc ^ (bytes[rest] as number)) ^ (crc >>> 8);
    }
    return ~crc >>> 0;
  };
}

/** The n-th table holds what each byte leaves after n bytes of zero. */
function makeTables(): Int32Array {
  const tables = new Int32Array(TABLES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}
