import { rm } from 'node:fs/promises';
import { type Encryption, isEncryptionReal, readSecret, writeSecret } from './secret-file.ts';
import type { TokenVault } from './session-token.ts';

/**
 * Keeps the session token in an encrypted file. Where the system has no real encryption, or the
 * file cannot be read or written, nothing is kept and the user signs in again after a restart.
 */
export function createTokenVault(
  encryption: Encryption,
  platform: NodeJS.Platform,
  path: string,
): TokenVault {
  // A file that stays is of no use: the core has ended its session.
  const clear = () => rm(path, { force: true }).catch(() => {});
  return {
    async load() {
      if (!(await isEncryptionReal(encryption, platform))) return undefined;
      return readSecret(encryption, path).catch(() => undefined);
    },
    async save(token) {
      if (!(await isEncryptionReal(encryption, platform))) return;
      await writeSecret(encryption, path, token).catch(clear);
    },
    clear,
  };
}
