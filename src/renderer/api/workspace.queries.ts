import { queryOptions } from '@tanstack/react-query';
import { settingsContract } from '../../shared/areas/settings/settings.contract.ts';
import type { Client } from '../../shared/contract/client.ts';

export function workspaceQuery(client: Client) {
  return queryOptions({
    queryKey: ['workspace'],
    queryFn: () => client.call(settingsContract.workspace, {}),
  });
}
