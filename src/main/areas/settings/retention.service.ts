import type { z } from 'zod';
import {
  type RetentionCounts,
  type RetentionStatus,
  type retentionPreviewQuerySchema,
  retentionStatusSchema,
} from '../../../shared/areas/settings/retention.contract.ts';
import type { Retention } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { RetentionStore } from './retention.store.ts';

export interface RetentionServiceDeps {
  readonly store: RetentionStore;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly log: Log;
}

type Preview = z.output<typeof retentionPreviewQuerySchema>;

const lastSchema = retentionStatusSchema.shape.last.unwrap();

export function createRetentionService({ store, runner, clock, log }: RetentionServiceDeps) {
  function last(): RetentionStatus['last'] {
    const saved = store.last();
    return saved === undefined ? null : lastSchema.parse(JSON.parse(saved));
  }

  function due(retention = store.settings()): RetentionCounts {
    return store.due(retention, clock.now());
  }

  /** Deletes what is due, in a job; where nothing is, there is none. */
  function run(startedBy: string | null): Job | null {
    store.removeStaleSignIns();
    if (Object.values(due()).every((count) => count === 0)) return null;
    return runner.start({
      kind: 'retention',
      title: 'Delete what is kept no longer',
      unit: 'records',
      total: null,
      startedBy,
      input: null,
    }).job;
  }

  function runByItself(): void {
    try {
      run(null);
    } catch (error) {
      // Something that wants to be alone is running, or the disk is full: the next time tries again.
      log.warn('retention did not run', { cause: error });
    }
  }

  return {
    status: (): RetentionStatus => ({ last: last(), due: due() }),

    preview(query: Preview): RetentionCounts {
      const given = Object.entries(query).filter(([, days]) => days !== undefined);
      return due({ ...store.settings(), ...(Object.fromEntries(given) as Partial<Retention>) });
    },

    run,

    /** At the start, and then daily. Returns what stops it. */
    schedule(): () => void {
      const first = setImmediate(runByItself);
      const timer = setInterval(runByItself, DAY_MS);
      first.unref();
      timer.unref();
      return () => {
        clearImmediate(first);
        clearInterval(timer);
      };
    },
  };
}
export type RetentionService = ReturnType<typeof createRetentionService>;
