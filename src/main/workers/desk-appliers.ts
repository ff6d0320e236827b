/**
 * The tables whose rows Undo and Redo change. Each area that records changes (`recordAction`) adds
 * its own here, with what must follow; core and job workers both read this list.
 */
import { createTableApplier, type TableApplier } from '../areas/actions/appliers.ts';
import { createAlertApplier } from '../areas/alerts/alert-bulk.store.ts';
import { regroup } from '../areas/incidents/groups-writes.store.ts';
import { followRules } from '../areas/suppression/suppression-runs.store.ts';
import { controlExceptionsTable } from '../db/tables/control-tests.table.ts';
import {
  alertChecksTable,
  noteTemplatesTable,
  playbooksTable,
} from '../db/tables/discussion.table.ts';
import { entityMarksTable, entityNotesTable } from '../db/tables/entities.table.ts';
import { groupFingerprintsTable, groupPinsTable } from '../db/tables/groups.table.ts';
import {
  incidentEntitiesTable,
  incidentPinsTable,
  incidentRecordsTable,
  incidentSettingsTable,
} from '../db/tables/incidents.table.ts';

import { suppressionRulesTable } from '../db/tables/suppression.table.ts';

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
        for (const { before, after } of changes) {
          const alertId = (after ?? before)?.alertId;
          if (alertId) tx.announce('alerts', alertId);
        }
      },
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
