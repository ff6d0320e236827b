import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import {
  type INCIDENT_SORTS,
  type INCIDENT_STATES,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import type { Asked } from './group-actions.ts';
import { lookOn } from './look-on.ts';

const PAGE_SIZE = 100;
const PART_SIZE = 50;

/** What the address says of the list; empty where it is not narrowed. */
export interface IncidentSearch {
  readonly asked: Asked;
  readonly state: (typeof INCIDENT_STATES)[number] | '';
  readonly linked: 'yes' | '';
  readonly sort: (typeof INCIDENT_SORTS)[number] | '';
}

export function incidentListQuery(client: Client, search: IncidentSearch) {
  const { asked, state, linked, sort } = search;
  const own = {
    ...(state === '' ? {} : { state }),
    ...(linked === '' ? {} : { linked }),
    ...(sort === '' ? {} : { sort }),
  };
  const isOfAlerts = Object.keys(asked).some((name) => name !== 'severity');
  return infiniteQueryOptions({
    queryKey: [isOfAlerts ? 'alert_views' : 'incidents', 'list', search] as const,
    queryFn: ({ pageParam, signal }) =>
      lookOn(
        (cursor, limit) =>
          client.page(incidentsContract.listIncidents, {
            query: { ...asked, ...own, limit, ...(cursor === null ? {} : { cursor }) } as never,
          }),
        { cursor: pageParam, size: PAGE_SIZE, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function incidentQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['incidents', 'one', id] as const,
    queryFn: () => client.call(incidentsContract.getIncident, { params: { id } }),
  });
}

export function incidentGroupsQuery(client: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: ['incidents', 'groups', id] as const,
    queryFn: ({ pageParam }) =>
      client.page(incidentsContract.listIncidentGroups, {
        params: { id },
        query: { limit: PART_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function incidentEdgesQuery(client: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: ['incidents', 'edges', id] as const,
    queryFn: ({ pageParam }) =>
      client.page(incidentsContract.listIncidentEdges, {
        params: { id },
        query: { limit: PART_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function incidentSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['incidents', 'settings'] as const,
    queryFn: () => client.call(incidentsContract.incidentSettings, {}),
  });
}

export function linkPreviewQuery(client: Client, strictness: number) {
  return queryOptions({
    // Kept apart from the incidents: a preview of everything is not made anew with every alert.
    queryKey: ['incident_preview', strictness] as const,
    queryFn: () => client.call(incidentsContract.previewLinking, { query: { strictness } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function commonEntitiesQuery(client: Client) {
  return queryOptions({
    queryKey: ['incidents', 'common'] as const,
    queryFn: () => client.call(incidentsContract.listCommonEntities, {}),
  });
}

/** A call that changes something, with a word when it is done or not. */
export function useIncidentCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  done: string,
) {
  const client = useClient();
  const { toast } = useToast();
  const onError = useErrorToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: () => toast({ title: 'Success', description: done }),
    onError,
  });
}
