import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlobDamage, CHUNK_BYTES } from './blob-file.ts';
import { type BlobStore, createBlobStore } from './blob-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bytes-'));
let store: BlobStore;
const content = randomBytes(12 * CHUNK_BYTES + 777);
const name = createHash('sha256').update(content).digest('hex');

beforeAll(async () => {
  store = createBlobStore(folder, Buffer.alloc(32, 7));
  await store.put(
    (async function* () {
      yield content;
    })(),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[IK12] any part of a kept file is read by offset, over more chunks than are kept', () => {
  const bytes = store.bytes(name);
  expect(bytes.size).toBe(content.length);
  for (const at of [
    0,
    5,
    CHUNK_BYTES - 1,
    11 * CHUNK_BYTES,
    3 * CHUNK_BYTES + 9,
    content.length - 3,
  ]) {
    const into = new Uint8Array(CHUNK_BYTES + 100);
    const n = bytes.read(at, into);
    expect(n).toBe(Math.min(into.length, content.length - at));
    expect(Buffer.from(into.subarray(0, n)).equals(content.subarray(at, at + n))).toBe(true);
  }
  for (const at of [content.length, content.length + 5, -1, Number.NaN, 1.5])
    expect(bytes.read(at, new Uint8Array(4))).toBe(0);
  bytes.close();
  expect(() => bytes.read(0, new Uint8Array(1))).toThrow();
});

test('[IK12] a changed byte is found where it is read, not before', () => {
  const path = join(folder, name.slice(0, 2), name.slice(2));
  const file = readFileSync(path);
  const at = file.length - 100;
  file[at] = (file[at] ?? 0) ^ 1;
  writeFileSync(path, file);
  const bytes = store.bytes(name);
  expect(bytes.read(0, new Uint8Array(10))).toBe(10);
  expect(() => bytes.read(content.length - 10, new Uint8Array(10))).toThrow(BlobDamage);
  bytes.close();
  expect(() => store.bytes('0'.repeat(64))).toThrow(/not in the store/);
});
