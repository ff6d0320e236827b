import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  isolationContract,
  type LedgerFilter,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

const PAGE_ROWS = 100;

export function isolationQuery(client: Client) {
  return queryOptions({
    queryKey: ['isolation'],
    queryFn: () => client.call(isolationContract.get, {}),
  });
}

export function ledgerQuery(client: Client, filter: LedgerFilter) {
  return infiniteQueryOptions({
    queryKey: ['egress_log', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(isolationContract.ledger, {
        query: {
          ...filter,
          limit: PAGE_ROWS,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function destinationsQuery(client: Client) {
  return queryOptions({
    queryKey: ['egress_log', 'destinations'],
    queryFn: () => client.call(isolationContract.destinations, {}),
  });
}

export function heldQuery(client: Client) {
  return queryOptions({
    queryKey: ['held_items'],
    queryFn: () => client.call(isolationContract.held, {}),
  });
}

export function useChangeIsolation() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { isIsolated?: boolean; allowsLocalModel?: boolean }) =>
      client.call(isolationContract.change, { body }),
    onSuccess: (isolation) => {
      queries.setQueryData(isolationQuery(client).queryKey, isolation);
      void queries.invalidateQueries({ queryKey: ['model_endpoints'] });
    },
  });
}

export function useDecideHeld() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ id, isReleased }: { id: string; isReleased: boolean }) =>
      client.call(isReleased ? isolationContract.release : isolationContract.drop, {
        params: { id },
      }),
  });
}
