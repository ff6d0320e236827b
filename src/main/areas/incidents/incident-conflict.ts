/** Two windows at one incident: the second hears what the first did (`shared/contract/revision.ts`). */
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import { findRecord, lastDecision, NO_REVISION, personName } from './incident-detail.store.ts';
import type { IncidentRow } from './incident-list.store.ts';

const DONE: Readonly<Record<string, string>> = {
  merge: 'merged this incident with others',
  split: 'split this incident',
  detach: 'detached a group from this incident',
  lock: 'locked this incident',
  unlock: 'unlocked this incident',
  rename: 'renamed this incident',
  release: 'left this incident to linking again',
  undo: 'undid a change of this incident',
  redo: 'did a change of this incident again',
};

/** @throws AppError 'conflict' where somebody decided about it since `baseRevision`. */
export function refuseStale(db: ReadDb, row: IncidentRow, baseRevision: string | undefined): void {
  if (baseRevision === undefined) return;
  const record = findRecord(db, row.key);
  const revision = record ? revisionOf(record) : NO_REVISION;
  if (revision === baseRevision) return;
  throw new AppError('conflict', `${whatHappened(db, row.key)} Nothing of yours was saved.`, {
    conflict: { revision, fields: [] },
  });
}

function whatHappened(db: ReadDb, key: string): string {
  const last = lastDecision(db, key);
  if (!last) return 'This incident was changed meanwhile, and is now left to linking.';
  const who = personName(db, last.actor) ?? 'Watchfloor';
  const what = DONE[last.action.split('.')[1] ?? ''] ?? 'changed this incident';
  const why = last.reason ? ` (${last.reason})` : '';
  return `${who} ${what} while you were looking at it${why}.`;
}
