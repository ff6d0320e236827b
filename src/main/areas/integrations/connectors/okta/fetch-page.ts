import { z } from 'zod';
import { isObject } from '../../../../platform/records/json-record.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { DAY_MS, MINUTE_MS, originOf } from '../kit/settings.ts';
import { type OktaSettings, signIn } from './settings.ts';

/** The most that one request gives ("System Log": limit). */
const MOST_EVENTS = 1_000;
const MAX_NEXT = 3_000;
/** Where a next link is no longer taken, so much before the last event is read again. */
const STEP_BACK_MS = 60 * MINUTE_MS;

const cursorSchema = z.object({
  next: z.string().nullable(),
  /** ms since 1970 of the last event's `published`. */
  last: z.number(),
});
type Cursor = z.infer<typeof cursorSchema>;

/**
 * One page of a polling request: no `until`, ascending, so that the log gives events in the order in
 * which it kept them, and a late one comes after those before it. The next link never ends; at the end
 * of the log it leads to what will come. It is the position.
 */
export async function fetchPage(
  context: ConnectorContext<OktaSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings, http } = context;
  const begin = context.now() - settings.sinceDays * DAY_MS;
  const cursor: Cursor = readCursor(cursorSchema, text) ?? { next: null, last: begin };
  const limit = Math.min(context.batchSize, MOST_EVENTS);
  const asked = {
    url: cursor.next ?? firstPage(settings, cursor.last, limit),
    headers: await signIn(context),
    why: 'events of the system log since the last sync',
  };
  if (!isOfLog(asked.url, settings)) throw elsewhere();
  const reply = await http.json(cursor.next === null ? asked : { ...asked, expects: [400] });
  // A link that is too old: from the last event on, as if it were the first run.
  if (reply.status === 400) return fetchPage(context, again(cursor));
  if (!Array.isArray(reply.body)) {
    throw new ConnectorFailure('answer', 'The answer of the system log is no list of events.');
  }
  const records = reply.records();
  const next = nextLink(reply.header('link'));
  if (next === null || next.length > MAX_NEXT || !isOfLog(next, settings)) throw elsewhere();
  const position: Cursor = { next, last: lastOf(reply.body) ?? cursor.last };
  return {
    records,
    cursor: JSON.stringify(position),
    hasMore: records.length >= limit && next !== cursor.next,
  };
}

function firstPage(settings: OktaSettings, since: number, limit: number): string {
  const query = new URLSearchParams({
    since: new Date(since).toISOString(),
    sortOrder: 'ASCENDING',
    limit: String(limit),
  });
  return `${settings.address}/api/v1/logs?${query}`;
}

function again({ last }: Cursor): string {
  return JSON.stringify({ next: null, last: last - STEP_BACK_MS } satisfies Cursor);
}

function isOfLog(url: string, settings: OktaSettings): boolean {
  const parsed = URL.parse(url);
  return parsed?.origin === originOf(settings.address) && parsed.pathname.endsWith('/api/v1/logs');
}

function elsewhere(): ConnectorFailure {
  return new ConnectorFailure(
    'answer',
    'The system log named no next page of its own. The position stays where it is.',
  );
}

/** RFC 8288; several links may stand in one header. */
function nextLink(header: string | null): string | null {
  for (const [, url, parameters] of (header ?? '').matchAll(/<([^<>]{1,4000})>([^<]{0,200})/g)) {
    if (url !== undefined && /;\s*rel="?next"?/i.test(parameters ?? '')) return url;
  }
  return null;
}

function lastOf(events: readonly unknown[]): number | null {
  const last = events.at(-1);
  const ms = isObject(last) && typeof last.published === 'string' ? Date.parse(last.published) : 0;
  return ms > 0 ? ms : null;
}
