import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Bound, ReadDb } from './database.ts';
import { nodeOfStamp, stampFields } from './field-versions.ts';
import { bornHlc, hlcToStamp, nextHlc, stampToHlc } from './hlc.ts';
import {
  advanceClock,
  auditMerged,
  insertMerged,
  type MergedResult,
  type MergedRows,
  placesOf,
  recordMerged,
  updateMerged,
} from './merge-rows.ts';
import { type PackedRows, packedColumn } from './packed-rows.ts';
import { insertRows } from './range-insert.ts';
import { type UpdatedRow, updateRows } from './range-update.ts';
import {
  insertSql,
  rowFromDriver,
  type StatementCache,
  type TableShape,
  tableShape,
  toDriver,
} from './statements.ts';
import type { FieldChanges } from './tables/core.table.ts';
import type { Caller, InsertedRange, RangeChange, SyncedTable, WriteTx } from './write-door.ts';

const SYNC_PROPERTIES = new Set(['rowVersion', 'fieldVersions', 'deletedAt', 'seq']);
/** More changed rows than this are announced without their ids. */
const MAX_ANNOUNCED_IDS = 50;

/** What changed, by resource: the ids, or that there were many. */
type Announced = Map<string, Set<string> | 'many'>;

export interface TransactionDeps {
  readonly statements: StatementCache;
  readonly isSynced: (table: string) => boolean;
  /** Throws where the statement is no write to a local table. */
  readonly checkLocalWrite: (sql: string) => void;
}

/** One transaction of the write door: stamps, audit entries, change records and what to announce. */
export class Transaction {
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
      revive: (table, id) => this.#revive(table, id),
      insertRange: (table, rows, onInserted) => this.#insertRange(table, rows, onInserted),
      updateRange: (table, seqs, change) =>
        this.#updateRange(table, seqs, change as unknown as RangeChange<SyncedTable>) as never,
      mergeRows: (table, rows) => this.#mergeRows(table, rows),
      run: (sql, ...values) => this.#run(sql, values),
      purge: (table, seqs) => this.#purge(table, seqs),
      forget: (table, ids) => this.#forget(table, ids),
      rename: (table, from, to) => this.#rename(table, from, to),
      note: (resource, rowCount) => this.#audit(resource, null, rowCount, null),
      wipe: (isChosen) => this.#wipe(isChosen),
      announce: (resource, id) => this.#announce(resource, id),
      asOf: (at, caller, fn) => {
        if (at > this.#now) throw new Error('asOf is for the past');
        return fn(new Transaction(caller, at, this.#deps, this.#announced).asTx(reader));
      },
      asBorn: (fn) => fn(this.#born().asTx(reader)),
    };
  }

  #born(): Transaction {
    const born = new Transaction(this.#caller, this.#now, this.#deps, this.#announced);
    const stamp = this.#currentStamp();
    born.#stamp = hlcToStamp(bornHlc(stampToHlc(stamp)), nodeOfStamp(stamp));
    return born;
  }

  events(): ServerEvent[] {
    return [...this.#announced].map(([resource, ids]) =>
      ids === 'many' ? { type: 'changed', resource } : { type: 'changed', resource, ids: [...ids] },
    );
  }

  /** One stamp a transaction; the clock is kept at once, for the next one of this process or another thread. */
  #currentStamp(): string {
    if (this.#stamp) return this.#stamp;
    const { statements } = this.#deps;
    const { last, node, offsetMs } = readStampState(statements);
    const state = nextHlc(last ? stampToHlc(last) : NO_HLC, this.#now + offsetMs);
    this.#stamp = hlcToStamp(state, node);
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

  #revive(table: SyncedTable, id: string): boolean {
    const shape = this.#syncedShape(table);
    const before = this.#find(shape, id);
    if (!before || before.deletedAt === null) return false;
    this.#writeFields(shape, before, { deletedAt: null }, ['deletedAt']);
    this.#audit(shape.name, id, 1, { deletedAt: [before.deletedAt, null] });
    this.#recordChange(shape.name, id, ['deletedAt']);
    this.#announce(shape.name, id);
    return true;
  }

  #insertRange(
    table: SyncedTable,
    rows: PackedRows,
    onInserted: (index: number, seq: number) => void,
  ): InsertedRange {
    if (rows.count === 0) return { count: 0, first: 0, last: 0 };
    const shape = this.#syncedShape(table);
    const stamp = this.#currentStamp();
    const inserted = insertRows(this.#deps.statements, { shape, rows, stamp, onInserted });
    if (inserted.count === 0) return inserted;
    // One row by a person's hand is named, so that its history begins with it; a job's rows are a range.
    const id = rows.count === 1 ? packedColumn(rows, 'id')?.[0] : undefined;
    const named = id !== undefined && this.#caller.origin === 'user' ? String(id) : null;
    this.#audit(shape.name, named, inserted.count, null);
    this.#deps.statements
      .get('INSERT INTO change_log (table_name, first_row, last_row, stamp) VALUES (?, ?, ?, ?)')
      .run(shape.name, inserted.first, inserted.last, stamp);
    this.#announce(shape.name, named ?? undefined);
    return inserted;
  }

  #updateRange(
    table: SyncedTable,
    seqs: readonly number[],
    { partOf, decide }: RangeChange<SyncedTable>,
  ): UpdatedRow[] {
    if (seqs.length === 0) return [];
    const shape = this.#syncedShape(table);
    const stamp = this.#currentStamp();
    const isFixed = (property: string) => SYNC_PROPERTIES.has(property);
    const { rows: updated, fields } = updateRows(this.#deps.statements, {
      ...{ shape, seqs, stamp, isFixed },
      decide: decide as (before: Record<string, unknown>) => Record<string, unknown> | null,
    });
    if (updated.length === 0) return updated;
    const touched = updated.map(({ before }) => Number(before.seq));
    this.#audit(shape.name, partOf, updated.length, null);
    this.#deps.statements
      .get(
        'INSERT INTO change_log (table_name, first_row, last_row, fields, stamp) VALUES (?, ?, ?, ?, ?)',
      )
      .run(shape.name, Math.min(...touched), Math.max(...touched), JSON.stringify(fields), stamp);
    this.#announce(shape.name);
    return updated;
  }

  #mergeRows(table: SyncedTable, rows: MergedRows): MergedResult {
    const shape = this.#syncedShape(table);
    const { statements } = this.#deps;
    const { inserted, places } = insertMerged(statements, shape, rows);
    const updates = updateMerged(statements, shape, rows);
    const { latest } = rows;
    if (latest === null) return { inserted, places, updated: updates.length };
    advanceClock(statements, latest, readStampState(statements).node);
    auditMerged(statements, shape.name, rows.entries);
    // Rows without a place that others go by are named.
    const isPlaced = shape.columnsByProperty.seq !== undefined;
    const insertedIds = packedColumn(rows.inserts, 'id') ?? [];
    const named = isPlaced ? [] : places.map((place) => String(insertedIds[place]));
    const { ranges, unplaced } = placesOf(isPlaced ? inserted : NO_RANGE, updates);
    const ids = [...named, ...unplaced];
    recordMerged(statements, shape.name, { ranges, ids, latest });
    if (isPlaced && inserted.count > 0) this.#announce(shape.name);
    for (const id of named) this.#announce(shape.name, id);
    for (const { id } of updates) this.#announce(shape.name, id);
    return { inserted, places, updated: updates.length };
  }

