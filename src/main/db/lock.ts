/**
 * One process a data folder. The lock is an exclusive lock of the operating system on a small file
 * (held through SQLite, which takes it portably), so it ends with the process, also by kill -9.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { AppError } from '../../shared/contract/errors.ts';
import { storageError } from './errors.ts';

const LOCK_FILE = 'watchfloor.lock';

export interface DataLock {
  release(): void;
}

/** @throws AppError 'unavailable' where another process holds the folder. */
export function lockDataFolder(dataDir: string): DataLock {
  let handle: Sqlite.Database | undefined;
  try {
    handle = new Sqlite(join(dataDir, LOCK_FILE), { timeout: 0 });
    handle.pragma('locking_mode = EXCLUSIVE');
    handle.pragma('journal_mode = MEMORY');
    handle.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    handle?.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
      throw new AppError(
        'unavailable',
        'Watchfloor is already running on this data folder. Use the window that is open, or start with another folder (--data-dir).',
      );
    }
    throw storageError(error);
  }
  const held = handle;
  return { release: () => held.close() };
}

/** @throws AppError 'unavailable' where another process holds the folder; a folder that is none stays none. */
export function refuseFolderInUse(dataDir: string): void {
  if (existsSync(join(dataDir, LOCK_FILE))) lockDataFolder(dataDir).release();
}
