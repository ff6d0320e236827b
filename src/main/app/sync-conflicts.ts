/** Conflicts of sync: the other value is written as any edit of such a record is. */
import { ALERT_STATUSES, type AlertStatus } from '../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../shared/areas/alerts/alerts.rules.ts';
import { changeAlert } from '../areas/alerts/alerts.store.ts';
import type { WriteRecord } from '../areas/sync/conflicts/conflict-edit.ts';
import {
  type ConflictService,
  createConflictService,
} from '../areas/sync/conflicts/conflicts.service.ts';
import { syncedTables } from '../db/synced-tables.ts';
import { createDeskAppliers } from '../workers/desk-appliers.ts';
import { RECORD_WORDS } from '../workers/record-words.ts';
import type { CoreDeps } from './core-deps.ts';

export function wireConflicts({ db, newId }: CoreDeps): ConflictService {
  const appliers = createDeskAppliers();
  const writeRecord: WriteRecord = (tx, shape, id, patch) => {
    if (shape.name === 'alerts')
      return (
        changeAlert(tx, id, (before, now) => ({
          ...patch,
          ...alongWith(patch, before.status, now),
        })) !== undefined
      );
    const applier = appliers.get(shape.name);
    if (!applier) return tx.update(shape.table, id, patch as never) !== undefined;
    if (!applier.read(tx, [id]).has(id)) return false;
    applier.apply(tx, [{ id, to: patch }], { actionId: newId(), isSingle: true });
    return true;
  };
  return createConflictService({ db, shapes: syncedTables(), labels: RECORD_WORDS, writeRecord });
}

/** What goes along with a status of an alert, so that no row says two things. */
function alongWith(patch: Readonly<Record<string, unknown>>, before: string, now: number) {
  const { status } = patch;
  if (!isStatus(status) || status === before) return {};
  return {
    falsePositive: status === 'FALSE_POSITIVE',
    resolvedAt: isActive(status) ? null : now,
    inProgressSince: status === 'IN_PROGRESS' ? now : null,
  };
}

function isStatus(value: unknown): value is AlertStatus {
  return (ALERT_STATUSES as readonly unknown[]).includes(value);
}
