import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
  type JsonReply,
} from '../../connector.types.ts';
import { listIn, textIn, unexpected } from '../shared/answers.ts';
import { writeCursor } from '../shared/cursor.ts';
import { afterPage, openWindow, windowOf } from '../shared/paged-window.ts';
import type { MispSettings } from './settings.ts';

const RIGHT = 'A role that may use the interface (perm_auth) and see the events';

/** MISP counts time in whole seconds. */
const SECOND_MS = 1_000;

export async function searchAttributes(
  context: ConnectorContext<MispSettings>,
  asked: {
    readonly from: number;
    readonly to: number;
    readonly page: number;
    readonly limit: number;
  },
): Promise<JsonReply> {
  const { address, onlyPublished, tags } = context.settings;
  const reply = await context.http.json({
    method: 'POST',
    url: `${address}/attributes/restSearch`,
    headers: { authorization: context.secret('authKey') },
    body: {
      returnFormat: 'json',
      page: asked.page + 1,
      limit: asked.limit,
      timestamp: [
        String(Math.floor(asked.from / SECOND_MS)),
        String(Math.ceil(asked.to / SECOND_MS)),
      ],
      // Deleted ones too: what is no longer true must be taken back.
      deleted: [0, 1],
      includeEventTags: true,
      includeContext: true,
      includeWarninglistHits: true,
      ...(onlyPublished ? { published: 1 } : {}),
      ...(tags.length === 0 ? {} : { tags }),
    },
    why: 'attributes since the last synchronisation',
    expects: [403],
  });
  if (reply.status === 403) throw refusal(reply.body);
  return reply;
}

/** MISP answers 403 to a key it does not know as to a right that is missing; its text says which. */
function refusal(body: unknown): ConnectorFailure {
  const said = textIn(body, 'message') ?? textIn(body, 'name') ?? '';
  return said.includes('Authentication failed')
    ? new ConnectorFailure(
        'credentials',
        'MISP does not know this authentication key, or it has run out. Make a new one.',
      )
    : new ConnectorFailure(
        'permission',
        `${RIGHT} is missing. Give the user such a role, or use the key of another.`,
      );
}

export async function fetchAttributes(
  context: ConnectorContext<MispSettings>,
  cursor: string | null,
): Promise<ConnectorPage> {
  const window = openWindow(windowOf(cursor), context.now(), context.settings.sinceDays);
  const limit = context.batchSize;
  const reply = await searchAttributes(context, { ...window, limit });
  const found = listIn(reply.body, 'response', 'Attribute');
  if (found === null) throw unexpected('MISP', 'attributes');
  const records = reply.records('response', 'Attribute');
  const count = Number(reply.header('x-result-count') ?? Number.NaN);
  const { next, hasMore } = afterPage(window, {
    total: Number.isInteger(count) && count >= 0 ? count : null,
    isLast: records.length < limit,
  });
  return { records, cursor: writeCursor(next), hasMore };
}
