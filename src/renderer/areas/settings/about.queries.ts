import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../shared/contract/client.ts';
import { contract } from '../../../shared/contract/index.ts';

export function aboutQuery(client: Client) {
  return queryOptions({
    queryKey: ['about'],
    queryFn: () => client.call(contract.about.about, {}),
  });
}

export function licencesQuery(client: Client) {
  return queryOptions({
    queryKey: ['about', 'licences'],
    queryFn: () => client.call(contract.about.licences, {}),
  });
}

/** Its key begins with the resource that changes it most. */
export function connectionsQuery(client: Client) {
  return queryOptions({
    queryKey: ['integrations', 'connections'],
    staleTime: 0,
    queryFn: () => client.call(contract.about.connections, {}),
  });
}
