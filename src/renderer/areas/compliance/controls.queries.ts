/** Keys begin with the table whose change makes them old. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type BulkChange,
  type Control,
  type ControlFilterInput,
  type ControlUpdate,
  controlsContract,
  type NewControlInput,
} from '../../../shared/areas/compliance/controls.contract.ts';
import type { Client, Page } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { type FilterText, filterKey } from './controls.filter-url.ts';

/** A fresh view shows so many (specification, section 9). */
export const FIRST_CONTROLS = 10;
const PAGE_SIZE = 1000;

const queryOf = (filter: FilterText) => filter as ControlFilterInput;

/** The first ten, or everything page by page. */
export function controlPagesQuery(client: Client, filter: FilterText, isAll: boolean) {
  return infiniteQueryOptions({
    queryKey: ['controls', 'pages', filterKey(filter), isAll],
    queryFn: ({ pageParam }): Promise<Page<Control[]>> =>
      client.page(controlsContract.list, {
        query: {
          ...queryOf(filter),
          limit: isAll ? PAGE_SIZE : FIRST_CONTROLS,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (isAll ? page.nextCursor : null),
    placeholderData: keepPreviousData,
    // Ten thousand rows are compared in vain: an answer is mostly a new one.
    structuralSharing: false,
  });
}

export function facetsQuery(client: Client) {
  return queryOptions({
    queryKey: ['controls', 'facets'],
    queryFn: () => client.call(controlsContract.facets, {}),
  });
}

export function treeQuery(client: Client, filter: FilterText) {
  return queryOptions({
    queryKey: ['controls', 'tree', filterKey(filter)],
    queryFn: () => client.call(controlsContract.tree, { query: queryOf(filter) }),
    placeholderData: keepPreviousData,
  });
}

export function branchQuery(client: Client, frameworkId: string, filter: FilterText) {
  return queryOptions({
    queryKey: ['controls', 'branch', frameworkId, filterKey(filter)],
    queryFn: () =>
      client.call(controlsContract.branch, {
        params: { id: frameworkId },
        query: queryOf(filter),
      }),
    placeholderData: keepPreviousData,
  });
}

export function controlQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['controls', 'one', id],
    queryFn: () => client.call(controlsContract.get, { params: { id } }),
  });
}

export function controlHistoryQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['controls', 'history', id],
    queryFn: () => client.call(controlsContract.history, { params: { id } }),
  });
}

export function controlTestsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['controls', 'tests', id],
    queryFn: () => client.call(controlsContract.tests, { params: { id } }),
  });
}

export function exceptionsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['controls', 'exceptions', id],
    queryFn: () => client.call(controlsContract.exceptions, { params: { id } }),
  });
}

/** Rules of suppression are exceptions, too: it is read whenever it is opened. */
export function exceptionRegisterQuery(client: Client) {
  return queryOptions({
    queryKey: ['controls', 'exceptions', 'register'],
    queryFn: () => client.call(controlsContract.exceptionRegister, {}),
    refetchOnMount: 'always',
  });
}

export function batchesQuery(client: Client) {
  return queryOptions({
    queryKey: ['control_batches', 'list'],
    queryFn: () => client.call(controlsContract.batches, { query: { limit: 30 } }),
  });
}

interface Told<Answer> {
  readonly onSuccess: (answer: Answer) => void;
  readonly onError: (error: Error) => void;
}

/**
 * What hangs on a control is asked for anew, as its own tables are announced under other names. Who
 * asked hears of the answer even where the new state has taken its form off the page by then.
 */
export function useControlChange<Input, Answer>(
  change: (client: Client, input: Input) => Promise<Answer>,
) {
  const client = useClient();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['controls'] });
    },
  });
  return {
    isPending,
    mutate: (input: Input, { onSuccess, onError }: Told<Answer>) =>
      void mutateAsync(input).then(onSuccess, onError),
  };
}

export const useCreateControl = () =>
  useControlChange((client, body: NewControlInput) =>
    client.call(controlsContract.create, { body }),
  );

export const useUpdateControl = (id: string) =>
  useControlChange((client, body: ControlUpdate) =>
    client.call(controlsContract.update, { params: { id }, body }),
  );

export interface BulkRequest extends Omit<BulkChange, 'filter'> {
  readonly filter?: FilterText | undefined;
}

export const useBulkChange = () =>
  useControlChange((client, { filter, ...rest }: BulkRequest) =>
    client.call(controlsContract.bulk, {
      body: { ...rest, ...(filter === undefined ? {} : { filter: queryOf(filter) }) },
    }),
  );

export const useUndoBatch = () =>
  useControlChange((client, id: string) => client.call(controlsContract.undo, { params: { id } }));
