/** Small, since every worker reads it: how the thread of receivers is told from others. */
import { workerData } from 'node:worker_threads';
import type { FolderFile } from './folder-watch.ts';
import type { ReceiverPlan, ReceiverState } from './receiver.types.ts';

/** What the thread is born with; other workers have no `receivers`. */
export interface ReceiverThreadSetup {
  readonly receivers: {
    readonly dataDir: string;
    /** Of the database; the key of spools is derived from it. */
    readonly key: Uint8Array;
    readonly spoolLimitBytes?: number;
  };
}

export function isReceiverThread(): boolean {
  return typeof workerData === 'object' && workerData !== null && 'receivers' in workerData;
}

export type ToReceiverThread =
  | {
      readonly type: 'configure';
      readonly plans: readonly ReceiverPlan[];
      readonly isIsolated: boolean;
    }
  | { readonly type: 'isolate'; readonly isIsolated: boolean }
  /** A file was imported: what went wrong, or null. */
  | { readonly type: 'taken'; readonly request: string; readonly wrong: string | null }
  | { readonly type: 'close' };

export type FromReceiverThread =
  | { readonly type: 'states'; readonly states: readonly ReceiverState[] }
  | { readonly type: 'spooled' }
  | ({ readonly type: 'file'; readonly request: string; readonly receiverId: string } & FolderFile)
  | { readonly type: 'closed' };
