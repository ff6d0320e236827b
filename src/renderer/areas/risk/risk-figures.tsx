import { useQuery } from '@tanstack/react-query';
import { Flame, ShieldAlert, ShieldHalf, TrendingDown, TriangleAlert } from 'lucide-react';
import type { RiskSummary } from '../../../shared/areas/risk/risks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Stat } from '../../ui/stat.tsx';
import { riskSummaryQuery } from './risks.queries.ts';
import { countText, signedPercent } from './risks.text.ts';

function trendNote({ quarterAgo, residualSum }: RiskSummary): string {
  if (quarterAgo === null || residualSum === null) return 'Nothing a quarter ago';
  // One line, also in a narrow card: the days are in the trend below.
  return `${quarterAgo.residualSum.toFixed(1)} → ${residualSum.toFixed(1)} in a quarter`;
}

/** The register in five figures; each leads to what it counts. */
export function RiskFigures() {
  const { data, isPending } = useQuery(riskSummaryQuery(useClient()));
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <Stat
        label="Total Risks"
        icon={<ShieldHalf />}
        loading={isPending}
        value={data?.total ?? null}
        note={data && `${countText(data.open, 'is', 'are')} open, ${data.overdue} overdue`}
        to="/risk"
      />
      <Stat
        label="High Risks"
        icon={<TriangleAlert />}
        loading={isPending}
        value={data?.high ?? null}
        note="Score from 15 to below 20"
        to="/risk?level=HIGH"
      />
      <Stat
        label="Critical Risks"
        icon={<Flame />}
        loading={isPending}
        value={data?.critical ?? null}
        note="Score 20 and above"
        to="/risk?level=CRITICAL"
      />
      <Stat
        label="Risk Reduction"
        icon={<TrendingDown />}
        loading={isPending}
        value={data?.reductionTrend == null ? null : signedPercent(data.reductionTrend)}
        note={data && trendNote(data)}
        to="/risk#risk-trend"
      />
      <Stat
        label="Above Appetite"
        icon={<ShieldAlert />}
        loading={isPending}
        value={data?.aboveAppetite ?? null}
        note={data?.appetite == null ? 'No appetite set' : `Residual above ${data.appetite}`}
        {...(data?.aboveAppetite == null ? {} : { to: '/risk?aboveAppetite=1' })}
      />
    </div>
  );
}
