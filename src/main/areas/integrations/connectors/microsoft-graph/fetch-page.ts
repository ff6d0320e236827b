import { isObject } from '../../../../platform/records/json-record.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
  type JsonReply,
} from '../../connector.types.ts';
import { SeenIds } from '../kit/seen-ids.ts';
import { MINUTE_MS, originOf } from '../kit/settings.ts';
import { cursorOf, type Place, startAt, streamAfter } from './cursor.ts';
import { type GraphSettings, pathOf, type Stream, signIn, streamsOf } from './settings.ts';

/** What was updated less than that ago may not be found yet. */
const SETTLE_MS = 30_000;
/** Beside the ids that the cursor remembers there is room for that; a longer one is not followed. */
const MAX_NEXT = 1_000;
/** A window is not cut smaller. */
const SHORTEST_MS = 1_000;
/** An incident comes with its alerts: fewer of them make a page. */
const MOST_INCIDENTS = 50;
const MOST_ALERTS = 1_000;

/**
 * One page of a window of `lastUpdateDateTime`, by `@odata.nextLink`. The pages count positions
 * (`$skip`), so a record that is updated while they are read leaves the window and another moves up
 * unseen. The first page's `@odata.count` shows it: a window of several pages of which fewer came is
 * read again, cut in two, until each half fits one page.
 */
export async function fetchPage(
  context: ConnectorContext<GraphSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings } = context;
  const now = context.now();
  const cursor = cursorOf(settings, text, now);
  const { stream } = cursor;
  const place = cursor[stream];
  const settled = now - SETTLE_MS;
  const from = place.isMid ? place.from : place.from - settings.lateMinutes * MINUTE_MS;
  const to = place.to ?? settled;
  const page = await askPage(context, stream, { from, to, next: place.next });
  const seen = new SeenIds(cursor.seen);
  const records = page.elements.filter(({ id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
  const read: Place = {
    from,
    to,
    next: page.next,
    want: place.next === null ? page.count : place.want,
    got: (place.next === null ? 0 : place.got) + page.elements.length,
    isMid: true,
  };
  const after = placeAfter(read, { isFirst: place.next === null, ledge: place.from, settled });
  const next = after.isMid ? stream : streamAfter(settings, stream);
  const first = streamsOf(settings)[0] ?? stream;
  return {
    records: records.map(({ bytes }) => bytes),
    cursor: JSON.stringify({
      ...cursor,
      [stream]: after,
      stream: next ?? first,
      seen: seen.toText(),
    }),
    hasMore: next !== null,
  };
}

/** What follows a page: the next one, the window again in halves, or the time after it. */
function placeAfter(
  read: Place,
  { isFirst, ledge, settled }: { isFirst: boolean; ledge: number; settled: number },
): Place {
  const { from, next, want, got } = read;
  const to = read.to ?? settled;
  const half = from + Math.floor((to - from) / 2);
  const canBeCut = half - from >= SHORTEST_MS;
  const again: Place = { ...startAt(from, true), to: half };
  if (next !== null && next.length > MAX_NEXT) {
    if (canBeCut) return again;
    throw new ConnectorFailure(
      'answer',
      'The address of the next page is longer than can be kept. Read fewer days back.',
    );
  }
  if (next !== null) return read;
  // Within one page nothing can have moved.
  const isShort = !isFirst && want !== null && got < want;
  if (isShort && canBeCut) return again;
  return startAt(Math.max(ledge, to), to < settled);
}

interface Asked {
  readonly elements: readonly { readonly id: string; readonly bytes: Uint8Array }[];
  readonly next: string | null;
  readonly count: number | null;
}

async function askPage(
  context: ConnectorContext<GraphSettings>,
  stream: Stream,
  place: { from: number; to: number; next: string | null },
): Promise<Asked> {
  const url = place.next ?? firstPage(context, stream, place);
  if (originOf(url) !== originOf(context.settings.graph)) {
    throw new ConnectorFailure(
      'answer',
      'The next page lies elsewhere than Microsoft Graph. Nothing was sent there.',
    );
  }
  const headers = await signIn(context);
  const reply = await context.http.json({ url, headers, why: `${stream} since the last sync` });
  return readPage(reply);
}

function firstPage(
  { settings, batchSize }: ConnectorContext<GraphSettings>,
  stream: Stream,
  { from, to }: { from: number; to: number },
): string {
  const iso = (ms: number) => new Date(ms).toISOString();
  const most = stream === 'alerts' ? MOST_ALERTS : MOST_INCIDENTS;
  const query = new URLSearchParams({
    $filter: `lastUpdateDateTime ge ${iso(from)} and lastUpdateDateTime lt ${iso(to)}`,
    $top: String(Math.min(batchSize, most)),
    $count: 'true',
    ...(stream === 'incidents' ? { $expand: 'alerts' } : {}),
  });
  return `${settings.graph}${pathOf(stream)}?${query}`;
}

function readPage(reply: JsonReply): Asked {
  const body = isObject(reply.body) ? reply.body : {};
  const { value } = body;
  if (!Array.isArray(value)) {
    throw new ConnectorFailure('answer', 'The answer of Microsoft Graph holds no list of values.');
  }
  const bytes = reply.records('value');
  const elements = value.flatMap((one: unknown, at) => {
    const { id, lastUpdateDateTime } = isObject(one) ? one : {};
    const text = bytes[at];
    return text ? [{ id: `${id ?? at} ${lastUpdateDateTime ?? ''}`, bytes: text }] : [];
  });
  const next = body['@odata.nextLink'];
  const count = body['@odata.count'];
  return {
    elements,
    next: typeof next === 'string' && URL.canParse(next) ? next : null,
    count: typeof count === 'number' ? count : null,
  };
}
