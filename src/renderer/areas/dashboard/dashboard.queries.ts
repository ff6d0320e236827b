import { queryOptions, useQuery } from '@tanstack/react-query';
import { alertsContract } from '../../../shared/areas/alerts/alerts.contract.ts';
import { dashboardContract } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

export const STREAM_LENGTH = 5;

function dashboardMetricsQuery(client: Client) {
  return queryOptions({
    queryKey: ['dashboard', 'metrics'],
    queryFn: () => client.call(dashboardContract.metrics, {}),
  });
}

function alertStreamQuery(client: Client) {
  return queryOptions({
    queryKey: ['alerts', 'stream'],
    queryFn: () => client.call(alertsContract.list, { query: { limit: STREAM_LENGTH } }),
  });
}

export function useDashboardMetrics() {
  return useQuery(dashboardMetricsQuery(useClient()));
}

export function useAlertStream() {
  return useQuery(alertStreamQuery(useClient()));
}

function alertVolumeQuery(client: Client) {
  return queryOptions({
    queryKey: ['dashboard', 'volume'],
    queryFn: () => client.call(dashboardContract.volume, {}),
  });
}

function techniqueFiguresQuery(client: Client) {
  return queryOptions({
    queryKey: ['dashboard', 'techniques'],
    queryFn: () => client.call(dashboardContract.techniques, {}),
  });
}

function slaBurnQuery(client: Client) {
  return queryOptions({
    queryKey: ['dashboard', 'sla'],
    queryFn: () => client.call(dashboardContract.sla, {}),
  });
}

export function useAlertVolume() {
  return useQuery(alertVolumeQuery(useClient()));
}

export function useTechniqueFigures() {
  return useQuery(techniqueFiguresQuery(useClient()));
}

export function useSlaBurn() {
  return useQuery(slaBurnQuery(useClient()));
}
