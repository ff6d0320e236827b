import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects this thread's garbage once, all of it. Starting leaves the heap's young part at its largest,
 * and it stays there as long as little is kept: then garbage outside the heap, such as the pieces of an
 * upload, lies about for tens of megabytes before anything collects it. About 40 ms: for moments at which
 * nobody waits. Node gives `gc` to contexts that are made after its flag was set.
 */
export function tidyHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect === 'function') collect();
}

/** A heap that takes no more is left as it is. */
const SMALL_HEAP_BYTES = 32 * 1024 * 1024;

/** An idle thread collects nothing by itself, and would keep what its largest job took. */
export function tidyLargeHeap(): void {
  if (getHeapStatistics().total_heap_size > SMALL_HEAP_BYTES) tidyHeap();
}
