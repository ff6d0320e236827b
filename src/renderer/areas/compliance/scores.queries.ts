/** All keys begin with 'scores': every record that a score is made of makes them old. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  type CHANGES_SINCE,
  scoresContract,
} from '../../../shared/areas/compliance/scores.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

export type Since = (typeof CHANGES_SINCE)[number];

function metricsQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'metrics'],
    queryFn: () => client.call(scoresContract.metrics, {}),
  });
}

function listQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'list'],
    queryFn: () => client.call(scoresContract.list, {}),
  });
}

function frameworkQuery(client: Client, frameworkId: string) {
  return queryOptions({
    queryKey: ['scores', 'framework', frameworkId],
    queryFn: () => client.call(scoresContract.framework, { params: { frameworkId } }),
  });
}

function controlQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['scores', 'control', id],
    queryFn: () => client.call(scoresContract.control, { params: { id } }),
  });
}

function trendQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'trend'],
    queryFn: () => client.call(scoresContract.trend, { query: {} }),
  });
}

function expiryQuery(client: Client) {
  return queryOptions({
    queryKey: ['scores', 'expiry'],
    queryFn: () => client.call(scoresContract.expiry, {}),
  });
}

/** `from` and `to` as the weeks of the expiry say them. */
function expiringQuery(client: Client, from: string, to: string) {
  return queryOptions({
    queryKey: ['scores', 'expiring', from, to],
    queryFn: () => client.call(scoresContract.expiring, { query: { from, to } }),
  });
}

function changesQuery(client: Client, since: Since) {
  return queryOptions({
    queryKey: ['scores', 'changes', since],
    queryFn: () => client.call(scoresContract.changes, { query: { since } }),
    placeholderData: keepPreviousData,
  });
}

export const useComplianceMetrics = () => useQuery(metricsQuery(useClient()));
export const useScores = () => useQuery(listQuery(useClient()));
export const useFrameworkScore = (id: string) => useQuery(frameworkQuery(useClient(), id));
export const useControlScore = (id: string) => useQuery(controlQuery(useClient(), id));
export const useScoreTrend = () => useQuery(trendQuery(useClient()));
export const useEvidenceExpiry = () => useQuery(expiryQuery(useClient()));
export const useScoreChanges = (since: Since) => useQuery(changesQuery(useClient(), since));
export const useExpiring = (from: string, to: string) =>
  useQuery(expiringQuery(useClient(), from, to));
