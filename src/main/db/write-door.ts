/**
 * The one way a synced row changes. In the transaction of the change it stamps the row (hybrid
 * logical clock, per field), appends the audit entry and the change record for sync, and collects
 * the event that the page hears after the commit.
 */
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Bound, ReadDb } from './database.ts';
import { hlcToStamp, nextHlc, stampToHlc } from './hlc.ts';
import {
  insertSql,
  type NewRowOf,
  type RowOf,
  rowFromDriver,
  type StatementCache,
  type TableShape,
  tableShape,
  toDriver,
} from './statements.ts';
import type { FieldChanges } from './tables/core.table.ts';

/** Who writes and why; it becomes the audit entry. `action` is `<area>.<verb>`. */
export interface Caller {
  readonly actor: string | null;
  readonly origin: 'user' | 'job' | 'system' | 'sync';
  readonly action: string;
  readonly reason?: string | null;
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
  /**
   * Inserts many new rows under one stamp, one audit entry and one change record (a range of `seq`).
   * Rows whose unique keys exist already are passed over. `onInserted` hears each new row's `seq`.
   * All rows must have the same properties.
   */
  insertRange<T extends SyncedTable, R extends Synced<NewRowOf<T>>>(
    table: T,
    rows: readonly R[],
    onInserted: (row: R, seq: number) => void,
  ): number;
  /** Writes to a table that is not synced (sessions, jobs, counts, search index). */
  run(sql: string, ...values: Bound[]): number;
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
}

const SYNC_PROPERTIES = new Set(['rowVersion', 'fieldVersions', 'deletedAt', 'seq']);
/** More changed rows than this are announced without their ids. */
const MAX_ANNOUNCED_IDS = 50;

export class WriteDoor {
  readonly #statements: StatementCache;
  readonly #reader: ReadDb;
  readonly #clock: Clock;
  #nodeId: string | undefined;
  #syncedTables: ReadonlySet<string> | undefined;

  constructor(deps: { statements: StatementCache; reader: ReadDb; clock: Clock }) {
    this.#statements = deps.statements;
    this.#reader = deps.reader;
    this.#clock = deps.clock;
  }

