/** Two workstations' files and a server in memory that can lie. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileSync, type FileSync } from '../../../src/main/areas/sync/blobs/file-sync.ts';
import { type BlobServer, SyncFailure } from '../../../src/main/areas/sync/sync-server.port.ts';
import { evidenceTable } from '../../../src/main/db/tables/evidence.table.ts';
import { type BlobStore, createBlobStore } from '../../../src/main/platform/blob-store.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

const WORKSPACE_KEY = new Uint8Array(32).fill(9);
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export interface LyingServer extends BlobServer {
  readonly kept: Map<string, Uint8Array>;
  readonly asked: string[];
  /** The call of this number fails as a lost connection does; counted anew each time it is set. */
  failAt(call: number): void;
}

export function createLyingServer(): LyingServer {
  const kept = new Map<string, Uint8Array>();
  const asked: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  const count = (what: string) => {
    asked.push(what);
    if (--left <= 0) throw new SyncFailure('unreachable', 'The connection was lost');
  };
  return {
    ...{ kept, asked },
    failAt(call) {
      left = call;
    },
    async lacking(sha256, chunks) {
      count('lacking');
      return Array.from({ length: chunks }, (_, n) => n).filter((n) => !kept.has(`${sha256}/${n}`));
    },
    async putChunk(sha256, index, bytes) {
      count(`put ${index}`);
      kept.set(`${sha256}/${index}`, bytes);
    },
    async getChunk(sha256, index) {
      count(`get ${index}`);
      return kept.get(`${sha256}/${index}`) ?? null;
    },
  };
}

export interface Station extends Pick<TestDb, 'db' | 'clock'> {
  readonly blobs: BlobStore;
  readonly files: FileSync;
  /** Evidence with these bytes, or only its row. */
  add(bytes: Uint8Array, isHere: boolean, investigationId?: string): Promise<string>;
  bytesOf(sha256: string): Promise<Buffer>;
  /** What is on the disk of files that are not whole. */
  readonly partsFolder: string;
  /** Bytes that files may take. */
  readonly disk: { left: number };
  close(): void;
}

export function openStation(workspaceKey: Uint8Array = WORKSPACE_KEY): Station {
  const opened = openTestDb();
  const { db, clock } = opened;
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-files-'));
  const blobs = createBlobStore(join(folder, 'evidence'), new Uint8Array(32).fill(1));
  const partsFolder = join(folder, 'parts');
  const disk = { left: Number.POSITIVE_INFINITY };
  return {
    ...{ db, clock, blobs, partsFolder, disk },
    files: createFileSync({ db, blobs, clock, workspaceKey, partsFolder, room: () => disk.left }),
    async add(bytes, isHere, investigationId) {
      async function* once() {
        yield bytes;
      }
      if (isHere) await blobs.put(once());
      const sha256 = sumOf(bytes);
      db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
        tx.insert(evidenceTable, {
          ...{ id: randomUUID(), title: 'A file', type: 'LOG', createdAt: tx.now },
          ...{ sha256, sizeBytes: bytes.byteLength, investigationId: investigationId ?? null },
        }),
      );
      // Its row is at the server.
      db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
        tx.run(
          `INSERT INTO sync_state (key, value) SELECT 'acknowledged', max(seq) FROM change_log WHERE true
           ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        ),
      );
      return sha256;
    },
    async bytesOf(sha256) {
      const pieces: Uint8Array[] = [];
      for await (const piece of blobs.read(sha256)) pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces);
    },
    close() {
      opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
