/**
 * A chunk of a file as the workspace's server keeps it: it learns sizes, and the SHA-256 that the rows of
 * evidence bear anyway.
 *
 * AES-256-GCM (NIST SP 800-38D). The key is the file's own: HKDF-SHA-256 (RFC 5869) of the workspace's key
 * with the file's SHA-256 as salt; the nonce is the chunk's place. So one key and nonce only ever seal one
 * content, the same file sealed on two workstations is the same bytes (a chunk sent twice changes
 * nothing), and what the chunk is (file, place, size of the whole) is authenticated with it: a server that
 * gives another chunk, another file's, an older or a shortened one is found out.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

export const CHUNK_SIZE = 1024 * 1024;
const VERSION = 1;
const TAG = 16;
/** What sealing adds. */
const CHUNK_OVERHEAD = 1 + TAG;

export interface FileId {
  readonly sha256: string;
  readonly size: number;
}

/** An empty file has one chunk too. */
export const chunksOf = ({ size }: Pick<FileId, 'size'>): number =>
  Math.max(1, Math.ceil(size / CHUNK_SIZE));

/** Bytes of the chunk at a place. */
export const chunkLength = ({ size }: Pick<FileId, 'size'>, index: number): number =>
  Math.min(CHUNK_SIZE, size - index * CHUNK_SIZE);

/** What the server gave for a chunk is not what was sealed. */
export class ChunkDamage extends Error {
  readonly index: number;
  constructor(index: number) {
    super(
      `Part ${index + 1} of the file, as the workspace’s server gave it, is not what was sent: it was changed or mixed up there. Nothing of it was used. Have the file sent again from a workstation that has it.`,
    );
    this.name = 'ChunkDamage';
    this.index = index;
  }
}

export interface ChunkSeal {
  seal(file: FileId, index: number, plain: Uint8Array): Uint8Array;
  /** @throws ChunkDamage */
  open(file: FileId, index: number, sealed: Uint8Array): Uint8Array;
}

export function createChunkSeal(workspaceKey: Uint8Array): ChunkSeal {
  const keyOf = ({ sha256 }: FileId) =>
    Buffer.from(
      hkdfSync('sha256', workspaceKey, Buffer.from(sha256, 'hex'), 'watchfloor shared file 1', 32),
    );
  const nonceOf = (index: number) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(index, 8);
    return nonce;
  };
  const aboutOf = ({ sha256, size }: FileId, index: number) =>
    Buffer.from(`watchfloor chunk ${VERSION}\n${sha256}\n${size}\n${index}`);
  return {
    seal(file, index, plain) {
      const cipher = createCipheriv('aes-256-gcm', keyOf(file), nonceOf(index));
      cipher.setAAD(aboutOf(file, index));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), cipher.getAuthTag(), body]);
    },
    open(file, index, sealed) {
      const isOfLength = sealed.byteLength === chunkLength(file, index) + CHUNK_OVERHEAD;
      if (!isOfLength || sealed[0] !== VERSION) throw new ChunkDamage(index);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(file), nonceOf(index), {
        authTagLength: TAG,
      });
      decipher.setAAD(aboutOf(file, index));
      decipher.setAuthTag(sealed.subarray(1, CHUNK_OVERHEAD));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(CHUNK_OVERHEAD)), decipher.final()]);
      } catch {
        throw new ChunkDamage(index);
      }
    },
  };
}
