import { z } from 'zod';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
  type JsonReply,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { needing } from '../kit/needing.ts';
import { DAY_MS } from '../kit/settings.ts';
import { textIn, unexpected } from '../shared/answers.ts';
import { firstMoment, LATE_MS, writeCursor } from '../shared/cursor.ts';
import { ADDRESS, type GoogleSettings } from './settings.ts';
import { signIn } from './sign-in.ts';

/**
 * A window of times at which Cloud Logging received the entries: those that come late lie in it with
 * whatever time they tell. Pages go by token; the next window reaches back over this one.
 */
const cursorSchema = z.object({
  from: z.number(),
  /** Null between two windows. */
  to: z.number().nullable(),
  token: z.string().nullable(),
  /** How often a token was no longer known and the window was begun anew. */
  again: z.number().int(),
});

const RIGHT =
  'The role Logs Viewer (roles/logging.viewer, with logging.logEntries.list) on every resource';
/** entries.list gives at most this many. */
const MOST = 1_000;
const MOST_AGAIN = 3;
/** An entry may tell of a time so long before it was received; it bounds what is searched. */
const LATEST_DAYS = 3;
const LOGS = ['activity', 'policy'];

export function filterOf(from: number, to: number): string {
  const iso = (ms: number) => new Date(ms).toISOString();
  const logs = LOGS.map((log) => `log_id("cloudaudit.googleapis.com/${log}")`).join(' OR ');
  return [
    `(${logs})`,
    `receiveTimestamp>="${iso(from)}"`,
    `receiveTimestamp<="${iso(to)}"`,
    `timestamp>="${iso(from - LATEST_DAYS * DAY_MS)}"`,
  ].join(' AND ');
}

export async function listEntries(
  context: ConnectorContext<GoogleSettings>,
  asked: { readonly filter: string; readonly token: string | null; readonly size: number },
): Promise<JsonReply> {
  const { headers } = await signIn(context);
  return needing(RIGHT, () =>
    context.http.json({
      method: 'POST',
      url: `${context.settings.address || ADDRESS}/v2/entries:list`,
      headers,
      body: {
        resourceNames: context.settings.resources,
        filter: asked.filter,
        orderBy: 'timestamp asc',
        pageSize: asked.size,
        ...(asked.token === null ? {} : { pageToken: asked.token }),
      },
      why: 'audit log entries since the last synchronisation',
    }),
  );
}

export async function fetchEntries(
  context: ConnectorContext<GoogleSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const start = readCursor(cursorSchema, text) ?? {
    ...{ from: firstMoment(context.now(), context.settings.sinceDays) },
    ...{ to: null, token: null, again: 0 },
  };
  const to = start.to ?? Math.max(context.now(), start.from);
  const size = Math.min(MOST, context.batchSize);
  const asked = { filter: filterOf(start.from, to), token: start.token, size };
  const reply = await listEntries(context, asked).catch((error: unknown) => {
    const isStale = error instanceof ConnectorFailure && error.kind === 'settings';
    if (isStale && start.token !== null && start.again < MOST_AGAIN) return null;
    throw error;
  });
  if (reply === null) {
    const again = { ...start, to, token: null, again: start.again + 1 };
    return { records: [], cursor: writeCursor(again), hasMore: true };
  }
  // An answer without entries is {}; one that is no object is something else.
  if (typeof reply.body !== 'object' || reply.body === null)
    throw unexpected('Google Cloud', 'entries');
  const records = reply.records('entries');
  const token = textIn(reply.body, 'nextPageToken');
  if (token !== null)
    return { records, cursor: writeCursor({ ...start, to, token }), hasMore: true };
  const from = Math.max(start.from, to - LATE_MS);
  return {
    records,
    cursor: writeCursor({ from, to: null, token: null, again: 0 }),
    hasMore: false,
  };
}
