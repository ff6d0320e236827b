import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../shared/contract/client.ts';
import { contract } from '../../shared/contract/index.ts';

export function workspaceQuery(client: Client) {
  return queryOptions({
    queryKey: ['workspace'],
    queryFn: () => client.call(contract.settings.workspace, {}),
  });
}
