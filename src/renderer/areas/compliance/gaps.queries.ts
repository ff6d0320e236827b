/** Gap analysis and challenges; keys begin with the table whose change makes them old. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Challenge,
  GAPS_AT_ONCE,
  type GapAnalysis,
  gapsContract,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { scoresContract } from '../../../shared/areas/compliance/scores.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

export const gapKeys = {
  last: ['gap_analyses', 'last'] as const,
  challenges: ['control_challenges'] as const,
};

export function lastAnalysisQuery(client: Client) {
  return queryOptions({
    queryKey: gapKeys.last,
    queryFn: () => client.call(gapsContract.last, {}),
    // What changed since is counted when it is asked for.
    refetchOnMount: 'always',
  });
}

/** The gaps that an analysis did not bring along; it never changes, so neither do they. */
export function gapPagesQuery(client: Client, { id, gapsCursor }: GapAnalysis) {
  return infiniteQueryOptions({
    queryKey: ['gap_pages', id],
    queryFn: ({ pageParam }) =>
      client.page(gapsContract.gapsOf, {
        params: { id },
        query: { limit: GAPS_AT_ONCE, cursor: pageParam ?? undefined },
      }),
    initialPageParam: gapsCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: gapsCursor !== null,
  });
}

export function scopeQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'list'],
    queryFn: () => client.call(scoresContract.list, {}),
  });
}

export function socProofQuery(client: Client) {
  return queryOptions({
    queryKey: [...gapKeys.challenges, 'proof'],
    queryFn: () => client.call(gapsContract.socProof, {}),
  });
}

export type ChallengeFilter = Challenge['state'] | 'ALL';

export function challengesQuery(client: Client, state: ChallengeFilter) {
  return queryOptions({
    queryKey: [...gapKeys.challenges, 'list', state],
    queryFn: () =>
      client.page(gapsContract.challenges, { query: state === 'ALL' ? {} : { state } }),
  });
}

export function controlSocProofQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: [...gapKeys.challenges, 'control', id],
    queryFn: () => client.call(gapsContract.controlSocProof, { params: { id } }),
  });
}

/** Measures the queue now; the record has no row of its own that would make the page ask again. */
export function useEvaluate() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(gapsContract.evaluate, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: gapKeys.challenges }),
  });
}

export type Verdict =
  | { readonly type: 'confirm'; readonly note: string }
  | { readonly type: 'dismiss'; readonly reason: string };

export function useDecideChallenge(id: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (verdict: Verdict) => {
      const params = { id };
      return verdict.type === 'confirm'
        ? client.call(gapsContract.confirm, { params, body: { note: verdict.note } })
        : client.call(gapsContract.dismiss, { params, body: { reason: verdict.reason } });
    },
  });
}
