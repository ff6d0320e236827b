/** Histories that once broke a promise, as small as they could be made, with what they had found. */
import type { History, Mishap, Step } from './history.ts';

const insert = (who: number, table = 0, key = 0): Step => ({ type: 'insert', who, table, key });
const edit = (who: number, row = 0, column = 0): Step => ({
  ...{ type: 'edit', who, row, column, asFirst: false },
});
const sync = (who: number, ...mishaps: readonly Mishap[]): Step => ({ type: 'sync', who, mishaps });
const on = (on: Mishap['on'], type: Mishap['type'], pick = 0, call = 1): Mishap => ({
  ...{ on, call, type, pick },
});
const clock = (who: number, ms: number): Step => ({ type: 'clock', who, ms });
const DAYS = 86_400_000;

const history = (
  replicas: number,
  steps: readonly Step[],
  more: Partial<History> = {},
): History => ({
  ...{ replicas, batchRows: 1, pageRows: 1, old: 0, steps, ...more },
});

export const PINNED: Readonly<Record<string, History>> = {
  'an answer is lost and the row behind it is not sent': history(2, [
    ...[insert(0), sync(0), sync(1), insert(1), edit(1, 0)],
    sync(1, on('push', 'other-edits'), on('push', 'cut-after', 0, 1)),
  ]),
  'an answer is lost, another changes the same field knowing ours': history(
    2,
    [insert(0), sync(0), edit(0), sync(0, on('push', 'cut-after')), sync(1), edit(1), sync(1)],
    { batchRows: 5_000 },
  ),
  'one transaction is in two batches, and another changed its second row': history(2, [
    ...[insert(0), insert(0), sync(0), sync(1), { type: 'edit-many', who: 0, table: 0 } as const],
    sync(0, on('push', 'other-edits', 3), on('head', 'cut-before', 0, 2)),
  ]),
  'a row crosses with a later change, and its author with the next batch': history(3, [
    ...[insert(2, 3), sync(2), sync(0), edit(0, 7), insert(0), edit(0, 0), edit(0, 3)],
    sync(0, on('push', 'other-inserts', 0, 2)),
  ]),
  'a clock that was ahead is set back before the sync': history(2, [
    ...[insert(0), sync(0), clock(0, 90_000), edit(0), clock(0, -3 * DAYS), sync(0)],
  ]),
  'what was sent is not given new stamps': history(2, [
    ...[clock(0, 50_000), insert(0), insert(0), sync(0, on('push', 'cut-after'))],
    ...[clock(0, 3 * DAYS), edit(0), sync(0), clock(0, -3 * DAYS), edit(0), sync(0)],
  ]),
  'a workstation put back goes on writing before it syncs': history(2, [
    ...[
      insert(0),
      sync(0),
      { type: 'backup', who: 0 } as const,
      insert(0),
      { type: 'edit', who: 0, row: 0, column: 0, asFirst: true } as const,
      sync(0),
    ],
    ...[{ type: 'restore', who: 0 } as const, insert(0), insert(0), edit(0), sync(0), sync(1)],
  ]),
  'one program knows a column that the other does not': history(
    2,
    [
      insert(1),
      sync(1),
      sync(0),
      edit(0),
      sync(0),
      { type: 'upgrade', who: 0 } as const,
      edit(1, 0, 2),
    ],
    { old: 1 },
  ),
  'twins meet on the way, one of them deleted and revived': history(4, [
    ...[insert(0, 3, 1), insert(3, 3, 1), { type: 'remove', who: 3, row: 0 } as const],
    ...[sync(3), sync(2), { type: 'revive', who: 2, row: 0 } as const],
  ]),
  'twins that comments point at': history(2, [
    ...[insert(0, 1), insert(0, 2), insert(1, 1), insert(1, 2), sync(0)],
    sync(1, on('push', 'other-inserts', 1)),
  ]),
  'the server is put back and the next to push is of the old past': history(2, [
    ...[insert(0), sync(0), sync(1), { type: 'server-backup' } as const, insert(1), sync(1)],
    ...[edit(1), { type: 'server-restore' } as const, edit(0), sync(0), sync(1)],
  ]),
  'the server is put back twice to the same day': history(3, [
    ...[{ type: 'server-backup' } as const, insert(1), sync(1), sync(2)],
    ...[{ type: 'server-restore' } as const, sync(1), { type: 'server-restore' } as const],
    ...[edit(1), edit(0)],
  ]),
  'the server is put back between the question and the push': history(2, [
    ...[{ type: 'server-backup' } as const, insert(0), insert(0), sync(0), insert(0)],
    sync(0, on('push', 'server-restored'), on('push', 'other-edits', 2)),
  ]),
  'the server lost a tombstone that only a reader has': history(2, [
    ...[insert(1), { type: 'backup', who: 1 } as const, { type: 'server-backup' } as const],
    ...[{ type: 'remove', who: 1, row: 0 } as const, sync(1), { type: 'restore', who: 1 } as const],
    ...[sync(0), { type: 'server-restore' } as const, sync(0)],
  ]),
  'the server lost that a workstation may not see an investigation': history(2, [
    ...[{ type: 'server-backup' } as const, insert(0, 4), sync(0), sync(1)],
    ...[{ type: 'restrict', who: 1, row: 0, named: 1 } as const, sync(1), sync(0)],
    ...[{ type: 'restrict', who: 1, row: 0, named: null } as const],
    ...[{ type: 'server-restore' } as const, sync(0), sync(1)],
  ]),
  'an investigation is closed to one and opened again while he writes': history(3, [
    ...[insert(0, 4), insert(0, 5), sync(0), sync(1), sync(2)],
    ...[{ type: 'restrict', who: 0, row: 0, named: 1 } as const, sync(0), edit(2, 1), sync(2)],
    ...[{ type: 'restrict', who: 1, row: 0, named: null } as const, sync(1), sync(2)],
  ]),
  'a database that is put back makes the very stamps again, by a clock that is behind': history(2, [
    ...[insert(0), clock(0, -3 * DAYS), { type: 'backup', who: 0 } as const, edit(0), sync(0)],
    ...[{ type: 'restore', who: 0 } as const, insert(0), sync(0, on('head', 'cut-before'))],
    ...[{ type: 'undo', who: 0 } as const, { type: 'remove', who: 0, row: 0 } as const],
  ]),
};
