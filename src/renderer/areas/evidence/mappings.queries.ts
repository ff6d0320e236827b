import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import {
  type MappingState,
  mappingsContract,
} from '../../../shared/areas/evidence/mappings.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

const PAGE_ROWS = 200;
const FOUND_ROWS = 20;

export interface MappingView {
  readonly q: string;
  readonly framework: string | null;
  readonly state: MappingState | null;
}

/** The keys begin with `evidence`: a change of evidence or of its links makes them old. */
export function mappedControlsQuery(client: Client, view: MappingView) {
  return infiniteQueryOptions({
    queryKey: ['evidence', 'mappings', view],
    queryFn: ({ pageParam }) =>
      client.page(mappingsContract.controls, {
        query: {
          limit: PAGE_ROWS,
          ...(view.q ? { q: view.q } : {}),
          ...(view.framework ? { framework: view.framework } : {}),
          ...(view.state ? { state: view.state } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function mappingSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: ['evidence', 'mappings', 'summary'],
    queryFn: () => client.call(mappingsContract.summary, {}),
  });
}

export function unlinkedQuery(client: Client) {
  return queryOptions({
    queryKey: ['evidence', 'mappings', 'unlinked'],
    queryFn: () => client.page(mappingsContract.unlinked, { query: { limit: PAGE_ROWS } }),
  });
}

/** Controls whose id or title holds what is typed. */
export function controlSearchQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['evidence', 'control-search', typed],
    queryFn: () =>
      client.call(mappingsContract.controls, { query: { q: typed, limit: FOUND_ROWS } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  });
}

export function evidenceOfControlQuery(client: Client, controlId: string) {
  return queryOptions({
    queryKey: ['evidence', 'of-control', controlId],
    queryFn: () =>
      client.call(evidenceContract.list, { query: { control: controlId, limit: PAGE_ROWS } }),
  });
}

/** Current evidence whose words begin with what is typed. */
export function evidenceSearchQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['evidence', 'search', typed],
    queryFn: () =>
      client.call(evidenceContract.list, {
        query: { ...(typed ? { q: typed } : {}), limit: FOUND_ROWS },
      }),
    placeholderData: keepPreviousData,
  });
}

export interface LinkChange {
  readonly evidenceId: string;
  readonly controlId: string;
  readonly isLinked: boolean;
}

export function useLinkEvidence() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ evidenceId, controlId, isLinked }: LinkChange) =>
      client.call(isLinked ? evidenceContract.linkControl : evidenceContract.unlinkControl, {
        params: { id: evidenceId, controlId },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['evidence'] }),
  });
}
