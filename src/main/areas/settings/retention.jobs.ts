import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RetentionCounts } from '../../../shared/areas/settings/retention.contract.ts';
import { countOverActions, pruneActions } from '../../db/action-prune.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import {
  cutoff,
  DAYS_OF,
  dueAlerts,
  type LocalTable,
  removeLocal,
  saveRun,
} from './retention.store.ts';

/** Small: a click waits for at most one batch. */
const BATCH_ROWS = 200;
const LOCAL_TABLES: readonly LocalTable[] = ['jobs', 'notifications', 'chat_messages'];

export interface RetentionDeps {
  /** Of the alerts area: deletes alerts with all that hangs on them, and says how many there were. */
  readonly removeAlerts: (tx: WriteTx, seqs: readonly number[]) => number;
}

/** Deletes what the settings of the workspace keep no longer. What a batch deleted stays deleted. */
export function createRetentionJob({ removeAlerts }: RetentionDeps): JobFunction {
  return async (_input, context): Promise<RetentionCounts> => {
    const { db, clock, startedBy } = context;
    const caller: Caller = { actor: startedBy, origin: 'system', action: 'settings.retention' };
    const now = clock.now();
    const retention = db.read('retention.settings', readWorkspaceSettings).retention;
    const removed: Record<string, number> = {};
    const drain = (name: string, step: (tx: WriteTx) => number) =>
      inBatches(context, caller, step, (n) => {
        removed[name] = (removed[name] ?? 0) + n;
        const done = Object.values(removed).reduce((sum, count) => sum + count, 0);
        context.report({ done, total: null, message: null });
      });

    const closedBefore = cutoff(retention.alertsDays, now);
    if (closedBefore !== null) {
      await drain('alerts', (tx) => removeAlerts(tx, dueAlerts(tx, closedBefore, BATCH_ROWS)));
    }
    for (const table of LOCAL_TABLES) {
      const before = cutoff(retention[DAYS_OF[table]], now);
      if (before !== null) await drain(table, (tx) => removeLocal(tx, table, before, BATCH_ROWS));
    }
    const doneBefore = cutoff(retention.actionsDays, now);
    const over = () =>
      doneBefore === null
        ? 0
        : db.read('retention.actions', (r) => countOverActions(r, doneBefore));
    const actions = over();
    if (doneBefore !== null)
      await drain('desk_rows', (tx) => pruneActions(tx, doneBefore, BATCH_ROWS));
    const deleted: RetentionCounts = {
      alerts: removed.alerts ?? 0,
      jobs: removed.jobs ?? 0,
      notifications: removed.notifications ?? 0,
      chatMessages: removed.chat_messages ?? 0,
      actions: actions - over(),
    };
    db.write(caller, (tx) => saveRun(tx, deleted));
    return deleted;
  };
}

async function inBatches(
  { db, signal, relieveLog }: JobContext,
  caller: Caller,
  step: (tx: WriteTx) => number,
  onRemoved: (n: number) => void,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const n = db.write(caller, step);
    if (n === 0) return;
    onRemoved(n);
    relieveLog();
    await nextTurn();
  }
}
