import type { UseQueryResult } from '@tanstack/react-query';
import type { AuditStep } from '../../../shared/areas/audits/audits.contract.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { actionText } from './audits.text.ts';

interface AuditHistoryProps {
  title: string;
  query: UseQueryResult<readonly AuditStep[]>;
}

export function AuditHistory({ title, query }: AuditHistoryProps) {
  if (query.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (query.isPending) return <Skeleton className="h-24 w-full" />;
  return <StepList title={title} steps={query.data} />;
}

/** Who did what, newest first. */
export function StepList({ title, steps }: { title: string; steps: readonly AuditStep[] }) {
  return (
    <ol aria-label={title} className="flex flex-col gap-2.5">
      {steps.map((step) => (
        <li key={step.id} className="border-l-2 border-line pl-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0">
              <span className="font-medium text-fg">
                <Untrusted text={step.actorName} max={80} />
              </span>{' '}
              <span className="text-fg-muted">{actionText(step.action)}</span>
            </span>
            <DateTime value={step.at} className="text-xs text-fg-muted tabular-nums" />
          </p>
          <ul>
            {step.changes
              .filter(({ field }) => SHOWN_FIELDS.has(field))
              .map(({ field, from, to }) => (
                <li key={field} className="text-xs text-fg-muted">
                  {SHOWN_FIELDS.get(field)}: <Untrusted text={shown(from)} max={120} /> →{' '}
                  <span className="text-fg">
                    <Untrusted text={shown(to)} max={120} />
                  </span>
                </li>
              ))}
          </ul>
          {step.reason && (
            <p className="text-fg">
              “<Untrusted text={step.reason} newlines="keep" />”
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What the words around them do not say already. */
const SHOWN_FIELDS: ReadonlyMap<string, string> = new Map([
  ['title', 'Title'],
  ['status', 'Status'],
  ['severity', 'Severity'],
  ['auditor', 'Auditor'],
  ['owner', 'Owner'],
  ['due', 'Due'],
  ['dueAt', 'Due'],
  ['startDate', 'Start date'],
  ['endDate', 'End date'],
  ['reportDate', 'Report date'],
  ['periodStart', 'Period from'],
  ['periodEnd', 'Period to'],
  ['acceptedUntil', 'Accepted until'],
]);

function shown(value: unknown): string {
  return value === null || value === undefined || value === '' ? 'nothing' : String(value);
}
