import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Connection } from './connection.ts';
import { storageError } from './errors.ts';
import { type RowOf, rowFromDriver, StatementCache, tableShape } from './statements.ts';
import { type Caller, WriteDoor, type WriteTx } from './write-door.ts';
import type { WriteGate } from './write-gate.ts';

const SLOW_QUERY_MS = 40;

export type Bound = string | number | bigint | Uint8Array | null;

/** What may be asked of the database. SQL is written in `*.store.ts` files only. */
export interface ReadDb {
  all<R>(sql: string, ...values: Bound[]): R[];
  get<R>(sql: string, ...values: Bound[]): R | undefined;
  iterate<R>(sql: string, ...values: Bound[]): IterableIterator<R>;
  /** Like `all`, in the shape of a table; the query must select its columns (`SELECT t.*`). */
  rows<T extends SQLiteTable>(table: T, sql: string, ...values: Bound[]): RowOf<T>[];
}

export interface Database {
  /** Runs queries under a name, which is logged where they take over 40 ms. */
  read<R>(name: string, fn: (db: ReadDb) => R): R;
  /** The same of one state of the database, whatever is written meanwhile; not on the core's own thread. */
  snapshot<R>(name: string, fn: (db: ReadDb) => R): R;
  /**
   * The one write door: `fn` runs in one transaction, must be short and synchronous, and throws to
   * roll back. On commit the audit entries, change records and change events are made.
   */
  write<R>(caller: Caller, fn: (tx: WriteTx) => R): R;
  close(): void;
}

function createReadDb(statements: StatementCache): ReadDb {
  return {
    all: <R>(sql: string, ...values: Bound[]) => statements.get(sql).all(...values) as R[],
    get: <R>(sql: string, ...values: Bound[]) =>
      statements.get(sql).get(...values) as R | undefined,
    iterate: <R>(sql: string, ...values: Bound[]) =>
      statements.get(sql).iterate(...values) as IterableIterator<R>,
    rows(table, sql, ...values) {
      const shape = tableShape(table);
      const raws = statements.get(sql).all(...values) as Record<string, unknown>[];
      return raws.map((raw) => rowFromDriver(shape, raw));
    },
  };
}

export interface DatabaseDeps {
  readonly connection: Connection;
  readonly gate: WriteGate;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (event: ServerEvent) => void;
}

export function createDatabase({ connection, gate, clock, log, emit }: DatabaseDeps): Database {
  const statements = new StatementCache(connection);
  const reader = createReadDb(statements);
  const door = new WriteDoor({ statements, reader, clock });

  function timed<R>(name: string, fn: () => R): R {
    const started = performance.now();
    try {
      return fn();
    } catch (error) {
      throw storageError(error);
    } finally {
      const ms = Math.round(performance.now() - started);
      if (ms > SLOW_QUERY_MS) log.warn('slow query', { name, ms });
    }
  }

  return {
    read: (name, fn) => timed(name, () => fn(reader)),
    snapshot: (name, fn) =>
      timed(name, () => {
        statements.get('BEGIN').run();
        try {
          return fn(reader);
        } finally {
          statements.get('COMMIT').run();
        }
      }),
    write(caller, fn) {
      const { result, events } = timed(caller.action, () =>
        gate.run(() => door.transact(caller, fn), caller.origin === 'user'),
      );
      for (const event of events) emit(event);
      return result;
    },
    close: () => connection.close(),
  };
}
