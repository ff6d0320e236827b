import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import {
  type VendorQueryInput,
  vendorsContract,
} from '../../../shared/areas/vendors/vendors.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';

const PAGE_ROWS = 200;
const FOUND_ROWS = 20;

/** The filter as the address holds it; empty where it is not narrowed. */
export type VendorView = Pick<
  VendorQueryInput,
  'q' | 'status' | 'tier' | 'category' | 'review' | 'contract' | 'documents'
>;

/** The keys begin with the tables: a change of a row makes them old. */
export function vendorListQuery(client: Client, view: VendorView) {
  return infiniteQueryOptions({
    queryKey: ['vendors', 'list', view],
    queryFn: ({ pageParam }) =>
      client.page(vendorsContract.list, {
        query: { ...view, limit: PAGE_ROWS, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function vendorFiguresQuery(client: Client) {
  return queryOptions({
    queryKey: ['vendors', 'figures'],
    queryFn: () => client.call(vendorsContract.figures, {}),
  });
}

export function vendorQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['vendors', 'one', id],
    queryFn: () => client.call(vendorsContract.get, { params: { id } }),
  });
}

/** Vendors to choose from, by what is typed. */
export function vendorSearchQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['vendors', 'search', typed],
    queryFn: () =>
      client.call(vendorsContract.list, {
        query: { limit: FOUND_ROWS, ...(typed ? { q: typed } : {}) },
      }),
    placeholderData: keepPreviousData,
  });
}

export function vendorDocumentsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['vendor_documents', id],
    queryFn: () => client.call(vendorsContract.documents, { params: { id } }),
  });
}

export function subprocessorsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['vendor_subprocessors', id],
    queryFn: () => client.call(vendorsContract.subprocessors, { params: { id } }),
  });
}

export function concentrationQuery(client: Client) {
  return queryOptions({
    queryKey: ['vendor_subprocessors', 'concentration'],
    queryFn: () => client.call(vendorsContract.concentration, {}),
  });
}

interface Told<Answer> {
  /** Of the toast after a success. */
  readonly done: string;
  /** More to say after it, from the answer. */
  readonly more?: (answer: Answer) => string | null;
  /** Of a failure; its reason follows where there is one. */
  readonly failed: string;
  /** True for what is shown in another way. */
  readonly isShownElsewhere?: (error: unknown) => boolean;
}

/** One change, and what is told about it. What it changed is fetched again by the core's events. */
export function useVendorCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, more, failed, isShownElsewhere }: Told<Answer>,
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: (answer) => {
      const extra = more?.(answer) ?? null;
      toast({ title: 'Success', description: extra === null ? done : `${done}. ${extra}` });
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
