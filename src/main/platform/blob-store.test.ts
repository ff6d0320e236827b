import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHUNK_BYTES, HEAD_BYTES } from './blob-file.ts';
import { type BlobStore, createBlobStore } from './blob-store.ts';

const KEY = new Uint8Array(32).fill(7);
let folder: string;
let store: BlobStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-blobs-'));
  store = createBlobStore(folder, KEY);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* inPieces(bytes: Uint8Array, size = 70_001): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(sha256: string, range?: { from: number; to: number }): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.read(sha256, range)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2));
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

function changeByte(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

describe('[EV1] the file store', () => {
  test.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 17])(
    'gives back %i bytes as they came, under their SHA-256',
    async (size) => {
      const bytes = randomBytes(size);
      const stored = await store.put(inPieces(bytes));
      expect(stored).toEqual({ sha256: sha256Of(bytes), size });
      expect((await readAll(stored.sha256)).equals(bytes)).toBe(true);
      expect(await store.size(stored.sha256)).toBe(size);
    },
  );

  test('keeps what is small at once', async () => {
    const bytes = randomBytes(2_000);
    expect(store.putSmall(bytes)).toEqual({ sha256: sha256Of(bytes), size: 2_000 });
    expect((await readAll(sha256Of(bytes))).equals(bytes)).toBe(true);
    expect(() => store.putSmall(randomBytes(CHUNK_BYTES + 1))).toThrow('Not a small file');
  });

  test('gives any part of a file', async () => {
    const bytes = randomBytes(2 * CHUNK_BYTES + 100);
    const { sha256 } = await store.put(inPieces(bytes));
    for (const [from, to] of [
      [0, 10],
      [CHUNK_BYTES - 3, CHUNK_BYTES + 3],
      [2 * CHUNK_BYTES + 90, 2 * CHUNK_BYTES + 900],
      [5, 5],
    ] as const)
      expect((await readAll(sha256, { from, to })).equals(bytes.subarray(from, to))).toBe(true);
  });

  test('holds nothing readable, and the same content once', async () => {
    const bytes = Buffer.from('the password of the vault is swordfish '.repeat(400));
    const first = await store.put(inPieces(bytes));
    const second = await store.put(inPieces(bytes, 33));
    expect(second).toEqual(first);
    expect(files()).toHaveLength(1);
    expect(readFileSync(pathOf(first.sha256)).includes('swordfish')).toBe(false);
    expect(statSync(pathOf(first.sha256)).mode & 0o077).toBe(0);
  });

  test('refuses other content than was announced, and an abort, and keeps nothing of either', async () => {
    const put = store.put(inPieces(randomBytes(5000)), { expectedSha256: '0'.repeat(64) });
    await expect(put).rejects.toThrow(/SHA-256 differs/);
    const abort = new AbortController();
    async function* source() {
      yield randomBytes(CHUNK_BYTES);
      abort.abort(new Error('stopped'));
      yield randomBytes(CHUNK_BYTES);
    }
    await expect(store.put(source(), { signal: abort.signal })).rejects.toThrow('stopped');
    expect(files()).toEqual([]);
  });

  test('removes what a dead process left half-way', async () => {
    const { sha256 } = await store.put(inPieces(randomBytes(10)));
    writeFileSync(join(folder, 'tmp', 'left.part'), 'half');
    await store.tidy();
    expect(files()).toHaveLength(1);
    expect(store.has(sha256)).toBe(true);
  });

  test('lists and removes, and names no path of a caller', async () => {
    const { sha256 } = await store.put(inPieces(randomBytes(42)));
    const listed: unknown[] = [];
    for await (const blob of store.list()) listed.push(blob);
    expect(listed).toEqual([{ sha256, size: 42 }]);
    store.remove(sha256);
    expect(store.has(sha256)).toBe(false);
    await expect(readAll(sha256)).rejects.toThrow(/not in the store/);
    expect(() => store.has('../../etc/passwd')).toThrow('That is no SHA-256');
  });
});

