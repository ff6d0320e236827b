/**
 * Puts another database file in the place of one that is closed. There is no moment at which the
 * place is empty: the old file gets a second name first, then one rename puts the new one over it.
 * Whatever moment the process dies at, the next start finds the old file or the new one, whole.
 */
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** What is asked of the file system; a test lets the process die between two of them. */
export interface FileOperations {
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  sync(path: string): void;
}

export const diskOperations: FileOperations = {
  link(from, to) {
    try {
      linkSync(from, to);
    } catch {
      // A file system without second names (exFAT): a copy does the same and takes longer.
      copyFileSync(from, to);
    }
  },
  rename: renameSync,
  sync(path) {
    const file = openSync(path, statSync(path).isDirectory() ? 'r' : 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
};

export interface Replacement {
  readonly databasePath: string;
  /** A closed database in one file, made with the same key. */
  readonly nextPath: string;
  /** Where the old one is kept. */
  readonly asidePath: string;
}

/** @throws Error with nothing changed. Both databases must be closed. */
export function replaceDatabaseFile(
  { databasePath, nextPath, asidePath }: Replacement,
  disk: FileOperations = diskOperations,
): void {
  for (const path of [databasePath, nextPath]) {
    // A log that stayed behind would be replayed into whatever file stands in its place.
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
      throw new Error('The database was not closed: its log is not empty');
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
  }
  disk.sync(nextPath);
  disk.link(databasePath, asidePath);
  disk.rename(nextPath, databasePath);
  syncFolder(dirname(databasePath), disk);
}

/** Windows has no handle on a folder; it writes names through. */
function syncFolder(folder: string, disk: FileOperations): void {
  if (process.platform !== 'win32') disk.sync(folder);
}
