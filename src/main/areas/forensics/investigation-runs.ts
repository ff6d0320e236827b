/**
 * Begins, cancels and follows the engine's job of each investigation. A run that the end of the process
 * cut off goes on at the next start, behind the last step in its journal.
 */
import { INVESTIGATION_STEPS } from '../../../shared/areas/forensics/investigations.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { investigationsTable } from '../../db/tables/forensics.table.ts';
import type { Caller } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { RunSeen } from './investigation-rows.ts';
import { findInvestigation } from './investigations.store.ts';
import { cutOffRuns, endRun, findRun, findRuns, readProgress, saveRun } from './runs.store.ts';

export interface InvestigationRunsDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
  readonly log: Log;
  /** The engine is done with it. */
  readonly onDone: (id: string, actor: string | null) => void;
}

const BY_ITSELF: Omit<Caller, 'action'> = { actor: null, origin: 'system' };

export function createInvestigationRuns({ db, runner, newId, log, onDone }: InvestigationRunsDeps) {
  /** By investigation. */
  const active = new Map<string, { jobId: string; ended: Promise<void> }>();
  let isStopped = false;

  function seenOf(reader: ReadDb, row: RunSeen['row'] | undefined): RunSeen | null {
    if (!row) return null;
    const { investigation_id: id, run, state } = row;
    return {
      row,
      isActive: state === 'RUNNING' && active.has(id),
      progress: state === 'DONE' ? 100 : readProgress(reader, id, run),
    };
  }

  function endEarly(id: string, isCancelled: boolean, cause: unknown, actor: string | null): void {
    if (isCancelled) {
      settle(db, id, 'CANCELLED', null, { ...BY_ITSELF, actor, action: 'forensics.cancel' });
      return;
    }
    log.warn('an investigation failed', { cause });
    const why = cause instanceof AppError ? cause.message : 'The investigation failed; see the log';
    settle(db, id, 'FAILED', why, { ...BY_ITSELF, action: 'forensics.fail' });
  }

  function start(id: string, run: number, actor: string | null, title: string): void {
    const jobId = newId();
    const total = INVESTIGATION_STEPS.length;
    const { finished } = runner.start({
      ...{ id: jobId, kind: 'investigate', unit: 'steps', total, startedBy: actor },
      title: `Investigate: ${title.slice(0, 80)}`,
      input: { id, run },
    });
    // A run that was begun meanwhile is another one's.
    const forget = () => {
      if (active.get(id)?.jobId === jobId) active.delete(id);
    };
    const ended = finished.then(
      () => {
        forget();
        if (!isStopped) onDone(id, actor);
      },
      (cause: unknown) => {
        forget();
        // Closed in the middle: the next start goes on with it.
        if (!isStopped) endEarly(id, runner.find(jobId).state === 'CANCELLED', cause, actor);
      },
    );
    ended.catch((cause: unknown) =>
      log.error('the end of an investigation could not be saved', { cause }),
    );
    active.set(id, { jobId, ended });
  }

  /** @throws nothing: where no job can run now, the investigation waits and says why. */
  function begin(id: string, { actor, isAnew }: { actor: string | null; isAnew: boolean }): void {
    const { run, title } = openRun(db, id, { actor, isAnew });
    try {
      start(id, run, actor, title);
    } catch (error) {
      const why =
        error instanceof AppError ? error.message : 'The investigation could not be started';
      settle(db, id, 'FAILED', why, { ...BY_ITSELF, action: 'forensics.fail' });
    }
  }

  return {
    begin,
    /** Its journal is not at its end, and a job of this process works on it. */
    isActive: (id: string): boolean =>
      active.has(id) &&
      db.read('forensics.run', (reader) => findRun(reader, id))?.state === 'RUNNING',
    seen: (reader: ReadDb, id: string): RunSeen | null => seenOf(reader, findRun(reader, id)),
    seenAll(reader: ReadDb, ids: readonly string[]): ReadonlyMap<string, RunSeen | null> {
      return new Map([...findRuns(reader, ids)].map(([id, row]) => [id, seenOf(reader, row)]));
    },

    /** Answers once it has ended. @throws AppError 'conflict' where it does not run. */
    async cancel(id: string, actor: string): Promise<void> {
      const run = db.read('forensics.run', (reader) => findRun(reader, id));
      if (run?.state !== 'RUNNING')
        throw new AppError('conflict', 'This investigation is not running');
      const running = active.get(id);
      if (running) {
        try {
          runner.cancel(running.jobId);
        } catch (error) {
          // It came to its end in this moment.
          if (!(error instanceof AppError)) throw error;
        }
        await running.ended;
        return;
      }
      settle(db, id, 'CANCELLED', null, { actor, origin: 'user', action: 'forensics.cancel' });
    },

    /** Takes up what the end of the last process cut off. */
    start(): () => void {
      isStopped = false;
      for (const { investigation_id: id } of db.read('forensics.cutOff', cutOffRuns))
        if (!active.has(id)) begin(id, { actor: null, isAnew: false });
      return () => {
        isStopped = true;
      };
    },
  };
}
export type InvestigationRuns = ReturnType<typeof createInvestigationRuns>;

/** What stands in the row once a run has ended before its end. */
function settle(
  db: Database,
  id: string,
  state: 'CANCELLED' | 'FAILED',
  error: string | null,
  caller: Caller,
): void {
  db.write(caller, (tx) => {
    const run = findRun(tx, id);
    const row = findInvestigation(tx, id);
    if (run?.state !== 'RUNNING') return;
    endRun(tx, id, state, error);
    if (!row) return;
    tx.update(investigationsTable, id, {
      status: row.completedAt === null ? 'PENDING' : 'COMPLETED',
      aiProgress: row.completedAt === null ? readProgress(tx, id, run.run) : row.aiProgress,
      updatedAt: tx.now,
    });
  });
}

/** A run goes on with its number and its journal, or a new one begins. */
function openRun(
  db: Database,
  id: string,
  { actor, isAnew }: { actor: string | null; isAnew: boolean },
): { run: number; title: string } {
  const caller: Caller =
    actor === null
      ? { ...BY_ITSELF, action: 'forensics.resume' }
      : { actor, origin: 'user', action: 'forensics.begin' };
  return db.write(caller, (tx) => {
    const before = findRun(tx, id);
    const row = findInvestigation(tx, id);
    const goesOn = before !== undefined && before.state !== 'DONE' && !isAnew;
    const number = before === undefined ? 1 : goesOn ? before.run : before.run + 1;
    const startedBy = actor ?? before?.started_by ?? null;
    saveRun(tx, { investigation_id: id, run: number, job_id: null, started_by: startedBy });
    tx.update(investigationsTable, id, {
      status: 'IN_PROGRESS',
      ...(row?.investigator === null && actor !== null ? { investigator: actor } : {}),
      updatedAt: tx.now,
    });
    return { run: number, title: row?.title ?? '' };
  });
}
