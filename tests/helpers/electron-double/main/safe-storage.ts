import { config } from './parent.ts';

const MARK = 'double:';

/** Reversible and useless as protection, so that a test can tell it from plain text. */
class SafeStorage {
  getSelectedStorageBackend(): string {
    return config.storageBackend;
  }

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return true;
  }

  async encryptStringAsync(text: string): Promise<Buffer> {
    return Buffer.from(MARK + Buffer.from(text).reverse().toString('hex'));
  }

  async decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const text = encrypted.toString();
    if (!text.startsWith(MARK)) throw new Error('Error while decrypting the ciphertext');
    const result = Buffer.from(text.slice(MARK.length), 'hex').reverse().toString();
    return { result, shouldReEncrypt: false };
  }
}

export const safeStorage = new SafeStorage();
