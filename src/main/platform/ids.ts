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
    return v7({ random, msecs, seq });
  };
}

export const newUuid: NewId = createNewId();
