/** Deletes alerts for good, with all that hangs on them: retention, not the analyst's work. */
import { groupRemoved } from '../../db/groups/keep-groups.store.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { CountChanges } from './alert-index.store.ts';
import { removeRawRecords } from './raw-records.store.ts';
import { countTechniques } from './technique-counts.store.ts';

/** Returns how many there were; a `seq` that is none is passed over. One transaction, up to 500. */
export function removeAlerts(tx: WriteTx, seqs: readonly number[]): number {
  const list = JSON.stringify(seqs);
  const rows = tx.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE seq IN (SELECT value FROM json_each(?))',
    list,
  );
  // What was taken back before (a tombstone) is counted no more.
  const counted = rows.filter((row) => row.deletedAt === null);
  const counts = new CountChanges();
  for (const row of counted) counts.add(row, -1);
  counts.apply(tx);
  countTechniques(tx, counted, -1);
  groupRemoved(tx, rows);
  removeRawRecords(
    tx,
    rows.map((row) => row.seq),
  );
  tx.run('DELETE FROM alerts_fts WHERE rowid IN (SELECT value FROM json_each(?))', list);
  return tx.purge(
    alertsTable,
    rows.map((row) => row.seq),
  );
}
