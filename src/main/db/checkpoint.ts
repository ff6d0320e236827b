import { close, fdatasync, openSync } from 'node:fs';
import { AppError } from '../../shared/contract/errors.ts';
import type { Connection } from './connection.ts';
import { storageError } from './errors.ts';

/** Between clicks: small, so that no checkpoint is ever long. */
export const QUIET_LOG_BYTES = 4 * 1024 * 1024;
/** During bulk work beside which somebody works: what is copied at once is in the way of no commit for long. */
export const GENTLE_LOG_BYTES = 16 * 1024 * 1024;
/** During bulk work, in its own thread: large, so that pages written over and over are copied once. */
export const BULK_LOG_BYTES = 64 * 1024 * 1024;

/**
 * Whether more than `limitBytes` stand in the log that are not all in the database yet; the size of its file says
 * nothing, it stays when the log begins again from the start. SQLite says it itself (SQLite, "PRAGMA
 * wal_checkpoint", mode NOOP): its files may not be opened here, since closing one of them gives up the locks
 * that it holds ("How To Corrupt An SQLite Database File", section 2.2). Not inside a transaction.
 */
export function isCheckpointDue(connection: Connection, limitBytes: number): boolean {
  const [state] = connection.pragma('wal_checkpoint(NOOP)') as LogState[];
  if (!state || state.log === state.checkpointed) return false;
  return state.log * Number(connection.pragma('page_size', { simple: true })) > limitBytes;
}

/** In frames, a page each; -1 where there is no log. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the log into the database without waiting for anybody (SQLite, "Write-Ahead Logging", section
 * 3.2.2). Where the disk does not take it, all of it stays in the log and is read from there: nobody is
 * in front of it to be told, and the next commit says what is wrong with the disk.
 */
export function checkpoint(connection: Connection): void {
  try {
    connection.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (!(storageError(error) instanceof AppError)) throw error;
  }
}

/**
 * Puts the log on the disk, outside the gate and beside what the caller does next, or before it where the caller
 * waits. Bulk writers commit without doing so; the next click's commit must, and would pay for all that they wrote
 * since. One at a time: what came meanwhile is the next one's. Where it cannot be done nothing is lost: that commit
 * does it, and says what is wrong with the disk.
 *
 * @param toDisk of the operating system; tests count it
 */
export function createLogSync(
  databasePath: string,
  toDisk: ToDisk = fdatasync,
): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= syncLog(databasePath, toDisk).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

type ToDisk = (file: number, done: (error: Error | null) => void) => void;

async function syncLog(databasePath: string, toDisk: ToDisk): Promise<void> {
  const file = openLog(databasePath);
  if (file === undefined) return;
  await new Promise<void>((resolve) => {
    toDisk(file, () => close(file, () => resolve()));
  });
}

function openLog(databasePath: string): number | undefined {
  try {
    return openSync(`${databasePath}-wal`, 'r+');
  } catch {
    return undefined;
  }
}
