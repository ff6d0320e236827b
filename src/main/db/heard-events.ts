/**
 * What may be announced to whom: an id or a title of an investigation of few is told to nobody who is
 * not named in it. Defences: asked for every event of a session; where the listener is not known (the
 * desktop's window), ids and titles of cases are left out for everybody, and the page asks instead.
 */
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Database } from './database.ts';
import { ANY_RESTRICTED, closedAmong, JOBS_OF_CASES } from './need-to-know.ts';

export type Heard = (event: ServerEvent) => ServerEvent | null;

const isOfCase = (kind: string): boolean => JOBS_OF_CASES.includes(kind);

/** @param account of the session; null: whoever sits there. */
export function heardBy(db: Database, account: string | null): Heard {
  const isAny = () =>
    db.read('need-to-know.any', (reader) => reader.get(ANY_RESTRICTED) !== undefined);

  function openIds(ids: readonly string[]): string[] {
    if (account === null) return [];
    const closed = db.read('need-to-know.heard', (reader) =>
      reader.all<{ id: string }>(closedAmong(account), JSON.stringify(ids)),
    );
    const hidden = new Set(closed.map(({ id }) => id));
    return ids.filter((id) => !hidden.has(id));
  }

  function isOpenJob(id: string): boolean {
    const find = () =>
      db.read('need-to-know.job', (reader) => reader.get('SELECT 1 FROM jobs WHERE id = ?', id));
    return db.viewing(account, find) !== undefined;
  }

  function heardChange(event: Extract<ServerEvent, { type: 'changed' }>): ServerEvent | null {
    if (event.ids === undefined || event.ids.length === 0 || !isAny()) return event;
    if (account === null) return { type: 'changed', resource: event.resource };
    const ids = openIds(event.ids);
    return ids.length === 0 ? null : { ...event, ids };
  }

  return (event) => {
    if (event.type === 'changed') return heardChange(event);
    if (event.type !== 'job' || !isAny()) return event;
    if (account === null)
      return isOfCase(event.job.kind) ? { type: 'changed', resource: 'jobs' } : event;
    return isOpenJob(event.job.id) ? event : null;
  };
}
