/**
 * Passwords as scrypt hashes (RFC 7914), N = 2^17, r = 8, p = 1: 128 MiB and about a third of a
 * second each. Two at a time at most, so that a flood of sign-ins cannot take the machine's memory.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const DEFAULT_COST_LOG2 = 17;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MAX_AT_ONCE = 2;

export interface PasswordHasher {
  /** `scrypt$17$8$1$<salt>$<hash>`, base64. */
  hash(password: string): Promise<string>;
  /** Takes the same time with `undefined`, for accounts that don't exist. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
}

function derive(password: string, salt: Buffer, costLog2: number): Promise<Buffer> {
  const options: ScryptOptions = {
    N: 2 ** costLog2,
    r: BLOCK_SIZE,
    p: PARALLELISM,
    maxmem: 2 ** costLog2 * BLOCK_SIZE * 128 + 1024 * 1024,
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Lets at most `limit` of the given functions run at once; the others wait in line. */
function createLimiter(limit: number): <T>(fn: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (fn) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await fn();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

interface StoredHash {
  readonly costLog2: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function parseStored(stored: string): StoredHash | undefined {
  const [scheme, cost, , , salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !cost || !salt || !hash) return undefined;
  const bytes = Buffer.from(hash, 'base64');
  if (bytes.length !== HASH_BYTES) return undefined;
  return { costLog2: Number(cost), salt: Buffer.from(salt, 'base64'), hash: bytes };
}

export function createPasswordHasher(costLog2 = DEFAULT_COST_LOG2): PasswordHasher {
  const limited = createLimiter(MAX_AT_ONCE);
  const decoy: StoredHash = {
    costLog2,
    salt: randomBytes(SALT_BYTES),
    hash: randomBytes(HASH_BYTES),
  };
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const key = await limited(() => derive(password, salt, costLog2));
      return `scrypt$${costLog2}$${BLOCK_SIZE}$${PARALLELISM}$${salt.toString('base64')}$${key.toString('base64')}`;
    },
    async verify(password, stored) {
      const expected = (stored && parseStored(stored)) || decoy;
      const key = await limited(() => derive(password, expected.salt, expected.costLog2));
      return timingSafeEqual(key, expected.hash) && expected !== decoy;
    },
  };
}
