/**
 * Takes alerts out of the queue that may not be known to everybody any longer: deleted, and emptied of
 * what they said, so that the tombstone that others get tells no more than that there was one.
 */
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertRow } from './alert-rows.ts';
import { followMergedAlerts } from './merged-alerts.store.ts';
import { removeRawRecords } from './raw-records.store.ts';

const EMPTIED = {
  title: 'Withdrawn alert of a restricted investigation',
  ...{ description: '', source: 'Detection rules', techniques: [], aiInvestigation: null },
  ...{ sourceHost: null, sourceUser: null, sourceIp: null, destIp: null, detector: null },
  ...{
    category: null,
    importId: null,
    entityTerms: null,
    closingNote: null,
    closingEvidence: null,
  },
  // Where the investigation is open to all again, its rules may find the same anew.
  fingerprint: null,
};

/** Those that are gone already are passed over. @returns how many there were */
export function withdrawAlerts(tx: WriteTx, ids: readonly string[]): number {
  const [list, known] = [JSON.stringify(ids), new Map<string, AlertRow>()];
  const read = (rest: string) =>
    tx.rows(
      alertsTable,
      `SELECT * FROM alerts WHERE id IN (SELECT value FROM json_each(?)) ${rest}`,
      list,
    );
  for (const row of read('AND deleted_at IS NULL')) known.set(row.id, row);
  for (const id of known.keys()) {
    tx.update(alertsTable, id, { ...EMPTIED, updatedAt: tx.now });
    tx.remove(alertsTable, id);
  }
  const changed = read('').flatMap((after) => {
    const before = known.get(after.id);
    return before ? [{ before, after }] : [];
  });
  followMergedAlerts(tx, changed);
  removeRawRecords(
    tx,
    changed.map(({ before }) => before.seq),
  );
  return changed.length;
}
