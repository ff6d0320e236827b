import { z } from 'zod';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { firstMoment, LATE_MS, writeCursor } from '../shared/cursor.ts';
import type { TaxiiSettings } from './settings.ts';
import { type Collection, collectionsOf, type ObjectsPage, objectsOf } from './taxii-api.ts';

const moment = z.string().max(40);
const openSchema = z.object({
  id: z.string(),
  after: moment,
  next: z.string().nullable(),
  last: moment.nullable(),
});
const cursorSchema = z.object({
  /** Up to when a collection is read. */
  added: z.record(z.string(), moment),
  /** The one that is being read. */
  at: openSchema.nullable(),
});
type Open = z.infer<typeof openSchema>;

export async function fetchObjects(
  context: ConnectorContext<TaxiiSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const cursor = readCursor(cursorSchema, text) ?? { added: {}, at: null };
  const collections = await collectionsOf(context);
  const isThere = (id: string) => collections.some((one) => one.id === id);
  const held = cursor.at !== null && isThere(cursor.at.id) ? cursor.at : null;
  const begin = (one: Collection): Open => ({
    id: one.id,
    after: afterOf(cursor.added[one.id], context),
    next: null,
    last: null,
  });
  const [first] = collections;
  if (first === undefined) throw new ConnectorFailure('settings', 'There is no collection.');
  const at = held ?? begin(first);
  const collection = collections.find(({ id }) => id === at.id) ?? first;
  const asked = { after: at.after, next: at.next, limit: context.batchSize };
  const page = await objectsOf(context, collection, asked);
  const last = page.last ?? at.last;
  // What is no longer read is forgotten, so that the cursor stays small.
  const added = Object.fromEntries(Object.entries(cursor.added).filter(([id]) => isThere(id)));
  if (page.hasMore) {
    return {
      records: page.records,
      cursor: writeCursor({ added, at: { ...at, ...goOn(at, page), last } }),
      hasMore: true,
    };
  }
  added[at.id] = last ?? at.after;
  const next = collections[collections.indexOf(collection) + 1];
  return {
    records: page.records,
    cursor: writeCursor({ added, at: next === undefined ? null : begin(next) }),
    hasMore: next !== undefined,
  };
}

/**
 * Objects may be added with the very time of the last one that was read, as long as it is fresh: then
 * that time is asked for again, and what is known is merged.
 */
function afterOf(known: string | undefined, context: ConnectorContext<TaxiiSettings>): string {
  const now = context.now();
  if (known === undefined)
    return new Date(firstMoment(now, context.settings.sinceDays)).toISOString();
  const ms = Date.parse(known);
  return now - ms < LATE_MS ? justBefore(ms) : known;
}

const justBefore = (ms: number): string => new Date(ms - 1).toISOString();

/**
 * By `next` with the same question; a server that gives none is asked for what was added after its last
 * page (section 3.4). Where a whole page has one time that could cut through it, so just before it.
 */
function goOn(at: Open, page: ObjectsPage): Pick<Open, 'after' | 'next'> {
  if (page.next !== null) return { after: at.after, next: page.next };
  if (page.last === null)
    throw new ConnectorFailure(
      'answer',
      'The TAXII server says that there is more, and neither where (next) nor since when (X-TAXII-Date-Added-Last).',
    );
  const stepped = justBefore(Date.parse(page.last));
  return { after: Date.parse(stepped) > Date.parse(at.after) ? stepped : page.last, next: null };
}
