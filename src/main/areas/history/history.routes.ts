/**
 * Answers the history of records of every area. Grants access: each kind of record names the
 * permission to read it, checked here against the session's role, since the address holds the kind.
 */
import { historyContract } from '../../../shared/areas/history/history.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import type { Database } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { readRecordHistory } from './history.store.ts';
import { HISTORY_SOURCES, isKnownRecord, relatedRows } from './history-sources.store.ts';

export function historyRoutes(db: Database): Route[] {
  return [
    route(historyContract.get, ({ params: { resource, id }, query, session }) => {
      if (!roleMay(session.user.role, HISTORY_SOURCES[resource].permission))
        throw new AppError('forbidden', 'Forbidden');
      const before = query.cursor === undefined ? null : toSeq(query.cursor);
      return db.read('history.get', (reader) => {
        if (!isKnownRecord(reader, resource, id))
          throw new AppError('not-found', 'There is no such record');
        const related = relatedRows(reader, resource, id);
        return readRecordHistory(reader, id, related, { limit: query.limit, before });
      });
    }),
  ];
}

/** @throws AppError 'bad-input'. */
function toSeq(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}
