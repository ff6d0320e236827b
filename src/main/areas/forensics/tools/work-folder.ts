/**
 * The private place of a program's run. The store of files is encrypted and programs read plain files,
 * so for the length of a run the evidence lies here unencrypted: in a folder that only this account may
 * enter (0700), in a file that only it may read (0600), removed when the run ends, and at the next start
 * where the process died.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../shared/contract/errors.ts';

const FOLDER = 'tool-runs';
/** Left free for everything else on the disk. */
const SPARE_BYTES = 256 * 1024 * 1024;

export interface WorkFolder {
  readonly path: string;
  /** @param name one of our own. @throws AppError where the disk has no room for it. */
  keep(name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<string>;
  remove(): void;
}

export function createWorkFolder(dataDir: string): WorkFolder {
  const path = join(dataDir, FOLDER, randomUUID());
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    path,
    async keep(name, size, source) {
      const { bavail, bsize } = statfsSync(path);
      if (bavail * bsize < size + SPARE_BYTES)
        throw new AppError(
          'storage-full',
          'There is not enough room on the disk for the unencrypted copy that the program needs.',
        );
      const target = join(path, name);
      const file = await open(target, 'wx', 0o600);
      try {
        await file.writeFile(source);
      } finally {
        await file.close();
      }
      return target;
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Of processes that are no more: at the start, before anything runs. */
export const tidyWorkFolders = (dataDir: string): void =>
  rmSync(join(dataDir, FOLDER), { recursive: true, force: true });
