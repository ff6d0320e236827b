import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { conflictOf } from '../../api/conflicts.ts';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';
import type { RiskView } from './use-risk-address.ts';

const PAGE_ROWS = 200;

/** The keys begin with the tables: a change of a row makes them old. */
export function riskListQuery(client: Client, view: RiskView) {
  const { q, status, category, level, owner, cell, residualCell } = view;
  return infiniteQueryOptions({
    queryKey: ['risks', 'list', view],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(risksContract.list, {
        query: {
          limit: PAGE_ROWS,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
          ...(q === '' ? {} : { q }),
          ...(status === null ? {} : { status }),
          ...(category === null ? {} : { category }),
          ...(level === null ? {} : { level }),
          ...(owner === null ? {} : { owner }),
          ...(cell === null ? {} : { cell }),
          ...(residualCell === null ? {} : { residualCell }),
          ...(view.isOverdue ? { overdue: '1' as const } : {}),
          ...(view.isAboveAppetite ? { aboveAppetite: '1' as const } : {}),
        },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function riskSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: ['risks', 'summary'],
    queryFn: () => client.call(risksContract.summary, {}),
  });
}

export function riskTrendQuery(client: Client, days: number) {
  return queryOptions({
    queryKey: ['risks', 'trend', days],
    queryFn: () => client.call(risksContract.trend, { query: { days } }),
  });
}

export function riskQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['risks', 'one', id],
    queryFn: () => client.call(risksContract.get, { params: { id } }),
  });
}

/** Old with the risk; what its controls are worth changes with theirs. */
export function residualQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['risks', 'residual', id],
    queryFn: () => client.call(risksContract.residual, { params: { id } }),
  });
}

export function openTasksQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: ['risks', 'open-tasks'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(risksContract.tasks, {
        query: { limit: PAGE_ROWS, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function dueReviewsQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: ['risks', 'due-reviews'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(risksContract.dueReviews, {
        query: { limit: PAGE_ROWS, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function riskControlChoicesQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['controls', 'risk-choices', typed],
    queryFn: () => client.call(risksContract.controlChoices, { query: { q: typed } }),
  });
}

interface Told<Answer> {
  /** Of the toast after a success; what it returns is told, nothing where it returns null. */
  readonly done?: string | ((answer: Answer) => string | null);
  /** Of a failure; its reason follows where there is one. */
  readonly failed: string;
}

/** One change: what is sent, and what is told about it. What it changed is fetched again by events. */
export function useRiskCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, failed }: Told<Answer>,
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: (answer) => {
      const description = typeof done === 'function' ? done(answer) : done;
      if (description) toast({ title: 'Success', description });
    },
    onError: (error) => {
      // A lost session has its own toast; a conflict is shown where it can be decided.
      if (error.message.startsWith('401: ') || conflictOf(error) !== null) return;
      const isExplained = /^(400|403|404|409|507): /.test(error.message);
      const description = isExplained ? `${failed}. ${describeError(error).why}` : failed;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
