/** Small, since every worker reads it: how the thread of sync is told from others. */
import { workerData } from 'node:worker_threads';
import type { OpenedMembership } from '../joining/joining.types.ts';

/** What the thread is born with; other workers have no `sync`. The key stays in this process. */
export interface SyncThreadSetup {
  readonly sync: {
    readonly dataDir: string;
    readonly databasePath: string;
    readonly key: Uint8Array;
    readonly gate: SharedArrayBuffer;
    readonly isolation: SharedArrayBuffer;
    readonly writerId: number;
    readonly opened: OpenedMembership;
    /** Shorter in tests. */
    readonly pollMs?: number;
  };
}

export function isSyncThread(): boolean {
  return typeof workerData === 'object' && workerData !== null && 'sync' in workerData;
}
