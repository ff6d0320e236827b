import { setFlagsFromString } from 'node:v8';

/**
 * The young heap of a thread that streams, MB: what it holds is bounded, and a small one keeps garbage from
 * piling up. V8 halves what is asked for to a power of two for each of three parts: 12 come to 8 in use.
 */
export const SMALL_YOUNG_HEAP_MB = 12;

/**
 * From now on the limits that a thread is started with count. A size of the young heap among the flags of
 * the process would hold for all threads, whatever their `resourceLimits` say; this thread's own, which is
 * set up already, keeps it (V8, `Heap::ConfigureHeap`).
 */
export function freeThreadHeaps(): void {
  setFlagsFromString('--max-semi-space-size=0');
}
