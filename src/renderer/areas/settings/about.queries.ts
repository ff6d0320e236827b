import { queryOptions } from '@tanstack/react-query';
import { aboutContract } from '../../../shared/areas/settings/about.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

export function aboutQuery(client: Client) {
  return queryOptions({
    queryKey: ['about'],
    queryFn: () => client.call(aboutContract.about, {}),
  });
}

export function licencesQuery(client: Client) {
  return queryOptions({
    queryKey: ['about', 'licences'],
    queryFn: () => client.call(aboutContract.licences, {}),
  });
}

export function performanceQuery(client: Client) {
  return queryOptions({
    queryKey: ['about', 'performance'],
    staleTime: 0,
    queryFn: () => client.call(aboutContract.performance, {}),
  });
}

/** Its key begins with the resource that changes it most. */
export function connectionsQuery(client: Client) {
  return queryOptions({
    queryKey: ['integrations', 'connections'],
    staleTime: 0,
    queryFn: () => client.call(aboutContract.connections, {}),
  });
}
