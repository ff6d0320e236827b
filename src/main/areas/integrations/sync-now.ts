import type { Run } from '../../../shared/areas/integrations/runs.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { readConfiguration } from './configuration.ts';
import type { IntegrationRunnerDeps } from './integrations.runner.ts';
import { addState, findIntegration, findState, type IntegrationRow } from './integrations.store.ts';
import { findRun, runningJobs } from './runs.store.ts';

interface SyncNowDeps extends IntegrationRunnerDeps {
  begin(row: IntegrationRow, cause: Run['cause'], startedBy: string | null): string;
  /** False where it need not be held back. */
  hold(row: IntegrationRow, account: string | null): Promise<boolean>;
}

export function createSyncNow({ db, clock, kinds, begin, hold, ...deps }: SyncNowDeps) {
  /** At once, whatever the schedule says. @throws AppError 'not-found', 'conflict' */
  return async (id: string, actor: string): Promise<Run> => {
    const row = db.read('integrations.one', (reader) => findIntegration(reader, id));
    if (!row) throw new AppError('not-found', 'There is no such integration');
    const configuration = readConfiguration(row.configuration);
    const kind = configuration && (await kinds.find(configuration.connector));
    if (kind?.type !== 'connector')
      throw new AppError('conflict', 'There is nothing behind this integration that can be synced');
    if (row.status === 'DISCONNECTED')
      throw new AppError('conflict', 'This integration is disconnected. Connect it first.');
    if (db.read('integrations.running', runningJobs).has(id))
      throw new AppError('conflict', 'A sync is under way');
    if (!db.read('integrations.state', (reader) => findState(reader, id)))
      db.write({ actor, origin: 'user', action: 'integrations.schedule' }, (tx) => {
        addState(tx, id, clock.now());
        tx.note('integration_states', 1);
      });
    if (deps.isIsolated() && (await hold(row, actor))) {
      throw new AppError(
        'conflict',
        'This workspace is isolated: the sync is held back. Release it once the workspace is connected.',
      );
    }
    const runId = begin(row, 'person', actor);
    const run = db.read('integrations.runs', (reader) => findRun(reader, runId));
    if (!run) throw new AppError('internal', 'The run could not be begun');
    return run;
  };
}
