/** Begins what is due, one run an integration, and sees to it that each has an end. */
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import { startDaily } from '../../platform/daily.ts';
import type { HeldBack } from '../../platform/held-back-port.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { dueIntegrations, findIntegration, type IntegrationRow } from './integrations.store.ts';
import type { Kinds } from './kinds.ts';
import { nextCause } from './run/end-run.ts';
import { createRunHolder } from './run-holder.ts';
import { createRunStarter } from './run-starter.ts';
import { interruptRuns, listRuns, pruneHistory, runningJobs } from './runs.store.ts';
import { createSyncNow } from './sync-now.ts';
import { readSyncSettings } from './sync-settings.store.ts';

/** Often enough that a schedule of minutes is kept. */
const LOOK_EVERY_MS = 2_000;
/** Runs at once: a source that hangs holds one place until its time is up, the others go on. */
const AT_ONCE = 4;

export interface IntegrationRunnerDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly kinds: Kinds;
  readonly isIsolated: () => boolean;
  readonly heldBack: HeldBack;
  /** Takes away jobs of runs that ended well: their receipts stay. */
  readonly forgetJobs: () => void;
  readonly lookEveryMs?: number;
}

export type IntegrationRunner = ReturnType<typeof createIntegrationRunner>;

export function createIntegrationRunner(deps: IntegrationRunnerDeps) {
  const { db, runner, clock, log } = deps;
  const running = () => db.read('integrations.running', runningJobs);

  let isClosed = false;
  const hold = createRunHolder(deps);
  const deciding = new Set<string>();
  /** Held back, or begun all the same where it asks nobody elsewhere. */
  const holdOrBegin = (row: IntegrationRow) => {
    if (deciding.has(row.id)) return;
    deciding.add(row.id);
    hold(row, null)
      .then((isHeld) => {
        if (!isHeld && !isClosed && !running().has(row.id)) beginOnSchedule(row);
      })
      .catch((cause) => log.error('a run could not be held back', { cause }))
      .finally(() => deciding.delete(row.id));
  };
  const begin = createRunStarter({
    ...deps,
    ended(row, state) {
      if (state === 'HELD') holdOrBegin(row);
      look();
    },
  });

  function look(): void {
    if (isClosed) return;
    try {
      beginDue();
    } catch (cause) {
      log.error('integrations could not be synced', { cause });
    }
  }

  function beginDue(): void {
    const due = db.read('integrations.due', (reader) =>
      actsOfItsOwn(reader) ? dueIntegrations(reader, clock.now()) : [],
    );
    if (due.length === 0) return;
    const busy = running();
    let free = AT_ONCE - busy.size;
    for (const id of due) {
      const row = db.read('integrations.one', (reader) => findIntegration(reader, id));
      if (!row || busy.has(id)) continue;
      if (deps.isIsolated()) {
        holdOrBegin(row);
        continue;
      }
      if (free-- <= 0) return;
      beginOnSchedule(row);
    }
  }

  function beginOnSchedule(row: IntegrationRow): void {
    const [last] = db.read('integrations.runs', (reader) => listRuns(reader, row.id, 1));
    begin(row, nextCause(last), null);
  }

  function cancel(integrationId: string): void {
    const jobId = running().get(integrationId);
    if (!jobId) return;
    try {
      runner.cancel(jobId);
    } catch {
      // It has ended meanwhile.
    }
  }

  const syncNow = createSyncNow({ ...deps, begin, hold });

  return {
    look,
    cancel,
    syncNow,
    /** Marks what an earlier process left, begins the schedule, and returns what stops it. */
    start(): () => void {
      db.write({ actor: null, origin: 'system', action: 'integrations.interrupt' }, (tx) =>
        interruptRuns(tx, null, clock.now()),
      );
      deps.heldBack.onRelease('connector-run', async ({ redo, actor }) => {
        await syncNow(String(redo.integrationId), actor);
      });
      const timer = setInterval(look, deps.lookEveryMs ?? LOOK_EVERY_MS);
      timer.unref();
      const stopTidying = startDaily({ clock, log }, () => {
        const { retentionDays } = db.read('integrations.settings', readSyncSettings);
        db.write({ actor: null, origin: 'system', action: 'integrations.tidy' }, (tx) =>
          pruneHistory(tx, clock.now() - retentionDays * DAY_MS),
        );
      });
      return () => {
        isClosed = true;
        clearInterval(timer);
        stopTidying();
      };
    },
  };
}
