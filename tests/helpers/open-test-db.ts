import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '../../src/main/db/database.ts';
import { type OpenedStorage, openStorage } from '../../src/main/db/open.ts';
import { createGateMemory, WriteGate } from '../../src/main/db/write-gate.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import type { ServerEvent } from '../../src/shared/contract/events.ts';
import { copyMigrated } from './migrated-database.ts';
import { REPOSITORY, TestClock } from './open-test-app.ts';

export interface TestDb {
  readonly db: Database;
  readonly storage: OpenedStorage;
  readonly gate: WriteGate;
  readonly clock: TestClock;
  readonly events: ServerEvent[];
  close(): void;
}

/** A real, migrated, encrypted database of its own, without the core around it. */
export function openTestDb(): TestDb {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-db-'));
  const key = new Uint8Array(32).fill(5);
  copyMigrated(dataDir, key);
  const storage = openStorage({
    dataDir,
    migrationsDir: join(REPOSITORY, 'resources', 'migrations', 'sqlite'),
    key,
    newId: newUuid,
  });
  const clock = new TestClock();
  const events: ServerEvent[] = [];
  const gate = new WriteGate(createGateMemory(), 1, 'interactive');
  const db = createDatabase({
    connection: storage.connection,
    gate,
    clock,
    log: silentLog,
    emit: (event) => events.push(event),
  });
  return {
    db,
    storage,
    gate,
    clock,
    events,
    close() {
      storage.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
