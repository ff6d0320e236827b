import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { intakeContract } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { isOpenSession } from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import type { Client } from '../../../../shared/contract/client.ts';

const PAGE_ROWS = 200;
/** Progress comes from jobs, which change no row. */
const LOOK_MS = 1_000;

/** Begins with the table's name: its change event asks for it anew. */
const KEY = 'forensic_sessions';

export function filesQuery(client: Client, investigationId: string, parent: string | null) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'files', investigationId, parent] as const,
    queryFn: ({ pageParam }) =>
      client.page(intakeContract.files, {
        params: { id: investigationId },
        query: {
          limit: PAGE_ROWS,
          ...(parent === null ? {} : { parent }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) =>
        rows.some(({ status }) => isOpenSession(status) && status !== 'WAITING'),
      )
        ? LOOK_MS
        : false,
  });
}

export function sessionQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id] as const,
    queryFn: () => client.call(intakeContract.session, { params: { id } }),
  });
}

export function readersQuery(client: Client) {
  return queryOptions({
    queryKey: ['forensic_readers'] as const,
    queryFn: () => client.call(intakeContract.readers, {}),
  });
}
