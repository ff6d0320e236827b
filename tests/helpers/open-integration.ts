import { addState, findState } from '../../src/main/areas/integrations/integrations.store.ts';
import { addRun } from '../../src/main/areas/integrations/runs.store.ts';
import type { Database } from '../../src/main/db/database.ts';
import { integrationsTable } from '../../src/main/db/tables/integrations.table.ts';
import { newUuid } from '../../src/main/platform/ids.ts';

/** The integration of a connector, made where it is not there, with a run that has begun. */
export function openIntegration(db: Database, connector: string, settings: unknown = {}) {
  const runId = newUuid();
  const integrationId = `integration-${connector}`;
  db.write({ actor: null, origin: 'system', action: 'integrations.add' }, (tx) => {
    if (!findState(tx, integrationId)) {
      tx.insert(integrationsTable, {
        ...{ id: integrationId, name: 'Test source', type: 'SIEM', status: 'PENDING' },
        configuration: { connector, settings },
        ...{ createdAt: tx.now, updatedAt: tx.now },
      });
      addState(tx, integrationId, tx.now);
    }
    addRun(tx, {
      ...{ id: runId, integrationId, jobId: newUuid(), cause: 'schedule' },
      ...{ startedBy: null, at: tx.now },
    });
  });
  return { integrationId, runId };
}