  transact<R>(caller: Caller, fn: (tx: WriteTx) => R): { result: R; events: ServerEvent[] } {
    this.#statements.get('BEGIN IMMEDIATE').run();
    const transaction = new Transaction(caller, this.#clock.now(), {
      statements: this.#statements,
      nodeId: () => this.#node(),
      isSynced: (name) => this.#isSynced(name),
    });
    try {
      const result = fn(transaction.asTx(this.#reader));
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

  #node(): string {
    this.#nodeId ??= this.#reader.get<{ value: string }>(
      "SELECT value FROM meta WHERE key = 'node_id'",
    )?.value;
    if (!this.#nodeId) throw new Error('The database has no node_id');
    return this.#nodeId;
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

/** What changed, by resource: the ids, or that there were many. */
type Announced = Map<string, Set<string> | 'many'>;

interface TransactionDeps {
  readonly statements: StatementCache;
  readonly nodeId: () => string;
  readonly isSynced: (table: string) => boolean;
}

class Transaction {
  readonly #caller: Caller;
  readonly #now: number;
  readonly #deps: TransactionDeps;
  readonly #announced: Announced;
  #stamp: string | undefined;

  constructor(
    caller: Caller,
    now: number,
    deps: TransactionDeps,
    announced: Announced = new Map(),
  ) {
    this.#caller = caller;
    this.#now = now;
    this.#deps = deps;
    this.#announced = announced;
  }

  asTx(reader: ReadDb): WriteTx {
    return {
      ...reader,
      now: this.#now,
      insert: (table, row) => this.#insert(table, row as Record<string, unknown>),
      update: (table, id, patch) =>
        this.#update(table, id, patch as Record<string, unknown>) as never,
      remove: (table, id) => this.#remove(table, id),
      insertRange: (table, rows, onInserted) =>
        this.#insertRange(table, rows as readonly Record<string, unknown>[], onInserted as never),
      run: (sql, ...values) => this.#run(sql, values),
      wipe: (isChosen) => this.#wipe(isChosen),
      announce: (resource, id) => this.#announce(resource, id),
      asOf: (at, caller, fn) => {
        if (at > this.#now) throw new Error('asOf is for the past');
        return fn(new Transaction(caller, at, this.#deps, this.#announced).asTx(reader));
      },
    };
  }

  events(): ServerEvent[] {
    return [...this.#announced].map(([resource, ids]) =>
      ids === 'many' ? { type: 'changed', resource } : { type: 'changed', resource, ids: [...ids] },
    );
  }

  /** One stamp a transaction; the clock is kept at once, for the next one of this process or another thread. */
  #currentStamp(): string {
    if (this.#stamp) return this.#stamp;
    const { statements, nodeId } = this.#deps;
    const last = statements.get("SELECT value FROM meta WHERE key = 'hlc'").get() as
      | { value: string }
      | undefined;
    const state = nextHlc(last ? stampToHlc(last.value) : { wallMs: 0, counter: 0 }, this.#now);
    this.#stamp = hlcToStamp(state, nodeId());
    statements
      .get(
        "INSERT INTO meta (key, value) VALUES ('hlc', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      )
      .run(this.#stamp);
    return this.#stamp;
  }

  #insert(table: SyncedTable, row: Record<string, unknown>): void {
    const shape = this.#syncedShape(table);
    const values = { ...row, rowVersion: this.#currentStamp() };
    const properties = Object.keys(values).filter((property) => shape.columnsByProperty[property]);
    const bound = properties.map((p) =>
      toDriver(shape.columnsByProperty[p], values[p as keyof typeof values]),
    );
    this.#deps.statements.get(insertSql(shape, properties)).run(...bound);
    const id = String(row.id);
    this.#audit(shape.name, id, 1, null);
    this.#recordChange(shape.name, id, null);
    this.#announce(shape.name, id);
  }

  #update(table: SyncedTable, id: string, patch: Record<string, unknown>) {
    const shape = this.#syncedShape(table);
    const before = this.#find(shape, id);
    if (!before) return undefined;
    const changed = Object.keys(patch).filter(
      (p) =>
        shape.columnsByProperty[p] && !SYNC_PROPERTIES.has(p) && !sameValue(before[p], patch[p]),
    );
    if (changed.length === 0) return { before, after: before };
    const after = this.#writeFields(shape, before, patch, changed);
    const changes: FieldChanges = Object.fromEntries(
      changed.map((p) => [p, [before[p], patch[p]] as const]),
    );
    this.#audit(shape.name, id, 1, changes);
    this.#recordChange(shape.name, id, changed);
    this.#announce(shape.name, id);
    return { before, after };
  }

  #remove(table: SyncedTable, id: string): boolean {
    const shape = this.#syncedShape(table);
    const before = this.#find(shape, id);
    if (!before || before.deletedAt !== null) return false;
    this.#writeFields(shape, before, { deletedAt: this.#now }, ['deletedAt']);
    this.#audit(shape.name, id, 1, { deletedAt: [null, this.#now] });
    this.#recordChange(shape.name, id, ['deletedAt']);
    this.#announce(shape.name, id);
    return true;
  }

  #insertRange(
    table: SyncedTable,
    rows: readonly Record<string, unknown>[],
    onInserted: (row: Record<string, unknown>, seq: number) => void,
  ): number {
    const sample = rows[0];
    if (!sample) return 0;
    const shape = this.#syncedShape(table);
    const properties = Object.keys(sample).filter((property) => shape.columnsByProperty[property]);
    const columns = properties.map((property) => shape.columnsByProperty[property]);
    const sql = insertSql(shape, [...properties, 'rowVersion'], 'ON CONFLICT DO NOTHING');
    const statement = this.#deps.statements.get(sql);
    const stamp = this.#currentStamp();
    const bound: unknown[] = new Array(properties.length + 1);
    bound[properties.length] = stamp;
    let first = 0;
    let last = 0;
    let added = 0;
    for (const row of rows) {
      for (let i = 0; i < properties.length; i++) {
        bound[i] = toDriver(columns[i], row[properties[i] as string]);
      }
      const info = statement.run(bound);
      if (info.changes === 0) continue;
      last = Number(info.lastInsertRowid);
      if (added === 0) first = last;
      added++;
      onInserted(row, last);
    }
    if (added === 0) return 0;
    // One row by a person's hand is named, so that its history begins with it; a job's rows are a range.
    const named = rows.length === 1 && this.#caller.origin === 'user' ? String(sample.id) : null;
    this.#audit(shape.name, named, added, null);
    this.#deps.statements
      .get('INSERT INTO change_log (table_name, first_row, last_row, stamp) VALUES (?, ?, ?, ?)')
      .run(shape.name, first, last, stamp);
    this.#announce(shape.name, named ?? undefined);
    return added;
  }

  #run(sql: string, values: readonly Bound[]): number {
    const target = /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from)\s+(\w+)/i.exec(
      sql,
    )?.[1];
    if (!target || this.#deps.isSynced(target)) {
      throw new Error(
        `Not a write to a local table, use insert, update or remove: ${sql.slice(0, 60)}`,
      );
    }
    return this.#deps.statements.get(sql).run(...values).changes;
  }

  #wipe(isChosen: (table: string) => boolean): void {
    const statements = this.#deps.statements;
    statements.get('PRAGMA defer_foreign_keys = ON').run();
    const tables = statements
      .get(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'alerts_fts_%'",
      )
      .all() as { name: string }[];
    for (const { name } of tables.filter((table) => isChosen(table.name))) {
      statements.get(`DELETE FROM ${name}`).run();
    }
    this.#audit('workspace', null, 1, null);
  }

  #syncedShape(table: SyncedTable): TableShape {
    const shape = tableShape(table);
    if (!this.#deps.isSynced(shape.name)) throw new Error(`${shape.name} is not a synced table`);
    return shape;
  }

  #find(shape: TableShape, id: string): Record<string, unknown> | undefined {
    const raw = this.#deps.statements.get(`SELECT * FROM ${shape.name} WHERE id = ?`).get(id);
    return raw
      ? (rowFromDriver(shape, raw as Record<string, unknown>) as Record<string, unknown>)
      : undefined;
  }

  #writeFields(
    shape: TableShape,
    before: Record<string, unknown>,
    patch: Record<string, unknown>,
    changed: readonly string[],
  ): Record<string, unknown> {
    const stamp = this.#currentStamp();
    const fieldVersions = { ...(before.fieldVersions as Record<string, string> | null) };
    for (const property of changed) fieldVersions[property] = stamp;
    const values: Record<string, unknown> = { ...patch, fieldVersions };
    const properties = [...changed, 'fieldVersions'];
    const sets = properties
      .map((property) => `${shape.columnsByProperty[property]?.name} = ?`)
      .join(', ');
    const bound = properties.map((property) =>
      toDriver(shape.columnsByProperty[property], values[property]),
    );
    this.#deps.statements
      .get(`UPDATE ${shape.name} SET ${sets} WHERE id = ?`)
      .run(...bound, before.id as string);
    const after = { ...before, fieldVersions };
    for (const property of changed) Object.assign(after, { [property]: patch[property] ?? null });
    return after;
  }

  #audit(
    resource: string,
    recordId: string | null,
    rowCount: number,
    changes: FieldChanges | null,
  ): void {
    const { actor, origin, action, reason } = this.#caller;
    this.#deps.statements
      .get(
        'INSERT INTO audit_log (at, actor, origin, action, resource, record_id, row_count, reason, changes, stamp) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        this.#now,
        actor,
        origin,
        action,
        resource,
        recordId,
        rowCount,
        reason ?? null,
        changes ? JSON.stringify(changes) : null,
        this.#currentStamp(),
      );
  }

  #recordChange(tableName: string, recordId: string, fields: readonly string[] | null): void {
    this.#deps.statements
      .get('INSERT INTO change_log (table_name, record_id, fields, stamp) VALUES (?, ?, ?, ?)')
      .run(tableName, recordId, fields ? JSON.stringify(fields) : null, this.#currentStamp());
  }

  #announce(resource: string, id?: string): void {
    const ids = this.#announced.get(resource);
    if (ids === 'many') return;
    if (id === undefined || (ids && ids.size >= MAX_ANNOUNCED_IDS))
      this.#announced.set(resource, 'many');
    else if (ids) ids.add(id);
    else this.#announced.set(resource, new Set([id]));
  }
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
