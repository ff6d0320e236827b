/** Begins one run, and sees to it that it has an end, whatever becomes of its thread. */
import type { Run } from '../../../shared/areas/integrations/runs.contract.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type IntegrationRow, setHeldBack } from './integrations.store.ts';
import type { RunInput, RunResult } from './run/integration-run.jobs.ts';
import { addRun, interruptRuns } from './runs.store.ts';

const MINUTE_MS = 60_000;

export interface RunStarterDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Takes away jobs of runs that ended well: their receipts stay. */
  readonly forgetJobs: () => void;
  /** The receipt says what became of it. */
  readonly ended: (row: IntegrationRow, state: string) => void;
}

export function createRunStarter(deps: RunStarterDeps) {
  const { db, runner, clock, newId, log } = deps;

  /** What a job could not write down itself: its thread died, or it was never begun. */
  function interrupt(runId: string): void {
    try {
      db.write({ actor: null, origin: 'system', action: 'integrations.interrupt' }, (tx) =>
        interruptRuns(tx, runId, clock.now() + MINUTE_MS),
      );
    } catch (cause) {
      // The next start finds it cut off.
      log.warn('a run could not be marked as cut off', { cause });
    }
  }

  /** @returns the id of the run. @throws AppError where nothing may run beside what runs */
  return (row: IntegrationRow, cause: Run['cause'], startedBy: string | null): string => {
    const [runId, jobId] = [newId(), newId()];
    const now = clock.now();
    const input: RunInput = { integrationId: row.id, runId, name: row.name, now };
    deps.forgetJobs();
    // First the row: a job that ends at once must find its receipt.
    db.write({ actor: startedBy, origin: 'system', action: 'integrations.run' }, (tx) => {
      addRun(tx, { id: runId, integrationId: row.id, jobId, cause, startedBy, at: now });
      setHeldBack(tx, row.id, false);
    });
    try {
      const { finished } = runner.start({
        ...{ id: jobId, kind: 'integration-run', title: `Sync of ${row.name}`, unit: 'records' },
        ...{ total: null, startedBy, input, givesWay: true },
      });
      finished.then(
        (result) => deps.ended(row, (result as RunResult).state),
        () => interrupt(runId),
      );
    } catch (error) {
      interrupt(runId);
      throw error;
    }
    return runId;
  };
}
