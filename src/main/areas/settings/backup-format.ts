/**
 * The file of a backup. It leaves the machine, so it must be worth nothing without its passphrase.
 *
 * Head, 128 bytes, readable: magic, format, scrypt parameters, salt, time, schema; SHA-256 of all
 * that, which tells damage from a wrong passphrase; then the proof of the passphrase. Frames follow:
 * length (4 bytes), then AES-256-GCM (NIST SP 800-38D): one of JSON (the key of the database file in
 * it), those of the database file, then, for each file of evidence, one of JSON that names it and those
 * of its content, and one that ends it all (size and SHA-256 of the database file, number of files).
 * Format 1, which is still read, had no files.
 *
 * Defences: the key comes from scrypt (RFC 7914) with N = 2^17, r = 8, p = 1 and a salt of its own,
 * so no key is used twice and a nonce may count; kind and number of a frame are its nonce, and the
 * head is authenticated with every frame, so none can be changed, moved, repeated or left out; the
 * end is a frame, so a cut file is noticed; parameters that would take the memory are refused.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, scrypt } from 'node:crypto';
import { BACKUP_HEAD_BYTES } from '../../../shared/areas/settings/data.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { releaseBytes } from '../../platform/blob-file.ts';

const MAGIC = Buffer.from('WFBACKUP', 'latin1');
export const BACKUP_FORMAT = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const CHECKED_BYTES = BACKUP_HEAD_BYTES - 2 * HASH_BYTES;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
export const FRAME_BYTES = 1024 * 1024;
const MAX_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
const COST = 17;
/** 2^20 with r = 8 takes 1 GiB: the most that a file may ask of this machine. */
const MAX_COST = 20;
const BLOCK_SIZE = 8;

export const SENTENCES = {
  foreign: 'This file is not a backup of Watchfloor. Nothing was changed.',
  newer:
    'This backup was made by a newer Watchfloor, in a form that this one does not know. Install that version or a later one. Nothing was changed.',
  damaged: 'The backup is damaged. Nothing was changed. Use another copy of it, or another backup.',
  cut: 'The backup is not complete: its end is missing. Nothing was changed. Copy the file again, or use another backup.',
  passphrase: 'The passphrase is not the one of this backup. Nothing was changed.',
} as const;

export function refusal(sentence: keyof typeof SENTENCES): AppError {
  return new AppError('bad-input', SENTENCES[sentence]);
}

export interface BackupHeader {
  readonly cost: number;
  readonly salt: Buffer;
  readonly createdAt: number;
  readonly schema: number;
}

export type FrameKind = 'meta' | 'data' | 'end' | 'file' | 'blob';
const KIND_CODES: Record<FrameKind, number> = { meta: 1, data: 2, end: 3, file: 4, blob: 5 };

interface Keys {
  readonly frames: Buffer;
  readonly proof: Buffer;
}

function deriveKeys(passphrase: string, { cost, salt }: BackupHeader): Promise<Keys> {
  const N = 2 ** cost;
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    // One passphrase may be typed in two ways that look alike (RFC 8265, section 4.2).
    scrypt(passphrase.normalize('NFC'), salt, 2 * KEY_BYTES, options, (error, bytes) => {
      if (error) reject(error);
      else resolve({ frames: bytes.subarray(0, KEY_BYTES), proof: bytes.subarray(KEY_BYTES) });
    });
  });
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const proofOf = (key: Buffer, checked: Uint8Array) =>
  createHmac('sha256', key).update(checked).digest();

function checkedPart(header: BackupHeader): Buffer {
  const bytes = Buffer.alloc(CHECKED_BYTES);
  MAGIC.copy(bytes, 0);
  bytes.writeUInt16BE(BACKUP_FORMAT, 8);
  bytes.writeUInt8(header.cost, 10);
  header.salt.copy(bytes, 12);
  bytes.writeBigUInt64BE(BigInt(header.createdAt), 28);
  bytes.writeUInt32BE(header.schema, 36);
  return bytes;
}

/** What the head says. @throws AppError with a sentence for the user. */
export function readHeader(head: Uint8Array): BackupHeader {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw refusal('foreign');
  if (bytes.length < BACKUP_HEAD_BYTES) throw refusal('cut');
  // A later form keeps the first ten bytes and may change all others.
  if (bytes.readUInt16BE(8) > BACKUP_FORMAT) throw refusal('newer');
  const checked = bytes.subarray(0, CHECKED_BYTES);
  const sum = bytes.subarray(CHECKED_BYTES, CHECKED_BYTES + HASH_BYTES);
  if (!sha256(checked).equals(sum)) throw refusal('damaged');
  const cost = bytes.readUInt8(10);
  const createdAt = Number(bytes.readBigUInt64BE(28));
  if (cost < 1 || cost > MAX_COST || Number.isNaN(new Date(createdAt).getTime()))
    throw refusal('damaged');
  const salt = Buffer.from(bytes.subarray(12, 12 + SALT_BYTES));
  return { cost, salt, createdAt, schema: bytes.readUInt32BE(36) };
}

