import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  DEFAULT_WORKSPACE_SETTINGS,
  type WorkspaceSettings,
  workspaceSettingsContract,
} from '../../shared/areas/settings/workspace-settings.contract.ts';
import type { Client } from '../../shared/contract/client.ts';
import { useClient } from './client-context.tsx';

/** The key begins with `settings`: a change of any of them makes it old. */
export function workspaceSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['settings', 'workspace'],
    queryFn: () => client.call(workspaceSettingsContract.get, {}),
  });
}

/** The settings of the workspace; their defaults until they are there. */
export function useWorkspaceSettings(): WorkspaceSettings {
  return useQuery(workspaceSettingsQuery(useClient())).data ?? DEFAULT_WORKSPACE_SETTINGS;
}
