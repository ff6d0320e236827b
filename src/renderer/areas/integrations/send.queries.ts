import { queryOptions } from '@tanstack/react-query';
import { integrationsContract } from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Push } from '../../../shared/areas/integrations/push.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

const SHOWN = 5;

/** Connected systems that take records. */
export function targetsQuery(client: Client) {
  return queryOptions({
    queryKey: ['integrations', 'targets'],
    queryFn: async () => {
      const all = await client.call(integrationsContract.list, {});
      return all.filter(({ canPush, status }) => canPush && status !== 'DISCONNECTED');
    },
  });
}

export function sentQuery(client: Client, itemId: string) {
  return queryOptions({
    queryKey: ['integration_pushes', itemId],
    queryFn: () => client.call(integrationsContract.pushes, { query: { itemId, limit: SHOWN } }),
  });
}

export const sendItem = (
  client: Client,
  id: string,
  item: { readonly kind: Push['kind']; readonly id: string },
) =>
  client.call(integrationsContract.push, {
    params: { id },
    body: { kind: item.kind, itemId: item.id },
  });
