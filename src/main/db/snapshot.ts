/**
 * Holds the database file still for as long as somebody copies it, while everybody goes on working.
 * Under the write gate the log is emptied into the file; a reader that begins then takes SQLite's
 * read lock 0, and as long as it is held no checkpoint writes to the file (SQLite, "WAL-mode File
 * Format", section 2.3.2): what is written meanwhile waits in the log.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/contract/errors.ts';
import { checkpoint, isCheckpointDue, QUIET_LOG_BYTES } from './checkpoint.ts';
import { type Connection, openConnection } from './connection.ts';
import type { WriteGate } from './write-gate.ts';

const ATTEMPTS = 100;
const BETWEEN_ATTEMPTS_MS = 50;

/** A file that is one state of the whole database until it is released. */
export interface HeldSnapshot {
  readonly path: string;
  readonly bytes: number;
  readonly schema: number;
  release(): void;
}

export interface SnapshotSource {
  readonly databasePath: string;
  readonly key: Uint8Array;
  readonly gate: WriteGate;
}

/** @throws AppError 'unavailable' where somebody reads all the time. */
export async function holdSnapshot(source: SnapshotSource): Promise<HeldSnapshot> {
  const { databasePath: path, key } = source;
  const connection = openConnection({ path, key, durability: 'full' });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Most of the log goes without the gate, so that a click waits for the rest only.
      if (isCheckpointDue(connection, QUIET_LOG_BYTES)) checkpoint(connection);
      if (source.gate.run(() => tryHold(connection, path))) return held(connection, path);
      await sleep(BETWEEN_ATTEMPTS_MS);
    }
    throw new AppError('unavailable', 'The database is busy. Try again in a moment.');
  } catch (error) {
    connection.close();
    throw error;
  }
}

function tryHold(connection: Connection, path: string): boolean {
  // No patience here: a click waits behind the gate.
  connection.pragma('busy_timeout = 0');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes > 0) return false;
  connection.exec('BEGIN');
  connection.prepare('SELECT count(*) FROM sqlite_master').get();
  return true;
}

function held(connection: Connection, path: string): HeldSnapshot {
  return {
    path,
    bytes: statSync(path).size,
    schema: Number(connection.pragma('user_version', { simple: true })),
    release() {
      connection.exec('COMMIT');
      connection.close();
    },
  };
}
