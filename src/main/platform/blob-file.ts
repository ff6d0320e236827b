/**
 * The file of one blob, encrypted like the database.
 *
 * Head, 72 bytes: magic (8), chunk size (4, big endian), salt (16), size of the content (8), zero
 * (4), seal (32). Chunks follow, each of the chunk size (the last may be shorter, and is there even
 * where the content is empty): AES-256-GCM (NIST SP 800-38D), ciphertext and tag (16).
 *
 * Defences: the key of a file is derived from the store's key and its own salt (HKDF, RFC 5869), so
 * that no key is used twice and a nonce may count; magic, chunk size, salt, the chunk's number and
 * whether it is the last are authenticated with it, so no chunk can be changed, moved, left out or
 * cut off; the seal (HMAC-SHA-256 over head, size and the content's SHA-256) binds the file to the
 * name that it is asked for by, so no file can stand in for another, not even where only a part is
 * read. It is written last: a file that was not finished has none.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../shared/contract/errors.ts';

const MAGIC = Buffer.from('WFBLOB\0\x01', 'latin1');
const SALT_BYTES = 16;
const OPEN_HEAD_BYTES = MAGIC.length + 4 + SALT_BYTES;
const SEAL_BYTES = 32;
export const HEAD_BYTES = OPEN_HEAD_BYTES + 8 + 4 + SEAL_BYTES;
export const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Why a file cannot be given out. `chunk` counts from 0, `at` is its first byte of the content. */
export class BlobDamage extends AppError {
  readonly chunk: number | null;
  readonly at: number | null;

  constructor(what: string, chunk: number | null = null) {
    const at = chunk === null ? null : chunk * CHUNK_BYTES;
    super('conflict', `The stored file is damaged: ${what}. It is not given out.`);
    this.chunk = chunk;
    this.at = at;
  }
}

interface FileKeys {
  readonly chunks: Buffer;
  readonly seal: Buffer;
}

function fileKeys(storeKey: Uint8Array, salt: Uint8Array): FileKeys {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', storeKey, salt, `watchfloor blob ${use} 1`, 32));
  return { chunks: derive('chunks'), seal: derive('seal') };
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(index), NONCE_BYTES - 8);
  return nonce;
}

function chunkContext(openHead: Uint8Array, index: number, isLast: boolean): Buffer {
  const context = Buffer.alloc(OPEN_HEAD_BYTES + 9);
  context.set(openHead, 0);
  context.writeBigUInt64BE(BigInt(index), OPEN_HEAD_BYTES);
  context.writeUInt8(isLast ? 1 : 0, OPEN_HEAD_BYTES + 8);
  return context;
}

function sealOf(key: Buffer, head: Uint8Array, sha256: string): Buffer {
  return createHmac('sha256', key)
    .update(head.subarray(0, HEAD_BYTES - SEAL_BYTES))
    .update(Buffer.from(sha256, 'hex'))
    .digest();
}

/**
 * Gives the memory of bytes back at once, where they have it for themselves: a chunk lies outside of
 * the heap, and the collector, which hardly sees it, would let some hundred pile up.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(
      bytes,
      done,
      bytes.byteLength - done,
      position + done,
    );
    done += bytesWritten;
  }
}

interface Sealing {
  readonly keys: FileKeys;
  readonly openHead: Buffer;
}

function beginSealing(storeKey: Uint8Array): Sealing {
  const salt = randomBytes(SALT_BYTES);
  const chunkSize = Buffer.alloc(4);
  chunkSize.writeUInt32BE(CHUNK_BYTES);
  return {
    keys: fileKeys(storeKey, salt),
    openHead: Buffer.concat([MAGIC, chunkSize, salt]),
  };
}

/** Ciphertext and tag apart: joined, they would be copied. */
function sealChunk(
  { keys, openHead }: Sealing,
  plain: Uint8Array,
  { index, isLast }: { index: number; isLast: boolean },
): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', keys.chunks, nonceOf(index));
  cipher.setAAD(chunkContext(openHead, index, isLast));
  const sealed = cipher.update(plain);
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

function sealedHead({ keys, openHead }: Sealing, size: number, sha256: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.set(openHead, 0);
  head.writeBigUInt64BE(BigInt(size), OPEN_HEAD_BYTES);
  head.set(sealOf(keys.seal, head, sha256), HEAD_BYTES - SEAL_BYTES);
  return head;
}

/** The whole file of a small content: at most one chunk. */
export function sealSmall(bytes: Uint8Array, storeKey: Uint8Array, sha256: string): Buffer {
  if (bytes.byteLength > CHUNK_BYTES) throw new Error('Not a small file');
  const sealing = beginSealing(storeKey);
  const chunk = sealChunk(sealing, bytes, { index: 0, isLast: true });
  return Buffer.concat([sealedHead(sealing, bytes.byteLength, sha256), ...chunk]);
}

