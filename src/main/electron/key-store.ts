/**
 * Grants access to the database on the desktop: whoever holds this key reads everything.
 * Defences: the key is encrypted by the operating system's key store (readable by this user of this
 * machine only), is never overwritten, and is never made anew beside an existing database.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';
import { DATABASE_KEY_BYTES, fileKeyStore, type KeyStore } from '../platform/key-store.ts';
import { type Encryption, isEncryptionReal, readSecret, writeSecret } from './secret-file.ts';

const SAFE_KEY_FILE = 'key.safe';
const PLAIN_KEY_FILE = 'database.key';
const DATABASE_FILE = 'watchfloor.db';

export interface SafeKeyStoreDeps {
  readonly encryption: Encryption;
  readonly platform: NodeJS.Platform;
  /** Option `--weak-key-store`: go on with a plain key file where there is no key store. */
  readonly isWeakAllowed: boolean;
}

export function createSafeKeyStore(deps: SafeKeyStoreDeps): KeyStore {
  return {
    async databaseKey(dataDir) {
      const path = join(dataDir, SAFE_KEY_FILE);
      const isReal = await isEncryptionReal(deps.encryption, deps.platform);
      if (existsSync(path)) {
        if (!isReal)
          throw new AppError('unavailable', `${noKeyStore(deps.platform)} ${KEY_LOCKED}`);
        return readKey(deps.encryption, path);
      }
      // A folder of the browser host has its key in the open already: refusing it would win nothing.
      const hasPlainKey = existsSync(join(dataDir, PLAIN_KEY_FILE));
      if (hasPlainKey || (!isReal && deps.isWeakAllowed)) return fileKeyStore.databaseKey(dataDir);
      if (existsSync(join(dataDir, DATABASE_FILE))) throw new AppError('unavailable', KEY_MISSING);
      if (!isReal) throw new AppError('unavailable', `${noKeyStore(deps.platform)} ${WAYS_OUT}`);
      const key = randomBytes(DATABASE_KEY_BYTES);
      await writeSecret(deps.encryption, path, key.toString('base64'));
      return key;
    },
  };
}

async function readKey(encryption: Encryption, path: string): Promise<Uint8Array> {
  const text = await readSecret(encryption, path).catch((cause: unknown) => {
    throw new AppError('unavailable', KEY_UNREADABLE, { cause });
  });
  const key = Buffer.from(text, 'base64');
  if (key.length !== DATABASE_KEY_BYTES) throw new AppError('unavailable', KEY_UNREADABLE);
  return key;
}

function noKeyStore(platform: NodeJS.Platform): string {
  return platform === 'linux'
    ? 'No keyring (GNOME Keyring or KWallet) is running in this session, so the key of the database cannot be protected.'
    : 'The key store of the operating system is not available, so the key of the database cannot be protected.';
}

const KEY_LOCKED =
  'This data folder was made with one: sign in to the desktop session that has it, unlock it, and start again. Nothing was changed.';
const WAYS_OUT =
  'Start and unlock a keyring and try again; or start with --weak-key-store, which keeps the key in a file that only your account can read, without further protection. Nothing was changed.';
const KEY_MISSING = `The database is here but its key file (${SAFE_KEY_FILE}) is missing from the data folder. Put the key file back from your backup; without it the database cannot be read. Nothing was changed.`;
const KEY_UNREADABLE = `The key file (${SAFE_KEY_FILE}) of this data folder cannot be decrypted here. It belongs to the account and machine that made it: sign in as that account, unlock its keyring, or restore the file from your backup. Nothing was changed.`;
