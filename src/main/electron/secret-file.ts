/**
 * Reads and writes small secrets that only this user of this machine can decrypt. Defences: the
 * operating system's key store encrypts them, files have mode 0600, and a file is replaced as a
 * whole, so that a crash leaves the old one.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import type { SafeStorage } from 'electron';

/** The part of Electron's safeStorage that is used. */
export type Encryption = Pick<
  SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

/**
 * Whether secrets are really protected. On Linux without a keyring Electron falls back to a key
 * that every copy of Chromium knows (`basic_text`), which protects nothing.
 */
export async function isEncryptionReal(
  encryption: Encryption,
  platform: NodeJS.Platform,
): Promise<boolean> {
  if (platform === 'linux' && encryption.getSelectedStorageBackend() === 'basic_text') return false;
  return encryption.isAsyncEncryptionAvailable();
}

/** @throws where the file is not there, or was encrypted by another user, machine or keyring. */
export async function readSecret(encryption: Encryption, path: string): Promise<string> {
  const { result, shouldReEncrypt } = await encryption.decryptStringAsync(await readFile(path));
  if (shouldReEncrypt) await writeSecret(encryption, path, result);
  return result;
}

export async function writeSecret(
  encryption: Encryption,
  path: string,
  secret: string,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(await encryption.encryptStringAsync(secret));
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  await file.close();
  await rename(draft, path);
}
