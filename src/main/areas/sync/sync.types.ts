/** What the routes of sync ask for; `sync.service.ts` answers. */

import type {
  SyncConflict,
  SyncDigests,
  SyncLogEntry,
  SyncPeople,
  SyncPresence,
  SyncStatus,
} from '../../../shared/areas/sync/sync-state.contract.ts';
import type { FilesPage } from './blobs/files-page.service.ts';
import type { RefusedService } from './refused/refused.service.ts';

export interface SyncService {
  /** At once, of what is known here: nothing is sent to find out. */
  status(): SyncStatus;
  /** Newest first; of one record where it is named. */
  conflicts(asked: {
    readonly state?: SyncConflict['state'];
    readonly record?: { readonly table: string; readonly id: string };
    readonly limit: number;
  }): { readonly conflicts: SyncConflict[]; readonly total: number };
  /** @throws AppError 'not-found' */
  conflict(id: string): SyncConflict;
  /**
   * Sets the value that lost, as a new edit of this person.
   * @throws AppError 'not-found', 'conflict' where the record has gone or changed since, 'bad-input'
   */
  takeOther(id: string, actor: string): SyncConflict;
  /** It has been seen and what stands may stand. */
  accept(id: string, actor: string): SyncConflict;
  /** Open again; where the other value was taken, what stood before is set anew, as an edit. */
  undo(id: string, actor: string): SyncConflict;
  /** As the server said last. */
  people(): SyncPeople;
  /** Somebody has this record open here (asked every 30 s while it is); answers who else has. */
  present(person: string, table: string, record: string): SyncPresence[];
  /** Newest first, at most 200. */
  log(): SyncLogEntry[];
  readonly refused: Pick<RefusedService, 'list' | 'retry'>;
  readonly files: FilesPage;
  /** Begins a sync at once, whatever it waits for. @throws AppError 'conflict' where it cannot */
  syncNow(): void;
  /** Compares every table with the server. @throws AppError 'unavailable' with the cause */
  checkDigests(): Promise<SyncDigests>;
  pause(actor: string): void;
  resume(actor: string): void;
}
