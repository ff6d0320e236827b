import { queryOptions } from '@tanstack/react-query';
import { hashSetsContract } from '../../../../shared/areas/forensics/hash-sets/hash-sets.contract.ts';
import type { Client } from '../../../../shared/contract/client.ts';

export const hashSetsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['hash_sets', 'list'] as const,
    queryFn: async () => (await client.page(hashSetsContract.list, {})).rows,
  });
