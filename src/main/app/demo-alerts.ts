import { importMappingSchema } from '../../shared/areas/alerts/imports.contract.ts';
import { packAlerts } from '../areas/alerts/alert-batch.ts';
import { UNTOUCHED } from '../areas/alerts/alert-rows.ts';
import { decideUpdate } from '../areas/alerts/alerts.service.ts';
import { changeAlert, insertAlertBatch } from '../areas/alerts/alerts.store.ts';
import { createRecordParser } from '../areas/alerts/import/record-parser.ts';
import { ImportTally } from '../areas/alerts/import/tally.ts';
import type { AlertDoor } from '../areas/settings/demo/alert-door.ts';
import { PRODUCT_FIELDS } from '../areas/settings/demo/records.ts';

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
    act: (tx, id, update) =>
      void changeAlert(tx, id, (before) => decideUpdate(before, update, tx.now)),
    change: (tx, id, decide) => void changeAlert(tx, id, decide),
  };
}
