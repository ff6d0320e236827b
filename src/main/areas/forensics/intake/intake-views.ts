/** Sessions as they are shown. */
import type {
  Session,
  SessionDetail,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import {
  countInner,
  countSessions,
  findCases,
  findSession,
  type IntakeCase,
  listSessions,
  type SessionFilter,
  type SessionPlace,
  type SessionRow,
} from './intake.store.ts';
import type { IntakeQueue } from './intake-queue.ts';
import { type SessionSeen, toSession, toSessionDetail } from './intake-rows.ts';

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function placeOf(cursor: string | undefined): SessionPlace | null {
  if (cursor === undefined) return null;
  const [startedAt, id] = fromCursor(cursor, ['number', 'string']);
  return { startedAt, id };
}

/** @throws AppError 'not-found'; also for the engine's own runs, which are no files. */
export function mustFind(db: ReadDb, id: string): SessionRow {
  const row = findSession(db, id);
  if (row?.fileName == null) throw new AppError('not-found', 'There is no such file');
  return row;
}

export function mustFindCase(db: ReadDb, id: string): IntakeCase {
  const found = findCases(db, [id]).get(id);
  if (!found) throw new AppError('not-found', 'There is no such investigation');
  return found;
}

export interface ViewDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly queue: IntakeQueue;
}

export function createIntakeViews({ db, runner, queue }: ViewDeps) {
  function seenOf(reader: ReadDb, rows: readonly SessionRow[]): SessionSeen {
    return {
      cases: findCases(reader, [...new Set(rows.map((row) => row.investigationId))]),
      inner: countInner(
        reader,
        rows.map(({ id }) => id),
      ),
      jobOf(id) {
        const jobId = queue.jobOf(id);
        return jobId === null ? null : runner.find(jobId);
      },
    };
  }

  function listed(filter: SessionFilter, { limit, cursor }: Paging) {
    return db.read('forensics.sessions', (reader) => {
      if (filter.investigationId !== null) mustFindCase(reader, filter.investigationId);
      const rows = listSessions(reader, filter, { after: placeOf(cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const seen = seenOf(reader, shown);
      return {
        rows: shown.map((row) => toSession(row, seen)),
        total: countSessions(reader, filter),
        nextCursor: last && rows.length > limit ? toCursor([last.startedAt, last.id]) : null,
      };
    });
  }

  const view = (id: string): Session =>
    db.read('forensics.session', (reader) => {
      const row = mustFind(reader, id);
      return toSession(row, seenOf(reader, [row]));
    });

  return {
    view,
    files: (investigationId: string, parentId: string | null, paging: Paging) =>
      listed({ investigationId, parentId }, paging),
    sessions: (paging: Paging) => listed({ investigationId: null, parentId: null }, paging),
    get: (id: string): SessionDetail =>
      db.read('forensics.session', (reader) => {
        const row = findSession(reader, id);
        if (!row) throw new AppError('not-found', 'There is no such session');
        return toSessionDetail(row, seenOf(reader, [row]));
      }),
  };
}
