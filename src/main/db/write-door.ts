/**
 * The one way a synced row changes. In the transaction of the change it stamps the row (hybrid
 * logical clock, per field), appends the audit entry and the change record for sync, and collects
 * the event that the page hears after the commit.
 */
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Bound, ReadDb } from './database.ts';
import type { MergedResult, MergedRows } from './merge-rows.ts';
import type { PackedRows } from './packed-rows.ts';
import { type NewRowOf, type RowOf, type StatementCache, tableShape } from './statements.ts';
import { Transaction } from './transaction.ts';

/** Who writes and why; it becomes the audit entry. `action` is `<area>.<verb>`. */
export interface Caller {
  readonly actor: string | null;
  readonly origin: 'user' | 'job' | 'system' | 'sync';
  readonly action: string;
  readonly reason?: string | null;
  /** The write only begins a job: whoever asked for that waits for it, and need not click again in a moment. */
  readonly beginsJob?: boolean;
}

/** A table of the write door: one text id, the sync columns. */
export type SyncedTable = SQLiteTable;

type Synced<Row> = Omit<Row, 'rowVersion' | 'fieldVersions' | 'deletedAt'>;

export interface WriteTx extends ReadDb {
  /** The time of this transaction, ms since the epoch. */
  readonly now: number;
  insert<T extends SyncedTable>(table: T, row: Synced<NewRowOf<T>>): void;
  /** Changes what differs; returns the row before and after, or undefined where there is none. */
  update<T extends SyncedTable>(
    table: T,
    id: string,
    patch: Partial<Synced<RowOf<T>>>,
  ): { before: RowOf<T>; after: RowOf<T> } | undefined;
  /** Leaves a tombstone; false where there is no such row. */
  remove(table: SyncedTable, id: string): boolean;
  /** Takes a tombstone back; false where there is none. */
  revive(table: SyncedTable, id: string): boolean;
  /**
   * Inserts many new rows under one stamp, one audit entry and one change record (a range of `seq`).
   * Rows whose unique keys exist already are passed over. `onInserted` hears which row (its index)
   * got which `seq`.
   */
  insertRange(
    table: SyncedTable,
    rows: PackedRows,
    onInserted: (index: number, seq: number) => void,
  ): InsertedRange;
  /**
   * Changes many rows under one stamp, one audit entry (which names `partOf`) and one change record:
   * of the rows between the first and the last `seq`, those whose fields bear the stamp. Returns the
   * rows that changed.
   */
  updateRange<T extends SyncedTable>(
    table: T,
    seqs: readonly number[],
    change: RangeChange<T>,
  ): { before: RowOf<T>; after: RowOf<T> }[];
  /**
   * Writes what the merge of rows of others came to: with their stamps, audit entries in the names of
   * those who did it, and change records that are not sent. @throws where a table refuses a row and
   * nobody hears of refusals.
   */
  mergeRows(table: SyncedTable, rows: MergedRows): MergedResult;
  /** Writes to a table that is not synced (sessions, jobs, counts, search index). */
  run(sql: string, ...values: Bound[]): number;
  /**
   * Deletes rows of a synced table by their `seq`, for good and without tombstones, and says in the
   * audit log how many: what is kept too long. It is this workstation's own affair, so there is no
   * change record: whoever shares the workspace keeps by its own rules.
   */
  purge(table: SyncedTable, seqs: readonly number[]): number;
  /** Deletes rows of a synced table by their ids, for good: rows that this workstation is not to have (sync). */
  forget(table: SyncedTable, ids: readonly string[]): number;
  /** Gives a row that nobody else has another id; what names it is the caller's affair (sync). */
  rename(table: SyncedTable, from: string, to: string): void;
  /** An audit entry about rows of tables that are not synced, or about the workspace as a whole. */
  note(resource: string, rowCount: number): void;
  /** Deletes every row of the chosen tables, for good and without tombstones: a workspace that ends. */
  wipe(isChosen: (table: string) => boolean): void;
  /** Announces a change of a table that is not synced. */
  announce(resource: string, id?: string): void;
  /**
   * Writes as of an earlier moment and in another's name, within this transaction: a past that is
   * known, like that of the demo workspace. Moments must come in order, and before any write of now:
   * a stamp is never before the one made last.
   */
  asOf<R>(at: number, caller: Caller, fn: (tx: WriteTx) => R): R;
  /**
   * Inserts rows that come with the product and are the same on every workstation: what anybody decided about
   * one of them, anywhere and whenever, stands over it.
   */
  asBorn<R>(fn: (tx: WriteTx) => R): R;
}

