import { lazy, Suspense } from 'react';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CalendarLink } from '../calendar/calendar.embed.tsx';
import { AlertStream } from './alert-stream.tsx';
import { AssistantPanel } from './assistant-panel.tsx';
import { BenchmarksPanel } from './benchmarks-panel.tsx';
import { CompliancePanel } from './compliance-panel.tsx';
import { useDashboardMetrics } from './dashboard.queries.ts';
import { MetricCards } from './metric-cards.tsx';

const DashboardCharts = lazy(async () => ({
  default: (await import('./dashboard-charts.tsx')).DashboardCharts,
}));

export function DashboardScreen() {
  const metrics = useDashboardMetrics();
  const figuresFailed = metrics.isError && metrics.data === undefined;
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Security Operations Dashboard"
        purpose="Real-time security monitoring and compliance oversight"
        actions={<CalendarLink />}
      />
      {figuresFailed ? (
        <Card>
          <ErrorState
            title="The figures could not be loaded"
            error={metrics.error}
            onRetry={() => void metrics.refetch()}
            isRetrying={metrics.isFetching}
          />
        </Card>
      ) : (
        <MetricCards metrics={metrics.data} />
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <AlertStream />
        {!figuresFailed && (
          <div className="flex min-w-0 flex-col gap-4">
            <CompliancePanel metrics={metrics.data} />
            <AssistantPanel metrics={metrics.data} />
          </div>
        )}
      </div>
      {!figuresFailed && <BenchmarksPanel metrics={metrics.data} />}
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <DashboardCharts />
      </Suspense>
    </div>
  );
}
