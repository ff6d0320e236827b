/** Where it is kept what does not travel between workstations. */
import { queryOptions } from '@tanstack/react-query';
import { sharedFilesContract } from '../../shared/areas/evidence/shared-files.contract.ts';
import type { Client } from '../../shared/contract/client.ts';

type Resource = 'alerts' | 'forensic_investigations';

export function placeQuery(client: Client, resource: Resource, id: string) {
  return queryOptions({
    queryKey: [resource, 'place', id] as const,
    queryFn: () => client.call(sharedFilesContract.place, { params: { resource, id } }),
  });
}

/** Workstations by their names, one after the other. */
export function workstationNames(others: readonly (string | null)[]): string {
  const names = others.flatMap((name) => name ?? []);
  return names.length > 0 ? `‘${names.join('’, ‘')}’` : 'another one';
}
