import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type HistoryResource,
  historyContract,
} from '../../../shared/areas/history/history.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

/** Made old by every change: rows that belong to a record are in its history too. */
export function recordHistoryQuery(client: Client, resource: HistoryResource, id: string) {
  return infiniteQueryOptions({
    queryKey: ['history', resource, id],
    queryFn: ({ pageParam }) =>
      client.call(historyContract.get, {
        params: { resource, id },
        query: pageParam === null ? {} : { cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Where else a record was touched, without its steps. */
export function recordElsewhereQuery(client: Client, resource: HistoryResource, id: string) {
  return queryOptions({
    queryKey: ['history', resource, id, 'elsewhere'],
    queryFn: () =>
      client.call(historyContract.get, { params: { resource, id }, query: { limit: 1 } }),
    select: ({ elsewhere }) => elsewhere,
  });
}
