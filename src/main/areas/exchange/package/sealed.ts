/**
 * A file under a password, streamed. It leaves the machine, so it must be worth nothing without it.
 *
 * Head, 32 bytes: mark, version, scrypt cost, salt. Frames follow: length (4 bytes), AES-256-GCM (NIST
 * SP 800-38D) of at most 1 MiB.
 *
 * Defences: the key comes from scrypt (RFC 7914), N = 2^17, with a salt of its own, so that no key is used
 * twice and a nonce may count; the head and whether a frame is the last are authenticated with each, so
 * that none can be changed, moved, repeated or left out; costs that would take the memory are refused.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { AppError } from '../../../../shared/contract/errors.ts';

const MARK = Buffer.from('WFSEALED', 'latin1');
const VERSION = 1;
const HEAD = 32;
const COST = 17;
/** 2^20 with r = 8 takes 1 GiB: the most that a file may ask of this machine. */
const MAX_COST = 20;
const BLOCK = 8;
const FRAME = 1024 * 1024;
const TAG = 16;

const damaged = () => new AppError('bad-input', 'The package is damaged. Nothing was taken over.');

function keyOf(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  return new Promise((resolve, reject) => {
    // One password may be typed in two ways that look alike (RFC 8265, section 4.2).
    scrypt(
      password.normalize('NFC'),
      salt,
      32,
      { N, r: BLOCK, p: 1, maxmem: 256 * N * BLOCK },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 6, 6);
  return nonce;
}

/** @param cost Tests lower it. */
export async function* seal(
  source: AsyncIterable<Uint8Array>,
  password: string,
  cost = COST,
): AsyncGenerator<Uint8Array> {
  const head = Buffer.alloc(HEAD);
  MARK.copy(head);
  head.set([VERSION, cost], 8);
  head.set(randomBytes(16), 10);
  const key = await keyOf(password, head.subarray(10, 26), cost);
  yield head;
  let number = 0;
  const frame = (plain: Uint8Array, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++));
    cipher.setAAD(Buffer.concat([head, Buffer.from([isLast ? 1 : 0])]));
    const text = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    return Buffer.concat([length, text]);
  };
  let waiting = Buffer.alloc(0);
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length > FRAME) {
      yield frame(waiting.subarray(0, FRAME), false);
      waiting = Buffer.from(waiting.subarray(FRAME));
    }
  }
  yield frame(waiting, true);
}

/** @throws AppError 'bad-input' with a sentence: another password, damaged, cut. */
export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  password: string,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    yield* frames(createTaker(iterator), password);
  } finally {
    // Files are closed, also where it ends half-way.
    await iterator.return?.();
  }
}

async function* frames(take: Taker, password: string): AsyncGenerator<Uint8Array> {
  const head = await take(HEAD);
  if (!head?.subarray(0, 8).equals(MARK)) throw damaged();
  const cost = head[9] ?? 0;
  if (head[8] !== VERSION)
    throw new AppError('bad-input', 'This package was sealed by a newer Watchfloor.');
  if (cost < 10 || cost > MAX_COST) throw damaged();
  const key = await keyOf(password, head.subarray(10, 26), cost);
  for (let number = 0, isLast = false; !isLast; number++) {
    const length = (await take(4))?.readUInt32BE() ?? 0;
    if (length < TAG || length > FRAME + TAG) throw damaged();
    const text = await take(length);
    if (!text) throw damaged();
    const frame = { key, number, head, text };
    const plain = open(frame, false) ?? open(frame, true);
    if (plain === null)
      throw number === 0
        ? new AppError('bad-input', 'The password is not the one of this package.')
        : damaged();
    isLast = plain.isLast;
    yield plain.bytes;
  }
  if ((await take(1)) !== null) throw damaged();
}

function open(
  { key, number, head, text }: { key: Buffer; number: number; head: Buffer; text: Buffer },
  isLast: boolean,
): { bytes: Buffer; isLast: boolean } | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number));
  decipher.setAAD(Buffer.concat([head, Buffer.from([isLast ? 1 : 0])]));
  decipher.setAuthTag(text.subarray(-TAG));
  const bytes = decipher.update(text.subarray(0, -TAG));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return { bytes, isLast };
}

type Taker = (length: number) => Promise<Buffer | null>;

/** So many bytes of a stream at a time; null where it ends before. */
function createTaker(iterator: AsyncIterator<Uint8Array>): Taker {
  let waiting = Buffer.alloc(0);
  return async (length) => {
    while (waiting.length < length) {
      const { done, value } = await iterator.next();
      if (done) return null;
      waiting = Buffer.concat([waiting, value]);
    }
    const taken = Buffer.from(waiting.subarray(0, length));
    waiting = Buffer.from(waiting.subarray(length));
    return taken;
  };
}
