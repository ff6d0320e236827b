import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type WorkspaceSettingsPatch,
  workspaceSettingsContract,
} from '../../../shared/areas/settings/workspace-settings.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

export function workspaceSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['settings', 'workspace'],
    queryFn: () => client.call(workspaceSettingsContract.get, {}),
  });
}

export function useChangeWorkspaceSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkspaceSettingsPatch) =>
      client.call(workspaceSettingsContract.update, { body }),
    onSuccess: (settings) =>
      queries.setQueryData(workspaceSettingsQuery(client).queryKey, settings),
  });
}
