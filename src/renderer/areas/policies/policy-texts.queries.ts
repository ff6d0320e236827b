import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  type ImportPolicyInput,
  type PolicyFilePreview,
  policyExchangeCalls,
  policyFilePreviewSchema,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import {
  type PolicyValues,
  policyTemplateCalls,
} from '../../../shared/areas/policies/policy-templates.contract.ts';
import { assertOk, type Client, endpointPath } from '../../../shared/contract/client.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { usePolicyCall } from './policies.queries.ts';

const RECEIPTS_SHOWN = 100;

export function templateListQuery(client: Client) {
  return queryOptions({
    queryKey: ['policy_values', 'templates'],
    queryFn: () => client.call(policyTemplateCalls.templates, {}),
  });
}

/** What placeholders stand for depends on settings and accounts: asked for each time. */
export function templateQuery(client: Client, key: string) {
  return queryOptions({
    queryKey: ['policy_values', 'template', key],
    queryFn: () => client.call(policyTemplateCalls.template, { params: { key } }),
    gcTime: 0,
  });
}

/** For the next template. */
export function useKeepValues() {
  return usePolicyCall(
    (client, values: PolicyValues) =>
      client.call(policyTemplateCalls.keepValues, { body: { values } }),
    { done: null, failed: 'Failed to keep the values for the next template' },
  );
}

export function policyReceiptsQuery(client: Client) {
  return queryOptions({
    queryKey: ['policy_imports', 'list'],
    queryFn: () => client.call(policyExchangeCalls.imports, { query: { limit: RECEIPTS_SHOWN } }),
  });
}

/** Reads a file and says what would come of it; nothing is written. */
export function useReadPolicyFile() {
  const host = useHost();
  return useMutation({
    mutationFn: async (file: HostFile): Promise<PolicyFilePreview> => {
      const path = endpointPath(policyExchangeCalls.previewImport, { query: { name: file.name } });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return policyFilePreviewSchema.parse(JSON.parse(assertOk(answer).body));
    },
  });
}

export function useImportPolicy() {
  return usePolicyCall(
    (client, body: ImportPolicyInput) => client.call(policyExchangeCalls.importPolicy, { body }),
    { done: 'Policy created successfully', failed: 'Failed to create policy' },
  );
}
