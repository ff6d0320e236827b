import { isObject } from '../../../../platform/records/json-record.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { fromOf, nextPosition, type Position, positionOf } from '../kit/position.ts';
import { SeenIds } from '../kit/seen-ids.ts';
import { DAY_MS } from '../kit/settings.ts';
import { openPointInTime, searchBody } from './point-in-time.ts';
import { type ElasticSettings, headersOf, presetOf } from './settings.ts';

/** More hits of one moment than that in one page are not read: no detection engine writes so. */
const MAX_OF_A_MOMENT = 40_000;

interface Hit {
  readonly id: string;
  readonly ms: number;
  readonly sort: readonly unknown[];
  readonly bytes: Uint8Array;
}

interface Taken {
  readonly records: Uint8Array[];
  readonly seen: SeenIds;
  latest: number | null;
  /** The moment of the hit before, and how many hits of it were met, known ones too. */
  moment: number | null;
  ofMoment: number;
  isMore: boolean;
}

/**
 * One page: from the ledge on, by time and then by document, past what is known. A page ends between
 * two moments, or within one whose ids all fit into the cursor; so records of one moment are neither
 * lost nor read twice.
 */
export async function fetchPage(
  context: ConnectorContext<ElasticSettings>,
  cursor: string | null,
): Promise<ConnectorPage> {
  const { settings } = context;
  const before = positionOf(cursor, context.now() - settings.sinceDays * DAY_MS);
  const taken = await takeNew(context, before);
  const position = nextPosition({
    before,
    latest: taken.latest,
    isMid: taken.isMore,
    seen: taken.seen.toText(),
    now: context.now(),
  });
  return { records: taken.records, cursor: JSON.stringify(position), hasMore: taken.isMore };
}

async function takeNew(
  context: ConnectorContext<ElasticSettings>,
  before: Position,
): Promise<Taken> {
  const taken: Taken = {
    records: [],
    seen: new SeenIds(before.seen),
    latest: null,
    moment: null,
    ofMoment: 0,
    isMore: false,
  };
  const fromMs = fromOf(before, context.settings.lateMinutes);
  const view = await openPointInTime(context);
  try {
    let pit = view.id;
    let after: readonly unknown[] | null = null;
    while (!taken.isMore) {
      const page = await search(context, { pit, fromMs, after });
      pit = page.pit ?? pit;
      for (const hit of page.hits) if (!taken.isMore) take(taken, hit, context.batchSize);
      after = page.hits.at(-1)?.sort ?? null;
      if (page.hits.length < context.batchSize) break;
    }
    return taken;
  } finally {
    await view.close();
  }
}

function take(taken: Taken, hit: Hit, batchSize: number): void {
  const isSameMoment = hit.ms === taken.moment;
  const isFull = taken.records.length >= batchSize;
  if (isFull && (!isSameMoment || taken.ofMoment < SeenIds.capacity)) {
    taken.isMore = true;
    return;
  }
  taken.ofMoment = isSameMoment ? taken.ofMoment + 1 : 1;
  taken.moment = hit.ms;
  if (taken.ofMoment > MAX_OF_A_MOMENT) {
    const count = MAX_OF_A_MOMENT.toLocaleString('en-US');
    throw new ConnectorFailure(
      'answer',
      `More than ${count} documents have the time ${new Date(hit.ms).toISOString()}. Narrow the filter.`,
    );
  }
  const isKnown = taken.seen.has(hit.id);
  taken.seen.add(hit.id);
  if (isKnown) return;
  taken.records.push(hit.bytes);
  taken.latest = hit.ms;
}

async function search(
  context: ConnectorContext<ElasticSettings>,
  input: { pit: string; fromMs: number; after: readonly unknown[] | null },
): Promise<{ hits: Hit[]; pit: string | null }> {
  const { settings, batchSize } = context;
  const preset = presetOf(settings);
  const reply = await context.http.json({
    method: 'POST',
    url: `${settings.address}/_search?allow_partial_search_results=false`,
    headers: headersOf(context),
    body: searchBody(settings, { ...input, size: batchSize, preset }),
    why: 'alerts since the last sync',
  });
  const body = isObject(reply.body) ? reply.body : {};
  const shards = isObject(body._shards) ? body._shards : {};
  if (body.timed_out === true || Number(shards.failed ?? 0) > 0) {
    throw new ConnectorFailure(
      'unavailable',
      'A part of the indexes did not answer. Nothing of this page was used; it is asked again later.',
    );
  }
  const hits = isObject(body.hits) ? body.hits.hits : null;
  if (!Array.isArray(hits)) {
    throw new ConnectorFailure('answer', 'The answer holds no hits. Check the address.');
  }
  const bytes = reply.records('hits', 'hits');
  return {
    hits: hits.map((hit: unknown, at) => readHit(hit, bytes[at])),
    pit: typeof body.pit_id === 'string' ? body.pit_id : null,
  };
}

function readHit(hit: unknown, bytes: Uint8Array | undefined): Hit {
  const { _id, _index, sort } = isObject(hit) ? hit : {};
  const keys: readonly unknown[] = Array.isArray(sort) ? sort : [];
  const ms = momentOf(keys[0]);
  if (typeof _id !== 'string' || ms === null || bytes === undefined) {
    throw new ConnectorFailure(
      'answer',
      'A hit has no id or no place in the order. Check the search engine in the settings.',
    );
  }
  return { id: `${_index}/${_id}`, ms, sort: keys, bytes };
}

function momentOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number(value ?? Number.NaN);
  return Number.isFinite(ms) ? ms : null;
}
