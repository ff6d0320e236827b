import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSafeKeyStore } from '../../src/main/electron/key-store.ts';
import { type FakeEncryptionOptions, fakeEncryption } from '../helpers/fake-encryption.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function keyOf(options: FakeEncryptionOptions & { isWeakAllowed?: boolean } = {}) {
  return createSafeKeyStore({
    encryption: fakeEncryption(options),
    platform: 'linux',
    isWeakAllowed: options.isWeakAllowed ?? false,
  }).databaseKey(folder);
}

test('[DS11] the key is 32 random bytes, kept encrypted for this account alone', async () => {
  const key = Buffer.from(await keyOf());
  expect(key).toHaveLength(32);
  expect(await keyOf()).toEqual(key);
  expect(await readdir(folder)).toEqual(['key.safe']);
  const file = join(folder, 'key.safe');
  const text = await readFile(file, 'latin1');
  expect(text).not.toContain(key.toString('base64'));
  expect(text).not.toContain(key.toString('hex'));
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('[DS11] two data folders have two keys', async () => {
  const first = await keyOf();
  await rm(join(folder, 'key.safe'));
  expect(await keyOf()).not.toEqual(first);
});

test('[DS11] without a keyring it refuses, says what to do and leaves the folder as it was', async () => {
  await expect(keyOf({ backend: 'basic_text' })).rejects.toThrow(/keyring.*--weak-key-store/);
  await expect(keyOf({ isAvailable: false })).rejects.toThrow(/--weak-key-store/);
  expect(await readdir(folder)).toEqual([]);
});

test('[DS11] the weak key store is taken only when asked for, and only without a keyring', async () => {
  const key = await keyOf({ backend: 'basic_text', isWeakAllowed: true });
  expect(key).toHaveLength(32);
  expect(await readdir(folder)).toEqual(['database.key']);
  await rm(join(folder, 'database.key'));
  await keyOf({ isWeakAllowed: true });
  expect(await readdir(folder)).toEqual(['key.safe']);
});

test('a folder of the browser host opens with the key it has', async () => {
  const hex = 'ab'.repeat(32);
  await writeFile(join(folder, 'database.key'), `${hex}\n`);
  await writeFile(join(folder, 'watchfloor.db'), 'database');
  expect(Buffer.from(await keyOf()).toString('hex')).toBe(hex);
  expect(await readdir(folder)).toEqual(['database.key', 'watchfloor.db']);
});

test('[DS12] beside a database without its key none is made', async () => {
  await writeFile(join(folder, 'watchfloor.db'), 'database');
  await expect(keyOf()).rejects.toThrow(/key\.safe\) is missing.*backup/);
  await expect(keyOf({ isWeakAllowed: true })).rejects.toThrow(/key\.safe\) is missing/);
  expect(await readdir(folder)).toEqual(['watchfloor.db']);
});

test('[DS12] a key of another account or keyring is refused and kept', async () => {
  await keyOf({ secret: 'ana' });
  const before = await readFile(join(folder, 'key.safe'));
  await expect(keyOf({ secret: 'ben' })).rejects.toThrow(/cannot be decrypted here/);
  await expect(keyOf({ secret: 'ana', backend: 'basic_text' })).rejects.toThrow(/unlock it/);
  expect(await readFile(join(folder, 'key.safe'))).toEqual(before);
});

test('[DS12] a damaged key file is refused and kept', async () => {
  const { encryptStringAsync } = fakeEncryption();
  await writeFile(join(folder, 'key.safe'), await encryptStringAsync('too short'));
  await expect(keyOf()).rejects.toThrow(/cannot be decrypted here/);
  expect(await readdir(folder)).toEqual(['key.safe']);
});

test('[DS11] where the system has changed its key, the same key is encrypted anew', async () => {
  const key = await keyOf();
  expect(await keyOf({ shouldReEncrypt: true })).toEqual(key);
  expect(await keyOf()).toEqual(key);
  expect(await readdir(folder)).toEqual(['key.safe']);
});