export interface RangeChange<T extends SyncedTable> {
  /** Id of the action that the rows are changed by. */
  readonly partOf: string;
  /** Sees each row as it is inside the transaction; null leaves it. */
  decide(before: RowOf<T>): Partial<Synced<RowOf<T>>> | null;
}

/** Rows that one transaction put side by side: `first` to `last` are their `seq`. */
export interface InsertedRange {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

export class WriteDoor {
  readonly #statements: StatementCache;
  readonly #reader: ReadDb;
  readonly #readerOfCaller: () => ReadDb;
  readonly #clock: Clock;
  readonly #localWrites = new Set<string>();
  #syncedTables: ReadonlySet<string> | undefined;

  constructor(deps: {
    statements: StatementCache;
    reader: ReadDb;
    /** What a transaction reads with: without what the person in whose name it runs may not see. */
    readerOfCaller: () => ReadDb;
    clock: Clock;
  }) {
    this.#statements = deps.statements;
    this.#reader = deps.reader;
    this.#readerOfCaller = deps.readerOfCaller;
    this.#clock = deps.clock;
  }

  transact<R>(caller: Caller, fn: (tx: WriteTx) => R): { result: R; events: ServerEvent[] } {
    this.#statements.get('BEGIN IMMEDIATE').run();
    const transaction = new Transaction(caller, this.#clock.now(), {
      statements: this.#statements,
      isSynced: (name) => this.#isSynced(name),
      checkLocalWrite: (sql) => this.#checkLocalWrite(sql),
    });
    try {
      const reader = this.#readerOfCaller();
      const tx = transaction.asTx(reader);
      const result = fn(reader === this.#reader ? tx : withinSight(tx, reader));
      this.#statements.get('COMMIT').run();
      return { result, events: transaction.events() };
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.#statements.get('ROLLBACK').run();
    } catch {
      // SQLite has rolled back by itself (disk full, I/O error); there is nothing left to undo.
    }
  }

  #checkLocalWrite(sql: string): void {
    if (this.#localWrites.has(sql)) return;
    const target =
      /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+(\w+)/i.exec(
        sql,
      )?.[1];
    if (!target || this.#isSynced(target)) {
      throw new Error(
        `Not a write to a local table, use insert, update or remove: ${sql.slice(0, 60)}`,
      );
    }
    this.#localWrites.add(sql);
  }

  #isSynced(name: string): boolean {
    this.#syncedTables ??= new Set(
      this.#reader
        .all<{ name: string }>(
          "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'row_version' WHERE m.type = 'table'",
        )
        .map((row) => row.name),
    );
    return this.#syncedTables.has(name);
  }
}

/** A row that the caller may not see is none to change. */
function withinSight(tx: WriteTx, reader: ReadDb): WriteTx {
  const isSeen = (table: SyncedTable, id: string) =>
    reader.get(`SELECT 1 FROM ${tableShape(table).name} WHERE id = ?`, id) !== undefined;
  return {
    ...tx,
    update: (table, id, patch) => (isSeen(table, id) ? tx.update(table, id, patch) : undefined),
    remove: (table, id) => isSeen(table, id) && tx.remove(table, id),
    revive: (table, id) => isSeen(table, id) && tx.revive(table, id),
  };
}
