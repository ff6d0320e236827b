import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  type IndicatorExport,
  indicatorWorkContract,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import {
  indicatorsContract,
  indicatorsList,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { type Client, endpointPath } from '../../../../shared/contract/client.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';

const PAGE_ROWS = 200;
const RUNNING_MS = 400;
const PAST_SHOWN = 50;

type ListQuery = NonNullable<Parameters<Client['page']>[1]>['query'] & Record<string, unknown>;

/** Empty values are left out. */
export type IndicatorQuery = Readonly<Record<string, string>>;

export const askedOf = (query: IndicatorQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

export function indicatorsQuery(client: Client, query: IndicatorQuery) {
  return infiniteQueryOptions({
    queryKey: ['indicators', 'list', query] as const,
    queryFn: ({ pageParam }) =>
      client.page(indicatorsList, {
        query: {
          limit: PAGE_ROWS,
          ...askedOf(query),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        } as ListQuery as never,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  });
}

export const indicatorQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['indicators', 'one', id] as const,
    queryFn: () => client.call(indicatorsContract.get, { params: { id } }),
  });

/** What it holds now: asked for anew each time. */
export const extractionQuery = (
  client: Client,
  from:
    | { readonly type: 'alert' | 'investigation'; readonly id: string }
    | { readonly type: 'events'; readonly id: string; readonly eventIds: readonly number[] },
) =>
  queryOptions({
    queryKey: ['indicators', 'extraction', from] as const,
    queryFn: () =>
      client.call(indicatorsContract.extract, {
        body: from.type === 'events' ? { ...from, eventIds: [...from.eventIds] } : { ...from },
      }),
    gcTime: 0,
  });

export const sweepsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['indicator_sweeps', 'list'] as const,
    queryFn: async () =>
      (await client.page(indicatorWorkContract.sweeps, { query: { limit: PAST_SHOWN } })).rows,
  });

export const importsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['indicator_imports', 'list'] as const,
    queryFn: async () =>
      (await client.page(indicatorWorkContract.imports, { query: { limit: PAST_SHOWN } })).rows,
  });

export const sweepQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['indicator_sweeps', 'one', id] as const,
    queryFn: () => client.call(indicatorWorkContract.sweepOf, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? RUNNING_MS : false),
  });

export const sweepHitsQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['indicator_sweeps', 'hits', id] as const,
    queryFn: () =>
      client.page(indicatorWorkContract.sweepHits, { params: { id }, query: { limit: 200 } }),
  });

export const importQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['indicator_imports', 'one', id] as const,
    queryFn: () => client.call(indicatorWorkContract.importOf, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? RUNNING_MS : false),
  });

export const warninglistsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['warninglists', 'list'] as const,
    queryFn: async () =>
      (await client.page(indicatorWorkContract.warninglists, { query: { limit: 200 } })).rows,
  });

/** A call that says what was done where it succeeded, and why where it did not. */
export function useIndicatorCall<V, R>(
  call: (client: Client, variables: V) => Promise<R>,
  done: ((answer: R) => string) | null,
) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (variables: V) => call(client, variables),
    onSuccess: (answer) => {
      if (done !== null) toast({ title: 'Success', description: done(answer) });
    },
    onError: sayError,
  });
}

const FILES: Readonly<Record<IndicatorExport, string>> = {
  list: 'indicators.txt',
  'list-defanged': 'indicators-defanged.txt',
  csv: 'indicators.csv',
  stix: 'indicators.stix.json',
};

/** Saves those that are chosen, or, where none is, those of the filter. */
export function useSaveIndicators() {
  const host = useHost();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return async (format: IndicatorExport, query: IndicatorQuery, ids: readonly string[]) => {
    const { order: _, ...filter } = askedOf(query);
    const path = endpointPath(indicatorWorkContract.export, {
      params: { format },
      query: ids.length > 0 ? { ids: ids.join(',') } : filter,
    });
    try {
      // The browser shows its own downloads; the desktop has nothing that does.
      if ((await host.saveAs(path, FILES[format])) && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      sayError(error);
    }
  };
}
