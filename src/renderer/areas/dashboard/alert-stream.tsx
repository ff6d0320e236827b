import { Radar } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { alertStateLabel, SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { STREAM_LENGTH, useAlertStream } from './dashboard.queries.ts';

const MARKS = {
  critical: 'bg-critical-mark',
  high: 'bg-high-mark',
  medium: 'bg-medium-mark',
  low: 'bg-low-mark',
} as const;
const ROW = 'relative flex h-16 items-center gap-3 py-2 pr-4 pl-5';
const TITLE_MAX = 160;
const ENTITY_MAX = 80;
const PLACEHOLDERS = Array.from({ length: STREAM_LENGTH }, (_, place) => `row-${place}`);

export function AlertStream() {
  const stream = useAlertStream();
  return (
    <Card
      title="Real-time Alert Stream"
      note="The newest alerts, as they arrive"
      bodyClassName="flex min-h-80 flex-col [&>*]:flex-1"
      className="lg:col-span-2"
      actions={
        <Link
          to="/alerts"
          className="rounded-sm font-medium text-accent-text hover:underline hover:underline-offset-4"
        >
          View All Alerts →
        </Link>
      }
    >
      {stream.isPending && <StreamPlaceholder />}
      {stream.isError && (
        <ErrorState
          title="The alert stream could not be loaded"
          error={stream.error}
          onRetry={() => void stream.refetch()}
          isRetrying={stream.isFetching}
        />
      )}
      {stream.isSuccess && <StreamRows alerts={stream.data} />}
    </Card>
  );
}

function StreamRows({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) {
    return (
      <EmptyState
        icon={<Radar />}
        title="No Active Alerts"
        text="System is monitoring. New alerts will appear here in real-time."
      />
    );
  }
  return (
    <ul className="divide-y divide-line">
      {alerts.slice(0, STREAM_LENGTH).map((alert) => (
        <li key={alert.id}>
          <StreamRow alert={alert} />
        </li>
      ))}
    </ul>
  );
}

function StreamRow({ alert }: { alert: Alert }) {
  const tone: BadgeTone & keyof typeof MARKS = SEVERITY_COLOURS[alert.severity];
  return (
    <Link
      to={`/alerts?alert=${encodeURIComponent(alert.id)}`}
      className={cx(ROW, '-outline-offset-2 transition-colors hover:bg-raised/60')}
    >
      <span aria-hidden className={cx('absolute inset-y-0 left-0 w-1', MARKS[tone])} />
      <span className="w-20 shrink-0">
        <Badge tone={tone} pulse={alert.severity === 'CRITICAL'}>
          {SEVERITY_LABELS[alert.severity]}
        </Badge>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-fg">
          <Untrusted text={alert.title} max={TITLE_MAX} expand="none" />
        </span>
        <StreamEntities alert={alert} />
      </span>
      <span className="hidden shrink-0 flex-col items-end gap-0.5 sm:flex">
        <Badge tone={stateTone(alert)}>{alertStateLabel(alert)}</Badge>
        <DateTime value={alert.createdAt} className="text-xs text-fg-muted tabular-nums" />
      </span>
    </Link>
  );
}

/** Source, host, user: what is known, in this order. */
function StreamEntities({ alert }: { alert: Alert }) {
  const known = [
    { name: 'source', value: alert.source },
    { name: 'host', value: alert.sourceHost },
    { name: 'user', value: alert.sourceUser },
  ].filter((entity) => entity.value !== null && entity.value !== '');
  return (
    // Positioned, so that the words for the ear are cut with the line they belong to.
    <span className="relative block truncate text-xs text-fg-muted">
      {known.map((entity, place) => (
        <span key={entity.name}>
          {place > 0 && <span aria-hidden> · </span>}
          <span className="sr-only">{entity.name} </span>
          <Untrusted text={entity.value} max={ENTITY_MAX} expand="none" />
        </span>
      ))}
    </span>
  );
}

function stateTone(alert: Alert): BadgeTone {
  if (alert.aiInvestigation || alert.status === 'IN_PROGRESS') return 'accent';
  return alert.status === 'RESOLVED' ? 'ok' : 'neutral';
}

function StreamPlaceholder() {
  return (
    <div aria-busy className="divide-y divide-line">
      {PLACEHOLDERS.map((key) => (
        <div key={key} className={ROW}>
          <Skeleton className="h-5 w-16" />
          <span className="ml-1 flex-1 space-y-1.5">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </span>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
