/** Events of evidence, read in a thread of their own. What is in them is attackers' text. */
import {
  type EventDetail,
  eventsContract,
  type ListedEvent,
  type ListedSource,
} from '../../../../shared/areas/forensics/events/events.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { EventReader, StoreCalls } from './event-reader.ts';
import type { EventRow, EventSource, StoredEvent } from './event-store.types.ts';

/** What a Date can hold (ECMA-262, "Time Values and Time Range"). */
const LAST_MS = 8_640_000_000_000_000;

const isoOrNull = (ms: number | null): string | null =>
  ms === null || Math.abs(ms) > LAST_MS ? null : toIso(ms);

function toListed({ timeMs, alignedMs, ...row }: EventRow): ListedEvent {
  return {
    ...{ id: row.id, sourceId: row.sourceId, kind: row.kind, host: row.host, user: row.user },
    ...{ provider: row.provider, code: row.code, summary: row.summary },
    time: isoOrNull(timeMs),
    timeNanos: row.timeNanos,
    alignedTime: isoOrNull(alignedMs),
    alignedNanos: row.alignedNanos,
  };
}

const toSource = ({ clock, firstMs, lastMs, ...source }: EventSource): ListedSource => ({
  ...source,
  ...clock,
  first: isoOrNull(firstMs),
  last: isoOrNull(lastMs),
});

function toDetail(event: StoredEvent, source: EventSource | undefined): EventDetail {
  return {
    ...toListed(event),
    source: source ? toSource(source) : null,
    fields: Object.entries(event.fields).map(([name, value]) => ({
      name,
      values: typeof value === 'string' ? [value] : [...value],
    })),
    offset: event.offset,
    record: event.record,
  };
}

export interface EventRoutesDeps {
  readonly reader: EventReader;
  readonly isInvestigation: (id: string) => boolean;
}

export function eventRoutes({ reader, isInvestigation }: EventRoutesDeps): Route[] {
  const calls = eventsContract;
  function storeOf(id: string, request: Request): StoreCalls {
    if (!isInvestigation(id)) throw new AppError('not-found', 'There is no such investigation');
    return reader.of(id, request.signal);
  }
  async function mustGet(store: StoreCalls, id: number): Promise<StoredEvent> {
    const event = await store.get(id);
    if (!event) throw new AppError('not-found', 'There is no such event');
    return event;
  }
  return [
    route(calls.list, async ({ params, query: { query, ...place }, request }) => {
      const { rows, total } = await storeOf(params.id, request).search(query, place);
      return page(rows.map(toListed), total, null);
    }),
    route(calls.get, async ({ params, request }) => {
      const store = storeOf(params.id, request);
      const event = await mustGet(store, params.event);
      const sources = await store.sources();
      return toDetail(
        event,
        sources.find(({ id }) => id === event.sourceId),
      );
    }),
    route(calls.neighbours, async ({ params, query: { by, each }, request }) => {
      const store = storeOf(params.id, request);
      await mustGet(store, params.event);
      const { before, after } = await store.neighbours(params.event, by, each);
      return { before: before.map(toListed), after: after.map(toListed) };
    }),
    route(calls.stack, async ({ params, query: { query, ...asked }, request }) => {
      const { entries, values, events } = await storeOf(params.id, request).stack(query, asked);
      return { entries: [...entries], values, events };
    }),
    route(calls.histogram, async ({ params, query: { query, from, to, buckets }, request }) => {
      const found = await storeOf(params.id, request).histogram(query, {
        buckets,
        fromMs: from === undefined ? undefined : Date.parse(from),
        toMs: to === undefined ? undefined : Date.parse(to),
      });
      const byKind = Object.entries(found.byKind).map(([kind, counts]) => [kind, [...counts]]);
      return { ...found, counts: [...found.counts], byKind: Object.fromEntries(byKind) };
    }),
    route(calls.irregularities, async ({ params, query: { query, limit }, request }) => {
      const found = await storeOf(params.id, request).irregularities(query, limit);
      return found.map(({ fromMs, toMs, ...rest }) => ({
        ...rest,
        from: isoOrNull(fromMs) ?? '',
        to: isoOrNull(toMs) ?? '',
      }));
    }),
    route(calls.fields, async ({ params, request }) => [
      ...(await storeOf(params.id, request).fields()),
    ]),
    route(calls.sources, async ({ params, request }) =>
      (await storeOf(params.id, request).sources()).map(toSource),
    ),
  ];
}
