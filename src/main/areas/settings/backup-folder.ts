import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '../../../shared/areas/settings/data.contract.ts';
import { BACKUP_EXTENSION, BACKUP_HEAD_BYTES } from '../../../shared/areas/settings/data.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { PART_SUFFIX } from './backup.jobs.ts';
import { readHeader } from './backup-format.ts';

/** `watchfloor-20261120-201455.wfbackup`, of the moment it was asked for (UTC). */
export function backupName(now: number): string {
  const [day = '', time = ''] = toIso(now).replaceAll(/[-:]/g, '').split('T');
  return `watchfloor-${day}-${time.slice(0, 6)}${BACKUP_EXTENSION}`;
}

/** The first bytes of a file. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BACKUP_HEAD_BYTES), 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Backups that were made here, in a folder of the data folder. Their names are their ids. */
export function createBackupFolder(folder: string) {
  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch(() => []);
    return found.filter((name) => name.endsWith(BACKUP_EXTENSION));
  }

  async function describe(name: string): Promise<Backup[]> {
    try {
      const path = join(folder, name);
      const header = readHeader(await readHead(path));
      const { size } = await stat(path);
      const createdAt = toIso(header.createdAt);
      return [{ id: name, name, bytes: size, createdAt, schema: header.schema }];
    } catch {
      // Gone meanwhile, or somebody put another file there.
      return [];
    }
  }

  async function list(): Promise<Backup[]> {
    const backups = (await Promise.all((await names()).map(describe))).flat();
    return backups.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  /** Looked up in the list of names, so that no path of a request reaches the file system. */
  async function pathOf(id: string): Promise<string> {
    if (!(await names()).includes(id)) throw new AppError('not-found', 'There is no such backup');
    return join(folder, id);
  }

  return {
    list,
    pathOf,
    targetFor: (now: number) => join(folder, backupName(now)),
    async remove(id: string): Promise<void> {
      await rm(await pathOf(id), { force: true });
    },
    /** What a process left behind that died in the middle. */
    async removeParts(): Promise<void> {
      const found = await readdir(folder).catch(() => []);
      const parts = found.filter((name) => name.endsWith(PART_SUFFIX));
      await Promise.all(parts.map((name) => rm(join(folder, name), { force: true })));
    },
  };
}
export type BackupFolder = ReturnType<typeof createBackupFolder>;
