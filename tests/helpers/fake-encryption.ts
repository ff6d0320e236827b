import type { Encryption } from '../../src/main/electron/secret-file.ts';

export interface FakeEncryptionOptions {
  /** Two encryptions with different secrets can't read each other's files. */
  readonly secret?: string;
  readonly backend?: ReturnType<Encryption['getSelectedStorageBackend']>;
  readonly isAvailable?: boolean;
  readonly shouldReEncrypt?: boolean;
}

/** The part of safeStorage that is used, reversible and of no protection. */
export function fakeEncryption(options: FakeEncryptionOptions = {}): Encryption {
  const { secret = 'secret', backend = 'gnome_libsecret', isAvailable = true } = options;
  const mark = `${secret}:`;
  return {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => isAvailable,
    encryptStringAsync: async (text) =>
      Buffer.from(mark + Buffer.from(text).reverse().toString('hex')),
    async decryptStringAsync(encrypted) {
      const text = encrypted.toString();
      if (!text.startsWith(mark)) throw new Error('Error while decrypting the ciphertext');
      const result = Buffer.from(text.slice(mark.length), 'hex').reverse().toString();
      return { result, shouldReEncrypt: options.shouldReEncrypt ?? false };
    },
  };
}
