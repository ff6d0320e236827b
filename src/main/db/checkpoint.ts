import { close, closeSync, fdatasync, openSync, readSync } from 'node:fs';
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
 * Place of what is read of the wal-index: both copies of its header and the checkpoint information, 100 bytes
 * (SQLite, "WAL-mode File Format", sections 2.1.1 and 2.1.2). Numbers are in the machine's own order.
 */
const INDEX_HEADER = { bytes: 100, pageBytes: 14, frames: 16, takenOver: 96 } as const;
/** Written as 1: it does not fit into 16 bits. */
const LARGEST_PAGE = 65_536;
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * What of the write-ahead log is in use, bytes: its file keeps its size when it begins again from the start.
 * Nothing where all of it is in the database already, or nobody has it open.
 */
function logBytes(databasePath: string): number {
  const bytes = new DataView(new ArrayBuffer(INDEX_HEADER.bytes));
  if (!readIndexHeader(databasePath, bytes)) return 0;
  const frames = bytes.getUint32(INDEX_HEADER.frames, isLittleEndian);
  if (frames === bytes.getUint32(INDEX_HEADER.takenOver, isLittleEndian)) return 0;
  const page = bytes.getUint16(INDEX_HEADER.pageBytes, isLittleEndian);
  return frames * (page === 1 ? LARGEST_PAGE : page);
}

function readIndexHeader(databasePath: string, into: DataView): boolean {
  let file: number | undefined;
  try {
    file = openSync(`${databasePath}-shm`, 'r');
    return readSync(file, into, 0, into.byteLength, 0) === into.byteLength;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function isCheckpointDue(databasePath: string, limitBytes: number): boolean {
  return logBytes(databasePath) > limitBytes;
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
 */
export function createLogSync(databasePath: string): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= syncLog(databasePath).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function syncLog(databasePath: string): Promise<void> {
  const file = openLog(databasePath);
  if (file === undefined) return;
  await new Promise<void>((resolve) => {
    fdatasync(file, () => close(file, () => resolve()));
  });
}

function openLog(databasePath: string): number | undefined {
  try {
    return openSync(`${databasePath}-wal`, 'r+');
  } catch {
    return undefined;
  }
}
