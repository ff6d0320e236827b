import { CircleAlert, CircleCheck, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type ScoreBand, scoreBand } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { DashboardMetrics } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { monitoringText, percent } from './dashboard.format.ts';

const SHOWN = 5;
const PLACEHOLDERS = Array.from({ length: SHOWN }, (_, place) => `row-${place}`);
type Framework = DashboardMetrics['frameworks'][number];

const BANDS = {
  good: { word: 'On target', icon: CircleCheck, text: 'text-ok', bar: 'bg-ok-mark' },
  watch: { word: 'To watch', icon: TriangleAlert, text: 'text-warn', bar: 'bg-warn-mark' },
  bad: { word: 'Below target', icon: CircleAlert, text: 'text-bad', bar: 'bg-bad-mark' },
} as const satisfies Record<ScoreBand, unknown>;

/** `metrics` is undefined while they load. */
export function CompliancePanel({ metrics }: { metrics: DashboardMetrics | undefined }) {
  return (
    <Card
      title="Compliance Frameworks"
      note={monitoringText(metrics?.activeFrameworks || null)}
      actions={
        <Link
          to="/compliance"
          className="rounded-sm font-medium text-accent-text hover:underline hover:underline-offset-4"
        >
          View all
        </Link>
      }
      bodyClassName="px-4 py-2"
    >
      {metrics === undefined ? <PanelPlaceholder /> : <Frameworks metrics={metrics} />}
    </Card>
  );
}

function Frameworks({ metrics }: { metrics: DashboardMetrics }) {
  const { frameworks } = metrics;
  if (frameworks.length === 0) {
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title="No Frameworks Found"
        text="No compliance framework is monitored in this workspace."
      />
    );
  }
  return (
    <>
      <ul>
        {frameworks.slice(0, SHOWN).map((framework) => (
          <FrameworkRow key={framework.id} framework={framework} />
        ))}
      </ul>
      <p className="mt-2 flex h-7 items-center border-t border-line pt-1 text-xs tabular-nums">
        <Link
          to="/compliance?tab=controls&automated=true"
          className="rounded-sm text-fg-muted hover:text-fg hover:underline"
        >
          Automation {percent(metrics.compliancePercentage) ?? '—'} · {metrics.automatedControls} of{' '}
          {metrics.totalControls}
        </Link>
      </p>
    </>
  );
}

function FrameworkRow({ framework }: { framework: Framework }) {
  const band = framework.score === null ? null : BANDS[scoreBand(framework.score)];
  const Icon = band?.icon;
  return (
    <li>
      <Link
        to={`/compliance?why=${encodeURIComponent(framework.id)}`}
        className="-mx-2 flex h-8 items-center gap-3 rounded-md px-2 -outline-offset-2 transition-colors hover:bg-raised/60"
      >
        <span className="min-w-0 flex-1 truncate text-fg" title={framework.name}>
          {framework.name}
        </span>
        <span
          aria-hidden
          className="h-1 w-18 shrink-0 overflow-hidden rounded-full bg-raised lg:max-xl:hidden"
        >
          {band && (
            <span
              className={cx('block h-full origin-left rounded-full', band.bar)}
              style={{ width: `${framework.score}%` }}
            />
          )}
        </span>
        <span
          className={cx(
            'flex w-14 items-center justify-end gap-1 font-semibold tabular-nums',
            band?.text,
          )}
        >
          {percent(framework.score) ?? <NoFigure />}
          {Icon && <Icon aria-hidden className="size-3.5" />}
          {band && <span className="sr-only">{band.word}</span>}
        </span>
      </Link>
    </li>
  );
}

function PanelPlaceholder() {
  return (
    <div aria-busy>
      {PLACEHOLDERS.map((key) => (
        <div key={key} className="flex h-8 items-center">
          <Skeleton />
        </div>
      ))}
      <div className="mt-2 flex h-7 items-center border-t border-transparent">
        <Skeleton className="h-3 w-40" />
      </div>
    </div>
  );
}
