import { close, fdatasync, openSync, statSync } from 'node:fs';
import { AppError } from '../../shared/contract/errors.ts';
import type { Connection } from './connection.ts';
import { storageError } from './errors.ts';

/** Between clicks: small, so that no checkpoint is ever long. */
export const QUIET_LOG_BYTES = 4 * 1024 * 1024;
/** During bulk work, in its own thread: large, so that pages written over and over are copied once. */
export const BULK_LOG_BYTES = 64 * 1024 * 1024;

/** Size of the write-ahead log of a database, bytes. */
function walBytes(databasePath: string): number {
  return statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

export function isCheckpointDue(databasePath: string, limitBytes: number): boolean {
  return walBytes(databasePath) > limitBytes;
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
 * Puts the log on the disk, outside the gate and beside what the caller does next. Bulk writers commit
 * without doing so; the next click's commit must, and would pay for all that they wrote since. One at a
 * time: what came meanwhile is the next one's. Where it cannot be done nothing is lost: that commit does
 * it, and says what is wrong with the disk.
 */
export function createLogSync(databasePath: string): () => void {
  let isUnderWay = false;
  return () => {
    const file = isUnderWay ? undefined : openLog(databasePath);
    if (file === undefined) return;
    isUnderWay = true;
    fdatasync(file, () => {
      isUnderWay = false;
      close(file, () => {});
    });
  };
}

function openLog(databasePath: string): number | undefined {
  try {
    return openSync(`${databasePath}-wal`, 'r+');
  } catch {
    return undefined;
  }
}
