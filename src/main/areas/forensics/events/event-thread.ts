/**
 * The thread that reads event stores for the core. It holds what scrolling and figures need again
 * (orders, results), and calls are answered one after another: the core's own thread never waits.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../../shared/contract/errors.ts';
import { openEventStore, removeEventStore } from './event-store.ts';
import type { EventStore } from './event-store.types.ts';
import type { EventThreadSetup } from './event-thread-setup.ts';

/** What the core may call. Arguments and answers can be cloned. */
export type EventReads = Pick<
  EventStore,
  | 'sources'
  | 'count'
  | 'search'
  | 'get'
  | 'stack'
  | 'histogram'
  | 'irregularities'
  | 'neighbours'
  | 'fields'
  | 'removeSource'
  | 'setClock'
>;

export type ToEventThread =
  | { type: 'call'; id: number; investigationId: string; method: keyof EventReads; args: unknown[] }
  | { type: 'cancel'; id: number }
  | { type: 'remove'; id: number; investigationId: string };
export type FromEventThread =
  | { id: number; result: unknown }
  | { id: number; code: ErrorCode; message: string };

/** Stores that are kept open, the least recently read closed first. */
const OPEN_STORES = 3;

/** How long a call may wait for what is counted or read ahead. */
const STEP_MS = 15;

/** Of an investigation that no file was read into. */
const NOTHING: { readonly [M in keyof EventReads]: () => ReturnType<EventReads[M]> } = {
  sources: () => [],
  count: () => 0,
  search: () => ({ rows: [], total: 0 }),
  get: () => null,
  stack: () => ({ entries: [], values: 0, events: 0 }),
  histogram: () => ({ fromMs: 0, toMs: 1, bucketMs: 1, counts: [], byKind: {}, outside: 0 }),
  irregularities: () => [],
  neighbours: () => ({ before: [], after: [] }),
  fields: () => [],
  removeSource: () => undefined,
  setClock: () => undefined,
};

function createOpenStores({ folder, key }: EventThreadSetup['events']) {
  const open = new Map<string, EventStore>();
  const warmed = new WeakSet<EventStore>();
  const close = (id: string) => {
    open.get(id)?.close();
    open.delete(id);
  };
  return {
    close,
    remove(investigationId: string): void {
      close(investigationId);
      removeEventStore(folder, investigationId);
    },
    /** Reads ahead a little in the store that was asked last; answers whether there is more to read. */
    warm(): boolean {
      for (const [id, store] of [...open].reverse()) {
        if (warmed.has(store)) continue;
        try {
          if (store.warm(STEP_MS)) return true;
        } catch {
          // Whoever asks it is told.
          close(id);
        }
        warmed.add(store);
      }
      return false;
    },
    /** Undefined where there is none. */
    get(investigationId: string): EventStore | undefined {
      if (!existsSync(join(folder, `${investigationId}.db`))) {
        close(investigationId);
        return undefined;
      }
      const store = open.get(investigationId) ?? openEventStore({ folder, key, investigationId });
      open.delete(investigationId);
      open.set(investigationId, store);
      for (const id of open.keys()) {
        if (open.size <= OPEN_STORES) break;
        close(id);
      }
      return store;
    },
  };
}

function failure(id: number, error: unknown): FromEventThread {
  if (error instanceof AppError) return { id, code: error.code, message: error.message };
  return { id, code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

type Message = Exclude<ToEventThread, { type: 'cancel' }>;

interface Long {
  readonly message: Message;
  readonly store: EventStore;
  readonly step: ReturnType<EventStore['stackInSteps']>;
}

/** Runs this thread until it is ended. */
export function runEventThread(): void {
  const port = parentPort;
  if (!port) throw new Error('runEventThread needs a worker thread');
  const { events } = workerData as EventThreadSetup;
  const stores = createOpenStores(events);
  let isAtWork = false;
  let waiting: Message[] = [];
  /** What goes on in steps while nothing waits. */
  let long: Long[] = [];

  /** Undefined where it goes on in steps. */
  function answer(message: Message): FromEventThread | undefined {
    const { id, investigationId } = message;
    try {
      if (message.type === 'remove') return { id, result: stores.remove(investigationId) };
      const store = stores.get(investigationId);
      if (store && message.method === 'stack') {
        const [query, request] = message.args as Parameters<EventStore['stack']>;
        long.push({ message, store, step: store.stackInSteps(query, request) });
        return undefined;
      }
      const method = (store ?? NOTHING)[message.method] as (...args: unknown[]) => unknown;
      return { id, result: method(...message.args) };
    } catch (error) {
      // A store that was damaged while it was open is opened anew, so that it is said in full.
      stores.close(investigationId);
      return failure(id, error);
    }
  }

  /** A step of what takes long; its answer where it was the last one. */
  function goOn({ message, store, step }: Long): FromEventThread | undefined {
    try {
      // Closed and opened again meanwhile, or gone: from the start.
      if (stores.get(message.investigationId) !== store) {
        long.shift();
        return answer(message);
      }
      const result = step(STEP_MS);
      if (result === null) return undefined;
      long.shift();
      return { id: message.id, result };
    } catch (error) {
      long.shift();
      stores.close(message.investigationId);
      return failure(message.id, error);
    }
  }

  function work(): void {
    const next = waiting.shift();
    const [begun] = long;
    const said = next ? answer(next) : begun && goOn(begun);
    if (said) port?.postMessage(said);
    if (!next && !begun && !stores.warm()) {
      isAtWork = false;
      return;
    }
    // What was asked or cancelled meanwhile is heard of before the next one begins.
    setImmediate(work);
  }

  function begin(): void {
    if (isAtWork) return;
    isAtWork = true;
    setImmediate(work);
  }

  port.on('message', (message: ToEventThread) => {
    if (message.type === 'cancel') {
      waiting = waiting.filter(({ id }) => id !== message.id);
      long = long.filter((begun) => begun.message.id !== message.id);
    } else {
      waiting.push(message);
      begin();
    }
  });
}
