import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Alert,
  type AlertFilter,
  type AlertUpdate,
  alertsContract,
  type NewAlertInput,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Client, Page } from '../../../shared/contract/client.ts';
import { DEFAULT_PAGE_SIZE } from '../../../shared/kernel/paging.ts';
import { useClient } from '../../api/client-context.tsx';
import { ofRecord, SLOW } from '../../api/query-hints.ts';
import { filterKey, filterToQuery } from './alerts.filter-url.ts';

export const PAGE_SIZE = DEFAULT_PAGE_SIZE;
/** Pages out of view are kept this long, for scrolling back. */
const PAGE_KEPT_MS = 15_000;

export type AlertPage = Page<Alert[]>;

/** Everything that changes with an alert begins with `alerts`; the change event refetches by that. */
export const alertKeys = {
  pages: ['alerts', 'page'] as const,
  page: (key: string, cursor: string | null) => ['alerts', 'page', key, cursor] as const,
  one: (id: string) => ['alerts', 'one', id] as const,
  history: (id: string) => ['alerts', 'history', id] as const,
  related: (id: string) => ['alerts', 'related', id] as const,
  /** What the source wrote never changes: kept apart, so that no event fetches it again. */
  raw: (id: string, full: boolean) => ['raw-records', id, full] as const,
  update: ['alerts', 'update'] as const,
};

export function alertPageQuery(client: Client, filter: AlertFilter, cursor: string | null) {
  return queryOptions({
    queryKey: alertKeys.page(filterKey(filter), cursor),
    queryFn: ({ signal }): Promise<AlertPage> => wholePage(client, filter, cursor, signal),
    gcTime: PAGE_KEPT_MS,
  });
}

/** An answer may be short while the core looks for more: asked on until the page is full or the list ends. */
async function wholePage(
  client: Client,
  filter: AlertFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<AlertPage> {
  const ask = (from: string | null, limit: number): Promise<AlertPage> =>
    client.page(alertsContract.list, {
      query: { ...filterToQuery(filter), limit, ...(from === null ? {} : { cursor: from }) },
    });
  let page = await ask(cursor, PAGE_SIZE);
  while (page.nextCursor !== null && page.rows.length < PAGE_SIZE && !signal.aborted) {
    const more = await ask(page.nextCursor, PAGE_SIZE - page.rows.length);
    page = { ...more, total: page.total, rows: [...page.rows, ...more.rows] };
  }
  return page;
}

/** One alert; shows at once what a page of the list already holds, and asks for the current state. */
export function alertQuery(client: Client, queries: QueryClient, id: string) {
  return queryOptions({
    queryKey: alertKeys.one(id),
    meta: ofRecord(id),
    queryFn: () => client.call(alertsContract.get, { params: { id } }),
    placeholderData: () => loadedAlerts(queries).find((alert) => alert.id === id),
  });
}

export function alertHistoryQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: alertKeys.history(id),
    meta: ofRecord(id),
    queryFn: () => client.call(alertsContract.history, { params: { id } }),
  });
}

export function relatedAlertsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: alertKeys.related(id),
    meta: SLOW,
    queryFn: () => client.call(alertsContract.related, { params: { id } }),
  });
}

export function rawRecordQuery(client: Client, id: string, full: boolean) {
  return queryOptions({
    queryKey: alertKeys.raw(id, full),
    queryFn: () =>
      client.call(alertsContract.raw, {
        params: { id },
        query: { full: full ? 'true' : 'false' },
      }),
    placeholderData: keepPreviousData,
    gcTime: PAGE_KEPT_MS,
  });
}

/** Every alert of every page that is in memory; in no order, each once. */
export function loadedAlerts(queries: QueryClient): Alert[] {
  const byId = new Map<string, Alert>();
  for (const [, page] of queries.getQueriesData<AlertPage>({ queryKey: alertKeys.pages })) {
    for (const alert of page?.rows ?? []) byId.set(alert.id, alert);
  }
  return [...byId.values()];
}

/** Puts the answer of a write into what is shown, so that a click is seen at once. */
function rememberAlert(queries: QueryClient, alert: Alert): void {
  queries.setQueryData(alertKeys.one(alert.id), alert);
  queries.setQueriesData<AlertPage>({ queryKey: alertKeys.pages }, (page) =>
    page?.rows.some((row) => row.id === alert.id)
      ? { ...page, rows: page.rows.map((row) => (row.id === alert.id ? alert : row)) }
      : page,
  );
}

/** An answer that was asked for before the write would take it back from what is shown. */
async function showAnswer(queries: QueryClient, alert: Alert): Promise<void> {
  const older = [alertKeys.pages, alertKeys.one(alert.id)].filter(
    (queryKey) => queries.isFetching({ queryKey }) > 0,
  );
  await Promise.all(older.map((queryKey) => queries.cancelQueries({ queryKey })));
  rememberAlert(queries, alert);
  for (const queryKey of older) void queries.invalidateQueries({ queryKey });
}

export interface AlertChange {
  readonly id: string;
  readonly update: AlertUpdate;
}

export function useUpdateAlert() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: alertKeys.update,
    mutationFn: ({ id, update }: AlertChange) =>
      client.call(alertsContract.update, { params: { id }, body: update }),
    onSuccess: (alert) => showAnswer(queries, alert),
    // A refused change means that this page shows an old state, and no event will come for it.
    onError: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

/** Whether an update of the alert has not been answered yet, asked at the moment of a key. */
export function isUpdating(queries: QueryClient, id: string): boolean {
  const isOfAlert = (variables: unknown) => (variables as AlertChange | undefined)?.id === id;
  return (
    queries.isMutating({
      mutationKey: alertKeys.update,
      predicate: ({ state }) => isOfAlert(state.variables),
    }) > 0
  );
}

/** Ids of the alerts whose update has not been answered yet. */
export function usePendingAlertIds(): ReadonlySet<string> {
  const ids = useMutationState({
    filters: { mutationKey: alertKeys.update, status: 'pending' },
    select: (mutation) => (mutation.state.variables as AlertChange | undefined)?.id ?? '',
  });
  return new Set(ids);
}

export function useCreateAlert() {
  const client = useClient();
  return useMutation({
    mutationFn: (alert: NewAlertInput) => client.call(alertsContract.create, { body: alert }),
  });
}
