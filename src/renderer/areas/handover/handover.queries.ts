import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { handoverContract } from '../../../shared/areas/handover/handover.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const PAGE_ROWS = 50;

export function handoverListQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: ['handovers', 'list'] as const,
    queryFn: ({ pageParam }) =>
      client.page(handoverContract.list, {
        query: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

export function handoverQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['handovers', 'one', id] as const,
    queryFn: () => client.call(handoverContract.get, { params: { id } }),
  });
}

/** A change that says what was done where it succeeded, and why where it did not. */
export function useHandoverCall<V, R>(
  call: (client: Client, variables: V) => Promise<R>,
  done: string | null,
  onFailed?: (error: Error) => boolean,
) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (variables: V) => call(client, variables),
    onSuccess: () => {
      if (done !== null) toast({ title: 'Success', description: done });
    },
    onError: (error) => {
      if (!onFailed?.(error)) sayError(error);
    },
  });
}
