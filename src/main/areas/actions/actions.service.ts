import type { DeskAction, StartedAction } from '../../../shared/areas/actions/actions.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  cutOffActions,
  dropOrphanParts,
  findAction,
  hasOrphanParts,
  lastRun,
  markResumed,
} from '../../db/action-journal.ts';
import type { Database } from '../../db/database.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { NewId } from '../../platform/ids.ts';
import { countActions, describeAction, listActions } from './actions.store.ts';
import type { TableApplier } from './appliers.ts';
import { type RunSteps, runAtOnce } from './run-action.ts';
import { createUndoStart, type Undoer } from './start-undo.ts';

export interface ActionServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
  readonly appliers: ReadonlyMap<string, TableApplier>;
  readonly steps: RunSteps;
}

export function createActionService(deps: ActionServiceDeps) {
  const { db, runner } = deps;

  function describe(id: string): DeskAction | null {
    return db.read('actions.get', (reader) => {
      const action = findAction(reader, id);
      return action ? describeAction(reader, action) : null;
    });
  }

  const begin = createUndoStart({ ...deps, describe });

  return {
    describe,

    list(query: { limit: number; cursor?: string | undefined; mine: boolean }, actor: string) {
      const place = query.cursor ? fromCursor(query.cursor, ['number', 'string']) : null;
      const after = place && { at: place[0], id: place[1] };
      const mine = query.mine ? actor : null;
      return db.read('actions.list', (reader) => {
        const found = listActions(reader, { actor: mine, after, limit: query.limit });
        const rows = found.slice(0, query.limit);
        const last = rows.at(-1);
        const isMore = found.length > query.limit && last !== undefined;
        return {
          rows: rows.map((row) => describeAction(reader, row)),
          total: countActions(reader, mine),
          nextCursor: isMore ? toCursor([last.at, last.id]) : null,
        };
      });
    },

    get(id: string): DeskAction {
      const action = describe(id);
      if (!action) throw new AppError('not-found', 'There is no such action');
      return action;
    },

    undo: (id: string, by: Undoer): StartedAction => begin(id, 'UNDO', by),
    redo: (id: string, by: Undoer): StartedAction => begin(id, 'REDO', by),

    /** Completes what a crash (or the moment of a backup) cut off, before anybody acts on its rows. */
    completeCutOff(): void {
      if (db.read('actions.orphans', hasOrphanParts))
        db.write({ actor: null, origin: 'system', action: 'actions.resume' }, dropOrphanParts);
      for (const { id } of db.read('actions.cutOff', cutOffActions)) {
        const run = db.read('actions.lastRun', (reader) => lastRun(reader, id));
        if (run?.state !== 'RUNNING' || isAlive(run.job_id)) continue;
        db.write({ actor: null, origin: 'system', action: 'actions.resume' }, (tx) =>
          markResumed(tx, run),
        );
        runAtOnce(db, id, deps.steps);
      }
    },
  };

  function isAlive(jobId: string | null): boolean {
    if (jobId === null) return false;
    try {
      return runner.find(jobId).finishedAt === null;
    } catch {
      return false;
    }
  }
}
export type ActionService = ReturnType<typeof createActionService>;
