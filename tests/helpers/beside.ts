import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, openConnection } from '../../src/main/db/connection.ts';

function databasePathOf(dataDir: string): string {
  return join(dataDir, 'watchfloor.db');
}

function keyOf(dataDir: string): Buffer {
  return Buffer.from(readFileSync(join(dataDir, 'database.key'), 'utf8').trim(), 'hex');
}

/** A connection of its own beside a running core: sees what is committed and nothing else. */
export function openBeside(
  dataDir: string,
  mode: 'readonly' | 'writable' = 'readonly',
): Connection {
  return openConnection({
    path: databasePathOf(dataDir),
    key: keyOf(dataDir),
    readonly: mode === 'readonly',
    durability: 'full',
  });
}

/** Runs one query beside a running core and closes again. */
export function queryBeside<R>(dataDir: string, sql: string, ...values: unknown[]): R[] {
  const connection = openBeside(dataDir);
  try {
    return connection.prepare(sql).all(...values) as R[];
  } finally {
    connection.close();
  }
}
