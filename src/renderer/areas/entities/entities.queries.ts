import {
  infiniteQueryOptions,
  queryOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import {
  type EntityLinks,
  type EntityRef,
  entitiesContract,
} from '../../../shared/areas/entities/entities.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { SLOW } from '../../api/query-hints.ts';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

/*
 * Keys begin with the table whose change makes an answer old: alerts for what they say of an entity,
 * marks and notes for what people say.
 */

const ALERTS_A_PAGE = 25;

export function profileQuery(client: Client, ref: EntityRef) {
  return queryOptions({
    queryKey: ['alerts', 'entity', ref] as const,
    meta: SLOW,
    queryFn: () => client.call(entitiesContract.profile, { query: ref }),
  });
}

export function linksQuery(client: Client, ref: EntityRef, limit: number) {
  return queryOptions({
    queryKey: ['alerts', 'entity-links', ref, limit] as const,
    meta: SLOW,
    queryFn: () => client.call(entitiesContract.links, { query: { ...ref, limit } }),
    placeholderData: (before: EntityLinks | undefined) => before,
    // Investigations, vendors and rules change without a change of alerts.
    refetchOnMount: 'always',
  });
}

export function entityAlertsQuery(client: Client, ref: EntityRef) {
  return infiniteQueryOptions({
    queryKey: ['alerts', 'entity-alerts', ref] as const,
    queryFn: ({ pageParam }) =>
      client.page(entitiesContract.alerts, {
        query: {
          ...ref,
          limit: ALERTS_A_PAGE,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

export function markQuery(client: Client, ref: EntityRef) {
  return queryOptions({
    queryKey: ['entity_marks', ref] as const,
    queryFn: async () => (await client.call(entitiesContract.profile, { query: ref })).mark,
  });
}

export function notesQuery(client: Client, ref: EntityRef) {
  return queryOptions({
    queryKey: ['entity_notes', ref] as const,
    queryFn: () => client.call(entitiesContract.notes, { query: ref }),
  });
}

/** Those that begin with a text; without one, those that are marked. */
export function knownEntitiesQuery(client: Client, q: string) {
  return queryOptions({
    queryKey: ['entity_marks', 'known', q] as const,
    queryFn: () => client.call(entitiesContract.list, { query: q ? { q, limit: 50 } : {} }),
  });
}

/** A change that says what was done where it succeeded, and why where it did not. */
export function useEntityCall<V, R>(
  call: (client: Client, variables: V) => Promise<R>,
  done: string,
  onFailed?: (error: Error) => boolean,
): UseMutationResult<R, Error, V> {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (variables: V) => call(client, variables),
    onSuccess: () => void toast({ title: 'Success', description: done }),
    onError: (error) => {
      if (!onFailed?.(error)) sayError(error);
    },
  });
}
