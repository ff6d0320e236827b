import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../../../shared/contract/client.ts';
import { contract } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';

export const STREAM_LENGTH = 5;

function dashboardMetricsQuery(client: Client) {
  return queryOptions({
    queryKey: ['dashboard', 'metrics'],
    queryFn: () => client.call(contract.dashboard.metrics, {}),
  });
}

function alertStreamQuery(client: Client) {
  return queryOptions({
    queryKey: ['alerts', 'stream'],
    queryFn: () => client.call(contract.alerts.list, { query: { limit: STREAM_LENGTH } }),
  });
}

export function useDashboardMetrics() {
  return useQuery(dashboardMetricsQuery(useClient()));
}

export function useAlertStream() {
  return useQuery(alertStreamQuery(useClient()));
}
