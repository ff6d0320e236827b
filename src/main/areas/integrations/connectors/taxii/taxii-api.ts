import { isObject } from '../../../../platform/records/json-record.ts';
import { type ConnectorContext, ConnectorFailure, type JsonReply } from '../../connector.types.ts';
import { needing } from '../kit/needing.ts';
import { originOf } from '../kit/settings.ts';
import { listIn, textIn, unexpected } from '../shared/answers.ts';
import { headersOf, MOST_COLLECTIONS, type TaxiiSettings } from './settings.ts';

type Context = ConnectorContext<TaxiiSettings>;

/** A collection, and the API root it belongs to. */
export interface Collection {
  readonly root: string;
  readonly id: string;
}

const RIGHT = 'The right to read the collection (can_read)';

function ask(context: Context, url: string, why: string): Promise<JsonReply> {
  const headers = headersOf(context);
  return needing(RIGHT, () => context.http.json({ url, headers, why }));
}

/** TAXII 2.1, section 4: a discovery names API roots; what is named otherwise is one itself. */
async function rootsOf(context: Context): Promise<readonly string[]> {
  const { address } = context.settings;
  const { body } = await ask(context, `${address}/`, 'the API roots');
  const roots = listIn(body, 'api_roots');
  if (roots === null) {
    if (isObject(body) && Array.isArray(body.versions)) return [address];
    throw unexpected('The TAXII server', 'API roots');
  }
  const found: string[] = [];
  for (const root of roots.slice(0, 50)) {
    const url = typeof root === 'string' ? URL.parse(root, `${address}/`) : null;
    if (url === null) continue;
    if (url.origin !== originOf(address))
      throw new ConnectorFailure(
        'settings',
        `The discovery names an API root at ${url.host}, which is another server. Enter the address of that API root itself.`,
      );
    found.push(url.href.replace(/\/+$/, ''));
  }
  return found;
}

/** Those that the settings name, or all that can be read; in the order of their ids. */
export async function collectionsOf(context: Context): Promise<readonly Collection[]> {
  const { collections: wanted } = context.settings;
  const found = new Map<string, Collection>();
  for (const root of await rootsOf(context)) {
    const { body } = await ask(context, `${root}/collections/`, 'the collections');
    for (const one of listIn(body, 'collections') ?? []) {
      const id = textIn(one, 'id');
      const isReadable = isObject(one) && one.can_read !== false;
      const isWanted = wanted.length === 0 || (id !== null && wanted.includes(id));
      if (id !== null && id.length <= 100 && isReadable && isWanted) found.set(id, { root, id });
    }
  }
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length > 0)
    throw new ConnectorFailure(
      'permission',
      `${RIGHT} is missing, or there is no such collection: ${missing.slice(0, 5).join(', ')}.`,
    );
  if (found.size === 0)
    throw new ConnectorFailure('permission', `${RIGHT} is missing: none can be read.`);
  if (found.size > MOST_COLLECTIONS)
    throw new ConnectorFailure(
      'settings',
      `The server has ${found.size} collections. Name at most ${MOST_COLLECTIONS} of them in the settings.`,
    );
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface ObjectsPage {
  readonly records: readonly Uint8Array[];
  readonly hasMore: boolean;
  readonly next: string | null;
  /** X-TAXII-Date-Added-Last. */
  readonly last: string | null;
}

/** TAXII 2.1, section 5.4: objects added after a moment (exclusive), the oldest first. */
export async function objectsOf(
  context: Context,
  { root, id }: Collection,
  asked: { readonly after: string; readonly next: string | null; readonly limit: number },
): Promise<ObjectsPage> {
  const query = new URLSearchParams({
    added_after: asked.after,
    limit: String(asked.limit),
    'match[type]': 'indicator',
  });
  if (asked.next !== null) query.set('next', asked.next);
  const reply = await ask(
    context,
    `${root}/collections/${encodeURIComponent(id)}/objects/?${query}`,
    'indicators since the last synchronisation',
  );
  if (!isObject(reply.body)) throw unexpected('The TAXII server', 'an envelope of objects');
  const last = reply.header('x-taxii-date-added-last');
  return {
    // An envelope without objects is empty.
    records: reply.records('objects'),
    hasMore: reply.body.more === true,
    next: textIn(reply.body, 'next'),
    last: last !== null && !Number.isNaN(Date.parse(last)) ? last.slice(0, 40) : null,
  };
}
