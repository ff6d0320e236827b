import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import { policiesContract } from '../../../shared/areas/policies/policies.contract.ts';
import type {
  PolicyCategory,
  PolicyStatus,
} from '../../../shared/areas/policies/policies.rules.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';

const PAGE_ROWS = 200;

/** The filter as the address holds it; empty where it is not narrowed. */
export interface PolicyView {
  readonly q?: string;
  readonly status?: PolicyStatus;
  readonly category?: PolicyCategory;
  readonly owner?: string;
  readonly control?: string;
  readonly working?: 'UNDER_REVIEW';
  readonly outdated?: '1';
  readonly due?: '1';
}

/** The keys begin with the table: a change of a policy makes them old. */
export function policyListQuery(client: Client, view: PolicyView) {
  return infiniteQueryOptions({
    queryKey: ['policies', 'list', view],
    queryFn: ({ pageParam }) =>
      client.page(policiesContract.list, {
        query: { ...view, limit: PAGE_ROWS, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function policyStatsQuery(client: Client) {
  return queryOptions({
    queryKey: ['policies', 'stats'],
    queryFn: () => client.call(policiesContract.stats, {}),
  });
}

export function policyQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['policies', 'one', id],
    queryFn: () => client.call(policiesContract.get, { params: { id } }),
  });
}

export function policyDiffQuery(client: Client, id: string, pair: { from: string; to: string }) {
  return queryOptions({
    queryKey: ['policies', 'diff', id, pair.from, pair.to],
    queryFn: () => client.call(policiesContract.diff, { params: { id }, query: pair }),
    enabled: pair.from !== pair.to,
  });
}

export function policyVersionQuery(client: Client, id: string, versionId: string) {
  return queryOptions({
    queryKey: ['policies', 'version', id, versionId],
    queryFn: () => client.call(policiesContract.version, { params: { id, versionId } }),
  });
}

/** Controls by what is typed; the search of evidence, whose links are of the same kind. */
export function controlSearchQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['controls', 'policy-search', typed],
    queryFn: () => client.call(evidenceContract.controls, { query: { q: typed } }),
    placeholderData: keepPreviousData,
  });
}

interface Told<Answer> {
  /** Of the toast after a success; null says nothing. */
  readonly done: string | null;
  /** More to say after it, from the answer. */
  readonly more?: (answer: Answer) => string | null;
  /** Of a failure; its reason follows where there is one. */
  readonly failed?: string;
  /** True for what is shown in another way. */
  readonly isShownElsewhere?: (error: unknown) => boolean;
}

/** One change, and what is told about it. What it changed is fetched again by the core's events. */
export function usePolicyCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, more, failed = 'Failed to update policy', isShownElsewhere }: Told<Answer>,
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: (answer) => {
      const extra = more?.(answer) ?? null;
      if (done === null && extra === null) return;
      const said = [done, extra].filter((part) => part !== null).join('. ');
      toast({ title: 'Success', description: said });
    },
    onError: (error) => {
      // A lost session has its own toast, which must stay to be read.
      if (error.message.startsWith('401: ') || isShownElsewhere?.(error)) return;
      const isExplained = /^(400|403|404|409|507): /.test(error.message);
      const description = isExplained ? `${failed}. ${describeError(error).why}` : failed;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
