import { z } from 'zod';
import { isObject } from '../../../../platform/records/json-record.ts';
import { label } from '../../../../platform/records/text.ts';
import { readTime } from '../../../../platform/records/times.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
  type JsonReply,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { fromOf, nextPosition, positionSchema } from '../kit/position.ts';
import { SeenIds } from '../kit/seen-ids.ts';
import { DAY_MS } from '../kit/settings.ts';
import { type CrowdstrikeSettings, signIn } from './settings.ts';

/** Both endpoints take that many at once. */
const MOST_IDS = 1_000;
/** "Alerts": offset and limit together reach no further. */
const DEEPEST = 10_000;

/** `offset`: as many of the moment `at` are passed over; above 0 only where a page did not get past it. */
const cursorSchema = positionSchema.extend({ offset: z.number() });

/** One page: ids from the ledge on in order of time, past what is known, then what they stand for. */
export async function fetchPage(
  context: ConnectorContext<CrowdstrikeSettings>,
  cursor: string | null,
): Promise<ConnectorPage> {
  const { settings } = context;
  const begin = context.now() - settings.sinceDays * DAY_MS;
  const before = readCursor(cursorSchema, cursor) ?? {
    at: begin,
    isMid: true,
    seen: '',
    offset: 0,
  };
  const headers = await signIn(context);
  const seen = new SeenIds(before.seen);
  const fromMs = fromOf(before, settings.lateMinutes);
  const { ids, isMore } = await newIds(context, headers, { fromMs, seen, offset: before.offset });
  const found = ids.length === 0 ? [] : await entities(context, headers, ids);
  for (const { id } of found) seen.add(id);
  const latest = found.reduce<number | null>((most, { ms }) => Math.max(most ?? ms, ms), null);
  if (isMore && latest === null) {
    throw new ConnectorFailure(
      'answer',
      'Falcon named alerts and gave none of them with its time.',
    );
  }
  const position = nextPosition({
    before,
    latest,
    isMid: isMore,
    seen: seen.toText(),
    now: context.now(),
  });
  const offset = isMore && position.at <= fromMs ? before.offset + ids.length : 0;
  return {
    records: found.map(({ bytes }) => bytes),
    cursor: JSON.stringify({ ...position, offset }),
    hasMore: isMore,
  };
}

async function newIds(
  context: ConnectorContext<CrowdstrikeSettings>,
  headers: Record<string, string>,
  input: { fromMs: number; seen: SeenIds; offset: number },
): Promise<{ ids: string[]; isMore: boolean }> {
  const limit = Math.min(context.batchSize, MOST_IDS);
  const ids: string[] = [];
  for (let { offset } = input; offset + limit <= DEEPEST; offset += limit) {
    const page = await askIds(context, headers, { fromMs: input.fromMs, offset, limit });
    for (const id of page) {
      if (input.seen.has(id)) continue;
      if (ids.length === limit) return { ids, isMore: true };
      ids.push(id);
    }
    if (page.length < limit) return { ids, isMore: false };
  }
  if (ids.length > 0) return { ids, isMore: true };
  throw new ConnectorFailure(
    'answer',
    `The ${DEEPEST.toLocaleString('en-US')} alerts after the last position are all known. Choose fewer minutes for late records.`,
  );
}

async function askIds(
  { settings, http }: ConnectorContext<CrowdstrikeSettings>,
  headers: Record<string, string>,
  place: { fromMs: number; offset: number; limit: number },
): Promise<string[]> {
  const time = `${settings.by}_timestamp`;
  const since = `${time}:>='${new Date(place.fromMs).toISOString()}'`;
  const query = new URLSearchParams({
    filter: settings.filter === '' ? since : `${since}+(${settings.filter})`,
    sort: `${time}.asc`,
    limit: String(place.limit),
    offset: String(place.offset),
  });
  const reply = await http.json({
    url: `${settings.region}/alerts/queries/alerts/v2?${query}`,
    headers,
    why: 'ids of alerts since the last sync',
  });
  return resourcesOf(reply).filter((id) => typeof id === 'string');
}

async function entities(
  { settings, http }: ConnectorContext<CrowdstrikeSettings>,
  headers: Record<string, string>,
  ids: readonly string[],
) {
  const reply = await http.json({
    method: 'POST',
    url: `${settings.region}/alerts/entities/alerts/v2`,
    headers,
    body: { composite_ids: ids },
    why: 'alerts since the last sync',
  });
  const order = new Map(ids.map((id, at) => [id, at]));
  const bytes = reply.records('resources');
  return resourcesOf(reply)
    .flatMap((one, at) => {
      const alert = isObject(one) ? one : {};
      const id = label(alert.composite_id) ?? label(alert.id);
      const ms = momentOf(alert[`${settings.by}_timestamp`]);
      const written = bytes[at];
      return id === null || ms === null || !written ? [] : [{ id, ms, bytes: written }];
    })
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

function momentOf(value: unknown): number | null {
  const reading = readTime(value);
  return reading !== null && 'ms' in reading ? reading.ms : null;
}

/** @throws ConnectorFailure where the answer lists errors beside what it gives: a part is missing */
function resourcesOf({ body }: JsonReply): readonly unknown[] {
  const { resources, errors } = isObject(body) ? body : {};
  if (Array.isArray(errors) && errors.length > 0) {
    const [first] = errors as unknown[];
    const said = isObject(first) ? (label(first.message) ?? '') : '';
    throw new ConnectorFailure(
      'unavailable',
      `Falcon could not give all of the alerts; nothing of the page was used. It said: ${said.slice(0, 200)}`,
    );
  }
  if (Array.isArray(resources)) return resources;
  if (resources === null) return [];
  throw new ConnectorFailure('answer', 'The answer of Falcon holds no list of resources.');
}
