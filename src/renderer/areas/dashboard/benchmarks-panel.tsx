import { Link } from 'react-router-dom';
import type { DashboardMetrics } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { duration, hours, percent } from './dashboard.format.ts';
import { handledAlerts } from './handled-alerts.ts';

interface Benchmark {
  readonly label: string;
  readonly value: string | null;
  readonly note: string;
  /** The rows behind it. */
  readonly to: string;
}

/** `metrics` is undefined while they load. */
export function BenchmarksPanel({ metrics }: { metrics: DashboardMetrics | undefined }) {
  return (
    <Card
      title="Success Metrics & Benchmarks"
      actions={<span className="text-xs text-fg-muted">vs 40+ frameworks</span>}
      bodyClassName=""
    >
      <dl
        aria-busy={metrics === undefined}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-b-lg bg-line sm:grid-cols-3 xl:grid-cols-6"
      >
        {benchmarks(metrics).map((benchmark) => (
          <div key={benchmark.label} className="flex flex-col bg-surface px-4 py-3">
            <dt className="text-xs text-fg-muted">{benchmark.label}</dt>
            <dd className="order-last text-xs text-fg-muted">{benchmark.note}</dd>
            <dd className="text-lg font-semibold text-fg tabular-nums">
              {metrics === undefined ? (
                <Skeleton className="my-1 h-5 w-12" />
              ) : (
                <BenchmarkFigure benchmark={benchmark} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function BenchmarkFigure({ benchmark }: { benchmark: Benchmark }) {
  if (benchmark.value === null) return <NoFigure />;
  return (
    <Link to={benchmark.to} className="rounded-sm hover:text-accent-text hover:underline">
      {benchmark.value}
      <span className="sr-only"> {benchmark.label}</span>
    </Link>
  );
}

function benchmarks(metrics: DashboardMetrics | undefined): Benchmark[] {
  const manualDays = metrics?.manualAuditPrepDays;
  return [
    {
      label: 'Auto-Triage Rate',
      value: percent(metrics?.autoResolvedPercentage ?? null),
      note: 'closed without an analyst',
      to: handledAlerts(metrics, 'closed-automatically'),
    },
    {
      label: 'False Positive Rate',
      value: percent(metrics?.falsePositiveRate ?? null),
      note: 'closings overturned',
      to: handledAlerts(metrics, 'overturned'),
    },
    {
      label: 'Mean Response Time',
      value: duration(metrics?.meanResponseSeconds ?? null),
      note: 'to the first action, 30 days',
      to: handledAlerts(metrics, 'acted-on'),
    },
    {
      label: 'Analyst Time Saved',
      value: percent(metrics?.analystTimeSaved ?? null),
      note: 'vs manual handling',
      to: handledAlerts(metrics, 'closed'),
    },
    {
      label: 'Audit Prep Time',
      value: hours(metrics?.auditPrepHours ?? null),
      note: manualDays === undefined ? 'vs manual' : `vs ${manualDays} days manual`,
      to: '/audits',
    },
    {
      label: 'Risk Reduction',
      value: percent(metrics?.riskReductionPercentage ?? null),
      note: 'year over year',
      to: '/risk',
    },
  ];
}
