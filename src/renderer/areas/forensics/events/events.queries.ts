import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  EventQuery,
  EventSort,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { eventsContract } from '../../../../shared/areas/forensics/events/events.contract.ts';
import type { Client } from '../../../../shared/contract/client.ts';

/** Rows that are asked for at once; a page of the grid is one. */
export const PAGE_ROWS = 200;
/** What a long scroll has passed is let go. */
const PAGE_KEPT_MS = 30_000;

const GAPS_SHOWN = 20;
const NEIGHBOURS_EACH = 5;

/** Begins with the table that changes when a file was read. */
const KEY = 'forensic_sessions';

export interface Asked {
  readonly investigationId: string;
  readonly query: EventQuery;
}

export function eventPageQuery(
  client: Client,
  { investigationId, query, sort, page }: Asked & { sort: EventSort; page: number },
) {
  const text = JSON.stringify(query);
  return queryOptions({
    queryKey: [KEY, 'events', investigationId, text, sort, page] as const,
    queryFn: () =>
      client.page(eventsContract.list, {
        params: { id: investigationId },
        query: { query: text, sort, offset: page * PAGE_ROWS, limit: PAGE_ROWS },
      }),
    gcTime: PAGE_KEPT_MS,
  });
}

export function eventQuery(client: Client, investigationId: string, event: number) {
  return queryOptions({
    queryKey: [KEY, 'event', investigationId, event] as const,
    queryFn: () => client.call(eventsContract.get, { params: { id: investigationId, event } }),
  });
}

export function eventStackQuery(
  client: Client,
  { investigationId, query, field, order }: Asked & { field: string; order: 'rare' | 'common' },
) {
  const text = JSON.stringify(query);
  return queryOptions({
    queryKey: [KEY, 'event-stack', investigationId, text, field, order] as const,
    queryFn: () =>
      client.call(eventsContract.stack, {
        params: { id: investigationId },
        query: { query: text, field, order },
      }),
    placeholderData: keepPreviousData,
  });
}

export function eventHistogramQuery(
  client: Client,
  { investigationId, query, buckets }: Asked & { buckets: number },
) {
  const text = JSON.stringify(query);
  return queryOptions({
    queryKey: [KEY, 'event-histogram', investigationId, text, buckets] as const,
    queryFn: () =>
      client.call(eventsContract.histogram, {
        params: { id: investigationId },
        query: { query: text, buckets },
      }),
    placeholderData: keepPreviousData,
  });
}

export function eventGapsQuery(client: Client, { investigationId, query }: Asked) {
  const text = JSON.stringify(query);
  return queryOptions({
    queryKey: [KEY, 'event-gaps', investigationId, text] as const,
    queryFn: () =>
      client.call(eventsContract.irregularities, {
        params: { id: investigationId },
        query: { query: text, limit: GAPS_SHOWN },
      }),
    placeholderData: keepPreviousData,
  });
}

export function eventNeighboursQuery(client: Client, investigationId: string, event: number) {
  return queryOptions({
    queryKey: [KEY, 'event-neighbours', investigationId, event] as const,
    queryFn: () =>
      client.call(eventsContract.neighbours, {
        params: { id: investigationId, event },
        query: { by: 'host', each: NEIGHBOURS_EACH },
      }),
  });
}

export function eventFieldsQuery(client: Client, investigationId: string) {
  return queryOptions({
    queryKey: [KEY, 'event-fields', investigationId] as const,
    queryFn: () => client.call(eventsContract.fields, { params: { id: investigationId } }),
  });
}

export function eventSourcesQuery(client: Client, investigationId: string) {
  return queryOptions({
    queryKey: [KEY, 'event-sources', investigationId] as const,
    queryFn: () => client.call(eventsContract.sources, { params: { id: investigationId } }),
  });
}
