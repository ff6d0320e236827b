/**
 * One page of a pull, in transactions that are short while a person works: a click waits for one of
 * them at most. What a table refuses is kept aside and tried again; the cursor moves with the last.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { isConstraint } from '../../../db/merge-rows.ts';
import type { FieldChanges } from '../../../db/tables/core.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { MergeReport } from '../replica.port.ts';
import type { PullPage, WireCell, WireConflict, WireRow } from '../wire.ts';
import { saveConflicts } from './conflicts.store.ts';
import { MERGE_CALLER } from './merge-caller.ts';
import { type MergeContext, openScope } from './merge-context.ts';
import { entryOf } from './merge-entries.ts';
import { mergeTable, tellMerged } from './merge-table.store.ts';
import { tryRefusedAgain } from './pushed.store.ts';
import { readState, saveCursor } from './replica-state.store.ts';
import { CellError, type SentColumn } from './table-codec.ts';
import { unknownAfter } from './unknown-rows.store.ts';
import { saveWrites } from './writes.store.ts';

const MOST_ROWS = 500;
const ALONE_ROWS = 5_000;
const MOST_MS = 50;
const LEAST_ROWS = 20;
const MOST_TRIED_AGAIN = 500;

export interface PageDeps {
  readonly db: Database;
  readonly context: Omit<MergeContext, 'writes'>;
  readonly now: () => number;
  readonly isSomebodyAtWork: () => boolean;
}

export async function mergePage(deps: PageDeps, page: PullPage): Promise<MergeReport> {
  const context: MergeContext = {
    ...deps.context,
    writes: new Map(page.writes.map((write) => [write.stamp, write])),
  };
  const { db } = deps;
  if (page.writes.length > 0) db.write(MERGE_CALLER, (tx) => saveWrites(tx, page.writes));
  const conflicts: WireConflict[] = [];
  let changed = 0;
  const size = createSize(deps.isSomebodyAtWork);
  for (const { table, rows } of page.tables) {
    for (let from = 0; from < rows.length; ) {
      const piece = rows.slice(from, from + size.rows());
      from += piece.length;
      const started = performance.now();
      const done = mergePiece(deps, context, table, piece);
      size.took(piece.length, performance.now() - started);
      changed += done.changed;
      for (const conflict of done.conflicts) conflicts.push(conflict);
      await nextTurn();
    }
  }
  changed += tryHeldAgain(deps, context, page);
  db.write(MERGE_CALLER, (tx) => {
    tellLosers(tx, context, saveConflicts(tx, page.conflicts, false));
    // What was refused as nobody's here is sent once it is somebody's.
    if (page.access.some(({ allowed }) => allowed)) tryRefusedAgain(tx);
    if (page.cursor > readState(tx).cursor) saveCursor(tx, page.cursor);
  });
  return { changed, conflicts };
}

interface Done {
  readonly changed: number;
  readonly conflicts: readonly WireConflict[];
}

function mergePiece(
  { db }: PageDeps,
  context: MergeContext,
  table: string,
  rows: readonly WireRow[],
): Done {
  const run = (isCareful: boolean): Done =>
    db.write(MERGE_CALLER, (tx) => {
      const scope = openScope(tx, context);
      const changed = mergeTable(scope, table, rows, isCareful);
      saveConflicts(tx, scope.conflicts, true);
      return { changed, conflicts: scope.conflicts };
    });
  try {
    return run(false);
  } catch (error) {
    if (!(error instanceof CellError) && !isConstraint(error)) throw error;
    return run(true);
  }
}

/** Rows that stood in each other's way need not any longer. */
function tryHeldAgain(deps: PageDeps, context: MergeContext, page: PullPage): number {
  let changed = 0;
  for (const { table } of page.tables) {
    if (!context.codecs.has(table)) continue;
    const held = deps.db.read('sync.held', (db) =>
      unknownAfter(db, table, { after: '', limit: MOST_TRIED_AGAIN, whole: true }),
    );
    const rows = held.flatMap((part) => (part.v === null ? [] : [{ ...part, v: part.v }]));
    if (rows.length > 0) changed += mergePiece(deps, context, table, rows as WireRow[]).changed;
  }
  return changed;
}

/** A decision that others outvoted before it came here is in the record's history all the same. */
function tellLosers(tx: WriteTx, context: MergeContext, conflicts: readonly WireConflict[]): void {
  const scope = openScope(tx, context);
  for (const { table, record, field, winner, loser } of conflicts) {
    const codec = context.codecs.get(table);
    const column = codec?.columnOf.get(field);
    if (!codec || !column || isTold(tx, record, loser.stamp)) continue;
    const changes: FieldChanges = {
      [column.property]: [readCell(column, winner.value), readCell(column, loser.value)],
    };
    tellMerged(scope, codec, [
      {
        ...entryOf(scope, loser.stamp, { recordId: record, changes }),
        actor: loser.actor,
      },
    ]);
  }
}

function readCell(column: SentColumn, cell: WireCell): unknown {
  try {
    return column.read(column.fromWire(cell));
  } catch (error) {
    if (error instanceof CellError) return cell;
    throw error;
  }
}

function isTold(tx: WriteTx, record: string, stamp: string): boolean {
  const told = 'SELECT 1 FROM audit_log WHERE stamp = ? AND record_id = ? LIMIT 1';
  return tx.get(told, stamp, record) !== undefined;
}

/** How many rows a transaction takes: fewer where they take long, more where nobody waits. */
function createSize(isSomebodyAtWork: () => boolean) {
  let most = MOST_ROWS;
  return {
    rows: () => (isSomebodyAtWork() ? most : Math.max(most, ALONE_ROWS)),
    took(rows: number, ms: number) {
      if (ms > MOST_MS) most = Math.max(LEAST_ROWS, Math.floor((rows * MOST_MS) / ms));
      else if (rows >= most) most = Math.min(MOST_ROWS, most * 2);
      if (most > MOST_ROWS) most = MOST_ROWS;
    },
  };
}
