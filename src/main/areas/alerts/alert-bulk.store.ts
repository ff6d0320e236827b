/** Many alerts changed in one go: one stamp and one audit entry a batch, everything kept follows. */
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertRow } from './alert-rows.ts';
import {
  type AlertPatch,
  type ChangedAlert,
  changeAlert,
  followAlertChanges,
} from './alerts.store.ts';

/** `decide` sees each alert as it is in the transaction; null leaves it. `actionId` names the audit entry. */
export function changeAlerts(
  tx: WriteTx,
  seqs: readonly number[],
  actionId: string,
  decide: (before: AlertRow) => AlertPatch | null,
): ChangedAlert[] {
  const changed = tx.updateRange(alertsTable, seqs, { partOf: actionId, decide });
  followAlertChanges(tx, changed);
  return changed;
}

/** The applier of Undo and Redo for alerts (see areas/actions/appliers.ts): one by name, many as a range. */
export function createAlertApplier() {
  return {
    table: 'alerts',
    permission: 'alerts.write' as const,
    quiet: new Set(['firstActionAt']),
    read(tx: WriteTx, ids: readonly string[]): ReadonlyMap<string, AlertRow> {
      const rows = tx.rows(
        alertsTable,
        'SELECT * FROM alerts WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
        JSON.stringify(ids),
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    apply(
      tx: WriteTx,
      targets: readonly { id: string; to: Readonly<Record<string, unknown>> | null }[],
      { actionId, isSingle }: { actionId: string; isSingle: boolean },
    ): boolean {
      const patches = new Map(targets.map(({ id, to }) => [id, { ...to, updatedAt: tx.now }]));
      const [only] = targets;
      if (isSingle && only) {
        changeAlert(tx, only.id, () => patches.get(only.id) ?? {});
        return false;
      }
      const seqs = tx
        .all<{ seq: number }>(
          'SELECT seq FROM alerts WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify([...patches.keys()]),
        )
        .map(({ seq }) => seq);
      changeAlerts(tx, seqs, actionId, (row) => patches.get(row.id) ?? null);
      return true;
    },
  };
}
