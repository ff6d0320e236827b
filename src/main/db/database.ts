import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Connection } from './connection.ts';
import { storageError } from './errors.ts';
import { ANY_RESTRICTED, statementsFor } from './need-to-know.ts';
import {
  type RowOf,
  rowFromDriver,
  StatementCache,
  type TableShape,
  tableShape,
} from './statements.ts';
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
  /**
   * Runs `fn`, and what it awaits, in a person's name: what is read then holds nothing of an
   * investigation of few that the person is not named in (need-to-know.ts). Null: in nobody's name.
   */
  viewing<R>(account: string | null, fn: () => R): R;
  /** Whose eyes narrow what is read here; null where all is read. What is remembered bears this name. */
  viewer(): string | null;
  close(): void;
}

interface Prepared {
  get(sql: string): ReturnType<StatementCache['get']>;
}

function createReadDb(statements: Prepared): ReadDb {
  const shapes = new Map<SQLiteTable, TableShape>();
  const shapeOf = (table: SQLiteTable) => {
    const shape = shapes.get(table) ?? tableShape(table);
    shapes.set(table, shape);
    return shape;
  };
  return {
    all: <R>(sql: string, ...values: Bound[]) => statements.get(sql).all(values) as R[],
    get: <R>(sql: string, ...values: Bound[]) =>
      statements.get(sql).get(...values) as R | undefined,
    iterate: <R>(sql: string, ...values: Bound[]) =>
      statements.get(sql).iterate(...values) as IterableIterator<R>,
    rows(table, sql, ...values) {
      const shape = shapeOf(table);
      const raws = statements.get(sql).all(values) as Record<string, unknown>[];
      return raws.map((raw) => rowFromDriver(shape, raw));
    },
  };
}

/** Readers that are kept; a workstation has few accounts. */
const MAX_VIEWERS = 50;

/** One reader for each person in whose name something is read. */
function createReaders(statements: StatementCache) {
  const viewers = new AsyncLocalStorage<string | null>();
  const whole = createReadDb(statements);
  const byAccount = new Map<string, ReadDb>();

  function of(account: string): ReadDb {
    let reader = byAccount.get(account);
    if (!reader) {
      const seen = statementsFor(account);
      reader = createReadDb({ get: (sql) => statements.get(seen(sql)) });
      if (byAccount.size >= MAX_VIEWERS) byAccount.clear();
      byAccount.set(account, reader);
    }
    return reader;
  }

  function viewer(): string | null {
    const account = viewers.getStore() ?? null;
    return account === null || statements.get(ANY_RESTRICTED).get() === undefined ? null : account;
  }

  return {
    whole,
    viewing: <R>(account: string | null, fn: () => R): R => viewers.run(account, fn),
    viewer,
    current(): ReadDb {
      const account = viewer();
      return account === null ? whole : of(account);
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
  const readers = createReaders(statements);
  const door = new WriteDoor({
    ...{ statements, clock, reader: readers.whole },
    readerOfCaller: readers.current,
  });

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
    read: (name, fn) => timed(name, () => fn(readers.current())),
    snapshot: (name, fn) =>
      timed(name, () => {
        statements.get('BEGIN').run();
        try {
          return fn(readers.current());
        } finally {
          statements.get('COMMIT').run();
        }
      }),
    write(caller, fn) {
      const { result, events } = timed(caller.action, () =>
        gate.run(() => door.transact(caller, fn), caller.origin === 'user' && !caller.beginsJob),
      );
      // Whoever hears of it works for everybody, not in the writer's name.
      readers.viewing(null, () => {
        for (const event of events) emit(event);
      });
      return result;
    },
    viewing: readers.viewing,
    viewer: readers.viewer,
    close: () => connection.close(),
  };
}
