/** Reading files again, unlocked, otherwise, and not any more. */
import type {
  ReaderChoice,
  Session,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import {
  displayName,
  isOpenSession,
} from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { forensicSessionsTable } from '../../../db/tables/forensics.table.ts';
import type { Caller } from '../../../db/write-door.ts';
import type { GivenPasswords } from './given-passwords.ts';
import { findSession, type IntakeCase, type SessionRow } from './intake.store.ts';
import type { IntakeQueue } from './intake-queue.ts';
import { mustFind, mustFindCase } from './intake-views.ts';

export const byUser = (actor: string, action: string): Caller => ({
  actor,
  origin: 'user',
  action,
});

/** @throws AppError where it is closed or not there. */
export function mustBeOpenCase(db: ReadDb, id: string): IntakeCase {
  const found = mustFindCase(db, id);
  if (found.isClosed)
    throw new AppError('conflict', 'This investigation is closed; it is not changed any more');
  return found;
}

export interface AgainDeps {
  readonly db: Database;
  readonly queue: IntakeQueue;
  readonly given: GivenPasswords;
  readonly view: (id: string) => Session;
}

export function createReadingAgain({ db, queue, given, view }: AgainDeps) {
  /** With the passwords that were given for it. `goesOn`: what none of them opens is passed over. */
  function enqueue(row: SessionRow, actor: string | null, goesOn = false) {
    queue.add({
      ...{ id: row.id, investigationId: row.investigationId, kind: 'intake-read' },
      ...{ title: `Read ${(row.fileName ?? '').slice(0, 80)}`, total: row.sizeBytes },
      ...{ startedBy: actor, input: { sessionId: row.id, passwords: given.of(row.id), goesOn } },
    });
  }

  /** Reads a file anew. @throws AppError where it is being read, or its investigation is closed. */
  function readAgain(
    id: string,
    { actor, action, goesOn }: { actor: string; action: string; goesOn?: boolean },
    change: Partial<SessionRow> = {},
  ): Session {
    const row = db.write(byUser(actor, action), (tx) => {
      const found = mustFind(tx, id);
      mustBeOpenCase(tx, found.investigationId);
      const parent = found.parentId === null ? null : findSession(tx, found.parentId);
      for (const one of [found, parent])
        if (one && (one.status === 'QUEUED' || one.status === 'RUNNING'))
          throw new AppError('conflict', 'This file is being read; cancel that first');
      tx.update(forensicSessionsTable, id, {
        ...{ status: 'QUEUED', problem: null, completedAt: null },
        ...change,
      });
      return found;
    });
    enqueue(row, actor, goesOn);
    return view(id);
  }

  return {
    enqueue,

    retry(id: string, actor: string): Session {
      given.forget(id);
      return readAgain(id, { actor, action: 'forensics.retryFile' });
    },

    /** Null: go on without; what is encrypted is passed over. */
    password(id: string, password: string | null, actor: string): Session {
      const status = db.read('forensics.session', (reader) => mustFind(reader, id).status);
      if (status !== 'WAITING')
        throw new AppError('conflict', 'This file does not wait for a password');
      if (password !== null) given.add(id, password);
      const goesOn = password === null;
      return readAgain(id, { actor, action: 'forensics.unlockFile', goesOn });
    },

    readAs(id: string, chosen: readonly string[], known: readonly ReaderChoice[], actor: string) {
      const unknown = chosen.find((one) => !known.some((reader) => reader.id === one));
      if (unknown !== undefined)
        throw new AppError('bad-input', `There is no reader '${displayName(unknown)}'`);
      const change = { chosen: chosen.length === 0 ? null : [...new Set(chosen)] };
      return readAgain(id, { actor, action: 'forensics.readAs' }, change);
    },

    async cancel(id: string, actor: string): Promise<Session> {
      db.write(byUser(actor, 'forensics.cancelFile'), (tx) => {
        if (!isOpenSession(mustFind(tx, id).status))
          throw new AppError('conflict', 'This file is not being read');
        // Said at once; what the job still takes away, nobody waits for.
        tx.update(forensicSessionsTable, id, {
          ...{ status: 'CANCELLED', problem: null, completedAt: tx.now, receipt: null },
          ...{ events: null, results: null },
        });
      });
      await queue.cancel(id);
      given.forget(id);
      return view(id);
    },
  };
}