describe('[EV15] a file on trial', () => {
  const isUsed = () => true;
  const isUnused = () => false;
  const onTrial = { onTrial: true };

  test('goes at the next start where nothing names it, and stays where something does', async () => {
    const { sha256 } = await store.put(inPieces(randomBytes(10)), onTrial);
    expect(store.has(sha256)).toBe(true);
    await createBlobStore(folder, KEY).tidy(isUsed);
    expect(store.has(sha256)).toBe(true);
    await store.tidy(isUnused);
    expect(store.has(sha256)).toBe(true);

    const other = await store.put(inPieces(randomBytes(10)), onTrial);
    await store.tidy(isUnused);
    expect([store.has(other.sha256), store.has(sha256)]).toEqual([false, true]);
    expect(files()).toHaveLength(1);
  });

  test('stays for good once it is kept, and goes when it is dropped', async () => {
    const first = await store.put(inPieces(randomBytes(10)), onTrial);
    const second = await store.put(inPieces(randomBytes(11)), onTrial);
    store.keep(first.sha256);
    store.drop(first.sha256);
    store.drop(second.sha256);
    await store.tidy(isUnused);
    expect([store.has(first.sha256), store.has(second.sha256)]).toEqual([true, false]);
    expect(files()).toHaveLength(1);
  });

  test("that was there before is nobody's to take back", async () => {
    const bytes = randomBytes(10);
    const { sha256 } = await store.put(inPieces(bytes));
    await store.put(inPieces(bytes), onTrial);
    store.drop(sha256);
    await store.tidy(isUnused);
    expect(store.has(sha256)).toBe(true);
  });
});

describe('[EV2] a stored file that was tampered with is not given out', () => {
  const size = 2 * CHUNK_BYTES + 500;
  const bytes = randomBytes(size);
  const places: [string, number][] = [
    ['the first byte', 0],
    ['the salt', 13],
    ['the size', 35],
    ['the seal', HEAD_BYTES - 1],
    ['a byte of the second chunk', HEAD_BYTES + CHUNK_BYTES + 16 + 5],
    ['a tag', HEAD_BYTES + CHUNK_BYTES + 3],
    ['the last byte', HEAD_BYTES + size + 3 * 16 - 1],
  ];
  test.each(places)('%s changed', async (_, at) => {
    const { sha256 } = await store.put(inPieces(bytes));
    changeByte(pathOf(sha256), at);
    await expect(readAll(sha256)).rejects.toThrow(/is damaged/);
  });

  test('says in which part of the file a byte was changed', async () => {
    const { sha256 } = await store.put(inPieces(bytes));
    changeByte(pathOf(sha256), HEAD_BYTES + CHUNK_BYTES + 16 + 5);
    const thrown = await readAll(sha256).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'conflict', chunk: 1, at: CHUNK_BYTES });
  });

  test('cut off, reordered, or another file in its place', async () => {
    const { sha256 } = await store.put(inPieces(bytes));
    const other = await store.put(inPieces(randomBytes(size)));
    const whole = readFileSync(pathOf(sha256));
    const sealed = CHUNK_BYTES + 16;
    const refused = async (changed: Uint8Array) => {
      writeFileSync(pathOf(sha256), changed);
      await expect(readAll(sha256)).rejects.toThrow(/is damaged/);
    };
    await refused(whole.subarray(0, HEAD_BYTES + 2 * sealed));
    const [one, two] = [0, 1].map((n) =>
      whole.subarray(HEAD_BYTES + n * sealed, HEAD_BYTES + (n + 1) * sealed),
    );
    const rest = whole.subarray(HEAD_BYTES + 2 * sealed);
    await refused(Buffer.concat([whole.subarray(0, HEAD_BYTES), two ?? rest, one ?? rest, rest]));
    await refused(readFileSync(pathOf(other.sha256)));
    writeFileSync(pathOf(sha256), readFileSync(pathOf(other.sha256)));
    await expect(readAll(sha256, { from: 0, to: 3 })).rejects.toThrow(/seal/);
  });

  test('nor with another key', async () => {
    const { sha256 } = await store.put(inPieces(bytes));
    store = createBlobStore(folder, new Uint8Array(32).fill(8));
    await expect(readAll(sha256)).rejects.toThrow(/is damaged/);
  });
});
