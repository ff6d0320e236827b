/**
 * One page of a pull, in transactions that are short while a person works: a click waits for one of
 * them at most. What a table refuses is kept aside and tried again; the cursor moves with the last.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { GaveWay, givingWay } from '../../../db/give-way.ts';
import { isConstraint } from '../../../db/merge-rows.ts';
import type { FieldChanges } from '../../../db/tables/core.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { countOf } from '../page-columns.ts';
import type { MergeReport } from '../replica.port.ts';
import type { PulledTable, PullPage, WireCell, WireConflict, WireRow } from '../wire.ts';
import { saveConflicts } from './conflicts.store.ts';
import { MERGE_CALLER } from './merge-caller.ts';
import { type MergeContext, type MergeScope, openScope } from './merge-context.ts';
import { entryOf } from './merge-entries.ts';
import { mergeNew } from './merge-new.store.ts';
import type { MergeSize } from './merge-size.ts';
import { mergeTable, tellMerged } from './merge-table.store.ts';
import { tryRefusedAgain } from './pushed.store.ts';
import { makePageReady } from './ready-rows.ts';
import { readState, saveCursor } from './replica-state.store.ts';
import { CellError, type SentColumn } from './table-codec.ts';
import { unknownAfter } from './unknown-rows.store.ts';
import { saveWrites } from './writes.store.ts';

const MOST_TRIED_AGAIN = 500;
const WRITES_AT_ONCE = 500;

export interface PageDeps {
  readonly db: Database;
  readonly context: Omit<MergeContext, 'writes'>;
  readonly now: () => number;
  readonly size: MergeSize;
  /** For the gate of writers, in this moment. */
  readonly isSomebodyWaiting: () => boolean;
  /** Between two transactions; the next one waits for it. */
  readonly onWritten: () => Promise<void> | void;
}

export async function mergePage(deps: PageDeps, page: PullPage): Promise<MergeReport> {
  const context: MergeContext = {
    ...deps.context,
    writes: new Map(page.writes.map((write) => [write.stamp, write])),
  };
  const { db } = deps;
  for (let from = 0; from < page.writes.length; from += WRITES_AT_ONCE)
    db.write(MERGE_CALLER, (tx) => saveWrites(tx, page.writes.slice(from, from + WRITES_AT_ONCE)));
  const conflicts: WireConflict[] = [];
  const merge = createPieces(deps, context);
  let changed = 0;
  for (const table of page.tables) changed += await merge(table, conflicts);
  for (const { table } of page.tables)
    changed += await merge({ table, rows: heldOf(deps, context, table) }, []);
  db.write(MERGE_CALLER, (tx) => {
    tellLosers(tx, context, saveConflicts(tx, page.conflicts, false));
    // What was refused as nobody's here is sent once it is somebody's.
    if (page.access.some(({ allowed }) => allowed)) tryRefusedAgain(tx);
    if (page.cursor > readState(tx).cursor) saveCursor(tx, page.cursor);
  });
  return { changed, conflicts };
}

/**
 * Rows of a table, each piece in a transaction of its own; how many changed. A page that gave way to
 * somebody goes on in short pieces to its end; each of those gives way once, so that it ends.
 */
function createPieces(deps: PageDeps, context: MergeContext) {
  const { size, db } = deps;
  let gaveWay = false;
  /** The same short piece gave way before. */
  let isAgain = false;
  return async (pulled: PulledTable, conflicts: WireConflict[]) => {
    let changed = 0;
    const { table } = pulled;
    const codec = context.codecs.get(table);
    const follower = context.followers[table];
    const ready = codec && makePageReady(db, { codec, pulled, follower });
    const scoped = ready ? { ...context, ready } : context;
    const count = countOf(pulled);
    for (let from = 0; from < count; ) {
      const most = gaveWay ? size.gentle(table) : size.rows(table);
      const to = Math.min(count, from + most);
      const done = mergePiece(deps, scoped, pulled, { from, to, givesWay: !isAgain });
      if (done === null) {
        gaveWay = true;
        isAgain = !size.isLong(to - from);
        await nextTurn();
        continue;
      }
      isAgain = false;
      size.took(table, to - from, done.ms);
      from = to;
      await deps.onWritten();
      changed += done.changed;
      for (const conflict of done.conflicts) conflicts.push(conflict);
      await nextTurn();
    }
    return changed;
  };
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly givesWay: boolean;
}

interface Done {
  readonly changed: number;
  readonly conflicts: readonly WireConflict[];
  /** For which nobody else could write; the wait for the gate is not in it. */
  readonly ms: number;
}

/** null: it gave way to somebody, and nothing of it was taken over. */
function mergePiece(
  { db, isSomebodyWaiting }: PageDeps,
  context: MergeContext,
  pulled: PulledTable,
  { from, to, givesWay }: Piece,
): Done | null {
  let began = 0;
  const run = (isCareful: boolean): Done => {
    const done = db.write(MERGE_CALLER, (tx) => {
      began ||= performance.now();
      const scope = openScope(givesWay ? givingWay(tx, isSomebodyWaiting) : tx, context);
      const changed =
        (isCareful ? null : mergeColumns(scope, pulled.table, from, to)) ??
        mergeTable(scope, pulled.table, pulled.rows.slice(from, to), isCareful);
      saveConflicts(tx, scope.conflicts, true);
      return { changed, conflicts: scope.conflicts };
    });
    return { ...done, ms: performance.now() - began };
  };
  const attempt = (isCareful: boolean): Done | null => {
    try {
      return run(isCareful);
    } catch (error) {
      if (error instanceof GaveWay) return null;
      if (isCareful || !(error instanceof CellError || isConstraint(error))) throw error;
      return attempt(true);
    }
  };
  return attempt(false);
}

/** null where they are to be merged row by row. */
function mergeColumns(scope: MergeScope, table: string, from: number, to: number): number | null {
  const codec = scope.codecs.get(table);
  const fresh = scope.ready?.fresh(from, to);
  return codec && fresh ? mergeNew(scope, codec, fresh) : null;
}

/** Rows that stood in each other's way need not any longer. */
function heldOf({ db }: PageDeps, { codecs }: MergeContext, table: string): WireRow[] {
  if (!codecs.has(table)) return [];
  const held = db.read('sync.held', (reader) =>
    unknownAfter(reader, table, { after: '', limit: MOST_TRIED_AGAIN, whole: true }),
  );
  return held.flatMap((part) => (part.v === null ? [] : [{ ...part, v: part.v } as WireRow]));
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
