import { queryOptions } from '@tanstack/react-query';
import { enrichmentContract } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

export const setsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['enrichment_sets', 'list'] as const,
    queryFn: async () => (await client.page(enrichmentContract.list, {})).rows,
  });

export const lookUpQuery = (client: Client, values: readonly string[]) =>
  queryOptions({
    queryKey: ['enrichment_sets', 'look-up', values] as const,
    queryFn: () => client.call(enrichmentContract.lookUp, { body: { values: [...values] } }),
    enabled: values.length > 0,
  });
