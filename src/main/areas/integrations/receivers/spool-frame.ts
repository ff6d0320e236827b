/**
 * A spool holds what was received until the database has it: frames, each a batch of records sealed with
 * AES-256-GCM under a key derived from the database's, since what the database encrypts must not lie
 * beside it in the clear. A frame is: bytes of what follows (u32), nonce (12), tag (16), sealed records,
 * each after its bytes (u32).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PURPOSE = 'watchfloor receiver spool 1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 4;
/** A frame holds a batch; what claims to be larger is damage. */
const MOST_FRAME_BYTES = 64 * 1_048_576;

export function spoolKey(databaseKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', databaseKey, '', PURPOSE, 32));
}

export function sealFrame(key: Buffer, records: readonly Uint8Array[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const size = records.reduce((sum, record) => sum + HEAD_BYTES + record.length, 0);
  const plain = Buffer.allocUnsafe(size);
  let at = 0;
  for (const record of records) {
    at = plain.writeUInt32LE(record.length, at);
    plain.set(record, at);
    at += record.length;
  }
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt32LE(NONCE_BYTES + TAG_BYTES + sealed.length);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
}

export type FrameReading =
  /** `end`: where the next frame begins. */
  | { readonly type: 'frame'; readonly records: readonly Buffer[]; readonly end: number }
  /** The rest of it is not there (yet). */
  | { readonly type: 'short' }
  | { readonly type: 'damaged' };

/** The frame at `from` of these bytes. */
export function openFrame(key: Buffer, bytes: Buffer, from: number): FrameReading {
  if (bytes.length - from < HEAD_BYTES) return { type: 'short' };
  const size = bytes.readUInt32LE(from);
  if (size < NONCE_BYTES + TAG_BYTES || size > MOST_FRAME_BYTES) return { type: 'damaged' };
  const start = from + HEAD_BYTES;
  const end = start + size;
  if (end > bytes.length) return { type: 'short' };
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      key,
      bytes.subarray(start, start + NONCE_BYTES),
      {
        authTagLength: TAG_BYTES,
      },
    );
    const body = start + NONCE_BYTES + TAG_BYTES;
    decipher.setAuthTag(bytes.subarray(start + NONCE_BYTES, body));
    const plain = Buffer.concat([decipher.update(bytes.subarray(body, end)), decipher.final()]);
    return { type: 'frame', records: recordsOf(plain), end };
  } catch {
    return { type: 'damaged' };
  }
}

function recordsOf(plain: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at + HEAD_BYTES <= plain.length; ) {
    const from = at + HEAD_BYTES;
    const end = from + plain.readUInt32LE(at);
    records.push(plain.subarray(from, end));
    at = end;
  }
  return records;
}
