import type { Run } from '../../../../shared/areas/integrations/runs.contract.ts';
import { DAY_MS } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import { integrationsTable } from '../../../db/tables/integrations.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import {
  clearFailure,
  findIntegration,
  findState,
  type IntegrationRow,
  noteFailure,
  noteSynced,
  schedule,
  setHeldBack,
} from '../integrations.store.ts';
import { endRun } from '../runs.store.ts';
import { readSyncSettings } from '../sync-settings.store.ts';
import { backOffMs } from './back-off.ts';
import type { RunOutcome } from './run-integration.ts';

const MINUTE_MS = 60_000;

export interface Ending {
  readonly runId: string;
  readonly integrationId: string;
  readonly name: string;
  readonly at: number;
  readonly random: () => number;
}

/** The receipt, the card and the next run, in one transaction. One removed meanwhile has no card any more. */
export function closeRun(db: Database, ending: Ending, outcome: RunOutcome): void {
  const { runId, integrationId: id, at } = ending;
  const failure = outcome.failure && {
    kind: outcome.failure.kind,
    message: outcome.failure.message,
  };
  db.write(
    { actor: null, origin: 'job', action: 'integrations.sync', reason: ending.name },
    (tx) => {
      endRun(tx, runId, id, { ...outcome, failure, at } satisfies Parameters<typeof endRun>[3]);
      const row = findIntegration(tx, id);
      if (!row) return;
      const { everyMinutes, isStreaming } = readSyncSettings(tx);
      const later = at + everyMinutes * MINUTE_MS;
      const isOn = row.status !== 'DISCONNECTED';
      const plan = (nextAt: number) => isOn && schedule(tx, id, nextAt);
      if (outcome.state === 'DONE') {
        clearFailure(tx, id);
        plan(outcome.hasMore && isStreaming ? at : later);
        noteSynced(tx, id, at);
        if (isOn) keepConnected(tx, row, at);
      } else if (outcome.state === 'HELD') {
        setHeldBack(tx, id, true);
        plan(later);
      } else if (outcome.failure) {
        noteFailure(tx, id, { ...outcome.failure, at });
        const failures = findState(tx, id)?.failures ?? 1;
        plan(at + backOffMs({ ...outcome.failure, failures }, ending.random));
        if (isOn) markFailing(tx, row, at);
      } else plan(later);
    },
  );
}

/** The row is synced with other workstations: a run that changes nothing of it is none of their business. */
function keepConnected(tx: WriteTx, row: IntegrationRow, at: number): void {
  const isOld = row.lastSync === null || at - row.lastSync >= DAY_MS;
  if (isOld || row.status !== 'CONNECTED')
    tx.update(integrationsTable, row.id, { status: 'CONNECTED', lastSync: at, updatedAt: at });
}

function markFailing(tx: WriteTx, row: IntegrationRow, at: number): void {
  if (row.status !== 'ERROR')
    tx.update(integrationsTable, row.id, { status: 'ERROR', updatedAt: at });
}

/** Why a run is begun that nobody asked for. */
export const nextCause = (last: Run | undefined): Run['cause'] =>
  last?.state === 'DONE' && last.hasMore ? 'more' : 'schedule';
