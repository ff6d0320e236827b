import { DAY_MS } from '../../shared/kernel/time.ts';
import { packAlerts } from '../areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../areas/alerts/alert-inserts.store.ts';
import { UNTOUCHED } from '../areas/alerts/alert-rows.ts';
import type { AddAlert } from '../areas/forensics/rules/hit-alerts.ts';

/** A hit of a rule as an alert, through the door that imported alerts go through. */
export const addProvenAlert: AddAlert = (tx, alert) => {
  const { at: recorded, raw, fingerprint, ...stated } = alert;
  // A hostile clock would put it before all others for ever.
  const isBelievable = recorded !== null && recorded > 0 && recorded <= tx.now + DAY_MS;
  const at = isBelievable ? recorded : null;
  const row = {
    ...UNTOUCHED,
    ...stated,
    source: 'Detection rules',
    timeBasis: at === null ? ('received' as const) : ('recorded' as const),
    importId: null,
    fingerprint: Buffer.from(fingerprint),
    createdAt: at ?? tx.now,
    receivedAt: tx.now,
    updatedAt: tx.now,
  };
  return insertAlertBatch(tx, packAlerts([{ row, raw: { format: 'json', bytes: raw } }])) > 0;
};
