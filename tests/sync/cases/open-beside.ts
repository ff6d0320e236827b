/** A second connection to a running core's database, as the thread that syncs has one. */
import { join } from 'node:path';
import { openConnection } from '../../../src/main/db/connection.ts';
import { createDatabase, type Database } from '../../../src/main/db/database.ts';
import { createGateMemory, WriteGate } from '../../../src/main/db/write-gate.ts';
import { systemClock } from '../../../src/main/platform/clock.ts';
import { fileKeyStore } from '../../../src/main/platform/key-store.ts';
import { silentLog } from '../../../src/main/platform/log.ts';
import type { TestApp } from '../../helpers/open-test-app.ts';

export async function openBeside({ dataDir }: Pick<TestApp, 'dataDir'>): Promise<Database> {
  const key = await fileKeyStore.databaseKey(dataDir);
  const path = join(dataDir, 'watchfloor.db');
  const connection = openConnection({ path, key, durability: 'normal', foreignKeys: false });
  const gate = new WriteGate(createGateMemory(), 1, 'bulk');
  return createDatabase({ connection, gate, clock: systemClock, log: silentLog, emit: () => {} });
}

/** Everything that the database says anywhere, table by table. */
export function wordsOf(db: Database): Map<string, string> {
  return db.read('test.words', (reader) => {
    const tables = reader.all<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%fts%'`,
    );
    return new Map(
      tables.map(({ name }) => [name, JSON.stringify(reader.all(`SELECT * FROM ${name}`))]),
    );
  });
}
