import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { OverviewChanges } from './overview-changes.tsx';
import { ControlStatusChart, ScoreChart } from './overview-charts.tsx';
import { ExpiryChart } from './overview-expiry.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { OverviewScores } from './overview-scores.tsx';
import { TrendChart } from './overview-trend.tsx';
import { ScoreDrawer } from './score-drawer.tsx';
import { useComplianceMetrics, useScores } from './scores.queries.ts';

/** The framework whose score is explained, or 'all'; in the address, so that it can be linked to. */
const WHY = 'why';

export function OverviewTab() {
  const metrics = useComplianceMetrics();
  const scores = useScores();
  const [params, setParams] = useAddressParams();
  const why = params.get(WHY);
  const show = (id: string | null) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (id === null) next.delete(WHY);
      else next.set(WHY, id);
      return next;
    });
  const failed = [metrics, scores].find((query) => query.isError && query.data === undefined);
  if (failed) {
    return (
      <Card>
        <ErrorState
          title="The scores could not be loaded"
          error={failed.error}
          onRetry={() => void Promise.all([metrics.refetch(), scores.refetch()])}
          isRetrying={metrics.isFetching || scores.isFetching}
        />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <OverviewFigures metrics={metrics.data} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2">
          <OverviewScores scores={scores.data} onWhy={show} />
        </div>
        <OverviewChanges />
      </div>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <TrendChart />
        <ExpiryChart />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <ScoreChart scores={scores.data} />
        <ControlStatusChart scores={scores.data} />
      </div>
      <ScoreDrawer
        framework={why}
        metrics={metrics.data}
        scores={scores.data}
        onFramework={show}
        onClose={() => show(null)}
      />
    </div>
  );
}
