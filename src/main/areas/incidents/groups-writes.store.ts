/** What analysts decide about groups: alerts taken out of them, and what makes a repeat. */
import type { FingerprintField } from '../../../shared/areas/incidents/groups.rules.ts';
import type { RowChange } from '../../db/action-log.ts';
import { readGroupRules } from '../../db/groups/group-rules.ts';
import { moveAlert } from '../../db/groups/keep-groups.store.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import { groupFingerprintsTable, groupPinsTable } from '../../db/tables/groups.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface AlertPlace {
  readonly id: string;
  readonly title: string;
  /** Alerts of its group; 0 where it is in none yet. */
  readonly repeats: number;
  readonly isPinned: boolean;
}

export function readPlace(tx: WriteTx, alertId: string): AlertPlace | undefined {
  const row = tx.get<{ title: string; n: number | null; pin: string | null }>(
    `SELECT a.title, g.n, p.id AS pin FROM alerts a
     LEFT JOIN group_members m ON m.alert_seq = a.seq
     LEFT JOIN alert_groups g ON g.id = m.group_id
     LEFT JOIN group_pins p ON p.id = a.id AND p.deleted_at IS NULL
     WHERE a.id = ? AND a.deleted_at IS NULL`,
    alertId,
  );
  return row && { id: alertId, title: row.title, repeats: row.n ?? 0, isPinned: row.pin !== null };
}

/** The alert becomes a group of its own. */
export function pinAlone(tx: WriteTx, alertId: string, actor: string): RowChange {
  const after = { pinnedBy: actor, pinnedAt: tx.now };
  if (tx.revive(groupPinsTable, alertId)) tx.update(groupPinsTable, alertId, after);
  else tx.insert(groupPinsTable, { id: alertId, ...after });
  regroup(tx, [alertId]);
  return { table: 'group_pins', id: alertId, before: null, after };
}

export function unpin(tx: WriteTx, alertId: string): RowChange {
  const [row] = tx.rows(groupPinsTable, 'SELECT * FROM group_pins WHERE id = ?', alertId);
  const before = { pinnedBy: row?.pinnedBy ?? null, pinnedAt: row?.pinnedAt ?? 0 };
  tx.remove(groupPinsTable, alertId);
  regroup(tx, [alertId]);
  return { table: 'group_pins', id: alertId, before, after: null };
}

/** Puts alerts where pins and rules say they belong by now. */
export function regroup(tx: WriteTx, alertIds: readonly string[]): void {
  for (const id of alertIds) {
    const [alert] = tx.rows(
      alertsTable,
      'SELECT * FROM alerts WHERE id = ? AND deleted_at IS NULL',
      id,
    );
    if (alert) moveAlert(tx, alert, alert);
  }
}

/** Null where it already is so. Null fields: by the rule of every source again. */
export function saveFingerprint(
  tx: WriteTx,
  source: string,
  fields: readonly FingerprintField[] | null,
  actor: string,
): RowChange | null {
  const own = readGroupRules(tx).fingerprints.find((rule) => rule.source === source);
  if (JSON.stringify(own?.fields ?? null) === JSON.stringify(fields)) return null;
  const [row] = tx.rows(
    groupFingerprintsTable,
    'SELECT * FROM group_fingerprints WHERE id = ? AND deleted_at IS NULL',
    source,
  );
  const before = row && { fields: row.fields, updatedBy: row.updatedBy, updatedAt: row.updatedAt };
  if (fields === null) {
    tx.remove(groupFingerprintsTable, source);
    return { table: 'group_fingerprints', id: source, before: before ?? null, after: null };
  }
  const after = { fields: [...fields], updatedBy: actor, updatedAt: tx.now };
  if (row || tx.revive(groupFingerprintsTable, source)) {
    tx.update(groupFingerprintsTable, source, after);
  } else tx.insert(groupFingerprintsTable, { id: source, ...after });
  return { table: 'group_fingerprints', id: source, before: before ?? null, after };
}
