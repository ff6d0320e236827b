/** Runs of the rules: begun by a person, or by itself after a source was read in. One an investigation at a time. */
import type { ServerEvent } from '../../../../shared/contract/events.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Database } from '../../../db/database.ts';
import { readWorkspaceSettings } from '../../../db/settings-reader.ts';
import type { Caller } from '../../../db/write-door.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import {
  cutOffRuns,
  hasCutOffRuns,
  insertRun,
  isRunning,
  waitingSources,
} from './rule-hits.store.ts';
import type { RuleRunInput } from './run-rules.jobs.ts';

interface RuleRunnerDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
  readonly log: Log;
  readonly ensureShipped: () => Promise<void>;
}

interface NewRun {
  readonly investigationId: string;
  readonly sourceId: string | null;
  readonly startedBy: string | null;
}

const SETTLE_MS = 500;

export function createRuleRunner({ db, runner, newId, log, ensureShipped }: RuleRunnerDeps) {
  const running = new Map<string, { jobId: string; runId: string }>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start({ investigationId, sourceId, startedBy }: NewRun): Job {
    const known = running.get(investigationId);
    // A run that has written its end is over, also where its thread has not said so yet.
    if (known && db.read('rules.running', (reader) => isRunning(reader, known.runId)))
      return runner.find(known.jobId);
    const [runId, jobId] = [newId(), newId()];
    const caller: Caller = {
      actor: startedBy,
      origin: startedBy === null ? 'system' : 'user',
      action: 'rules.run',
    };
    db.write(caller, (tx) =>
      insertRun(tx, { id: runId, investigationId, sourceId, jobId, startedBy }),
    );
    const input: RuleRunInput = { runId, investigationId, sourceId };
    const { job, finished } = runner.start({
      ...{ id: jobId, kind: 'rule-run', title: 'Run detection rules', unit: 'events', total: null },
      ...{ startedBy, input },
    });
    running.set(investigationId, { jobId, runId });
    void finished
      .catch((error: unknown) => log.warn('rules.run', { error: String(error) }))
      .finally(() => {
        if (running.get(investigationId)?.runId === runId) running.delete(investigationId);
        later();
      });
    return job;
  }

  async function startWaiting(): Promise<void> {
    if (isStopped) return;
    const waiting = db.read('rules.waiting', (reader) =>
      readWorkspaceSettings(reader).detection.runsAfterIntake ? waitingSources(reader) : [],
    );
    if (waiting.length === 0) return;
    await ensureShipped();
    if (isStopped) return;
    for (const { id, investigationId } of waiting)
      if (!running.has(investigationId)) start({ investigationId, sourceId: id, startedBy: null });
  }

  /** Several sources of an archive end one after another: looked at once they have come to rest. */
  function later(): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      startWaiting().catch((error: unknown) =>
        log.warn('rules.runsAfterIntake', { error: String(error) }),
      );
    }, SETTLE_MS);
    timer.unref();
  }

  return {
    start,
    follow(event: ServerEvent): void {
      if (event.type === 'changed' && event.resource === 'forensic_sessions') later();
    },
    begin(): () => void {
      if (db.read('rules.cutOff', hasCutOffRuns))
        db.write({ actor: null, origin: 'system', action: 'rules.cut-off' }, cutOffRuns);
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}
export type RuleRunner = ReturnType<typeof createRuleRunner>;
