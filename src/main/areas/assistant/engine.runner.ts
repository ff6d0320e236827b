/**
 * When the engine works: a moment after alerts, verdicts, indicators, marks or investigations changed,
 * and once at the start. A few alerts are looked at here, in short transactions; more in a job.
 */
import type { ServerEvent } from '../../../shared/contract/events.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { createSettledRun } from '../../jobs/settled-run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { AUTO_CLOSE_CALLER, type ClosingDeps, closeByItself } from './auto-close.ts';
import type { ScoreInput } from './engine-score.jobs.ts';
import { engineStep } from './engine-step.ts';
import { countWork, hasWork, markStale } from './engine-work.store.ts';

export interface EngineRunnerDeps extends ClosingDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly log: Log;
  readonly attackPath: string;
}

const QUIET_MS = 250;
const LONGEST_WAIT_MS = 1_500;
const BUSY_MS = 2_000;
/** After a failure, such as a full disk. */
const RETRY_MS = 30_000;
const STALE_EVERY_MS = 3_600_000;
/** What may be looked at on the core's own thread, and how many of them in one transaction. */
const HERE_ALERTS = 60;
const HERE_AT_ONCE = 10;

const HEARD: ReadonlySet<string> = new Set([
  'alerts',
  'indicators',
  'entity_marks',
  'assets',
  'forensic_investigations',
  'automation_policy',
  'automation_patterns',
  'automation_second_looks',
  'attack_table',
  'workspace',
]);

export interface EngineRunner {
  follow(event: ServerEvent): void;
  /** As soon as may be. */
  wake(): void;
  start(): () => void;
}

export function createEngineRunner(deps: EngineRunnerDeps): EngineRunner {
  const { db, clock, log } = deps;
  let isStopped = true;
  const settled = createSettledRun({
    ...{ quietMs: QUIET_MS, longestWaitMs: LONGEST_WAIT_MS, retryMs: RETRY_MS },
    look: (again) => look(deps, again, () => isStopped),
    onFailure: (cause) => log.error('the engine could not look at alerts', { cause }),
  });

  function lookAtStale(): void {
    try {
      const before = clock.now() - DAY_MS;
      const caller = { actor: null, origin: 'system', action: 'engine.stale' } as const;
      if (db.write(caller, (tx) => markStale(tx, before)) > 0) settled.soon();
    } catch (cause) {
      log.error('the engine could not look at old decisions', { cause });
    }
  }

  return {
    follow(event) {
      if (event.type === 'changed' && HEARD.has(event.resource)) settled.soon();
    },
    wake: settled.soon,
    start() {
      isStopped = false;
      const stop = settled.start();
      const staleTimer = setInterval(lookAtStale, STALE_EVERY_MS);
      staleTimer.unref();
      return () => {
        isStopped = true;
        stop();
        clearInterval(staleTimer);
      };
    },
  };
}

interface Again {
  soon(): void;
  after(ms: number): void;
}

async function look(deps: EngineRunnerDeps, again: Again, isStopped: () => boolean): Promise<void> {
  const { db, runner } = deps;
  if (runner.isWritingMuch) return again.after(BUSY_MS);
  const { isWaiting, work } = db.read('engine.pending', (reader) => {
    const waits = hasWork(reader);
    return { isWaiting: waits, work: waits ? countWork(reader, HERE_ALERTS + 1) : 0 };
  });
  if (!isWaiting) return;
  if (work <= HERE_ALERTS) return lookHere(deps, again, isStopped);
  if (runner.isBusy) return again.after(BUSY_MS);
  const input: ScoreInput = { attackPath: deps.attackPath };
  const { finished } = runner.start({
    ...{ kind: 'engine-score', title: 'Decide about alerts', unit: 'alerts' },
    ...{ total: null, startedBy: null, input, givesWay: true, rests: true },
  });
  await finished.then(again.soon, () => again.after(runner.isBusy ? BUSY_MS : RETRY_MS));
}

/** A few milliseconds each, with the event loop between them. */
async function lookHere(
  deps: EngineRunnerDeps,
  again: Again,
  isStopped: () => boolean,
): Promise<void> {
  const { db } = deps;
  const caller = { actor: null, origin: 'system', action: 'engine.score' } as const;
  for (let n = 0; n < HERE_ALERTS && !isStopped(); n += 1) {
    const step = db.write(caller, (tx) => engineStep(tx, deps, HERE_AT_ONCE));
    for (const id of step.toClose) db.write(AUTO_CLOSE_CALLER, (tx) => closeByItself(tx, id, deps));
    if (step.isOver) {
      db.write(caller, (tx) => tx.announce('engine_decisions'));
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  again.soon();
}
