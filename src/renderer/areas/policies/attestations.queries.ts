import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { attestationCalls as calls } from '../../../shared/areas/policies/attestations.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

const PAGE_ROWS = 200;
const PANEL_ROWS = 20;

/** The keys begin with the table: what changes it makes them old. */
export function requestListQuery(client: Client, state: 'open' | 'closed') {
  return infiniteQueryOptions({
    queryKey: ['policy_attestation_requests', 'list', state],
    queryFn: ({ pageParam }) =>
      client.page(calls.requests, {
        query: { state, limit: PAGE_ROWS, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function requestsOfPolicyQuery(client: Client, policy: string) {
  return queryOptions({
    queryKey: ['policy_attestation_requests', 'of', policy],
    queryFn: () =>
      client.call(calls.requests, { query: { policy, state: 'all', limit: PANEL_ROWS } }),
  });
}

export function requestQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['policy_attestation_requests', 'one', id],
    queryFn: () => client.call(calls.request, { params: { id } }),
  });
}

export function attestationStatsQuery(client: Client) {
  return queryOptions({
    queryKey: ['policy_attestation_requests', 'stats'],
    queryFn: () => client.call(calls.stats, {}),
  });
}

export function myAttestationsQuery(client: Client) {
  return queryOptions({
    queryKey: ['policy_attestation_requests', 'mine'],
    queryFn: () => client.call(calls.mine, {}),
  });
}

/** Not kept: what is confirmed is what is in force now. */
export function attestationTextQuery(client: Client, policyId: string) {
  return queryOptions({
    queryKey: ['policy_attestations', 'text', policyId],
    queryFn: () => client.call(calls.text, { params: { id: policyId } }),
  });
}

export function attestationRecordQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: ['policy_attestations', 'list'],
    queryFn: ({ pageParam }) =>
      client.page(calls.records, {
        query: { limit: PAGE_ROWS, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
