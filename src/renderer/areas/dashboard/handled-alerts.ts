import type { AlertHandling } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { DashboardMetrics } from '../../../shared/areas/dashboard/dashboard.contract.ts';

/** The alerts that a figure of closings or first actions counts. */
export function handledAlerts(
  metrics: DashboardMetrics | undefined,
  handling: AlertHandling,
): string {
  if (metrics === undefined) return '/alerts';
  const since = metrics.figuresSince;
  const query = new URLSearchParams({ handling, since });
  // The response time is that of alerts which also happened in the period.
  if (handling === 'acted-on') query.set('from', since);
  return `/alerts?${query}`;
}
