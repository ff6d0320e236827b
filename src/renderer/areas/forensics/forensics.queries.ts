import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  investigationsContract,
  type NewInvestigation,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import type { InvestigationStatus } from '../../../shared/areas/forensics/investigations.rules.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const PAGE_ROWS = 50;

export interface InvestigationFilter {
  readonly status: InvestigationStatus | null;
  readonly q: string;
}

/** Begins with the table's name: its change event asks for it anew. */
const LIST = ['forensic_investigations', 'list'] as const;

export function investigationsQuery(client: Client, { status, q }: InvestigationFilter) {
  return infiniteQueryOptions({
    queryKey: [...LIST, status, q] as const,
    queryFn: ({ pageParam }) =>
      client.page(investigationsContract.list, {
        query: {
          limit: PAGE_ROWS,
          ...(status === null ? {} : { status }),
          ...(q === '' ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  });
}

/** Those that are being worked on, whatever is filtered. */
export function runningQuery(client: Client) {
  return queryOptions({
    queryKey: [...LIST, 'running'] as const,
    queryFn: async () => {
      const { rows } = await client.page(investigationsContract.list, {
        query: { status: 'IN_PROGRESS', limit: PAGE_ROWS },
      });
      return rows.filter(({ run }) => run?.state === 'RUNNING');
    },
  });
}

export function investigationQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['forensic_investigations', 'one', id] as const,
    queryFn: () => client.call(investigationsContract.get, { params: { id } }),
  });
}

const START_FAILED = 'Failed to start AI investigation';
const isSignedOut = (error: Error) => error.message.startsWith('401: ');
const isExplained = (error: Error) => /^(400|403|404|409|507): /.test(error.message);

/** Starts an investigation; the toasts are those of the specification. */
export function useStartInvestigation() {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (body: NewInvestigation) => callInvestigate(client, body),
    onSuccess: () =>
      toast({
        title: 'AI Investigation Started',
        description: 'Its progress is shown on this page.',
      }),
    onError: (error) => {
      if (isSignedOut(error)) return;
      const description = isExplained(error)
        ? `${START_FAILED}. ${describeError(error).why}`
        : START_FAILED;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}

const callInvestigate = (client: Client, body: NewInvestigation) =>
  client.call(investigationsContract.investigate, { body });

/** A change that says what was done where it succeeded, and why where it did not. */
export function useInvestigationCall<V, R>(
  call: (client: Client, variables: V) => Promise<R>,
  done: string | null,
) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (variables: V) => call(client, variables),
    onSuccess: () => {
      if (done !== null) toast({ title: 'Success', description: done });
    },
    onError: sayError,
  });
}
