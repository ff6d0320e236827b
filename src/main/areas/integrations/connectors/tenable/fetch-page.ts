import { z } from 'zod';
import { isObject } from '../../../../platform/records/json-record.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/settings.ts';
import { headersOf, severitiesOf, type TenableSettings } from './settings.ts';

/** The fewest assets a chunk may hold: a chunk is read again for each page of it. */
const ASSETS_OF_A_CHUNK = 50;
/** Chunks can be downloaded for a day; an export that is older is made anew. */
const EXPORT_LASTS_MS = 20 * HOUR_MS;

const exportSchema = z.object({
  id: z.string(),
  startedAt: z.number(),
  /** Chunks are numbered from 1 and read in order; those up to here are read. */
  done: z.number(),
  /** Findings of the next chunk that are read. */
  skip: z.number(),
});
type Export = z.infer<typeof exportSchema>;

const cursorSchema = z.object({
  since: z.number(),
  /** When the last export was ordered, or null before the first. */
  orderedAt: z.number().nullable(),
  export: exportSchema.nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/**
 * An export is ordered, then asked for its state once in each call: one that is not ready is asked again
 * by the next run, nobody waits. Its chunks are read page by page. The next export begins where this one
 * was ordered, a while before.
 */
export async function fetchPage(
  context: ConnectorContext<TenableSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings } = context;
  const headers = headersOf(context);
  const begin = context.now() - settings.sinceDays * DAY_MS;
  const cursor: Cursor = readCursor(cursorSchema, text) ?? {
    since: begin,
    orderedAt: null,
    export: null,
  };
  const now = context.now();
  const isOld = cursor.export !== null && now - cursor.export.startedAt > EXPORT_LASTS_MS;
  const isDue =
    cursor.orderedAt === null || now - cursor.orderedAt >= settings.everyHours * HOUR_MS;
  if (cursor.export === null && !isDue) return pageOf([], cursor, false);
  const running =
    cursor.export === null || isOld ? await order(context, headers, cursor.since) : cursor.export;
  const place = { since: cursor.since, orderedAt: running.startedAt };
  const state = await stateOf(context, headers, running.id);
  if (state === 'gone') return anew(cursor.since);
  const number = state.chunks.find((one) => one > running.done);
  if (number !== undefined)
    return chunkPage(context, headers, { ...place, export: running }, number);
  if (!state.isFinished) return pageOf([], { ...place, export: running }, false);
  const since = running.startedAt - settings.lateMinutes * MINUTE_MS;
  return pageOf([], { ...place, since: Math.max(since, cursor.since), export: null }, false);
}

/** An export that ended without a result, or is no longer known: the next run orders it again. */
function anew(since: number): ConnectorPage {
  return pageOf([], { since, orderedAt: null, export: null }, false);
}

function pageOf(records: readonly Uint8Array[], cursor: Cursor, hasMore: boolean): ConnectorPage {
  return { records, cursor: JSON.stringify(cursor), hasMore };
}

async function order(
  { settings, http, now }: ConnectorContext<TenableSettings>,
  headers: Record<string, string>,
  since: number,
): Promise<Export> {
  const { body } = await http.json({
    method: 'POST',
    url: `${settings.address}/vulns/export`,
    headers,
    body: {
      num_assets: ASSETS_OF_A_CHUNK,
      filters: {
        since: Math.floor(since / 1_000),
        severity: severitiesOf(settings),
        state: ['OPEN', 'REOPENED'],
      },
    },
    why: 'order an export of findings',
  });
  const id = isObject(body) ? body.export_uuid : null;
  if (typeof id === 'string' && /^[\w-]{1,100}$/.test(id)) {
    return { id, startedAt: now(), done: 0, skip: 0 };
  }
  throw new ConnectorFailure('answer', 'Tenable named no export. Check the address.');
}

type State = 'gone' | { readonly chunks: readonly number[]; readonly isFinished: boolean };

async function stateOf(
  { settings, http }: ConnectorContext<TenableSettings>,
  headers: Record<string, string>,
  id: string,
): Promise<State> {
  const { status, body } = await http.json({
    url: `${settings.address}/vulns/export/${id}/status`,
    headers,
    why: 'the state of the export',
    expects: [404],
  });
  if (status === 404) return 'gone';
  const { status: word, chunks_available } = isObject(body) ? body : {};
  if (word === 'CANCELLED' || word === 'ERROR') return 'gone';
  const list: readonly unknown[] | null = Array.isArray(chunks_available) ? chunks_available : null;
  if (typeof word !== 'string' || list === null) {
    throw new ConnectorFailure('answer', 'Tenable did not say how far the export is.');
  }
  // Chunks come in any order: while others are still made, only the next one in order is read.
  const chunks = list.filter((one) => typeof one === 'number').sort((a, b) => a - b);
  const isFinished = word === 'FINISHED';
  const inOrder = chunks.filter((one, at) => one === at + 1);
  return { chunks: isFinished ? chunks : inOrder, isFinished };
}

async function chunkPage(
  { settings, http, batchSize }: ConnectorContext<TenableSettings>,
  headers: Record<string, string>,
  cursor: Cursor & { readonly export: Export },
  number: number,
): Promise<ConnectorPage> {
  const running = cursor.export;
  const reply = await http.json({
    url: `${settings.address}/vulns/export/${running.id}/chunks/${number}`,
    headers,
    why: 'findings of the export',
    expects: [404],
  });
  if (reply.status === 404) return anew(cursor.since);
  if (!Array.isArray(reply.body)) {
    throw new ConnectorFailure('answer', 'A chunk of the export is no list of findings.');
  }
  const all = reply.records();
  const end = running.skip + batchSize;
  const isWhole = all.length <= end;
  const next: Export = isWhole ? { ...running, done: number, skip: 0 } : { ...running, skip: end };
  return pageOf(all.slice(running.skip, end), { ...cursor, export: next }, true);
}
