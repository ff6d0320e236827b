/** The core's way to event stores: the same calls as promises, answered by a thread of their own. */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/contract/errors.ts';
import { SMALL_YOUNG_HEAP_MB } from '../../../platform/thread-heaps.ts';
import type { EventReads, FromEventThread, ToEventThread } from './event-thread.ts';
import type { EventThreadSetup } from './event-thread-setup.ts';

/** Orders and results of a few stores of millions of events. */
const THREAD_LIMITS = {
  maxOldGenerationSizeMb: 512,
  maxYoungGenerationSizeMb: SMALL_YOUNG_HEAP_MB,
};

type Later<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
export type StoreCalls = { readonly [M in keyof EventReads]: Later<EventReads[M]> };

export interface EventReader {
  /** `signal`: what nobody waits for any more is not begun. */
  of(investigationId: string, signal?: AbortSignal): StoreCalls;
  /** Takes events of these sources away; a file that is being read is to be stopped first. */
  removeSources(investigationId: string, sourceIds: readonly string[]): Promise<void>;
  /** Takes the whole store away. */
  removeInvestigation(investigationId: string): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const METHODS = [
  ...(['sources', 'count', 'search', 'get', 'stack', 'histogram', 'irregularities'] as const),
  ...(['neighbours', 'fields', 'removeSource', 'setClock'] as const),
] satisfies readonly (keyof EventReads)[];

/** `entry` is the file of the workers; the thread starts when it is first needed. */
export function createEventReader(
  entry: string | URL,
  events: EventThreadSetup['events'],
): EventReader {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let worker: Worker | undefined;

  function failAll(died: Worker): void {
    if (worker !== died) return;
    worker = undefined;
    const error = new AppError('unavailable', 'Reading events was cut off. Try again.');
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const workerData: EventThreadSetup = { events };
    const made = new Worker(entry, { workerData, resourceLimits: THREAD_LIMITS });
    made.on('message', (message: FromEventThread) => {
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (waiting.size === 0) made.unref();
      if (!('code' in message)) caller?.resolve(message.result);
      else if (message.code === 'internal') caller?.reject(new Error(message.message));
      else caller?.reject(new AppError(message.code, message.message));
    });
    made.on('error', () => failAll(made));
    made.on('exit', () => failAll(made));
    return made;
  }

  function send(message: ToEventThread, signal?: AbortSignal): Promise<unknown> {
    worker ??= start();
    const to = worker;
    return new Promise((resolve, reject) => {
      waiting.set(message.id, { resolve, reject });
      to.ref();
      to.postMessage(message);
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(message.id)) return;
        to.postMessage({ type: 'cancel', id: message.id } satisfies ToEventThread);
        reject(new AppError('conflict', 'Cancelled'));
      });
    });
  }

  const callsOf = (investigationId: string, signal?: AbortSignal): StoreCalls =>
    Object.fromEntries(
      METHODS.map((method) => [
        method,
        (...args: unknown[]) =>
          send({ type: 'call', id: nextId++, investigationId, method, args }, signal),
      ]),
    ) as unknown as StoreCalls;

  return {
    of: callsOf,
    async removeSources(investigationId, sourceIds) {
      const calls = callsOf(investigationId);
      for (const id of sourceIds) await calls.removeSource(id);
    },
    async removeInvestigation(investigationId) {
      await send({ type: 'remove', id: nextId++, investigationId });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
