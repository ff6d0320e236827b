import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { eventsContract } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { alignmentsContract } from '../../../../shared/areas/forensics/timeline/alignments.contract.ts';
import {
  logonsContract,
  processesContract,
} from '../../../../shared/areas/forensics/timeline/processes.contract.ts';
import { promotionsContract } from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { timelineContract } from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import type { Client } from '../../../../shared/contract/client.ts';

/** Begins with the table that changes most; alerts and evidence are asked for anew when it is opened. */
export const timelineQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['promoted_events', 'timeline', id] as const,
    queryFn: () => client.call(timelineContract.get, { params: { id } }),
    refetchOnMount: 'always',
  });

const PROMOTED_ROWS = 1_000;
export const promotedQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['promoted_events', 'list', id] as const,
    queryFn: async () =>
      (
        await client.page(promotionsContract.list, {
          ...{ params: { id }, query: { limit: PROMOTED_ROWS } },
        })
      ).rows,
  });

export const clocksQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['event_alignments', id] as const,
    queryFn: () => client.call(alignmentsContract.list, { params: { id } }),
    refetchOnMount: 'always',
  });

export const processesQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['event_digests', 'processes', id] as const,
    queryFn: () => client.call(processesContract.get, { params: { id } }),
    refetchOnMount: 'always',
  });

export const logonsQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['event_digests', 'logons', id] as const,
    queryFn: () => client.call(logonsContract.get, { params: { id } }),
    refetchOnMount: 'always',
  });

const NODE_ROWS = 200;
/** Children of a process, those at the top (null), or those that hold `q`. */
export const nodesQuery = (
  client: Client,
  id: string,
  { parent, q, madeAt }: { parent: number | null; q: string; madeAt: string },
) =>
  infiniteQueryOptions({
    queryKey: ['event_digests', 'nodes', id, madeAt, parent, q] as const,
    queryFn: ({ pageParam }) =>
      client.page(processesContract.nodes, {
        params: { id },
        query: {
          limit: NODE_ROWS,
          ...(parent === null ? {} : { parent }),
          ...(q === '' ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** All events of the store by time, promoted or not; the shortest bucket is a ms. */
export const densityQuery = (
  client: Client,
  id: string,
  { fromMs, toMs, buckets }: { fromMs: number; toMs: number; buckets: number },
) =>
  queryOptions({
    queryKey: ['forensic_sessions', 'density', id, fromMs, toMs, buckets] as const,
    queryFn: () =>
      client.call(eventsContract.histogram, {
        params: { id },
        query: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), buckets },
      }),
    placeholderData: (before) => before,
  });

/** Where the events of the store begin and end. */
export const sourcesQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['forensic_sessions', 'event-sources', id] as const,
    queryFn: () => client.call(eventsContract.sources, { params: { id } }),
    refetchOnMount: 'always',
  });
