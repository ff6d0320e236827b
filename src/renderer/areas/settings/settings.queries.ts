import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type WorkspaceSettingsPatch,
  workspaceSettingsContract,
} from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { workspaceSettingsQuery } from '../../api/workspace-settings.queries.ts';

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
