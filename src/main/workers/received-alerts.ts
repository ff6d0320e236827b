/** How what receivers bring becomes alerts: through the door that imported ones go through. */
import { packAlerts } from '../areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../areas/alerts/alerts.store.ts';
import { toAlertWithRaw } from '../areas/alerts/import-rows.ts';
import type { WriteReceived } from '../areas/integrations/receivers/receive.jobs.ts';
import { readGroupRules } from '../db/groups/group-rules.ts';

export const toReceivedBatch: WriteReceived = ({ db, newId, clock }, alerts) => {
  const now = clock.now();
  const batch = packAlerts(
    alerts.map((alert) => {
      const { row, raw } = toAlertWithRaw(alert, newId(), '', now);
      return { row: { ...row, importId: null }, raw };
    }),
    db.read('alerts.groupRules', readGroupRules),
  );
  return (tx) => insertAlertBatch(tx, batch);
};
