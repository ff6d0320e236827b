import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type EvidenceDetail,
  type EvidenceFilterName,
  evidenceContract,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import type { EvidenceType } from '../../../shared/areas/evidence/evidence.rules.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

const PAGE_ROWS = 200;

export interface RepositoryView {
  readonly q: string;
  readonly type: EvidenceType | null;
  readonly validity: EvidenceFilterName | null;
}

export function evidenceListQuery(client: Client, view: RepositoryView) {
  return infiniteQueryOptions({
    queryKey: ['evidence', 'list', view],
    queryFn: ({ pageParam }) =>
      client.page(evidenceContract.list, {
        query: {
          limit: PAGE_ROWS,
          ...(view.q ? { q: view.q } : {}),
          ...(view.type ? { type: view.type } : {}),
          ...(view.validity ? { validity: view.validity } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function evidenceStatsQuery(client: Client) {
  return queryOptions({
    queryKey: ['evidence', 'stats'],
    queryFn: () => client.call(evidenceContract.stats, {}),
  });
}

export function evidenceDetailQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['evidence', 'detail', id],
    queryFn: () => client.call(evidenceContract.get, { params: { id } }),
  });
}

/** The file of a revision does not change: its key names the content, so no event reads it anew. */
export function evidencePreviewQuery(client: Client, { id, sha256 }: EvidenceDetail) {
  return queryOptions({
    queryKey: ['evidence-preview', id, sha256],
    queryFn: () => client.call(evidenceContract.preview, { params: { id } }),
  });
}

export function custodyQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['evidence_custody', id],
    queryFn: () => client.call(evidenceContract.custody, { params: { id } }),
  });
}

export function verificationQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['evidence_custody', id, 'verification'],
    queryFn: () => client.call(evidenceContract.verification, { params: { id } }),
  });
}

/** A change of one piece of evidence; what is shown of it follows at once. */
export function useEvidenceChange<V>(
  change: (client: Client, value: V) => Promise<unknown>,
  done: { onSuccess?: () => void; onError: (error: unknown) => void },
) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => change(client, value),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['evidence'] });
      done.onSuccess?.();
    },
    onError: done.onError,
  });
}
