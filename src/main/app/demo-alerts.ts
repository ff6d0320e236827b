import { bulkKind } from '../../shared/areas/actions/bulk.rules.ts';
import { importMappingSchema } from '../../shared/areas/alerts/imports.contract.ts';
import { packAlerts } from '../areas/alerts/alert-batch.ts';
import { actionSummary, alertChange } from '../areas/alerts/alert-changes.ts';
import { insertAlertBatch } from '../areas/alerts/alert-inserts.store.ts';
import { UNTOUCHED } from '../areas/alerts/alert-rows.ts';
import { changeAlert, changeAlertRow } from '../areas/alerts/alerts.store.ts';
import { decideUpdate, NOTHING_REQUIRED } from '../areas/alerts/dispositions.ts';
import { createRecordParser } from '../areas/alerts/import/record-parser.ts';
import { ImportTally } from '../areas/alerts/import/tally.ts';
import type { AlertDoor } from '../areas/settings/demo/alert-door.ts';
import { PRODUCT_FIELDS } from '../areas/settings/demo/records.ts';
import { recordAction } from '../db/action-log.ts';
import { newUuid } from '../platform/ids.ts';

/** The alerts area as the demo sees it: the importer's parsers, the store, the rules of the desk. */
export function createDemoAlerts(now: number): AlertDoor {
  const tally = new ImportTally(now, null);
  const mapping = importMappingSchema.parse({ fields: PRODUCT_FIELDS });
  const parsers = {
    'suricata-eve': createRecordParser('suricata-eve', undefined, tally),
    wazuh: createRecordParser('wazuh', undefined, tally),
    json: createRecordParser('json', mapping, tally),
  };
  return {
    read({ format, bytes }, id, receivedAt) {
      const outcome = parsers[format].parse({ type: 'record', line: 1, bytes, fields: null });
      if (outcome.type !== 'alert')
        throw new Error(`A ${format} record of the demo is no alert: ${outcome.reason}`);
      const { own: _own, techniques, createdAt, ...alert } = outcome.alert;
      const row = {
        ...UNTOUCHED,
        ...alert,
        id,
        techniques: [...techniques],
        importId: null,
        fingerprint: null,
        createdAt: Date.parse(createdAt),
        receivedAt,
        updatedAt: receivedAt,
      };
      return { row, raw: { format, bytes } };
    },
    insert: (tx, alert) => void insertAlertBatch(tx, packAlerts([alert])),
    act(tx, id, update, actor) {
      const changed = changeAlertRow(tx, id, (before) =>
        decideUpdate(before, update, { now: tx.now, actor, required: NOTHING_REQUIRED }),
      );
      const change = changed && alertChange(changed.before, changed.after);
      if (!change) return;
      const kind = bulkKind(update);
      const summary = actionSummary(kind, changed.after.title);
      const note = update.reason ?? update.note ?? null;
      recordAction(tx, { id: newUuid(), kind, actor, summary, note }, [change]);
    },
    change: (tx, id, decide) => void changeAlert(tx, id, decide),
  };
}
