import { useDashboardMetrics } from '../areas/dashboard/dashboard.queries.ts';
import { DateTime } from '../ui/date-time.tsx';

/** When the workspace last changed, by the core's clock; a dash in one that never did. */
export function LastUpdated() {
  const { data } = useDashboardMetrics();
  return (
    <span className="hidden text-xs whitespace-nowrap text-fg-muted tabular-nums lg:inline">
      Last updated {data?.lastChangedAt ? <DateTime value={data.lastChangedAt} /> : '—'}
    </span>
  );
}
