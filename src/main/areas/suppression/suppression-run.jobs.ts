import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import {
  applySlice,
  type ChangeAlerts,
  countHiddenOpen,
  findRun,
  finishRun,
  type RunRow,
  reopenSlice,
  SLICE_ROWS,
  waitingSeqs,
} from './suppression-runs.store.ts';
import { findRule } from './suppressions.store.ts';

export interface SuppressionRunInput {
  readonly runId: string;
}

export const runCaller = (run: Pick<RunRow, 'kind' | 'started_by'>): Caller => ({
  actor: run.started_by,
  origin: run.started_by === null ? 'system' : 'user',
  action: run.kind === 'APPLY' ? 'suppression.apply' : 'suppression.reopen',
});

/** Applies a rule to what waits, or gives its alerts back, 500 a transaction. */
export function createSuppressionRunJob(changeAlerts: ChangeAlerts): JobFunction {
  return async (input, context) => {
    const { runId } = input as SuppressionRunInput;
    const { db } = context;
    const run = db.read('suppression.run', (reader) => findRun(reader, runId));
    if (run?.state !== 'RUNNING') return { changed: 0 };
    const caller = runCaller(run);
    try {
      if (run.kind === 'APPLY') await applyAll(context, run, changeAlerts);
      else await reopenAll(context, run, changeAlerts);
    } finally {
      // Whoever cancels an application has what was hidden so far; what must come back is begun again.
      const isOver = run.kind === 'APPLY' || !context.signal.aborted;
      if (isOver) db.write(caller, (tx) => finishRun(tx, run));
    }
    return {
      changed: db.read('suppression.run', (reader) => findRun(reader, runId))?.changed ?? 0,
    };
  };
}

async function applyAll(
  { db, signal, report, relieveLog }: JobContext,
  run: RunRow,
  changeAlerts: ChangeAlerts,
): Promise<void> {
  const seqs = db.read('suppression.waiting', (reader) => {
    const rule = findRule(reader, run.rule_id);
    return rule ? waitingSeqs(reader, rule.scope, run.last_seq) : [];
  });
  for (let at = 0; at < seqs.length; at += SLICE_ROWS) {
    signal.throwIfAborted();
    const part = seqs.slice(at, at + SLICE_ROWS);
    if (!db.write(runCaller(run), (tx) => applySlice(tx, run, part, changeAlerts))) return;
    report({ done: at + part.length, total: seqs.length, message: null });
    relieveLog();
    await nextTurn();
  }
}

async function reopenAll(
  { db, signal, report, relieveLog }: JobContext,
  run: RunRow,
  changeAlerts: ChangeAlerts,
): Promise<void> {
  const total = db.read('suppression.hidden', (reader) => countHiddenOpen(reader, run.rule_id));
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const changed = db.write(runCaller(run), (tx) => reopenSlice(tx, run, changeAlerts));
    if (changed === 0) return;
    done += changed;
    report({ done, total, message: null });
    relieveLog();
    await nextTurn();
  }
}
