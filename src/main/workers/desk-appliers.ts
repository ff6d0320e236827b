/**
 * The tables whose rows Undo and Redo change. Each area that records changes (`recordAction`) adds
 * its own here, with what must follow; core and job workers both read this list.
 */
import {
  createTableApplier,
  type FollowedChange,
  type TableApplier,
} from '../areas/actions/appliers.ts';
import { createAlertApplier } from '../areas/alerts/alert-bulk.store.ts';
import { isCommentFrozen, isWatchedAnew } from '../areas/discussion/comments.store.ts';
import { isHandoverFinal } from '../areas/handover/handovers.store.ts';
import { regroup } from '../areas/incidents/groups-writes.store.ts';
import { followRules } from '../areas/suppression/suppression-runs.store.ts';
import { isNameTaken } from '../areas/views/views.store.ts';
import { controlExceptionsTable } from '../db/tables/control-tests.table.ts';
import {
  alertChecksTable,
  alertCommentsTable,
  alertWatchersTable,
  investigationCommentsTable,
  noteTemplatesTable,
  playbooksTable,
} from '../db/tables/discussion.table.ts';
import { entityMarksTable, entityNotesTable } from '../db/tables/entities.table.ts';
import { groupFingerprintsTable, groupPinsTable } from '../db/tables/groups.table.ts';
import { handoversTable } from '../db/tables/handovers.table.ts';
import {
  incidentEntitiesTable,
  incidentPinsTable,
  incidentRecordsTable,
  incidentSettingsTable,
} from '../db/tables/incidents.table.ts';
import { suppressionRulesTable } from '../db/tables/suppression.table.ts';
import { defaultViewsTable, savedViewsTable } from '../db/tables/views.table.ts';

const always = () => true;

/** The records that changed rows are about. */
function aboutOf<K extends string>(
  changes: readonly FollowedChange<Readonly<Record<K, string>>>[],
  key: K,
): string[] {
  return changes.flatMap(({ before, after }) => (after ?? before)?.[key] ?? []);
}

export type DeskAppliers = ReadonlyMap<string, TableApplier>;

export function createDeskAppliers(): DeskAppliers {
  const appliers: readonly TableApplier[] = [
    createAlertApplier(),
    createTableApplier(entityMarksTable),
    createTableApplier(entityNotesTable),
    createTableApplier(noteTemplatesTable),
    createTableApplier(playbooksTable),
    createTableApplier(alertChecksTable, {
      follow: (tx, changes) => {
        for (const alertId of aboutOf(changes, 'alertId')) tx.announce('alerts', alertId);
      },
    }),
    createTableApplier(alertCommentsTable, {
      isPersonal: always,
      follow: (tx, changes) => {
        for (const alertId of aboutOf(changes, 'alertId')) tx.announce('alerts', alertId);
      },
    }),
    createTableApplier(investigationCommentsTable, {
      ...{ permission: 'forensics.write', isPersonal: always, refuses: isCommentFrozen },
      follow: (tx, changes) => {
        for (const id of aboutOf(changes, 'investigationId'))
          tx.announce('forensic_investigations', id);
      },
    }),
    createTableApplier(alertWatchersTable, {
      isPersonal: always,
      refuses: (tx, id, to) => to !== null && isWatchedAnew(tx, id),
      follow: (tx, changes) => {
        for (const alertId of aboutOf(changes, 'alertId')) tx.announce('alerts', alertId);
      },
    }),
    createTableApplier(savedViewsTable, {
      isPersonal: always,
      refuses: (tx, id, to) => typeof to?.name === 'string' && isNameTaken(tx, id, to.name),
    }),
    createTableApplier(defaultViewsTable, { isPersonal: always }),
    createTableApplier(handoversTable, {
      // A draft is deleted by who made it; its texts are everybody's.
      isPersonal: (kind) => kind !== 'handover.change',
      refuses: isHandoverFinal,
    }),
    createTableApplier(groupFingerprintsTable),
    createTableApplier(groupPinsTable, {
      follow: (tx, changes) =>
        regroup(
          tx,
          changes.flatMap(({ before, after }) => (after ?? before)?.id ?? []),
        ),
    }),
    createTableApplier(controlExceptionsTable),
    createTableApplier(suppressionRulesTable, { follow: followRules }),
    // Triggers tell linking what changed (migration 0028).
    createTableApplier(incidentPinsTable),
    createTableApplier(incidentRecordsTable),
    createTableApplier(incidentEntitiesTable),
    createTableApplier(incidentSettingsTable),
  ];
  return new Map(appliers.map((applier) => [applier.table, applier]));
}
