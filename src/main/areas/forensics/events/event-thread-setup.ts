/** Small, since every worker reads it: how the thread of event stores is told from others. */
import { workerData } from 'node:worker_threads';

/** What the thread is born with; other workers have no `events`. */
export interface EventThreadSetup {
  readonly events: { readonly folder: string; readonly key: Uint8Array };
}

export function isEventThread(): boolean {
  return typeof workerData === 'object' && workerData !== null && 'events' in workerData;
}
