/** How what connectors fetch becomes alerts and indicators: through the doors of those who own them. */

import type { FindPorts } from '../../shared/areas/forensics/indicators/find.ts';
import { Problems } from '../../shared/areas/forensics/indicators/import-row.ts';
import type { Provenance } from '../../shared/areas/forensics/indicators/life.ts';
import { packAlerts } from '../areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../areas/alerts/alert-inserts.store.ts';
import { toAlertsWithRaw } from '../areas/alerts/import-rows.ts';
import { type Planned, planImport } from '../areas/forensics/indicators/import-plan.ts';
import { withValue } from '../areas/forensics/indicators/indicators.store.ts';
import type { FetchedIndicator } from '../areas/integrations/connector.types.ts';
import type { FetchedWriters } from '../areas/integrations/run/run-integration.ts';
import { tellOfAlerts } from '../areas/notifications/critical-alert.ts';
import type { Database } from '../db/database.ts';
import { readGroupRules } from '../db/groups/group-rules.ts';
import { indicatorsTable } from '../db/tables/forensics.table.ts';
import type { WriteTx } from '../db/write-door.ts';
import type { NewId } from '../platform/ids.ts';
import { criticalIds } from './received-alerts.ts';

export interface FetchedWritersDeps {
  readonly db: Database;
  readonly newId: NewId;
  /** ms since 1970. */
  readonly now: () => number;
  readonly findPorts: FindPorts;
}

export function createFetchedWriters(deps: FetchedWritersDeps): FetchedWriters {
  const { db, newId, now, findPorts } = deps;
  return {
    alerts(alerts) {
      const rules = db.read('alerts.groupRules', readGroupRules);
      const batch = packAlerts(
        toAlertsWithRaw(alerts, { newId, importId: null, now: now() }),
        rules,
      );
      return (tx) => {
        const added = insertAlertBatch(tx, batch);
        tellOfAlerts(tx, criticalIds(batch), newId);
        return added;
      };
    },
    indicators(indicators, source) {
      const rejections: { reason: string; excerpt: string }[] = [];
      const planned = indicators.flatMap((one) => {
        const problems = new Problems();
        const defaults = { defaults: {}, ports: findPorts, problems, now: now() };
        const plan = planImport(importedRow(one, source), defaults);
        if (plan) return [plan];
        const reason = problems.list()[0]?.what ?? 'not an indicator';
        rejections.push({ reason, excerpt: `${one.type} ${one.value}`.slice(0, 200) });
        return [];
      });
      return (tx) => {
        const counts = { added: 0, known: 0 };
        for (const one of planned) counts[put(tx, one, { source, newId })]++;
        return { ...counts, rejections };
      };
    },
  };
}

const timeOf = (text: string | null): number | null => {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) && at >= 0 ? at : null;
};

function importedRow(one: FetchedIndicator, source: string): Parameters<typeof planImport>[0] {
  return {
    ...{ where: source, type: one.type, value: one.value, severity: one.severity, source },
    ...{ description: one.description, confidence: one.confidence, tags: one.labels },
    tlp: one.tlp,
    ...{ firstSeen: timeOf(one.firstSeen), lastSeen: timeOf(one.lastSeen) },
    expiresAt: timeOf(one.expiresAt),
    isActive: !one.isRevoked,
  };
}

/** One value is one indicator: what the source says of it is brought up to date. */
function put(
  tx: WriteTx,
  one: Planned,
  { source, newId }: { readonly source: string; readonly newId: NewId },
): 'added' | 'known' {
  const known = withValue(tx, one).find(({ investigationId }) => investigationId === null);
  if (known) {
    const before = known as unknown as Record<string, unknown>;
    const news = Object.entries(one.said).filter(
      ([field, value]) => JSON.stringify(before[field]) !== JSON.stringify(value),
    );
    if (news.length > 0)
      tx.update(indicatorsTable, known.id, { ...Object.fromEntries(news), updatedAt: tx.now });
    return 'known';
  }
  const provenance: Provenance = {
    ...{ kind: 'import', name: source, id: null, start: null, end: null, excerpt: null },
  };
  tx.insert(indicatorsTable, {
    ...one.assumed,
    ...{ source, ...one.said },
    ...{ id: newId(), type: one.type, value: one.value, stixId: one.stixId, provenance },
    ...{ createdBy: null, createdAt: tx.now, updatedAt: tx.now },
  });
  return 'added';
}
