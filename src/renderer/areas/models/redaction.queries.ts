import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type DraftRequestInput,
  draftsContract,
} from '../../../shared/areas/models/drafts.contract.ts';
import { modelsContract } from '../../../shared/areas/models/models.contract.ts';
import {
  type PreviewRequestInput,
  redactionContract,
} from '../../../shared/areas/models/redaction.contract.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import {
  type WorkspaceSettings,
  workspaceSettingsContract,
} from '../../../shared/areas/settings/workspace-settings.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { workspaceSettingsQuery } from '../../api/workspace-settings.queries.ts';

export function useChangeModelSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (models: Partial<WorkspaceSettings['models']>) =>
      client.call(workspaceSettingsContract.update, { body: { models } }),
    onSuccess: (settings) => {
      queries.setQueryData(workspaceSettingsQuery(client).queryKey, settings);
      void queries.invalidateQueries({ queryKey: ['model_endpoints'] });
    },
  });
}

/** Whether a model helps, by task. The lock is a setting: a change of settings makes it old. */
export function modelHelpQuery(client: Client) {
  return queryOptions({
    queryKey: ['model_endpoints', 'state'] as const,
    queryFn: () => client.call(modelsContract.state, {}),
    staleTime: 30_000,
  });
}

export function previewQuery(client: Client, request: PreviewRequestInput) {
  return queryOptions({
    queryKey: ['preview', request] as const,
    queryFn: () => client.call(redactionContract.preview, { body: request }),
    gcTime: 0,
  });
}

/** Changes with every run: never kept. */
export function lastPreviewQuery(client: Client, task: ModelTask) {
  return queryOptions({
    queryKey: ['preview', 'last', task] as const,
    queryFn: () => client.call(redactionContract.last, { params: { task } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function useAgree() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { task: ModelTask; receipt: string }) =>
      client.call(redactionContract.agree, { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['model_endpoints'] });
      await queries.invalidateQueries({ queryKey: ['preview', 'last'] });
    },
  });
}

export function useDraft() {
  const client = useClient();
  return useMutation({
    mutationFn: (body: DraftRequestInput) => client.call(draftsContract.create, { body }),
  });
}
