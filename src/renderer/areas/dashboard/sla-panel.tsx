import { CircleAlert, CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { SlaBurn } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { shortDuration } from '../../ui/time.ts';
import { useNow } from '../../ui/use-now.ts';
import { useSlaBurn } from './dashboard.queries.ts';
import { FailedPanel } from './failed-panel.tsx';
import { isBurnOld, type SlaState, slaQuery, slaTime } from './sla.rules.ts';

const TITLE = 'SLA Burn';
const NOTE = 'Open, not acted on, against the time to first action';
const ROW = 'flex h-18 flex-col justify-center gap-1.5 px-4';

const STATES = {
  within: { word: 'within', icon: CircleCheck, text: 'text-ok', bar: 'bg-ok-mark' },
  dueSoon: { word: 'due soon', icon: TriangleAlert, text: 'text-warn', bar: 'bg-warn-mark' },
  breached: { word: 'breached', icon: CircleAlert, text: 'text-bad', bar: 'bg-bad-mark' },
} as const satisfies Record<SlaState, unknown>;
const ORDER = ['breached', 'dueSoon', 'within'] as const;

export function SlaPanel() {
  const query = useSlaBurn();
  useFreshBurn(query);
  if (query.isError && !query.data) return <FailedPanel title={TITLE} query={query} />;
  const burn = query.data;
  return (
    <Card title={TITLE} note={NOTE} bodyClassName="">
      <ul aria-busy={burn === undefined} className="divide-y divide-line">
        {SEVERITIES.map((severity) => (
          <li key={severity} className={ROW}>
            {burn ? <SlaRow burn={burn} severity={severity} /> : <RowPlaceholder />}
          </li>
        ))}
      </ul>
      <p className="flex min-h-9 items-center gap-1.5 border-t border-line px-4 py-2 text-xs text-fg-muted">
        <Hourglass aria-hidden className="size-3.5 shrink-0" />
        {burn ? <ActedOn count={burn.actedOn} /> : <Skeleton className="h-3 w-48" />}
      </p>
    </Card>
  );
}

/** Time alone moves an alert past a limit: then, and only then, the figures are asked for again. */
function useFreshBurn(query: ReturnType<typeof useSlaBurn>): void {
  const now = useNow();
  const askedAt = useRef(0);
  const { data, refetch } = query;
  useEffect(() => {
    // Once a tick at most, whatever the answer: a core whose clock is behind is not asked in a loop.
    if (!data || askedAt.current === now || !isBurnOld(data, now)) return;
    askedAt.current = now;
    void refetch();
  }, [data, refetch, now]);
}

function ActedOn({ count }: { count: number }) {
  if (count === 0) return <>Due soon is the last quarter of the time.</>;
  return (
    <Link
      to="/alerts?status=OPEN&handling=acted-on"
      className="rounded-sm tabular-nums hover:underline"
    >
      {count.toLocaleString()} more {count === 1 ? 'is' : 'are'} open and acted on: not counted here
    </Link>
  );
}

function SlaRow({ burn, severity }: { burn: SlaBurn; severity: Severity }) {
  const figures = burn.severities[severity];
  const total = figures.within + figures.dueSoon + figures.breached;
  const states = ORDER.filter((state) => figures[state] > 0);
  return (
    <>
      <span className="flex items-center justify-between gap-2 text-xs">
        <span className="flex items-center gap-2">
          <Badge tone={SEVERITY_COLOURS[severity]}>{SEVERITY_LABELS[severity]}</Badge>
          <span className="text-fg-muted tabular-nums">in {slaTime(figures.hours)}</span>
        </span>
        {figures.oldest && <OldestLink severity={severity} oldest={figures.oldest} />}
      </span>
      <span aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-raised">
        {states.map((state) => (
          <span
            key={state}
            className={cx('h-full min-w-1', STATES[state].bar)}
            style={{ flexGrow: figures[state] / total, flexBasis: 0 }}
          />
        ))}
      </span>
      <span className="flex h-4 items-center gap-3 text-xs tabular-nums">
        {states.map((state) => (
          <StateLink key={state} burn={burn} severity={severity} state={state} />
        ))}
        {total === 0 && <NoFigure />}
      </span>
    </>
  );
}

function StateLink(props: { burn: SlaBurn; severity: Severity; state: SlaState }) {
  const { burn, severity, state } = props;
  const { word, icon: Icon, text } = STATES[state];
  return (
    <Link
      to={`/alerts?${slaQuery(burn, severity, state)}`}
      className={cx('flex items-center gap-1 rounded-sm font-medium hover:underline', text)}
    >
      <Icon aria-hidden className="size-3.5" />
      {burn.severities[severity][state].toLocaleString()} {word}
      <span className="sr-only"> of {SEVERITY_LABELS[severity].toLowerCase()} severity</span>
    </Link>
  );
}

interface OldestLinkProps {
  severity: Severity;
  oldest: { readonly id: string; readonly createdAt: string };
}

/** Opens the one that waits longest, beside the open alerts that are as old or older. */
function OldestLink({ severity, oldest }: OldestLinkProps) {
  const now = useNow();
  const query = new URLSearchParams({
    status: 'OPEN',
    handling: 'waiting',
    severity,
    to: oldest.createdAt,
    alert: oldest.id,
  });
  return (
    <Link
      to={`/alerts?${query}`}
      className="rounded-sm text-accent-text tabular-nums hover:underline"
    >
      Oldest {shortDuration((now - Date.parse(oldest.createdAt)) / 1000)}
      <span className="sr-only"> of {SEVERITY_LABELS[severity].toLowerCase()} severity</span>
    </Link>
  );
}

function RowPlaceholder() {
  return (
    <>
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-1.5 w-full" />
      <Skeleton className="h-4 w-40" />
    </>
  );
}
