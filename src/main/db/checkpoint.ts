import { statSync } from 'node:fs';
import type { Connection } from './connection.ts';

const WORTHWHILE_BYTES = 4 * 1024 * 1024;

/** Size of the write-ahead log of a database, bytes. */
export function walBytes(databasePath: string): number {
  return statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

export function isCheckpointDue(databasePath: string): boolean {
  return walBytes(databasePath) > WORTHWHILE_BYTES;
}

/** Copies the log into the database without waiting for anybody (SQLite, "Write-Ahead Logging", section 3.2.2). */
export function checkpoint(connection: Connection): void {
  connection.pragma('wal_checkpoint(PASSIVE)');
}
