/**
 * Has the server note how far it gave out, before this workstation keeps that place: a server that was put
 * back later says less (`Head.offered`), also where others have written past it.
 */
import { z } from 'zod';
import type { Head, PullPage } from '../wire.ts';
import type { ServerSession } from './server-session.ts';

export interface Given {
  /** What the server says of itself. */
  from(head: Head): Head;
  /** Of a page, or of what a push answered. @throws SyncFailure */
  note(cursor: number): Promise<Pick<PullPage, 'watermark' | 'isNoted'>>;
}

const notedSchema = z.object({ noted: z.boolean(), watermark: z.number().int().nonnegative() });
/** `sync.note_given` is there since this version of the server's schema. */
const SINCE = 9;

export function createGiven(session: ServerSession): Given {
  let isOld = false;
  return {
    from(head) {
      isOld = head.schema < SINCE;
      return head;
    },
    async note(cursor) {
      if (isOld) return {};
      const sql = 'SELECT sync.note_given($1) AS v';
      const { noted, watermark } = await session.checked(notedSchema, sql, [cursor]);
      return { watermark, isNoted: noted };
    },
  };
}
