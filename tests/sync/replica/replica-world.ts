/** Workstations with real databases, and a workspace's server in memory between them. */

import { NATURAL_KEYS } from '../../../src/main/areas/sync/replica/natural-keys.ts';
import type { Replica } from '../../../src/main/areas/sync/replica.port.ts';
import type { SyncServer } from '../../../src/main/areas/sync/sync-server.port.ts';
import { LIMITS, type PullPage } from '../../../src/main/areas/sync/wire.ts';
import { createDatabase, type Database } from '../../../src/main/db/database.ts';
import { syncedTables } from '../../../src/main/db/synced-tables.ts';
import { createGateMemory, WriteGate } from '../../../src/main/db/write-gate.ts';
import { silentLog } from '../../../src/main/platform/log.ts';
import { nodeOfDatabase, openReplica } from '../../../src/main/workers/sync-replica.ts';
import { openBeside } from '../../helpers/beside.ts';
import { TestClock } from '../../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';
import { createMemoryHub, type MemoryHub } from '../../helpers/sync/memory-server.ts';

export interface Workstation {
  readonly world: Pick<TestDb, 'db' | 'clock'>;
  readonly db: Database;
  readonly replica: Replica;
  readonly server: SyncServer;
  readonly person: string;
  /** Pulls until dry, then pushes until nothing is left. */
  sync(): Promise<void>;
  pull(): Promise<void>;
  push(): Promise<void>;
}

export interface ReplicaWorld {
  readonly hub: MemoryHub;
  join(person: string): Workstation;
  /** The same over a data folder whose core is closed. */
  joinFolder(person: string, dataDir: string): Workstation;
  close(): void;
}

export function openReplicaWorld(): ReplicaWorld {
  const catalogue = Object.fromEntries(
    [...syncedTables().keys()].map((name) => {
      const key = NATURAL_KEYS[name];
      return [name, key ? { key: { columns: key.columns, liveOnly: key.where !== null } } : {}];
    }),
  );
  const opened: Pick<TestDb, 'clock' | 'close'>[] = [];
  const now = () => Math.max(0, ...opened.map(({ clock }) => clock.now()));
  const hub = createMemoryHub({ catalogue, now });
  return {
    hub,
    join(person) {
      const world = openTestDb();
      world.storage.connection.pragma('foreign_keys = OFF');
      opened.push(world);
      return joinWorkstation(world, hub, person);
    },
    joinFolder(person, dataDir) {
      const connection = openBeside(dataDir, 'writable');
      connection.pragma('foreign_keys = OFF');
      const clock = new TestClock();
      const db = createDatabase({
        gate: new WriteGate(createGateMemory(), 1, 'interactive'),
        ...{ connection, clock, log: silentLog, emit: () => {} },
      });
      const world = { db, clock, close: () => connection.close() };
      opened.push(world);
      return joinWorkstation(world, hub, person);
    },
    close() {
      for (const world of opened) world.close();
    },
  };
}

function joinWorkstation(
  world: Pick<TestDb, 'db' | 'clock'>,
  hub: MemoryHub,
  person: string,
): Workstation {
  const { db, clock } = world;
  const replica = openReplica({ db, clock, people: () => new Set([person]) });
  const connect = () =>
    hub.connect({ id: person, people: [person], node: () => nodeOfDatabase(db) });
  async function pull() {
    for (;;) {
      const page: PullPage = await connect().pull(replica.state().cursor, LIMITS.rows);
      await replica.merge(page);
      if (page.isLast) return;
    }
  }
  async function push() {
    for (let turn = 0; turn < 200; turn++) {
      const batch = replica.nextBatch();
      if (batch === null) return;
      const outcome = await connect().push(batch);
      await replica.pushed(batch, outcome);
      if (outcome.behind.length > 0) await pull();
    }
    throw new Error('The push comes to no end');
  }
  return {
    ...{ world, db, replica, person, server: connect(), pull, push },
    async sync() {
      await pull();
      await push();
      await pull();
    },
  };
}
