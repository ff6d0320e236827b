import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createTextFinder } from '../../../shared/areas/assistant/engine/text-findings.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { createTactics } from './attack-tactics.ts';
import { AUTO_CLOSE_CALLER, type CloseAlert, closeByItself } from './auto-close.ts';
import type { TellOfTrip } from './automation-trip.store.ts';
import { engineStep } from './engine-step.ts';
import { countWork } from './engine-work.store.ts';

export interface ScoreInput {
  /** resources/attack. */
  readonly attackPath: string;
}

/** For the progress of the job; more than that is told as it comes. */
const COUNTED = 1_000_000;
const TOLD_EVERY_MS = 5_000;
/** What a step may hold the writer, ms: less while somebody changes things, too. */
const STEP_MS = { alone: 25, beside: 4 } as const;
/** Between two steps while somebody does: what a click must wait for is then seldom under way. */
const PAUSE_MS = 15;
/** Alerts of a step: the first is a guess, the next goes by how long it took. */
const STEP_ALERTS = { first: 20, least: 1, most: 200 } as const;

function nextSize(size: number, tookMs: number, isBeside: boolean): number {
  const wanted = (size * STEP_MS[isBeside ? 'beside' : 'alone']) / Math.max(tookMs, 0.1);
  // Twice as many at most: what comes next may be dearer.
  const bounded = Math.min(wanted, size * 2, STEP_ALERTS.most);
  return Math.max(STEP_ALERTS.least, Math.round(bounded));
}

export function createScoreJob(closeAlert: CloseAlert, tell: TellOfTrip): JobFunction {
  return async (input, context) => {
    const { db, signal, report, relieveLog, startedBy } = context;
    const { attackPath } = input as ScoreInput;
    const deps = {
      tacticsOf: createTactics(attackPath),
      tell,
      closeAlert,
      findTexts: createTextFinder(),
    };
    const total = db.read('engine.work', (reader) => countWork(reader, COUNTED));
    let done = 0;
    let closed = 0;
    let toldAt = performance.now();
    let size: number = STEP_ALERTS.first;
    const announce = () => {
      db.write({ actor: startedBy, origin: 'job', action: 'engine.score' }, (tx) =>
        tx.announce('engine_decisions'),
      );
      toldAt = performance.now();
    };
    for (;;) {
      signal.throwIfAborted();
      const { step, ms } = db.write(
        { actor: startedBy, origin: 'job', action: 'engine.score' },
        (tx) => {
          const started = performance.now();
          return { step: engineStep(tx, deps, size), ms: performance.now() - started };
        },
      );
      size = nextSize(size, ms, context.isSomebodyAtWork());
      for (const id of step.toClose)
        if (db.write(AUTO_CLOSE_CALLER, (tx) => closeByItself(tx, id, deps))) closed += 1;
      done += step.done;
      if (step.isOver) {
        announce();
        return { done, closed };
      }
      if (performance.now() - toldAt > TOLD_EVERY_MS) announce();
      report({ done, total: Math.max(done, total), message: null });
      relieveLog();
      await (context.isSomebodyAtWork() ? sleep(PAUSE_MS) : nextTurn());
    }
  };
}
