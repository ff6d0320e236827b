/** The storage of a core whose database may be replaced by another while it runs. */
import { renameSync } from 'node:fs';
import type { Database } from './database.ts';
import type { OpenedStorage } from './open.ts';
import { replaceDatabaseFile } from './replace-file.ts';

export interface ReplaceableStorage {
  /** Always the database in use: whoever holds this one need not know of a replacement. */
  readonly db: Database;
  /** The storage in use, not to be kept. */
  current(): OpenedStorage;
  /**
   * Puts a closed database file in place of the one in use, which is kept at `asidePath`. No other
   * connection may be open. Synchronous: no call sees a moment without a database.
   * @throws Error with the old database in use, as before.
   */
  replaceWith(nextPath: string, asidePath: string): void;
  close(): void;
}

export function openReplaceable(
  open: () => OpenedStorage,
  createDb: (storage: OpenedStorage) => Database,
): ReplaceableStorage {
  let storage = open();
  let db = createDb(storage);

  function reopen(): void {
    storage = open();
    db = createDb(storage);
  }

  return {
    db: {
      read: (name, fn) => db.read(name, fn),
      snapshot: (name, fn) => db.snapshot(name, fn),
      write: (caller, fn) => db.write(caller, fn),
      viewing: (account, fn) => db.viewing(account, fn),
      viewer: () => db.viewer(),
      close: () => db.close(),
    },
    current: () => storage,
    replaceWith(nextPath, asidePath) {
      const { databasePath } = storage;
      storage.close();
      try {
        replaceDatabaseFile({ databasePath, nextPath, asidePath });
      } catch (error) {
        reopen();
        throw error;
      }
      try {
        reopen();
      } catch (error) {
        renameSync(asidePath, databasePath);
        reopen();
        throw error;
      }
    },
    close: () => storage.close(),
  };
}
