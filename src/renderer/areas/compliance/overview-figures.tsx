import {
  Bot,
  CircleCheck,
  CircleHelp,
  Gauge,
  Layers,
  Percent,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import type { ComplianceMetrics } from '../../../shared/areas/compliance/scores.contract.ts';
import { Stat } from '../../ui/stat.tsx';
import {
  ASSESSED_STATUSES,
  bandWord,
  controlsAddress,
  percent,
  signedPercent,
} from './scores.text.ts';

/** `+2% in 30 days · On target` */
function scoreNote({ overallScore, change }: ComplianceMetrics): string {
  if (overallScore === null) return 'No control assessed';
  const changed = signedPercent(change.score);
  return `${changed === null ? 'No earlier score' : `${changed} in 30 days`} · ${bandWord(overallScore)}`;
}

function changedNote(change: number | null, what: string): string {
  const changed = signedPercent(change);
  return changed === null ? what : `${what} · ${changed} in 30 days`;
}

/** Each figure leads to the rows it counts; `metrics` is undefined while they load. */
export function OverviewFigures({ metrics }: { metrics: ComplianceMetrics | undefined }) {
  const loading = metrics === undefined;
  const hasControls = (metrics?.totalControls ?? 0) > 0;
  const counted = (count: number | undefined) => (hasControls ? (count ?? null) : null);
  return (
    <section
      aria-label="Key figures"
      aria-busy={loading}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Stat
        label="Overall compliance"
        icon={<ShieldCheck />}
        loading={loading}
        value={percent(metrics?.overallScore ?? null)}
        note={metrics && scoreNote(metrics)}
        to={controlsAddress({ status: ASSESSED_STATUSES })}
      />
      <Stat
        label="Active frameworks"
        icon={<Layers />}
        loading={loading}
        value={metrics?.activeFrameworks || null}
        note={metrics && frameworksNote(metrics)}
        to="/compliance?tab=frameworks"
      />
      <Stat
        label="Gaps"
        icon={<TriangleAlert />}
        loading={loading}
        value={counted(metrics?.gaps)}
        note="Controls non-compliant"
        to={controlsAddress({ status: 'NON_COMPLIANT' })}
      />
      <Stat
        label="Automation"
        icon={<Bot />}
        loading={loading}
        value={percent(metrics?.automationPercentage ?? null)}
        note={metrics && automationNote(metrics)}
        to={controlsAddress({ automated: 'true' })}
      />
      <Stat
        label="Compliant controls"
        icon={<CircleCheck />}
        loading={loading}
        value={counted(metrics?.compliantControls)}
        note={metrics && ofNote(metrics, `${metrics.assessedControls.toLocaleString()} assessed`)}
        to={controlsAddress({ status: 'COMPLIANT' })}
      />
      <Stat
        label="Not assessed"
        icon={<CircleHelp />}
        loading={loading}
        value={counted(metrics?.counts.NOT_ASSESSED)}
        note={metrics && ofNote(metrics, `${metrics.totalControls.toLocaleString()} controls`)}
        to={controlsAddress({ status: 'NOT_ASSESSED' })}
      />
      <Stat
        label="Coverage"
        icon={<Percent />}
        loading={loading}
        value={percent(metrics?.coverage ?? null)}
        note={metrics && changedNote(metrics.change.coverage, 'Assessed of what applies')}
        to={controlsAddress({ status: ASSESSED_STATUSES, applicable: 'true' })}
      />
      <Stat
        label="Assurance"
        icon={<Gauge />}
        loading={loading}
        value={percent(metrics?.assurance ?? null)}
        note={metrics && changedNote(metrics.change.assurance, 'Proof of what is assessed')}
        to="/compliance?why=all"
      />
    </section>
  );
}

function frameworksNote({ activeFrameworks, totalControls }: ComplianceMetrics): string {
  if (activeFrameworks === 0) return 'None adopted yet';
  return `with ${totalControls.toLocaleString()} controls`;
}

/** `of 249 assessed`; in an empty workspace there is nothing to be a part of. */
function ofNote({ totalControls }: ComplianceMetrics, whole: string): string {
  return totalControls === 0 ? 'No controls yet' : `of ${whole}`;
}

function automationNote({ automatedControls, totalControls }: ComplianceMetrics): string {
  if (totalControls === 0) return 'No controls yet';
  return `${automatedControls.toLocaleString()} of ${totalControls.toLocaleString()} controls`;
}
