/** How what receivers bring becomes alerts: through the door that imported ones go through. */
import { type AlertBatch, packAlerts, splitBatch } from '../areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../areas/alerts/alerts.store.ts';
import { toAlertWithRaw } from '../areas/alerts/import-rows.ts';
import type { ReceivedAlerts } from '../areas/integrations/receivers/received-alerts.types.ts';
import { groupRulesSchema, readGroupRules } from '../db/groups/group-rules.ts';
import { newUuid } from '../platform/ids.ts';

export const receivedAlerts: ReceivedAlerts<AlertBatch> = {
  rules: readGroupRules,
  pack: (alerts, now, rules) =>
    packAlerts(
      alerts.map((alert) => {
        const { row, raw } = toAlertWithRaw(alert, newUuid(), '', now);
        return { row: { ...row, importId: null }, raw };
      }),
      groupRulesSchema.parse(rules),
    ),
  movable: (batch) => batch.rawBlocks.map(({ records }) => records.buffer),
  pieces: splitBatch,
  write: insertAlertBatch,
};