  #run(sql: string, values: readonly Bound[]): number {
    this.#deps.checkLocalWrite(sql);
    return this.#deps.statements.get(sql).run(values).changes;
  }

  #purge(table: SyncedTable, seqs: readonly number[]): number {
    const shape = this.#syncedShape(table);
    const { changes } = this.#deps.statements
      .get(`DELETE FROM ${shape.name} WHERE seq IN (SELECT value FROM json_each(?))`)
      .run(JSON.stringify(seqs));
    if (changes === 0) return 0;
    this.#audit(shape.name, null, changes, null);
    this.#announce(shape.name);
    return changes;
  }

  #forget(table: SyncedTable, ids: readonly string[]): number {
    const shape = this.#syncedShape(table);
    const { changes } = this.#deps.statements
      .get(`DELETE FROM ${shape.name} WHERE id IN (SELECT value FROM json_each(?))`)
      .run(JSON.stringify(ids));
    if (changes > 0) this.#announce(shape.name);
    return changes;
  }

  #rename(table: SyncedTable, from: string, to: string): void {
    const shape = this.#syncedShape(table);
    this.#deps.statements.get(`UPDATE ${shape.name} SET id = ? WHERE id = ?`).run(to, from);
    this.#announce(shape.name);
  }

  #wipe(isChosen: (table: string) => boolean): void {
    const statements = this.#deps.statements;
    statements.get('PRAGMA defer_foreign_keys = ON').run();
    const tables = statements
      .get(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'",
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
    const fieldVersions = stampFields(before, changed, stamp);
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

const NO_RANGE: InsertedRange = { count: 0, first: 0, last: 0 };
const NO_HLC = { wallMs: 0, counter: 0 };

/** What the next stamp is made from; another thread may have changed any of it. */
function readStampState(statements: StatementCache) {
  const rows = statements
    .get(
      "SELECT key, value FROM meta WHERE key IN ('hlc', 'hlc_seen', 'node_id', 'clock_offset_ms')",
    )
    .all() as { key: string; value: string }[];
  const value = (key: string) => rows.find((row) => row.key === key)?.value;
  const node = value('node_id');
  if (!node) throw new Error('The database has no node_id');
  const [own, seen] = [value('hlc'), value('hlc_seen')];
  const last = seen !== undefined && (own === undefined || seen > own) ? seen : own;
  return { last, node, offsetMs: Number(value('clock_offset_ms') ?? 0) };
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
