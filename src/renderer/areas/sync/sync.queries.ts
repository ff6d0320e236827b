import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isolationContract } from '../../../shared/areas/isolation/isolation.contract.ts';
import { connectionContract } from '../../../shared/areas/sync/connection.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import type { SyncConflict } from '../../../shared/areas/sync/sync-state.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { SECOND_MS } from '../../../shared/kernel/time.ts';
import { useClient } from '../../api/client-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const PRESENCE_EVERY_MS = 30 * SECOND_MS;
/** Who joined elsewhere is known once the server was asked again, which asking here brings about. */
const PEOPLE_EVERY_MS = 15 * SECOND_MS;

/** As the pill of the top bar asks it: the same answer. */
export function connectionQuery(client: Client) {
  return queryOptions({
    queryKey: ['connection'],
    queryFn: () => client.call(connectionContract.get, {}),
  });
}

/** As the pill asks it, too. */
export function isolationQuery(client: Client) {
  return queryOptions({
    queryKey: ['isolation'],
    queryFn: () => client.call(isolationContract.get, {}),
  });
}

export function statusQuery(client: Client) {
  return queryOptions({
    queryKey: ['sync', 'status'],
    queryFn: () => client.call(syncContract.status, {}),
  });
}

export function membershipQuery(client: Client) {
  return queryOptions({
    queryKey: ['sync', 'membership'],
    queryFn: () => client.call(syncContract.membership, {}),
  });
}

export function conflictsQuery(client: Client, state: SyncConflict['state'] | undefined) {
  return queryOptions({
    queryKey: ['sync', 'conflicts', state ?? 'all'],
    queryFn: () =>
      client.call(syncContract.conflicts, { query: state === undefined ? {} : { state } }),
    placeholderData: (before) => before,
  });
}

export function conflictsOfQuery(client: Client, table: string, record: string) {
  return queryOptions({
    queryKey: ['sync', 'conflicts', 'of', table, record],
    queryFn: () => client.call(syncContract.conflicts, { query: { table, record } }),
  });
}

export function peopleQuery(client: Client) {
  return queryOptions({
    queryKey: ['sync', 'people'],
    queryFn: () => client.call(syncContract.people, {}),
    refetchInterval: PEOPLE_EVERY_MS,
  });
}

export function refusedQuery(client: Client) {
  return queryOptions({
    queryKey: ['sync', 'refused'],
    queryFn: () => client.call(syncContract.refused, {}),
  });
}

export function filesQuery(client: Client) {
  return queryOptions({
    queryKey: ['sync_files'],
    queryFn: () => client.call(syncContract.files, {}),
  });
}

export function logQuery(client: Client) {
  return queryOptions({
    queryKey: ['sync', 'log'],
    queryFn: () => client.call(syncContract.log, {}),
  });
}

/** Asking says that the record is open here; it is asked again for as long as it is. */
export function presenceQuery(client: Client, table: string, record: string) {
  return queryOptions({
    queryKey: ['sync_presence', table, record],
    queryFn: () => client.call(syncContract.present, { body: { table, record } }),
    refetchInterval: PRESENCE_EVERY_MS,
    staleTime: 0,
    retry: false,
  });
}

interface SyncCallOptions {
  /** Said where it succeeded. */
  readonly done?: string;
  /** Shown by the caller, in its form. */
  readonly isQuietError?: boolean;
}

/** A call that changes something of sync; what it changed is asked for again before it counts as done. */
export function useSyncCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, isQuietError = false }: SyncCallOptions = {},
) {
  const client = useClient();
  const queries = useQueryClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: async () => {
      if (done !== undefined) toast({ title: 'Success', description: done });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['sync'] }),
        queries.invalidateQueries({ queryKey: ['sync_files'] }),
        queries.invalidateQueries({ queryKey: ['connection'] }),
      ]);
    },
    onError: (error) => {
      if (!isQuietError) sayError(error);
    },
  });
}
