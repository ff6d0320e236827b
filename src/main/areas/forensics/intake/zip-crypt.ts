/**
 * Decrypts members of ZIP archives: the traditional encryption (APPNOTE.TXT 6.3.10, section 6.1) and
 * AES (WinZip, 'AES Encryption Information', AE-1 and AE-2). The password is used and kept nowhere.
 */
import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

export interface Decrypter {
  /** Plain bytes of the next encrypted ones. */
  update(bytes: Uint8Array): Buffer;
  /** What must follow the data, compared with what the data came to. */
  isGenuine(trailer: Uint8Array): boolean;
  readonly trailerBytes: number;
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const crcStep = (crc: number, byte: number): number =>
  (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);

export const TRADITIONAL_HEAD = 12;

/** @param check The byte that the head must end with. Null where the password is another one. */
export function traditional(
  password: Uint8Array,
  head: Uint8Array,
  check: number,
): Decrypter | null {
  let [a, b, c] = [0x12345678, 0x23456789, 0x34567890];
  const feed = (byte: number) => {
    a = crcStep(a, byte);
    b = (Math.imul((b + (a & 0xff)) | 0, 134_775_813) + 1) | 0;
    c = crcStep(c, b >>> 24);
  };
  const plain = (byte: number): number => {
    const mix = (c | 2) & 0xffff;
    const value = byte ^ ((Math.imul(mix, mix ^ 1) >>> 8) & 0xff);
    feed(value);
    return value;
  };
  for (const byte of password) feed(byte);
  let last = -1;
  for (const byte of head) last = plain(byte);
  if (last !== check) return null;
  return {
    update(bytes) {
      const out = Buffer.allocUnsafe(bytes.length);
      for (let at = 0; at < bytes.length; at++) out[at] = plain(bytes[at] ?? 0);
      return out;
    },
    isGenuine: () => true,
    trailerBytes: 0,
  };
}

const AES_BLOCK = 16;
const AES_TRAILER = 10;
const AES_ROUNDS = 1_000;
/** By strength 1 to 3: bytes of the key; half of it are the salt. */
const AES_KEYS = [16, 24, 32] as const;
const AES_CHECK = 2;

/** Salt and check in front of the data; null for a strength that there is not. */
export function aesHeadBytes(strength: number): number | null {
  const key = AES_KEYS[strength - 1];
  return key === undefined ? null : key / 2 + AES_CHECK;
}

/** Null where the password is another one. */
export function aes(password: Uint8Array, head: Buffer, strength: number): Decrypter | null {
  const keyBytes = AES_KEYS[strength - 1];
  if (keyBytes === undefined) return null;
  const salt = head.subarray(0, keyBytes / 2);
  const keys = pbkdf2Sync(password, salt, AES_ROUNDS, 2 * keyBytes + AES_CHECK, 'sha1');
  if (!timingSafeEqual(keys.subarray(2 * keyBytes), head.subarray(keyBytes / 2))) return null;
  const hmac = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes));
  const stream = counterStream(keys.subarray(0, keyBytes));
  return {
    update(bytes) {
      hmac.update(bytes);
      return stream(bytes);
    },
    isGenuine: (trailer) =>
      trailer.length === AES_TRAILER &&
      timingSafeEqual(hmac.digest().subarray(0, AES_TRAILER), trailer),
    trailerBytes: AES_TRAILER,
  };
}

/** Counter mode whose counter is little-endian and begins at 1, which OpenSSL's is not. */
function counterStream(key: Uint8Array): (bytes: Uint8Array) => Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  let counter = 0;
  let pad = Buffer.alloc(0);
  let used = 0;
  return (bytes) => {
    const out = Buffer.allocUnsafe(bytes.length);
    for (let at = 0; at < bytes.length; ) {
      if (used === pad.length) {
        const blocks = Math.min(4_096, Math.ceil((bytes.length - at) / AES_BLOCK));
        const counters = Buffer.alloc(blocks * AES_BLOCK);
        for (let n = 0; n < blocks; n++) {
          counter++;
          counters.writeUInt32LE(counter >>> 0, n * AES_BLOCK);
          counters.writeUInt32LE(Math.floor(counter / 2 ** 32), n * AES_BLOCK + 4);
        }
        pad = cipher.update(counters);
        used = 0;
      }
      const n = Math.min(pad.length - used, bytes.length - at);
      for (let k = 0; k < n; k++) out[at + k] = (bytes[at + k] ?? 0) ^ (pad[used + k] ?? 0);
      at += n;
      used += n;
    }
    return out;
  };
}

/** The CRC of what came, made piece by piece. */
export function runningCrc(): { update(bytes: Uint8Array): void; readonly value: number } {
  let value = 0;
  return {
    update(bytes) {
      value = crc32(bytes, value);
    },
    get value() {
      return value;
    },
  };
}
