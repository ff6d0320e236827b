import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { SuppressionPreview } from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  SUPPRESSION_PREVIEW_DAYS,
  type SuppressionScope,
  scopeProblem,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { alertsText } from './suppression.text.ts';
import { previewQuery } from './suppressions.queries.ts';

const TYPING_MS = 350;

/** The scope once nobody has typed for a moment. */
function useSettled(scope: SuppressionScope): SuppressionScope {
  const [settled, setSettled] = useState(scope);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(scope), TYPING_MS);
    return () => clearTimeout(timer);
  }, [scope]);
  return settled;
}

export function useSuppressionPreview(scope: SuppressionScope) {
  const settled = useSettled(scope);
  const found = useQuery(previewQuery(useClient(), settled));
  const { isPlaceholderData, isFetching, isError } = found;
  /** What is known is of the scope as it is typed, and nothing is under way that could change it. */
  const isCurrent = settled === scope && !isPlaceholderData && !isFetching && !isError;
  return { ...found, isCurrent };
}

interface PreviewProps {
  scope: SuppressionScope;
  preview: ReturnType<typeof useSuppressionPreview>;
}

/** What the scope would have hidden, told before it hides anything. */
export function PreviewPanel({ scope, preview }: PreviewProps) {
  const { data, error, isFetching, isCurrent } = preview;
  const isPossible = scopeProblem(scope) === null;
  return (
    <section
      aria-label="Preview"
      aria-busy={isFetching}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-sunken p-3"
    >
      <h3 className="text-sm font-semibold text-fg">
        Would have hidden in the last {SUPPRESSION_PREVIEW_DAYS} days
      </h3>
      {!isPossible ? (
        <p className="text-fg-muted">Give a condition to see what it means.</p>
      ) : error ? (
        <ErrorState
          title="The preview could not be made"
          error={error}
          onRetry={() => void preview.refetch()}
          isRetrying={isFetching}
        />
      ) : data ? (
        <div className={cx('flex flex-col gap-3', !isCurrent && 'opacity-60')}>
          {!isCurrent && (
            <p role="status" className="text-xs text-fg-muted">
              Counting...
            </p>
          )}
          <Found preview={data} />
        </div>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

function Found({ preview }: { preview: SuppressionPreview }) {
  const { total, bySeverity, bySource, hiddenAlready, waiting } = preview;
  return (
    <>
      <p aria-live="polite" className="text-lg font-semibold text-fg tabular-nums">
        {alertsText(total)}
      </p>
      <Warnings preview={preview} />
      {total > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {SEVERITIES.filter((severity) => (bySeverity[severity] ?? 0) > 0).map((severity) => (
            <Badge key={severity} tone={severity.toLowerCase() as 'low'}>
              {SEVERITY_LABELS[severity]} {(bySeverity[severity] ?? 0).toLocaleString()}
            </Badge>
          ))}
        </div>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 tabular-nums">
        {bySource.map(({ source, count }) => (
          <div key={source} className="contents">
            <dt className="truncate text-fg-muted">
              <Untrusted text={source} max={80} expand="none" />
            </dt>
            <dd className="text-fg">{count.toLocaleString()}</dd>
          </div>
        ))}
        {hiddenAlready > 0 && (
          <div className="contents">
            <dt className="text-fg-muted">Hidden by another rule already</dt>
            <dd className="text-fg">{hiddenAlready.toLocaleString()}</dd>
          </div>
        )}
        <div className="contents">
          <dt className="text-fg-muted">Open and in the queue now</dt>
          <dd className="text-fg">{waiting.toLocaleString()}</dd>
        </div>
      </dl>
      {preview.samples.length > 0 && <Rows title="Newest" alerts={preview.samples} />}
    </>
  );
}

function Warnings({ preview }: { preview: SuppressionPreview }) {
  const { truePositives, inIncidents, warnings } = preview;
  if (warnings.length === 0) return null;
  const parts = [
    truePositives > 0 &&
      `${alertsText(truePositives)} of these ${truePositives === 1 ? 'was' : 'were'} a true positive`,
    inIncidents > 0 &&
      `${alertsText(inIncidents)} of these ${inIncidents === 1 ? 'is' : 'are'} part of an incident`,
  ].filter(Boolean);
  return (
    <div
      role="alert"
      className="flex flex-col gap-2 rounded-md border border-bad-mark bg-bad-soft p-3"
    >
      <p className="flex items-start gap-2 font-semibold text-bad">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {parts.join('. ')}.
      </p>
      <Rows title="What would have been missed" alerts={warnings.map(({ alert }) => alert)} />
    </div>
  );
}

function Rows({ title, alerts }: { title: string; alerts: readonly Alert[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h4 className="text-xs font-semibold text-fg-muted">{title}</h4>
      <ul aria-label={title} className="flex min-w-0 flex-col gap-1">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex min-w-0 items-center gap-2 text-xs">
            <Badge tone={alert.severity.toLowerCase() as 'low'}>
              {SEVERITY_LABELS[alert.severity]}
            </Badge>
            <Link
              to={`/alerts?suppressed=with&alert=${encodeURIComponent(alert.id)}`}
              target="_blank"
              className="min-w-0 flex-1 truncate rounded-sm text-accent-text hover:underline"
            >
              <Untrusted text={alert.title} max={120} expand="none" />
            </Link>
            <DateTime value={alert.createdAt} className="shrink-0 text-fg-muted" />
          </li>
        ))}
      </ul>
    </div>
  );
}
