/**
 * Events are derived from evidence, and no backup holds them: where rows say that a file was read and the
 * store of its investigation knows nothing of it, the file is read again by itself. Also in closed
 * investigations, since nothing is decided by it. An encrypted archive waits for its password again.
 */
import type { Database } from '../../../db/database.ts';
import { forensicSessionsTable } from '../../../db/tables/forensics.table.ts';
import type { Log } from '../../../platform/log.ts';
import type { EventSource } from '../events/event-store.types.ts';
import { findSession, readFilesWithEvents, type SessionRow } from './intake.store.ts';

export interface RebuildDeps {
  readonly db: Database;
  readonly log: Log;
  readonly enqueue: (row: SessionRow, actor: null) => void;
  /** Investigations that have a store at all. */
  readonly storesThere: () => Promise<ReadonlySet<string>>;
  readonly sourcesOf: (investigationId: string) => Promise<readonly EventSource[]>;
}

export function createRebuild({ db, log, enqueue, storesThere, sourcesOf }: RebuildDeps) {
  /** Ids of sources that are whole; an unreadable store is left to those who look into it. */
  async function wholeSources(investigationId: string): Promise<ReadonlySet<string> | null> {
    try {
      const sources = await sourcesOf(investigationId);
      return new Set(sources.filter(({ state }) => state === 'done').map(({ id }) => id));
    } catch (cause) {
      log.warn('a store of events could not be looked into', { cause });
      return null;
    }
  }

  function readAgain(id: string): void {
    const row = db.write({ actor: null, origin: 'system', action: 'forensics.rebuild' }, (tx) => {
      const found = findSession(tx, id);
      if (!found || (found.status !== 'COMPLETED' && found.status !== 'PARTIAL')) return null;
      tx.update(forensicSessionsTable, id, { status: 'QUEUED', problem: null, completedAt: null });
      return found;
    });
    if (row) enqueue(row, null);
  }

  /** @param isThorough Looks into each store; otherwise only for whether it is there. */
  return async (isThorough: boolean): Promise<void> => {
    const rows = db.read('forensics.withEvents', readFilesWithEvents);
    if (rows.length === 0) return;
    const there = await storesThere();
    for (const investigationId of new Set(rows.map((row) => row.investigationId))) {
      const hasStore = there.has(investigationId);
      if (hasStore && !isThorough) continue;
      const whole = hasStore ? await wholeSources(investigationId) : new Set<string>();
      if (whole === null) continue;
      const lost = rows.filter(
        (row) => row.investigationId === investigationId && !whole.has(row.id),
      );
      for (const id of new Set(lost.map((row) => row.parentId ?? row.id))) readAgain(id);
    }
  };
}
