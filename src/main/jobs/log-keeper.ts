/**
 * Takes the write-ahead log over in a thread of its own, so that who writes in bulk need not: the
 * writer only copies what came in meanwhile, after which SQLite begins the log anew.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { BULK_LOG_BYTES, checkpoint, isCheckpointDue } from '../db/checkpoint.ts';
import { type Connection, openConnection } from '../db/connection.ts';

/** What the thread is born with; other workers have no `keepLogOf`. */
interface KeeperSetup {
  readonly keepLogOf: string;
  readonly key: Uint8Array;
}

export function isLogKeeperThread(): boolean {
  return typeof workerData === 'object' && workerData !== null && 'keepLogOf' in workerData;
}

/** One answer for each message: the log, as long as it was when asked, is in the database. */
export function runLogKeeper(): void {
  const port = parentPort;
  if (!port) throw new Error('runLogKeeper needs a worker thread');
  const { keepLogOf, key } = workerData as KeeperSetup;
  const connection = openConnection({
    ...{ path: keepLogOf, key, durability: 'normal', cacheKib: KEEPER_CACHE_KIB },
  });
  port.on('message', () => {
    checkpoint(connection);
    // What was written meanwhile: the writer then has next to nothing left to copy.
    checkpoint(connection);
    port.postMessage('taken over');
  });
}

/** It copies pages and asks nothing. */
const KEEPER_CACHE_KIB = 1_024;
const KEEPER_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** One job's keeper: the thread starts when the log is long for the first time. */
export class LogKeeper {
  readonly #entry: URL;
  readonly #setup: KeeperSetup;
  readonly #writer: Connection;
  #thread: Worker | undefined;
  #state: 'idle' | 'asked' | 'taken over' | 'gone' = 'idle';

  constructor(entry: URL, setup: { databasePath: string; key: Uint8Array }, writer: Connection) {
    this.#entry = entry;
    this.#setup = { keepLogOf: setup.databasePath, key: setup.key };
    this.#writer = writer;
  }

  /** To be called between transactions. @param limitBytes From here on the log is taken over. */
  relieve(limitBytes = BULK_LOG_BYTES): void {
    if (this.#state === 'taken over') {
      checkpoint(this.#writer);
      this.#state = 'idle';
      return;
    }
    if (this.#state === 'asked' || !isCheckpointDue(this.#writer, limitBytes)) return;
    if (this.#state === 'gone') {
      checkpoint(this.#writer);
      return;
    }
    this.#thread ??= this.#start();
    this.#thread.postMessage('take over');
    this.#state = 'asked';
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(this.#entry, {
      workerData: this.#setup,
      resourceLimits: KEEPER_LIMITS,
    });
    thread.on('message', () => {
      this.#state = 'taken over';
    });
    // Without it the writer does it all, as it would at the end of the job anyway.
    thread.on('error', () => {
      this.#state = 'gone';
    });
    return thread;
  }
}
