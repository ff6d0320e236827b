import { queryOptions, useMutation } from '@tanstack/react-query';
import { integrationsContract } from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';

/** Counters of receivers and times of the next sync move without a write. */
const LOOK_AGAIN_MS = 5_000;
const SHOWN_RUNS = 30;

/** The keys begin with the tables: a change of a row makes them old. */
export function integrationListQuery(client: Client) {
  return queryOptions({
    queryKey: ['integrations', 'list'],
    queryFn: () => client.call(integrationsContract.list, {}),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function marketplaceQuery(client: Client) {
  return queryOptions({
    queryKey: ['integration_offers'],
    queryFn: () => client.call(integrationsContract.marketplace, {}),
  });
}

export function runsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['integrations', 'runs', id],
    queryFn: () =>
      client.call(integrationsContract.runs, { params: { id }, query: { limit: SHOWN_RUNS } }),
  });
}

export function syncSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['integrations', 'settings'],
    queryFn: () => client.call(integrationsContract.settings, {}),
  });
}

/** One change, and what is told about it. What it changed is fetched again by the core's events. */
export function useIntegrationCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, failed }: { readonly done: string; readonly failed: string },
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: () => toast({ title: 'Success', description: done }),
    onError: (error) => {
      // A lost session has its own toast, which must stay to be read.
      if (error.message.startsWith('401: ')) return;
      const isExplained = /^(400|403|404|409|507): /.test(error.message);
      const description = isExplained ? `${failed}. ${describeError(error).why}` : failed;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
