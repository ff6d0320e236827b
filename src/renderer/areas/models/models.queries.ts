import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type CallTask,
  modelCallsContract,
} from '../../../shared/areas/models/model-calls.contract.ts';
import {
  type EndpointInput,
  type ModelEndpoint,
  type ModelLimits,
  modelsContract,
} from '../../../shared/areas/models/models.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

const PAGE_ROWS = 100;

/** Keys begin with the resource that changes them most; a test tells of each check. */
export function modelSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['model_probes', 'settings'],
    queryFn: () => client.call(modelsContract.settings, {}),
    staleTime: 0,
  });
}

export interface CallsView {
  readonly task: CallTask | 'all';
  readonly outcome: 'all' | 'answered' | 'failed';
}

export function modelCallsQuery(client: Client, { task, outcome }: CallsView) {
  return infiniteQueryOptions({
    queryKey: ['model_calls', 'list', { task, outcome }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(modelCallsContract.list, {
        query: {
          limit: PAGE_ROWS,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
          ...(task === 'all' ? {} : { task }),
          ...(outcome === 'all' ? {} : { outcome }),
        },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function modelCallQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['model_calls', 'one', id],
    queryFn: () => client.call(modelCallsContract.get, { params: { id } }),
  });
}

function useRefresh() {
  const client = useClient();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: modelSettingsQuery(client).queryKey });
}

/** Null: it is kept as another one. */
export function useSaveEndpoint(id: string | null) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: EndpointInput) =>
      id === null
        ? client.call(modelsContract.addEndpoint, { body })
        : client.call(modelsContract.changeEndpoint, { params: { id }, body }),
    onSuccess: refresh,
  });
}

export function useRemoveEndpoint() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => client.call(modelsContract.dropEndpoint, { params: { id } }),
    onSuccess: refresh,
  });
}

export function useSaveLimits() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ModelLimits) => client.call(modelsContract.saveLimits, { body }),
    onSuccess: refresh,
  });
}

export function useTestConnection() {
  const client = useClient();
  const refresh = useRefresh();
  const begin = useMutation({
    /** The one in use is tested; another is, and then used. */
    mutationFn: ({ id, isInUse }: Pick<ModelEndpoint, 'id' | 'isInUse'>) =>
      isInUse
        ? client.call(modelsContract.test, {})
        : client.call(modelsContract.useEndpoint, { params: { id } }),
    onSuccess: refresh,
  });
  const cancel = useMutation({
    mutationFn: () => client.call(modelsContract.cancelTest, {}),
    onSuccess: refresh,
  });
  return { begin, cancel };
}

export function useReplay() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(modelCallsContract.replay, { params: { id } }),
  });
}
