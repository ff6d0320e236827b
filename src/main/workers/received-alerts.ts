/** How what receivers bring becomes alerts: through the door that imported ones go through. */
import { type AlertBatch, packAlerts, splitBatch } from '../areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../areas/alerts/alert-inserts.store.ts';
import { toAlertsWithRaw } from '../areas/alerts/import-rows.ts';
import type { ReceivedAlerts } from '../areas/integrations/receivers/received-alerts.types.ts';
import { tellOfAlerts } from '../areas/notifications/critical-alert.ts';
import { groupRulesSchema, readGroupRules } from '../db/groups/group-rules.ts';
import { packedColumn } from '../db/packed-rows.ts';
import { newUuid } from '../platform/ids.ts';

/** Of one batch; what was there already has another id. */
export function criticalIds({ rows }: AlertBatch): string[] {
  const ids = (packedColumn(rows, 'id') ?? []) as string[];
  const severities = packedColumn(rows, 'severity') ?? [];
  return ids.filter((_, place) => severities[place] === 'CRITICAL');
}

export const receivedAlerts: ReceivedAlerts<AlertBatch> = {
  rules: readGroupRules,
  pack: (alerts, now, rules) =>
    packAlerts(
      toAlertsWithRaw(alerts, { newId: newUuid, importId: null, now }),
      groupRulesSchema.parse(rules),
    ),
  movable: (batch) => batch.rawBlocks.map(({ records }) => records.buffer),
  pieces: splitBatch,
  write(tx, batch) {
    const added = insertAlertBatch(tx, batch);
    tellOfAlerts(tx, criticalIds(batch), newUuid);
    return added;
  },
};
