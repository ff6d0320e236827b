import { Bot, ShieldCheck, Siren, TrendingDown } from 'lucide-react';
import type { DashboardMetrics } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { Stat } from '../../ui/stat.tsx';
import { lastHourNote, monthNote, percent } from './dashboard.format.ts';
import { handledAlerts } from './handled-alerts.ts';

function scoreNote({ complianceScore, complianceScoreChange }: DashboardMetrics): string {
  return complianceScore === null ? 'No control assessed' : monthNote(complianceScoreChange);
}

function alertsNote({ totalAlerts, activeAlertsLastHour }: DashboardMetrics): string {
  return totalAlerts === 0 ? 'No alerts yet' : lastHourNote(activeAlertsLastHour);
}

/** The row of four; `metrics` is undefined while they load. */
export function MetricCards({ metrics }: { metrics: DashboardMetrics | undefined }) {
  const loading = metrics === undefined;
  return (
    <section
      aria-label="Key figures"
      aria-busy={loading}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Stat
        label="Active Alerts"
        icon={<Siren />}
        loading={loading}
        value={metrics?.totalAlerts ? metrics.activeAlerts : null}
        note={metrics && alertsNote(metrics)}
        to="/alerts?status=OPEN,IN_PROGRESS"
      />
      <Stat
        label="Compliance Score"
        icon={<ShieldCheck />}
        loading={loading}
        value={percent(metrics?.complianceScore ?? null)}
        note={metrics && scoreNote(metrics)}
        to="/compliance"
      />
      <Stat
        label="Risk Score"
        icon={<TrendingDown />}
        loading={loading}
        value={metrics?.riskScore ?? null}
        note={metrics?.riskScore ? 'Mean residual risk' : 'No open risks'}
        to="/risk"
      />
      <Stat
        label="Auto-Resolved"
        icon={<Bot />}
        loading={loading}
        value={percent(metrics?.autoResolvedPercentage ?? null)}
        note={
          metrics?.autoResolvedPercentage === null
            ? 'None closed in 30 days'
            : 'of closed, last 30 days'
        }
        to={handledAlerts(metrics, 'closed-automatically')}
      />
    </section>
  );
}
