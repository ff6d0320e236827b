/**
 * Opens the encrypted SQLite file. Cipher `aegis` of SQLite3 Multiple Ciphers: authenticated, so a
 * changed page is an error and not a wrong answer.
 */
import Sqlite from 'better-sqlite3';
import { isInNetwork, type Network, networkOf } from '../../shared/areas/views/query-language.ts';
import { wallReader } from '../../shared/areas/views/query-times.ts';

export type Connection = Sqlite.Database;

export interface ConnectionOptions {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly readonly?: boolean;
  /** `full`: every commit survives a power cut. `normal`: the last ones may not (bulk work that can be repeated). */
  readonly durability: 'full' | 'normal';
  /** Of pages; a job goes through the data once, lists read the same pages again. */
  readonly cacheKib?: number;
  /** false: rows may come before those that they name (sync). */
  readonly foreignKeys?: boolean;
}

const PAGE_CACHE_KIB = 16_384;
export const JOB_CACHE_KIB = 16_384;
const BUSY_TIMEOUT_MS = 5_000;
/**
 * What the log's file is cut back to once it has been taken over: more than bulk work lets it grow to. A file that
 * grows must have its new size on the disk with every commit that is put there, and the database's with it, which a
 * click would wait for.
 */
const KEPT_LOG_BYTES = 96 * 1024 * 1024;
/** Of the queries of one moment. */
const KNOWN_NETWORKS = 64;
const KNOWN_ZONES = 4;

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
    connection.pragma(`foreign_keys = ${options.foreignKeys === false ? 'OFF' : 'ON'}`);
    connection.pragma(`synchronous = ${options.durability}`);
    connection.pragma(`cache_size = -${options.cacheKib ?? PAGE_CACHE_KIB}`);
    connection.pragma('temp_store = MEMORY');
    // Checkpoints run on a worker (see checkpoint.ts): a click must not pay for them.
    connection.pragma('wal_autocheckpoint = 0');
    connection.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`);
    addFunctions(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * `in_network(address, '10.0.0.0/8')` is 1 or 0, also for what is no address. `wall_hour(ms, zone)` and
 * `wall_weekday(ms, zone)` are what a clock on the wall of that zone shows (0 is Monday).
 */
function addFunctions(connection: Connection): void {
  const known = new Map<string, Network | null>();
  const read = (text: string) => {
    const network = known.get(text) ?? networkOf(text);
    if (known.size > KNOWN_NETWORKS) known.clear();
    known.set(text, network);
    return network;
  };
  connection.function('in_network', { deterministic: true }, (address, text) => {
    if (typeof address !== 'string' || typeof text !== 'string') return 0;
    const network = read(text);
    return network && isInNetwork(address, network) ? 1 : 0;
  });
  const walls = new Map<string, ReturnType<typeof wallReader>>();
  const wall = (zone: string) => {
    const reader = walls.get(zone) ?? wallReader(zone);
    if (walls.size > KNOWN_ZONES) walls.clear();
    walls.set(zone, reader);
    return reader;
  };
  for (const field of ['hour', 'weekday'] as const)
    connection.function(`wall_${field}`, { deterministic: true }, (moment, zone) =>
      typeof zone === 'string' ? wall(zone)(Number(moment))[field] : null,
    );
}
