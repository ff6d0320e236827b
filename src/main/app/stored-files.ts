import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_STORES } from '../areas/settings/backup.jobs.ts';

/** What was made of evidence, and copies for programs: of one workspace. */
const DERIVED_FOLDERS = ['events', 'intake-work', 'tool-runs', 'hash-sets', 'exchange'];

/** All files by content, of evidence and of audits, and what was made of them. */
export async function removeStoredFiles(dataDir: string): Promise<void> {
  for (const store of [...FILE_STORES, ...DERIVED_FOLDERS])
    await rm(join(dataDir, store), { recursive: true, force: true });
}

/** Databases kept before a restore, or before the schema was brought up to date. */
const ASIDE = /^watchfloor\.before-.+\.db$/;

/** Backups and copies of the database that were made from this moment on (ms). */
export async function removeCopiesSince(dataDir: string, moment: number): Promise<void> {
  const backups = join(dataDir, 'backups');
  const names = async (folder: string, isMeant: (name: string) => boolean) =>
    (await readdir(folder).catch(() => [])).filter(isMeant).map((name) => join(folder, name));
  const paths = [
    ...(await names(backups, () => true)),
    ...(await names(dataDir, (name) => ASIDE.test(name))),
  ];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs >= moment) await rm(path, { force: true });
  }
}
