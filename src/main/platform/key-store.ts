/**
 * Grants access to the database: whoever holds this key reads everything.
 * Defences of the file implementation: the file is made with mode 0600 and never overwritten; a
 * missing key beside an existing database is an error, not a reason to make a new key.
 * It protects against a stolen copy or backup of the database alone, not against somebody who can
 * read the whole data folder as this user.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';

export const DATABASE_KEY_BYTES = 32;

export interface KeyStore {
  /** Returns the 32-byte database key of this data folder, creating it on first use. */
  databaseKey(dataDir: string): Promise<Uint8Array>;
}

const KEY_FILE = 'database.key';
/** The desktop's, locked by the operating system's key store (src/main/electron/key-store.ts). */
const DESKTOP_KEY_FILE = 'key.safe';

export const fileKeyStore: KeyStore = {
  async databaseKey(dataDir) {
    const path = join(dataDir, KEY_FILE);
    if (!existsSync(path)) {
      if (existsSync(join(dataDir, DESKTOP_KEY_FILE))) {
        throw new AppError(
          'unavailable',
          'This data folder belongs to the desktop application: its key is locked by the key store of the operating system. Open it with the desktop application, or start with another folder (--data-dir). Nothing was changed.',
        );
      }
      if (existsSync(join(dataDir, 'watchfloor.db'))) {
        throw new AppError(
          'unavailable',
          `The database is here but its key file (${KEY_FILE}) is missing from the data folder. Put the key file back from your backup; without it the database cannot be read. Nothing was changed.`,
        );
      }
      writeFileSync(path, `${randomBytes(DATABASE_KEY_BYTES).toString('hex')}\n`, {
        mode: 0o600,
        flag: 'wx',
        flush: true,
      });
    }
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
    if (key.length !== DATABASE_KEY_BYTES) {
      throw new AppError(
        'unavailable',
        `The key file (${KEY_FILE}) in the data folder is damaged: it must hold 64 hexadecimal digits. Restore it from your backup. Nothing was changed.`,
      );
    }
    return key;
  },
};
