import type {
  ControlDetail,
  ControlFacets,
  ControlFilter,
  ControlHistoryEntry,
  ControlQuery,
  ControlUpdate,
  NewControl,
  TreeBranch,
  TreeFramework,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import type { Caller } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  badField,
  type ControlPatch,
  decideChange,
  mustFindControl,
  readControlFacts,
} from './control-assess.store.ts';
import { readControlHistory } from './control-history.store.ts';
import {
  isAccount,
  isControlIdTaken,
  isEditable,
  isFramework,
  nextPosition,
  readControlDetail,
} from './controls.store.ts';
import { type ControlPage, type ControlRow, listControls } from './controls-list.store.ts';
import { readBranch, readFacets, readTree } from './controls-tree.store.ts';

export interface ControlServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createControlService({ db, clock, newId }: ControlServiceDeps) {
  const get = (id: string): ControlDetail =>
    db.read('controls.get', (reader) => readControlDetail(reader, id, clock.now()));

  return {
    get,

    list: (query: ControlQuery): ControlPage =>
      db.read('controls.list', (reader) => listControls(reader, query, clock.now())),

    facets: (): ControlFacets =>
      db.read('controls.facets', (reader) => readFacets(reader, clock.now())),

    tree: (filter: ControlFilter): TreeFramework[] =>
      db.read('controls.tree', (reader) => readTree(reader, filter, clock.now())),

    branch: (frameworkId: string, filter: ControlFilter): TreeBranch =>
      db.read('controls.branch', (reader) => {
        if (!isFramework(reader, frameworkId))
          throw new AppError('not-found', 'There is no such framework');
        return readBranch(reader, frameworkId, filter, clock.now());
      }),

    history: (id: string): ControlHistoryEntry[] =>
      db.read('controls.history', (reader) => {
        mustFindControl(reader, id);
        return readControlHistory(reader, id);
      }),

    create(control: NewControl, actor: string): ControlDetail {
      const id = newId();
      db.write({ actor, origin: 'user', action: 'compliance.createControl' }, (tx) => {
        if (!isFramework(tx, control.frameworkId))
          throw badField('frameworkId', 'There is no such framework');
        if (isControlIdTaken(tx, control.frameworkId, control.controlId))
          throw new AppError(
            'conflict',
            `This framework has a control ‘${control.controlId}’ already. Choose another id.`,
          );
        tx.insert(controlsTable, {
          ...control,
          id,
          isCustom: true,
          position: nextPosition(tx, control.frameworkId),
          createdAt: tx.now,
          updatedAt: tx.now,
        });
      });
      return get(id);
    },

    update(id: string, update: ControlUpdate, actor: string): ControlDetail {
      const reason = update.reason || undefined;
      const decided = db.read('controls.decide', (reader) =>
        decide(reader, id, update, clock.now()),
      );
      const caller: Caller = {
        actor,
        origin: 'user',
        action: actionOf(update, decided.isUnproven),
        reason: reason ?? update.applicabilityReason ?? null,
      };
      // Decided once more inside, on the row as it is by then.
      db.write(caller, (tx) => tx.update(controlsTable, id, decide(tx, id, update, tx.now).patch));
      return get(id);
    },
  };
}
export type ControlService = ReturnType<typeof createControlService>;

function decide(
  db: ReadDb,
  id: string,
  update: ControlUpdate,
  now: number,
): { patch: ControlPatch; isUnproven: boolean } {
  const row = mustFindControl(db, id);
  checkIsCurrent(row, update.expectedUpdatedAt);
  if (update.owner && !isAccount(db, update.owner))
    throw badField('owner', 'There is no such account');
  if ((update.title !== undefined || update.description !== undefined) && !isEditable(db, row))
    throw new AppError(
      'conflict',
      'Title and description of this control come from its framework pack and cannot be changed',
    );
  const facts = readControlFacts(db, [id], now)(id);
  const { patch, isUnproven } = decideChange(row, update, update.reason || undefined, facts, now);
  if (update.title !== undefined) patch.title = update.title;
  if (update.description !== undefined) patch.description = update.description;
  return { patch, isUnproven };
}

function checkIsCurrent(row: ControlRow, expected: string | undefined): void {
  if (expected === undefined || Date.parse(expected) === row.updatedAt) return;
  throw new AppError(
    'conflict',
    `Somebody changed this control at ${toIso(row.updatedAt)}. Look at it again before you change it.`,
  );
}

function actionOf(update: ControlUpdate, isUnproven: boolean): string {
  if (update.status !== undefined)
    return isUnproven ? 'compliance.assess-without-evidence' : 'compliance.assess';
  if (update.isApplicable !== undefined) return 'compliance.applicability';
  return 'compliance.updateControl';
}
