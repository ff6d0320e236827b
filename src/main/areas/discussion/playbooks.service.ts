import type { NewPlaybook, Playbook } from '../../../shared/areas/discussion/playbooks.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { recordAction } from '../../db/action-log.ts';
import type { Database } from '../../db/database.ts';
import { playbooksTable } from '../../db/tables/discussion.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { createPlaybookStore, findPlaybook } from './playbooks.store.ts';

const noPlaybook = () => new AppError('not-found', 'There is no such checklist');

function mustFind(tx: WriteTx, id: string): Playbook {
  const playbook = findPlaybook(tx, id);
  if (!playbook) throw noPlaybook();
  return playbook;
}

function changeable(tx: WriteTx, id: string): Playbook {
  const playbook = mustFind(tx, id);
  if (playbook.isBuiltIn)
    throw new AppError('conflict', 'Checklists of the product stay as they are: add a copy.');
  return playbook;
}

/** Ids of steps stay where they were given and are known; others are new. */
function stepsOf(newId: NewId, input: NewPlaybook, known: readonly { id: string }[]) {
  const ids = new Set(known.map(({ id }) => id));
  return input.steps.map(({ id, text }) => {
    const kept = id !== undefined && ids.delete(id) ? id : newId();
    return { id: kept, text };
  });
}

export function createPlaybookService({ db, newId }: { db: Database; newId: NewId }) {
  const store = createPlaybookStore(db);
  return {
    list: (): Playbook[] => store.list(),

    create(input: NewPlaybook, actor: string): Playbook {
      const id = newId();
      return db.write({ actor, origin: 'user', action: 'playbooks.create' }, (tx) => {
        const { name, summary, matches } = input;
        const row = {
          ...{ id, name, summary, matches, steps: stepsOf(newId, input, []), createdBy: actor },
          ...{ createdAt: tx.now, updatedAt: tx.now },
        };
        tx.insert(playbooksTable, row);
        recordAction(
          tx,
          { id: newId(), kind: 'playbooks.create', actor, summary: `Add checklist ‘${name}’` },
          [{ table: 'playbooks', id, before: null, after: { name } }],
        );
        return mustFind(tx, id);
      });
    },

    update(id: string, input: NewPlaybook, actor: string): Playbook {
      return db.write({ actor, origin: 'user', action: 'playbooks.change' }, (tx) => {
        const { name, summary, matches, steps } = changeable(tx, id);
        const before = { name, summary, matches, steps };
        const after = {
          ...{ name: input.name, summary: input.summary, matches: input.matches },
          steps: stepsOf(newId, input, steps),
        };
        tx.update(playbooksTable, id, { ...after, updatedAt: tx.now });
        tx.announce('alert_checks');
        recordAction(
          tx,
          { id: newId(), kind: 'playbooks.change', actor, summary: `Change checklist ‘${name}’` },
          [{ table: 'playbooks', id, before, after }],
        );
        return mustFind(tx, id);
      });
    },

    remove(id: string, actor: string): { removed: boolean } {
      return db.write({ actor, origin: 'user', action: 'playbooks.delete' }, (tx) => {
        const { name } = changeable(tx, id);
        const removed = tx.remove(playbooksTable, id);
        tx.announce('alert_checks');
        recordAction(
          tx,
          { id: newId(), kind: 'playbooks.delete', actor, summary: `Delete checklist ‘${name}’` },
          [{ table: 'playbooks', id, before: { name }, after: null }],
        );
        return { removed };
      });
    },
  };
}
export type PlaybookService = ReturnType<typeof createPlaybookService>;