/** Writes the content of one file, in order, then its head. */
export class BlobWriter {
  readonly #file: FileHandle;
  readonly #sealing: Sealing;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  #index = 0;
  #size = 0;

  constructor(file: FileHandle, storeKey: Uint8Array) {
    this.#file = file;
    this.#sealing = beginSealing(storeKey);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.byteLength; ) {
      // A full chunk waits for the next byte: only then is it known not to be the last.
      if (this.#filled === CHUNK_BYTES) await this.#flush(false);
      const part = bytes.subarray(taken, taken + CHUNK_BYTES - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.byteLength;
      taken += part.byteLength;
    }
    this.#size += bytes.byteLength;
  }

  /** Ends the content and seals the file under the SHA-256 of what was written. */
  async seal(sha256: string): Promise<void> {
    await this.#flush(true);
    releaseBytes(this.#chunk);
    const head = sealedHead(this.#sealing, this.#size, sha256);
    await writeAll(this.#file, head, 0);
  }

  async #flush(isLast: boolean): Promise<void> {
    const plain = this.#chunk.subarray(0, this.#filled);
    const [sealed, tag] = sealChunk(this.#sealing, plain, { index: this.#index, isLast });
    const place = HEAD_BYTES + this.#index * (CHUNK_BYTES + TAG_BYTES);
    const tagPlace = place + sealed.byteLength;
    await writeAll(this.#file, sealed, place);
    releaseBytes(sealed);
    await writeAll(this.#file, tag, tagPlace);
    this.#index++;
    this.#filled = 0;
  }
}

async function readUpTo(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** An opened file whose head is known to be right. */
export interface OpenedBlob {
  readonly size: number;
  /** The plain bytes of chunk `index`. @throws BlobDamage. */
  chunk(index: number): Promise<Buffer>;
}

/** Where a chunk's ciphertext and tag lie in the file. */
export interface SealedPlace {
  readonly at: number;
  readonly length: number;
}

/** What a head that is right says. Reads nothing itself. */
export interface KnownBlob {
  readonly size: number;
  placeOf(index: number): SealedPlace;
  /** The plain bytes of what lies at `placeOf(index)`. @throws BlobDamage. */
  decrypt(index: number, sealed: Buffer): Buffer;
}

/** @throws BlobDamage where head or seal are not those of this content. */
export function knowBlob(head: Buffer, storeKey: Uint8Array, sha256: string): KnownBlob {
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BlobDamage('its head is not one of Watchfloor');
  const openHead = head.subarray(0, OPEN_HEAD_BYTES);
  const keys = fileKeys(storeKey, openHead.subarray(MAGIC.length + 4));
  const isChunkSize = openHead.readUInt32BE(MAGIC.length) === CHUNK_BYTES;
  const seal = head.subarray(HEAD_BYTES - SEAL_BYTES);
  if (!isChunkSize || !timingSafeEqual(sealOf(keys.seal, head, sha256), seal))
    throw new BlobDamage('its seal is not the one of this content');
  const size = Number(head.readBigUInt64BE(OPEN_HEAD_BYTES));
  const last = size === 0 ? 0 : Math.ceil(size / CHUNK_BYTES) - 1;
  const lengthOf = (index: number) => (index === last ? size - last * CHUNK_BYTES : CHUNK_BYTES);
  return {
    size,
    placeOf: (index) => ({
      at: HEAD_BYTES + index * (CHUNK_BYTES + TAG_BYTES),
      length: lengthOf(index) + TAG_BYTES,
    }),
    decrypt(index, sealed) {
      const length = lengthOf(index);
      if (sealed.length < length + TAG_BYTES) throw new BlobDamage('its end is missing', index);
      const decipher = createDecipheriv('aes-256-gcm', keys.chunks, nonceOf(index), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(chunkContext(openHead, index, index === last));
      decipher.setAuthTag(sealed.subarray(length));
      const plain = decipher.update(sealed.subarray(0, length));
      try {
        decipher.final();
      } catch {
        throw new BlobDamage(
          `a byte was changed between ${index * CHUNK_BYTES} and ${index * CHUNK_BYTES + length}`,
          index,
        );
      }
      return plain;
    },
  };
}

/** @throws BlobDamage where head or seal are not those of this content. */
export async function openBlob(
  file: FileHandle,
  storeKey: Uint8Array,
  sha256: string,
): Promise<OpenedBlob> {
  const known = knowBlob(await readUpTo(file, HEAD_BYTES, 0), storeKey, sha256);
  return {
    size: known.size,
    async chunk(index) {
      const { at, length } = known.placeOf(index);
      const sealed = await readUpTo(file, length, at);
      try {
        return known.decrypt(index, sealed);
      } finally {
        releaseBytes(sealed);
      }
    },
  };
}
