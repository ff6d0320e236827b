/** Where the exchange with a server begins: nothing is known of it, and what is here is sent or not. */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';

const OF_ONE_SERVER = [
  'sync_state',
  'sync_writes',
  'sync_conflicts',
  'sync_unknown',
  'sync_again',
  'sync_sweeps',
  'sync_renamed',
  'sync_refused',
];
const ALL_BUCKETS = JSON.stringify(Array.from({ length: 256 }, (_, bucket) => bucket));

export const syncedTables = (db: ReadDb): string[] =>
  db
    .all<{ name: string }>(
      `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'row_version'
       WHERE m.type = 'table' ORDER BY m.name`,
    )
    .map(({ name }) => name);

/** `sendsAll`: every row here is looked through, also those of which no change is known any more. */
export function startOver(tx: WriteTx, sendsAll: boolean): void {
  for (const table of OF_ONE_SERVER) tx.run(`DELETE FROM ${table}`);
  if (!sendsAll) return;
  for (const table of syncedTables(tx))
    tx.run('INSERT INTO sync_sweeps (table_name, buckets) VALUES (?, ?)', table, ALL_BUCKETS);
}

/** Every workspace has them, also an empty one. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['users', 'workspace_settings']);

/** Rows that a merge would send and that a person would miss. */
export function countLocalRows(db: ReadDb): number {
  const counts = syncedTables(db)
    .filter((table) => !ALWAYS_THERE.has(table))
    .map((table) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0);
  return counts.reduce((sum, n) => sum + n, 0);
}
