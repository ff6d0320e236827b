import type {
  CollectionRun,
  CollectionTask,
  CollectionTaskPatch,
  NewCollectionTask,
} from '../../../shared/areas/evidence/collection.contract.ts';
import { nextDueAfter } from '../../../shared/areas/evidence/collection.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { collectionTasksTable } from '../../db/tables/collection.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { nextOf } from './collection.rules.ts';
import {
  currentEvidenceTitle,
  findTask,
  isActiveAccount,
  listTasks,
  recordRun,
  setTaskControls,
  type TaskRow,
  taskControls,
  taskRuns,
  toTask,
  unknownControls,
} from './collection.store.ts';
import type { CollectionRunner } from './collection-runner.ts';

export interface CollectionServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly runner: CollectionRunner;
  /** Links evidence to controls, with an entry in its chain of custody. */
  readonly linkEvidence: (
    tx: WriteTx,
    evidenceId: string,
    controlIds: readonly string[],
    actor: string | null,
  ) => void;
}

const noSuchTask = () => new AppError('not-found', 'There is no such collection task');

function mustFind(db: ReadDb, id: string): TaskRow {
  const task = findTask(db, id);
  if (!task) throw noSuchTask();
  return task;
}

function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

function checkReferences(db: ReadDb, task: Pick<CollectionTaskPatch, 'owner' | 'controlIds'>) {
  if (task.owner && !isActiveAccount(db, task.owner))
    throw badField('owner', 'There is no such account');
  if (unknownControls(db, task.controlIds ?? []).length > 0)
    throw badField('controlIds', 'One of the controls does not exist');
}

const by = (actor: string, verb: string, reason?: string): Caller => ({
  actor,
  origin: 'user',
  action: `evidence.${verb}`,
  ...(reason === undefined ? {} : { reason }),
});

export function createCollectionService(deps: CollectionServiceDeps) {
  const { db, clock, newId, runner } = deps;
  const today = () => localDay(clock.now());
  const shown = (id: string): CollectionTask =>
    db.read('evidence.task', (reader) => toTask(reader, mustFind(reader, id), today()));

  return {
    list(query: { q?: string | undefined; cursor?: string | undefined; limit: number }) {
      const [nextDue, id] = query.cursor ? fromCursor(query.cursor, ['string', 'string']) : [];
      const after = nextDue === undefined || id === undefined ? null : { nextDue, id };
      return db.read('evidence.tasks', (reader) => {
        const limit = query.limit + 1;
        const { rows, total } = listTasks(reader, { q: query.q, after, limit });
        const page = rows.slice(0, query.limit);
        const last = page.at(-1);
        return {
          tasks: page.map((row) => toTask(reader, row, today())),
          total,
          nextCursor: last && rows.length > query.limit ? toCursor([last.nextDue, last.id]) : null,
        };
      });
    },

    runs: (id: string): CollectionRun[] =>
      db.read('evidence.taskRuns', (reader) => taskRuns(reader, mustFind(reader, id).id)),

    create({ controlIds, ...task }: NewCollectionTask, actor: string): CollectionTask {
      const id = newId();
      db.write(by(actor, 'createTask'), (tx) => {
        checkReferences(tx, { owner: task.owner, controlIds });
        const times = { createdAt: tx.now, updatedAt: tx.now };
        tx.insert(collectionTasksTable, { ...task, id, nextDue: task.startsOn, ...times });
        setTaskControls(tx, id, controlIds, newId);
      });
      return shown(id);
    },

    update(id: string, patch: CollectionTaskPatch, actor: string): CollectionTask {
      db.write(by(actor, 'updateTask'), (tx) => {
        const before = mustFind(tx, id);
        checkReferences(tx, patch);
        const { controlIds, ...fields } = patch;
        const changed = { ...definedOnly(fields), ...movedDue(before, patch), updatedAt: tx.now };
        tx.update(collectionTasksTable, id, changed);
        if (controlIds) setTaskControls(tx, id, controlIds, newId);
      });
      return shown(id);
    },

    remove(id: string, actor: string): void {
      db.write(by(actor, 'removeTask'), (tx) => {
        mustFind(tx, id);
        setTaskControls(tx, id, [], newId);
        tx.remove(collectionTasksTable, id);
      });
    },

    async run(id: string, actor: string): Promise<CollectionTask> {
      const task = db.read('evidence.task', (reader) => mustFind(reader, id));
      if (task.collector === 'manual')
        throw new AppError('conflict', 'This task is collected by hand: add evidence to it', {
          allowed: ['complete', 'skip'],
        });
      const message = await runner.run(task, actor);
      if (message !== null) throw new AppError('unavailable', message);
      return shown(id);
    },

    complete(id: string, evidenceId: string, actor: string): CollectionTask {
      db.write(by(actor, 'completeTask'), (tx) => {
        const task = mustFind(tx, id);
        if (currentEvidenceTitle(tx, evidenceId) === undefined)
          throw badField('evidenceId', 'There is no such evidence');
        const controls = taskControls(tx, id).map((control) => control.id);
        deps.linkEvidence(tx, evidenceId, controls, actor);
        const run = {
          id: newId(),
          outcome: 'COLLECTED',
          evidenceId,
          actor,
          message: null,
        } as const;
        recordRun(tx, task, run, { ...nextOf(task, today()), coveredUntil: tx.now });
      });
      return shown(id);
    },

    skip(id: string, reason: string, actor: string): CollectionTask {
      db.write(by(actor, 'skipTask', reason), (tx) => {
        const task = mustFind(tx, id);
        const run = { outcome: 'SKIPPED', evidenceId: null, actor, message: reason } as const;
        const { coveredUntil } = task;
        recordRun(tx, task, { id: newId(), ...run }, { ...nextOf(task, today()), coveredUntil });
      });
      return shown(id);
    },
  };
}
export type CollectionService = ReturnType<typeof createCollectionService>;

/** Another rhythm or another first day move the next due day; what was collected stays so. */
function movedDue(before: TaskRow, patch: CollectionTaskPatch): { nextDue?: string } {
  if (patch.startsOn !== undefined && patch.startsOn !== before.startsOn)
    return { nextDue: patch.startsOn };
  if (patch.cadence === undefined || patch.cadence === before.cadence) return {};
  if (before.nextDue === before.startsOn) return {};
  const dayBefore = new Date(Date.parse(before.nextDue) - 86_400_000).toISOString().slice(0, 10);
  return { nextDue: nextDueAfter(before.startsOn, patch.cadence, dayBefore) };
}

function definedOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}
