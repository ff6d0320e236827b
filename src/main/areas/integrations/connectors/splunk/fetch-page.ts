import { z } from 'zod';
import { isObject } from '../../../../platform/records/json-record.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { readRows } from './export-lines.ts';
import { headersOf, type SplunkSettings, servicesOf } from './settings.ts';

/** Seconds until what was indexed can be searched on every indexer. */
const SETTLE = 60;
const DAY = 86_400;
/** One search covers at most that: the first run reads back in steps. */
const MOST_SECONDS = 6 * 3_600;
/** An event may be that old when it is indexed; what is older is not met. */
const OLDEST_EVENT_DAYS = 7;

/** Seconds since 1970: [from, to) of index time, or of event time for saved searches. */
const cursorSchema = z.object({
  from: z.number(),
  to: z.number().nullable(),
  skip: z.number(),
});
type Cursor = z.infer<typeof cursorSchema>;

/**
 * Closed windows of time, in a fixed order: a window ends in the past, so that it holds the same rows
 * whenever it is asked for, and pages of it are counted off. By the time of indexing what comes late
 * lies in a later window; a saved search may give a table, which has no such time.
 */
export async function fetchPage(
  context: ConnectorContext<SplunkSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings, batchSize } = context;
  const now = Math.floor(context.now() / 1_000);
  const settled = now - (settings.what === 'saved' ? settings.lateMinutes * 60 : SETTLE);
  const cursor = readCursor(cursorSchema, text) ?? {
    from: now - settings.sinceDays * DAY,
    to: null,
    skip: 0,
  };
  const to = cursor.to ?? Math.min(cursor.from + MOST_SECONDS, settled);
  const headers = headersOf(context);
  if (to <= cursor.from) return pageOf([], cursor, false);
  const search = searchOf(await baseSearch(context), { ...cursor, to, settings, batchSize });
  const reply = await context.http.lines({
    method: 'POST',
    url: `${servicesOf(settings)}/search/v2/jobs/export`,
    headers,
    body: new URLSearchParams({
      search,
      output_mode: 'json',
      preview: 'false',
      ...rangeOf(settings, cursor.from, to),
    }),
    why: 'events since the last sync',
  });
  const rows = await readRows(reply.body);
  if (rows.length > batchSize) {
    const next = { from: cursor.from, to, skip: cursor.skip + batchSize };
    return pageOf(rows.slice(0, batchSize), next, true);
  }
  return pageOf(rows, { from: to, to: null, skip: 0 }, to < settled);
}

function pageOf(records: Uint8Array[], cursor: Cursor, hasMore: boolean): ConnectorPage {
  return { records, cursor: JSON.stringify(cursor), hasMore };
}

function rangeOf(settings: SplunkSettings, from: number, to: number): Record<string, string> {
  if (settings.what === 'saved') return { earliest_time: String(from), latest_time: String(to) };
  return {
    earliest_time: String(Math.max(0, from - OLDEST_EVENT_DAYS * DAY)),
    latest_time: String(to + DAY),
    index_earliest: String(from),
    index_latest: String(to),
  };
}

/** One row more than the page holds tells whether there is another page. */
function searchOf(
  base: string,
  input: Cursor & { to: number; settings: SplunkSettings; batchSize: number },
): string {
  const { from, to, skip, settings, batchSize } = input;
  const window = [`where _indextime>=${from} AND _indextime<${to}`, 'sort 0 _indextime _bkt _cd'];
  return [
    base,
    ...(settings.what === 'saved' ? [] : window),
    'streamstats count AS watchfloor_row',
    `where watchfloor_row>${skip}`,
    `head ${batchSize + 1}`,
    'fields - watchfloor_row',
  ].join(' | ');
}

async function baseSearch(context: ConnectorContext<SplunkSettings>): Promise<string> {
  const { settings } = context;
  if (settings.what === 'notable') return 'search `notable`';
  const text = settings.what === 'saved' ? await savedSearch(context) : settings.search;
  return /^(?:\||search\s)/i.test(text) ? text : `search ${text}`;
}

/** The text of a saved search: it runs in our window instead of its own. */
export async function savedSearch(context: ConnectorContext<SplunkSettings>): Promise<string> {
  const { settings, http } = context;
  const root = settings.app === '' ? `${settings.address}/servicesNS/-/-` : servicesOf(settings);
  const { status, body } = await http.json({
    url: `${root}/saved/searches/${encodeURIComponent(settings.search)}?output_mode=json`,
    headers: headersOf(context),
    why: 'the saved search',
    expects: [404],
  });
  const [entry] = isObject(body) && Array.isArray(body.entry) ? body.entry : [];
  const content: unknown = isObject(entry) ? entry.content : null;
  const text = isObject(content) ? content.search : null;
  if (status !== 404 && typeof text === 'string' && text.trim() !== '') return text.trim();
  throw new ConnectorFailure(
    'settings',
    `Splunk has no saved search named ${settings.search.slice(0, 100)} that this account sees. Check its name and app.`,
  );
}
