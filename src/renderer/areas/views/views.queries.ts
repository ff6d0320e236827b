import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { type StackField, stacksContract } from '../../../shared/areas/views/stacks.contract.ts';
import {
  type NewView,
  type ViewFilter,
  viewsContract,
  viewsFileSchema,
} from '../../../shared/areas/views/views.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { SLOW } from '../../api/query-hints.ts';

/** A job that counts is asked after so often. */
const ASK_AGAIN_MS = 400;

export function viewsQuery(client: Client) {
  return queryOptions({
    queryKey: ['saved_views'],
    queryFn: () => client.call(viewsContract.list, {}),
  });
}

/** The filter as the server takes it: names and texts. */
export type FilterParams = Readonly<Record<string, string>>;

type Counted = { readonly state: 'done' | 'working' | 'stopped' };

const askAgain = ({ state }: { state: { data: unknown } }): number | false =>
  (state.data as Counted | undefined)?.state === 'working' ? ASK_AGAIN_MS : false;

interface Result<R> {
  readonly asOf: string;
  readonly result: R;
}

/** An answer to what is counted, as far as the page has to tell its states apart. */
type CountAnswer<R> =
  | ({ readonly state: 'done' } & Result<R>)
  | { readonly state: 'working'; readonly jobId: string; readonly before: Result<R> | null }
  | { readonly state: 'stopped'; readonly message: string };

/** What there is to show: while a count is made anew the one before stays, with the moment it is of. */
export function shownCount<R>(
  answer: CountAnswer<R> | undefined,
): { readonly result: R; readonly oldSince: string | null } | null {
  if (answer?.state === 'done') return { result: answer.result, oldSince: null };
  if (answer?.state !== 'working' || answer.before === null) return null;
  return { result: answer.before.result, oldSince: answer.before.asOf };
}

export function stackQuery(client: Client, filter: FilterParams, by: StackField) {
  return queryOptions({
    queryKey: ['alerts', 'stack', by, filter],
    queryFn: () => client.call(stacksContract.stack, { query: { ...filter, by } }),
    refetchInterval: askAgain,
    meta: SLOW,
    placeholderData: keepPreviousData,
  });
}

export function histogramQuery(client: Client, filter: FilterParams) {
  return queryOptions({
    queryKey: ['alerts', 'histogram', filter],
    queryFn: () => client.call(stacksContract.histogram, { query: filter }),
    refetchInterval: askAgain,
    meta: SLOW,
    placeholderData: keepPreviousData,
  });
}

export function totalQuery(client: Client, filter: FilterParams) {
  return queryOptions({
    queryKey: ['alerts', 'total', filter],
    queryFn: () => client.call(stacksContract.total, { query: filter }),
    refetchInterval: askAgain,
    meta: SLOW,
  });
}

/** Begins a count that was stopped anew. */
export function useCountAgain(call: typeof stacksContract.stack | typeof stacksContract.histogram) {
  const client = useClient();
  return (query: Readonly<Record<string, string>>) =>
    client.call(call, { query: { ...query, again: 'true' } as never });
}

export function useCreateView() {
  const client = useClient();
  return useMutation({
    mutationFn: (view: NewView) => client.call(viewsContract.create, { body: view }),
  });
}

export function useChangeView() {
  const client = useClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: Partial<NewView> }) =>
      client.call(viewsContract.update, { params: { id }, body: change }),
  });
}

export function useRemoveView() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(viewsContract.remove, { params: { id } }),
  });
}

export function useDefaultView() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string | null) => client.call(viewsContract.setDefault, { body: { id } }),
  });
}

export function useImportViews() {
  const client = useClient();
  return useMutation({
    /** @throws Error with a sentence for the user where the text is no file of views. */
    mutationFn: (text: string) => {
      let read: unknown;
      try {
        read = JSON.parse(text);
      } catch {
        throw new Error('This is no file of views: it is not JSON.');
      }
      const file = viewsFileSchema.safeParse(read);
      if (!file.success)
        throw new Error(file.error.issues[0]?.message ?? 'This is no file of views.');
      return client.call(viewsContract.importAll, { body: file.data });
    },
  });
}

export function viewHref({ filter }: { readonly filter: ViewFilter }): string {
  const params = new URLSearchParams(
    Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const search = params.toString();
  return search === '' ? '/alerts' : `/alerts?${search}`;
}
