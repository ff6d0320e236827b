/** Conflicts as the page asks for them, and what people decide about them. */

import type { SyncConflict } from '../../../../shared/areas/sync/sync-state.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { stampToHlc } from '../../../db/hlc.ts';
import type { SyncedShapes } from '../../../db/synced-tables.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { SyncService } from '../sync.types.ts';
import type { WireCell } from '../wire.ts';
import { assertEditable, type WriteRecord, writeEdit } from './conflict-edit.ts';
import { personNames, placeOf, rawRow, titleOfNamed } from './conflict-places.store.ts';
import {
  type ConflictRow,
  conflictsOf,
  countOpen,
  findConflict,
  listConflicts,
  markConflict,
} from './conflict-rows.store.ts';
import { cellText, type ValueLabels, type Words } from './conflict-text.ts';

export interface ConflictServiceDeps {
  readonly db: Database;
  readonly shapes: SyncedShapes;
  /** What pages call values that are one of a few. */
  readonly labels: ValueLabels;
  readonly writeRecord: WriteRecord;
}

export type ConflictService = Pick<
  SyncService,
  'conflicts' | 'conflict' | 'takeOther' | 'accept' | 'undo'
> & { openCount(): number };

const STATES = { OPEN: 'open', TAKEN: 'taken', KEPT: 'accepted' } as const;
const STORED = { open: 'OPEN', taken: 'TAKEN', accepted: 'KEPT' } as const;

export function createConflictService(deps: ConflictServiceDeps): ConflictService {
  const { db, shapes } = deps;
  const view = (reader: ReadDb, rows: readonly ConflictRow[]) => viewOf(reader, deps, rows);
  const one = (reader: ReadDb, id: string) => {
    const row = findConflict(reader, id);
    if (!row) throw new AppError('not-found', 'There is no such conflict');
    return row;
  };
  const shown = (reader: ReadDb, id: string): SyncConflict => {
    const [found] = view(reader, [one(reader, id)]);
    if (!found) throw new AppError('not-found', 'There is no such conflict');
    return found;
  };

  function decide(
    id: string,
    actor: string,
    action: string,
    change: (tx: WriteTx, row: ConflictRow) => ConflictRow['state'],
  ): SyncConflict {
    return db.write({ actor, origin: 'user', action }, (tx) => {
      const state = change(tx, one(tx, id));
      markConflict(tx, id, state, actor);
      tx.announce('sync', id);
      return shown(tx, id);
    });
  }

  function edit(tx: WriteTx, row: ConflictRow, cell: WireCell): void {
    const shape = shapes.get(row.tableName);
    const column = shape?.columnOf.get(row.field);
    if (!shape || !column)
      throw new AppError('bad-input', 'This version of Watchfloor does not know this field');
    assertEditable(shape.name, column.name);
    writeEdit(tx, { shape, column, record: row.recordId, cell }, deps.writeRecord);
  }

  return {
    conflicts: ({ state, record, limit }) =>
      db.read('sync.conflicts', (reader) => {
        const asked = { limit, ...(state === undefined ? {} : { state: STORED[state] }) };
        const { rows, total } = record
          ? conflictsOf(reader, record, asked)
          : listConflicts(reader, asked);
        return { conflicts: view(reader, rows), total };
      }),
    conflict: (id) => db.read('sync.conflict', (reader) => shown(reader, id)),
    takeOther: (id, actor) =>
      decide(id, actor, 'sync.take', (tx, row) => {
        if (row.state !== 'TAKEN') edit(tx, row, row.loserValue);
        return 'TAKEN';
      }),
    accept: (id, actor) =>
      decide(id, actor, 'sync.accept', (_tx, row) => {
        if (row.state === 'TAKEN')
          throw new AppError('conflict', 'The other value was used already; undo that first');
        return 'KEPT';
      }),
    undo: (id, actor) =>
      decide(id, actor, 'sync.undo', (tx, row) => {
        if (row.state === 'TAKEN') edit(tx, row, row.winnerValue);
        return 'OPEN';
      }),
    openCount: () => db.read('sync.conflicts.open', countOpen),
  };
}

/** One, for who is told of it; undefined where there is none. */
export function findView(
  db: ReadDb,
  deps: Pick<ConflictServiceDeps, 'shapes' | 'labels'>,
  id: string,
): SyncConflict | undefined {
  const row = findConflict(db, id);
  return row && viewOf(db, deps, [row])[0];
}

function viewOf(
  db: ReadDb,
  { shapes, labels }: Pick<ConflictServiceDeps, 'shapes' | 'labels'>,
  rows: readonly ConflictRow[],
): SyncConflict[] {
  const titleOf = (column: string, id: string) => titleOfNamed(db, column, id);
  const words: Words = { labels, names: personNames(db), titleOf };
  return rows.map((row) => toConflict(db, shapes, row, words));
}

function toConflict(
  db: ReadDb,
  shapes: SyncedShapes,
  row: ConflictRow,
  words: Words,
): SyncConflict {
  const { names } = words;
  const place = {
    table: row.tableName,
    column: shapes.get(row.tableName)?.columnOf.get(row.field),
  };
  const shape = shapes.get(row.tableName);
  const { column } = place;
  const raw = shape ? rawRow(db, shape.name, row.recordId) : undefined;
  const isAboutRemoval = row.field === 'deleted_at';
  const side = (value: unknown, stamp: string, actor: string | null) => ({
    value: cellText(place, value, words),
    by: actor === null ? null : (names.get(actor) ?? 'Somebody'),
    at: toIso(stampToHlc(stamp).wallMs),
  });
  return {
    ...{ id: row.id, table: row.tableName, record: row.recordId },
    ...placeOf(db, row.tableName, row.recordId),
    field: isAboutRemoval ? 'removal' : (column?.property ?? row.field),
    kept: side(row.winnerValue, row.winnerStamp, row.winnerActor),
    other: side(row.loserValue, row.loserStamp, row.loserActor),
    current: cellText(place, column && raw ? raw[column.name] : null, words),
    isGone: raw === undefined || (raw.deleted_at !== null && !isAboutRemoval),
    state: STATES[row.state],
    decided:
      row.decidedAt === null
        ? null
        : {
            by: row.decidedBy === null ? null : (names.get(row.decidedBy) ?? 'Somebody'),
            at: toIso(row.decidedAt),
          },
    at: toIso(row.seenAt),
  };
}
