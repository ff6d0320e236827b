import type { Backtest } from '../../../shared/areas/assistant/automation.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { BacktestPort } from './automation.routes.ts';
import { lastBacktest } from './backtest.store.ts';
import type { ScoreInput } from './engine-score.jobs.ts';

export function createBacktestService(deps: {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly attackPath: string;
}): BacktestPort {
  const { db, runner, attackPath } = deps;
  let running: string | null = null;
  return {
    last() {
      const row = db.read('backtest.last', lastBacktest);
      if (!row) return null;
      const result = JSON.parse(row.result) as Omit<Backtest, 'id' | 'at' | 'version'>;
      return { id: row.id, at: toIso(row.at), version: row.version, ...result };
    },
    start(actor) {
      if (running !== null) throw new AppError('conflict', 'A backtest is running already.');
      const input: ScoreInput = { attackPath };
      const { job, finished } = runner.start({
        ...{ kind: 'engine-backtest', title: 'Backtest on this desk', unit: 'alerts' },
        ...{ total: null, startedBy: actor, input },
      });
      running = job.id;
      void finished
        .catch(() => undefined)
        .finally(() => {
          running = null;
        });
      return { jobId: job.id };
    },
  };
}