/** Seals frames, one after the other. */
export class FrameSealer {
  readonly head: Buffer;
  readonly #key: Buffer;
  #count = 0;

  private constructor(head: Buffer, key: Buffer) {
    this.head = head;
    this.#key = key;
  }

  static async create(
    passphrase: string,
    header: Omit<BackupHeader, 'cost'>,
    cost = COST,
  ): Promise<FrameSealer> {
    const full = { ...header, cost };
    const keys = await deriveKeys(passphrase, full);
    const checked = checkedPart(full);
    const head = Buffer.concat([checked, sha256(checked), proofOf(keys.proof, checked)]);
    return new FrameSealer(head, keys.frames);
  }

  seal(kind: FrameKind, plain: Uint8Array): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(kind, this.#count++));
    cipher.setAAD(this.head);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(plain.byteLength + TAG_BYTES);
    const sealed = cipher.update(plain);
    cipher.final();
    const frame = Buffer.concat([length, sealed, cipher.getAuthTag()]);
    releaseBytes(sealed);
    return frame;
  }
}

export interface OpenedFrame {
  readonly kind: FrameKind;
  readonly plain: Buffer;
}

/** Opens what a sealer sealed. @throws AppError with a sentence, on anything that differs. */
export async function* openFrames(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<OpenedFrame> {
  const source = new ByteSource(bytes);
  const head = await source.upTo(BACKUP_HEAD_BYTES);
  const header = readHeader(head);
  const keys = await deriveKeys(passphrase, header);
  const proof = proofOf(keys.proof, head.subarray(0, CHECKED_BYTES));
  if (!proof.equals(head.subarray(CHECKED_BYTES + HASH_BYTES))) throw refusal('passphrase');
  let before: FrameKind | null = null;
  for (let count = 0; ; count++) {
    const sealed = await readSealed(source);
    const frame = openFrame(sealed, before, { key: keys.frames, head, count });
    yield frame;
    if (frame.kind === 'end') break;
    before = frame.kind;
  }
  if ((await source.upTo(1)).length > 0) throw refusal('damaged');
}

async function readSealed(source: ByteSource): Promise<Buffer> {
  const prefix = await source.upTo(4);
  if (prefix.length < 4) throw refusal('cut');
  const length = prefix.readUInt32BE(0);
  if (length < TAG_BYTES || length > MAX_FRAME_BYTES) throw refusal('damaged');
  const sealed = await source.upTo(length);
  if (sealed.length < length) throw refusal('cut');
  return sealed;
}

interface Opening {
  readonly key: Buffer;
  readonly head: Buffer;
  readonly count: number;
}

/** What may follow a kind, the likely one first: which it is only its tag can say. */
const FOLLOWERS: Record<FrameKind, readonly FrameKind[]> = {
  meta: ['data', 'end'],
  data: ['data', 'file', 'end'],
  file: ['blob', 'file', 'end'],
  blob: ['blob', 'file', 'end'],
  end: [],
};

function openFrame(sealed: Buffer, before: FrameKind | null, opening: Opening): OpenedFrame {
  const kinds: readonly FrameKind[] = before === null ? ['meta'] : FOLLOWERS[before];
  for (const kind of kinds) {
    const plain = tryOpen(sealed, kind, opening);
    if (plain) return { kind, plain };
  }
  throw refusal('damaged');
}

function tryOpen(sealed: Buffer, kind: FrameKind, { key, head, count }: Opening): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(kind, count), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(head);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

function nonceOf(kind: FrameKind, count: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(KIND_CODES[kind], 0);
  nonce.writeBigUInt64BE(BigInt(count), 4);
  return nonce;
}

/** Bytes in the portions that are asked for, however they come. */
class ByteSource {
  readonly #bytes: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#bytes = bytes[Symbol.asyncIterator]();
  }

  /** Fewer only at the end. */
  async upTo(wanted: number): Promise<Buffer> {
    const chunks = [this.#rest];
    let size = this.#rest.length;
    while (size < wanted) {
      const { done, value } = await this.#bytes.next();
      if (done) break;
      chunks.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      size += value.byteLength;
    }
    const all = chunks.length === 1 ? this.#rest : Buffer.concat(chunks);
    this.#rest = all.subarray(wanted);
    return all.subarray(0, wanted);
  }
}
