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
  const close = (id: string) => {
    open.get(id)?.close();
    open.delete(id);
  };
  return {
    close,
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

/** Runs this thread until it is ended. */
export function runEventThread(): void {
  const port = parentPort;
  if (!port) throw new Error('runEventThread needs a worker thread');
  const { events } = workerData as EventThreadSetup;
  const stores = createOpenStores(events);
  let waiting: Exclude<ToEventThread, { type: 'cancel' }>[] = [];

  function answer(message: (typeof waiting)[number]): FromEventThread {
    const { id, investigationId } = message;
    try {
      if (message.type === 'remove') {
        stores.close(investigationId);
        removeEventStore(events.folder, investigationId);
        return { id, result: undefined };
      }
      const store = stores.get(investigationId);
      const method = (store ?? NOTHING)[message.method] as (...args: unknown[]) => unknown;
      return { id, result: method(...message.args) };
    } catch (error) {
      // A store that was damaged while it was open is opened anew, so that it is said in full.
      stores.close(investigationId);
      return failure(id, error);
    }
  }

  function work(): void {
    const next = waiting.shift();
    if (!next) return;
    port?.postMessage(answer(next));
    // What was cancelled meanwhile is heard of before the next one begins.
    setImmediate(work);
  }

  port.on('message', (message: ToEventThread) => {
    if (message.type === 'cancel') waiting = waiting.filter(({ id }) => id !== message.id);
    else if (waiting.push(message) === 1) setImmediate(work);
  });
}
