import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';
import { checkpoint } from './checkpoint.ts';
import { type Connection, openConnection } from './connection.ts';
import { storageError } from './errors.ts';
import { type DataLock, lockDataFolder } from './lock.ts';
import { type MigrateSteps, migrate, readMigrations, schemaVersion } from './migrate.ts';

const DATABASE_FILE = 'watchfloor.db';

export interface OpenedStorage {
  readonly connection: Connection;
  readonly databasePath: string;
  readonly schema: number;
  /** Closes the database and lets the folder go. */
  close(): void;
}

/** Creates the folder where it is missing and takes it for this process. */
export function claimDataFolder(dataDir: string): DataLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw folderError(error);
  }
  return lockDataFolder(dataDir);
}

/** Whatever stands in the way (a file of that name, a missing drive), the answer is another folder. */
function folderError(error: unknown): unknown {
  const known = storageError(error);
  if (known instanceof AppError) return known;
  return new AppError(
    'unavailable',
    'The data folder is not there and cannot be made, or it is a file. Choose a folder that this user may write (--data-dir).',
    { cause: error },
  );
}

const copyName = (version: number | bigint) => `watchfloor.before-schema-${version}.db`;
const COPY_NAME = /^watchfloor\.before-schema-\d+\.db$/;

/** Each is as large as the workspace, and holds what its retention has deleted since. */
function removeOldCopies(dataDir: string, kept: string): void {
  for (const name of readdirSync(dataDir))
    if (COPY_NAME.test(name) && name !== kept) rmSync(join(dataDir, name), { force: true });
}

function stepsOf(
  opened: Connection,
  databasePath: string,
  { dataDir, onUpdate }: { dataDir: string; onUpdate?: (words: string) => void },
): MigrateSteps & { done(): void } {
  let copied: string | undefined;
  return {
    /** All went well: of the copies the one of this update stays. */
    done() {
      if (copied !== undefined) removeOldCopies(dataDir, copied);
    },
    backUp(fromVersion) {
      opened.pragma('wal_checkpoint(TRUNCATE)');
      const copy = copyName(fromVersion);
      const megabytes = Math.ceil(statSync(databasePath).size / 1e6);
      onUpdate?.(
        `This workspace is from an earlier version and is brought up to date: a copy first (${megabytes} MB, ${copy}).`,
      );
      copyFileSync(databasePath, join(dataDir, copy));
      copied = copy;
    },
    before: (step, of) => onUpdate?.(`Bringing the workspace up to date, step ${step} of ${of} …`),
  };
}

/**
 * Opens the database of a claimed folder and brings its schema up to date, after a copy of the old
 * file. @throws AppError with a sentence for the user; what was there is untouched.
 */
export function openStorage(options: {
  dataDir: string;
  migrationsDir: string;
  key: Uint8Array;
  newId: () => string;
  /** Hears a sentence before each part of bringing an older database up to date: a large one takes minutes. */
  onUpdate?: (words: string) => void;
}): OpenedStorage {
  const databasePath = join(options.dataDir, DATABASE_FILE);
  let connection: Connection | undefined;
  try {
    const opened = openConnection({ path: databasePath, key: options.key, durability: 'full' });
    connection = opened;
    const steps = stepsOf(opened, databasePath, options);
    migrate(opened, readMigrations(options.migrationsDir), steps);
    steps.done();
    // The words of the search index, for finding those that begin with what is being typed (SQLite,
    // "FTS5 Extension", section 9, "The Fts5vocab Virtual Table Module"). It stores nothing.
    opened.exec(
      'CREATE VIRTUAL TABLE temp.alert_words USING fts5vocab(main, alerts_fts, instance)',
    );
    // What a crash left in the log is taken over before anybody waits for a click.
    checkpoint(opened);
    opened
      .prepare("INSERT INTO meta (key, value) VALUES ('node_id', ?) ON CONFLICT DO NOTHING")
      .run(options.newId().replaceAll('-', '').slice(-12));
    return {
      connection: opened,
      databasePath,
      schema: schemaVersion(opened),
      close: () => opened.close(),
    };
  } catch (error) {
    connection?.close();
    throw storageError(error);
  }
}
