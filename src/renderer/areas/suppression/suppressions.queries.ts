import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { suppressionContract } from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  type SuppressionScope,
  scopeProblem,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { conflictOf } from '../../api/conflicts.ts';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';
import type { SuppressionView } from './use-suppression-address.ts';

const PAGE_ROWS = 200;

/** The keys begin with the table: a change of a rule, or of what it hides, makes them old. */
export function suppressionListQuery(client: Client, { q, state, owner }: SuppressionView) {
  return infiniteQueryOptions({
    queryKey: ['suppression_rules', 'list', { q, state, owner }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(suppressionContract.list, {
        query: {
          limit: PAGE_ROWS,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
          ...(q === '' ? {} : { q }),
          ...(state === null ? {} : { state }),
          ...(owner === null ? {} : { owner }),
        },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function suppressionQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['suppression_rules', 'one', id],
    queryFn: () => client.call(suppressionContract.get, { params: { id } }),
  });
}

/** Of a scope that may stand; another alert does not make it old while somebody types. */
export function previewQuery(client: Client, scope: SuppressionScope) {
  return queryOptions({
    queryKey: ['suppression-preview', scope],
    queryFn: () =>
      client.call(suppressionContract.preview, {
        body: { scope: scope as never },
      }),
    enabled: scopeProblem(scope) === null,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
}

export function controlSuggestionsQuery(client: Client, techniques: readonly string[]) {
  return queryOptions({
    queryKey: ['controls', 'suppression-suggestions', techniques],
    queryFn: () =>
      client.call(suppressionContract.controls, { query: { techniques: techniques.join(',') } }),
  });
}

interface Told<Answer> {
  readonly done: string | ((answer: Answer) => string);
  readonly failed: string;
}

/** One change: what is sent, and what is told about it. What it changed is fetched again by events. */
export function useSuppressionCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, failed }: Told<Answer>,
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: (answer) =>
      toast({ title: 'Success', description: typeof done === 'function' ? done(answer) : done }),
    onError: (error) => {
      if (error.message.startsWith('401: ') || conflictOf(error) !== null) return;
      const isExplained = /^(400|403|404|409|507): /.test(error.message);
      const description = isExplained ? `${failed}. ${describeError(error).why}` : failed;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
