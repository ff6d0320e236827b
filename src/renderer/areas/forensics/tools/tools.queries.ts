import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { intakeContract } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import {
  type ToolsState,
  toolsContract,
} from '../../../../shared/areas/forensics/tools/tools.contract.ts';
import type { Client } from '../../../../shared/contract/client.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';

const LAST_RUNS = 30;

/** The core announces the end of a check by this name. */
const STATE = ['forensic_tools', 'state'] as const;

export const toolsQuery = (client: Client) =>
  queryOptions({ queryKey: STATE, queryFn: () => client.call(toolsContract.state, {}) });

export const lastRunsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['forensic_sessions', 'last'] as const,
    queryFn: async () =>
      (await client.page(intakeContract.sessions, { query: { limit: LAST_RUNS } })).rows,
  });

/** What answers with the new state is shown at once. */
function useToolsCall<V>(call: (client: Client, value: V) => Promise<ToolsState>, done: string) {
  const client = useClient();
  const queries = useQueryClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (value: V) => call(client, value),
    onSuccess: (state) => {
      queries.setQueryData(STATE, state);
      if (done !== '') toast({ title: 'Success', description: done });
    },
    onError: sayError,
  });
}

export const useCheckTools = () =>
  useToolsCall<void>((client) => client.call(toolsContract.check, {}), '');

export const useSetPath = (program: string) =>
  useToolsCall<string | null>(
    (client, path) => client.call(toolsContract.setPath, { params: { program }, body: { path } }),
    'Path saved',
  );
