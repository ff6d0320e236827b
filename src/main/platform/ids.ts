import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Makes identifiers: UUIDv7 strings, so that rows of one import lie together in the index. */
export type NewId = () => string;

const RANDOM_BYTES_PER_ID = 16;
const POOL_BYTES = RANDOM_BYTES_PER_ID * 256;

/**
 * Random bits are drawn for many ids at once, since asking the system for each costs more than the
 * id; within a millisecond the sequence counts up (RFC 9562, section 6.2, method 1).
 */
function createNewId(): NewId {
  const pool = Buffer.allocUnsafeSlow(POOL_BYTES);
  const id = new Uint8Array(RANDOM_BYTES_PER_ID);
  let used = POOL_BYTES;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (used === POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + RANDOM_BYTES_PER_ID);
    used += RANDOM_BYTES_PER_ID;
    const now = Date.now();
    if (now > msecs) {
      msecs = now;
      seq = random.readUInt32BE(0) >>> 1;
    } else {
      seq++;
    }
    return textOf(v7({ random, msecs, seq }, id));
  };
}

const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const TEXT = Buffer.allocUnsafeSlow(36);
const HYPHEN = 0x2d;
const HYPHENS_BEFORE: ReadonlySet<number> = new Set([4, 6, 8, 10]);
/** Where the digits of each byte go: 8-4-4-4-12 (RFC 9562, section 4). */
const PLACES = Array.from({ length: RANDOM_BYTES_PER_ID }, (_, byte) => {
  const before = [...HYPHENS_BEFORE].filter((first) => first <= byte).length;
  return 2 * byte + before;
});

/** One text at once: joined from the text of each byte it costs ten times its size in garbage. */
function textOf(bytes: Uint8Array): string {
  for (let byte = 0; byte < RANDOM_BYTES_PER_ID; byte++) {
    const value = bytes[byte] as number;
    const place = PLACES[byte] as number;
    TEXT[place] = DIGITS[value >> 4] as number;
    TEXT[place + 1] = DIGITS[value & 15] as number;
    if (HYPHENS_BEFORE.has(byte)) TEXT[place - 1] = HYPHEN;
  }
  return TEXT.toString('latin1');
}

export const newUuid: NewId = createNewId();
