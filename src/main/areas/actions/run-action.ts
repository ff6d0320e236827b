/**
 * Carries a run of the journal to its end, batch by batch: as a job, at once for what is short, or at
 * start-up for what a crash cut off.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ActionRow,
  findAction,
  finishRun,
  lastRun,
  type RunRow,
  turnRunBack,
} from '../../db/action-journal.ts';
import type { Database } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { StepRun } from './undo.ts';

/** So long a transaction goes on with the next batch; whoever clicks waits for the one under way. */
const TRANSACTION_MS = 12;

/** What one batch of a run does; `do` is of the area whose action it is. */
export interface RunSteps {
  readonly do: StepRun;
  readonly undo: StepRun;
}

/** What has been come to; null where no run is under way. */
export interface RunPlace {
  readonly action: ActionRow;
  readonly run: RunRow;
}

function placeOf(db: Database, actionId: string): RunPlace | null {
  return db.read('actions.place', (reader) => {
    const action = findAction(reader, actionId);
    const run = lastRun(reader, actionId);
    return action && run?.state === 'RUNNING' ? { action, run } : null;
  });
}

function runCaller({ action, run }: RunPlace): Caller {
  if (run.direction === 'DO')
    return { actor: run.actor, origin: 'user', action: action.kind, reason: action.note };
  const [name, word] =
    run.direction === 'UNDO' ? ['actions.undo', 'Undo of'] : ['actions.redo', 'Redo of'];
  return { actor: run.actor, origin: 'user', action: name, reason: `${word} ${action.summary}` };
}

/** One batch within a transaction; false once the run is at its end, which is written down then. */
export function stepRun(tx: WriteTx, actionId: string, steps: RunSteps): boolean {
  const action = findAction(tx, actionId);
  const run = lastRun(tx, actionId);
  if (!action || run?.state !== 'RUNNING') return false;
  const step = run.direction === 'DO' ? steps.do : steps.undo;
  if (step(tx, action, run)) return true;
  finishRun(tx, actionId);
  return false;
}

/** In this thread, without a pause between the batches. */
export function runAtOnce(db: Database, actionId: string, steps: RunSteps): void {
  for (;;) {
    const place = placeOf(db, actionId);
    if (!place) return;
    const isMore = db.write(runCaller(place), (tx) => stepRun(tx, actionId, steps));
    if (!isMore) return;
  }
}

/** Batches until the time of one transaction is over or somebody waits; false where the run is at its end. */
export function stepsInTime(
  tx: WriteTx,
  actionId: string,
  steps: RunSteps,
  isSomebodyWaiting: () => boolean,
): boolean {
  const started = performance.now();
  while (stepRun(tx, actionId, steps)) {
    if (isSomebodyWaiting() || performance.now() - started >= TRANSACTION_MS) return true;
  }
  return false;
}

/** As a job. Whoever cancels it, and whatever fails, has what was done put back. */
export async function runAsJob(
  context: JobContext,
  actionId: string,
  steps: RunSteps,
): Promise<void> {
  try {
    await advance(context, actionId, steps, () => context.signal.throwIfAborted());
  } catch (error) {
    const place = placeOf(context.db, actionId);
    if (place) {
      const actor = context.startedBy;
      context.db.write(runCaller(place), (tx) => turnRunBack(tx, actionId, actor));
      await advance(context, actionId, steps, () => {});
    }
    throw error;
  }
}

async function advance(
  context: JobContext,
  actionId: string,
  steps: RunSteps,
  check: () => void,
): Promise<void> {
  for (;;) {
    check();
    const place = placeOf(context.db, actionId);
    if (!place) return;
    const { run } = place;
    const message = run.cancels === null ? null : 'Putting back what was done';
    context.report({ done: run.done + run.kept, total: run.total, message });
    const isWaiting = () => context.isSomebodyWaiting();
    const isMore = context.db.write(runCaller(place), (tx) =>
      stepsInTime(tx, actionId, steps, isWaiting),
    );
    if (!isMore) return;
    context.relieveLog();
    await nextTurn();
  }
}
