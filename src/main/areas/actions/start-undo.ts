/**
 * Begins an undo or redo: short ones are done within the call, long ones by a job.
 *
 * Grants power: it writes fields that no endpoint writes. Defences: the permission of every table that
 * the action changed, and the state of the action inside the transaction, so that of two windows only
 * one begins.
 */
import {
  type DeskAction,
  LAST_ACTION,
  type StartedAction,
} from '../../../shared/areas/actions/actions.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { type ActionRow, beginRun, findAction, startOf } from '../../db/action-journal.ts';
import type { Caller } from '../../db/write-door.ts';
import type { ActionServiceDeps } from './actions.service.ts';
import { stepRun } from './run-action.ts';
import {
  AT_ONCE_MAX,
  changedTables,
  countChanges,
  newestToRedo,
  newestToUndo,
} from './undo.store.ts';

export interface Undoer {
  readonly id: string;
  readonly role: string;
}

const WORDS = {
  UNDO: { verb: 'Undo', from: 'DONE', last: 'There is nothing of yours to undo.' },
  REDO: { verb: 'Redo', from: 'UNDONE', last: 'There is nothing of yours to do again.' },
} as const;

export interface UndoStartDeps extends ActionServiceDeps {
  readonly describe: (id: string) => DeskAction | null;
}

export function createUndoStart(deps: UndoStartDeps) {
  const { db, runner, describe } = deps;

  function mustFind(id: string, direction: 'UNDO' | 'REDO', by: Undoer): ActionRow {
    const isLast = id === LAST_ACTION;
    const action = db.read('actions.find', (reader) => {
      if (!isLast) return findAction(reader, id);
      return direction === 'UNDO' ? newestToUndo(reader, by.id) : newestToRedo(reader, by.id);
    });
    if (!action && isLast) throw new AppError('conflict', WORDS[direction].last);
    if (!action) throw new AppError('not-found', 'There is no such action');
    return action;
  }

  /** Of every table whose rows it would change. @throws AppError 'forbidden', 'conflict'. */
  function checkPermissions(action: ActionRow, by: Undoer): void {
    for (const table of db.read('actions.tables', (reader) => changedTables(reader, action.id))) {
      const applier = deps.appliers.get(table);
      if (!applier) throw new AppError('conflict', 'This action cannot be undone here.');
      if (!roleMay(by.role, applier.permission))
        throw new AppError('forbidden', 'Your role does not allow this');
      if (applier.isPersonal?.(action.kind) && action.actor !== by.id)
        throw new AppError('forbidden', 'Only who did this can undo it or do it again');
    }
  }

  function begin(id: string, direction: 'UNDO' | 'REDO', by: Undoer): StartedAction {
    const found = mustFind(id, direction, by);
    const actionId = found.id;
    if (found.is_final === 1)
      throw new AppError(
        'conflict',
        'This cannot be undone: the time of the rule is over. Make a new rule.',
      );
    checkPermissions(found, by);
    const { verb } = WORDS[direction];
    const total = db.read('actions.count', (reader) =>
      countChanges(reader, actionId, direction === 'UNDO'),
    );
    const isLong = total > AT_ONCE_MAX;
    const jobId = isLong ? deps.newId() : null;
    const action = direction === 'UNDO' ? 'actions.undo' : 'actions.redo';
    const caller: Caller = {
      ...{ actor: by.id, origin: 'user', action, reason: `${verb} of ${found.summary}` },
    };
    const start = () =>
      db.write(caller, (tx) => {
        const now = findAction(tx, actionId);
        if (now?.state !== WORDS[direction].from) throw refusal(describe(actionId), direction);
        const position = startOf(tx, actionId, direction);
        beginRun(tx, { actionId, direction, actor: by.id, total, position, jobId });
        if (!isLong) while (stepRun(tx, actionId, deps.steps));
      });
    if (jobId === null) {
      start();
      return { actionId, action: describe(actionId), job: null };
    }
    start();
    const title = `${verb}: ${found.summary}`;
    const request = { kind: 'desk-run', title, unit: 'rows', total, startedBy: by.id };
    const { job } = runner.start({
      ...{ ...request, id: jobId, input: { actionId } },
      writesMuch: true,
    });
    return { actionId, action: describe(actionId), job };
  }

  return begin;
}

/** Two windows: the second hears what the first did. */
function refusal(action: DeskAction | null, direction: 'UNDO' | 'REDO'): AppError {
  if (!action) return new AppError('not-found', 'There is no such action');
  const { state, changedAt, changedByName } = action;
  const when = changedAt === null ? '' : ` at ${changedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const by = changedByName === null ? '' : ` by ${changedByName}`;
  if (state === 'UNDONE') return new AppError('conflict', `This was undone already${by}${when}.`);
  if (state === 'CANCELLED')
    return new AppError(
      'conflict',
      `This was cancelled${by}${when}, and what it had done was put back.`,
    );
  if (state === 'DONE')
    return new AppError(
      'conflict',
      direction === 'REDO'
        ? `This is done; there is nothing to do again${by && `: done again${by}${when}`}.`
        : 'This cannot be undone.',
    );
  return new AppError('conflict', 'This is under way. Wait for its end or cancel its job first.');
}
