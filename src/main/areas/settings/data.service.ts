import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup, DataInfo } from '../../../shared/areas/settings/data.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BackupInput } from './backup.jobs.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { DataStore } from './data.store.ts';

const DATABASE = 'watchfloor.db';
/** Databases kept before a restore, or before the schema was brought up to date. */
const ASIDE = /^watchfloor\.before-.+\.db$/;

export interface DataServiceDeps {
  readonly dataDir: string;
  readonly store: DataStore;
  readonly backups: BackupFolder;
  readonly runner: JobRunner;
  readonly clock: Clock;
}

async function sizeOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined);
  return info?.isFile() ? info.size : 0;
}

async function sizeOfAll(folder: string, isMeant: (name: string) => boolean): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter(isMeant);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function createDataService({ dataDir, store, backups, runner, clock }: DataServiceDeps) {
  let hasBackupRunning = false;
  const anything = () => true;

  return {
    async info(): Promise<DataInfo> {
      const disk = await statfs(dataDir).catch(() => undefined);
      const [database, log, made, aside, journal] = await Promise.all([
        sizeOf(join(dataDir, DATABASE)),
        sizeOf(join(dataDir, `${DATABASE}-wal`)),
        sizeOfAll(join(dataDir, 'backups'), anything),
        sizeOfAll(dataDir, (name) => ASIDE.test(name)),
        sizeOfAll(join(dataDir, 'logs'), anything),
      ]);
      return {
        location: dataDir,
        parts: [
          { part: 'database', bytes: database },
          { part: 'log', bytes: log },
          { part: 'backups', bytes: made },
          { part: 'aside', bytes: aside },
          { part: 'journal', bytes: journal },
        ],
        freeBytes: disk ? disk.bavail * disk.bsize : null,
        records: store.records(),
      };
    },

    listBackups: (): Promise<Backup[]> => backups.list(),

    /** @throws AppError 'conflict' where one is being made. */
    startBackup(passphrase: string, actor: string): Job {
      if (hasBackupRunning)
        throw new AppError('conflict', 'A backup is being made. Wait for its end.');
      const input: BackupInput = { target: backups.targetFor(clock.now()), passphrase };
      const { job, finished } = runner.start({
        kind: 'backup',
        title: 'Back up the workspace',
        unit: 'bytes',
        total: null,
        startedBy: actor,
        input,
      });
      hasBackupRunning = true;
      finished
        .catch(() => {})
        .finally(() => {
          hasBackupRunning = false;
        });
      return job;
    },

    async backupFile(id: string): Promise<{ path: string; bytes: number }> {
      const path = await backups.pathOf(id);
      return { path, bytes: await sizeOf(path) };
    },

    async deleteBackup(id: string): Promise<Backup[]> {
      await backups.remove(id);
      return backups.list();
    },
  };
}
export type DataService = ReturnType<typeof createDataService>;
