/**
 * Opens the encrypted SQLite file. Cipher `aegis` of SQLite3 Multiple Ciphers: authenticated, so a
 * changed page is an error and not a wrong answer.
 */
import Sqlite from 'better-sqlite3';

export type Connection = Sqlite.Database;

export interface ConnectionOptions {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly readonly?: boolean;
  /** `full`: every commit survives a power cut. `normal`: the last ones may not (bulk work that can be repeated). */
  readonly durability: 'full' | 'normal';
}

const PAGE_CACHE_KIB = 32_768;
const BUSY_TIMEOUT_MS = 5_000;
/** What the log's file is cut back to once it has been taken over. */
const KEPT_LOG_BYTES = 16 * 1024 * 1024;

export function openConnection(options: ConnectionOptions): Connection {
  const connection = new Sqlite(options.path, {
    readonly: options.readonly ?? false,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    connection.pragma("cipher = 'aegis'");
    connection.pragma(`key = "x'${Buffer.from(options.key).toString('hex')}'"`);
    connection.prepare('SELECT count(*) FROM sqlite_master').get();
    if (!options.readonly) connection.pragma('journal_mode = WAL');
    connection.pragma('foreign_keys = ON');
    connection.pragma(`synchronous = ${options.durability}`);
    connection.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    connection.pragma('temp_store = MEMORY');
    // Checkpoints run on a worker (see checkpoint.ts): a click must not pay for them.
    connection.pragma('wal_autocheckpoint = 0');
    connection.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
