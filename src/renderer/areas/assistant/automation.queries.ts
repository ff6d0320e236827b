import { queryOptions, useMutation } from '@tanstack/react-query';
import { automationContract } from '../../../shared/areas/assistant/automation.contract.ts';
import { engineContract } from '../../../shared/areas/assistant/engine.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const AUDITS_SHOWN = 50;

export const healthQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'health'] as const,
    queryFn: () => client.call(automationContract.health, {}),
  });

export const patternsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'patterns'] as const,
    queryFn: () => client.call(automationContract.patterns, {}),
  });

export const auditsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'audits'] as const,
    queryFn: () => client.page(automationContract.audits, { query: { limit: AUDITS_SHOWN } }),
  });

export const secondLooksQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'second-looks'] as const,
    queryFn: () => client.call(automationContract.secondLooks, {}),
  });

export const tripsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'trips'] as const,
    queryFn: () => client.call(automationContract.trips, {}),
  });

export const assetsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'assets'] as const,
    queryFn: () => client.call(automationContract.assets, {}),
  });

export const backtestQuery = (client: Client) =>
  queryOptions({
    queryKey: ['automation', 'backtest'] as const,
    queryFn: () => client.call(automationContract.backtest, {}),
  });

export const explanationQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['alerts', 'explanation', id] as const,
    queryFn: () => client.call(engineContract.explain, { params: { id } }),
  });

/** A change that says what was done where it succeeded, and why where it did not. */
export function useAutomationCall<V, R>(
  call: (client: Client, variables: V) => Promise<R>,
  done: (result: R) => string,
) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (variables: V) => call(client, variables),
    onSuccess: (result) => toast({ title: 'Success', description: done(result) }),
    onError: sayError,
  });
}

const TRIPPED = {
  NOTHING: '',
  PATTERN: ' Automation of the pattern is switched off.',
  POLICY: ' All automation is switched off.',
} as const;

/** What a confirmed error switched off, to be said behind what was done. */
export const trippedText = (tripped: keyof typeof TRIPPED) => TRIPPED[tripped];
