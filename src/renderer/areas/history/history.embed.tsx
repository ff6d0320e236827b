import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  HistoryResource,
  RecordHistoryAnswer,
  RecordStep,
} from '../../../shared/areas/history/history.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { recordElsewhereQuery, recordHistoryQuery } from './history.queries.ts';
import { actionText, fieldText, valueText } from './history.text.ts';

interface RecordHistoryProps {
  resource: HistoryResource;
  id: string;
  /** What the record's screen calls its fields; others are named after themselves. */
  labels?: Readonly<Record<string, string>>;
  /** Fields that are not shown, because others say the same. */
  hidden?: readonly string[];
}

/** Who did what to a record and when, what changed and why, newest first; and where else it was touched. */
export function RecordHistory({ resource, id, labels = {}, hidden = [] }: RecordHistoryProps) {
  const query = useInfiniteQuery(recordHistoryQuery(useClient(), resource, id));
  if (query.isPending) return <Skeleton className="h-24 w-full" />;
  if (query.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const steps = query.data.pages.flatMap((page) => page.steps);
  return (
    <div className="flex flex-col gap-3">
      <Elsewhere places={query.data.pages[0]?.elsewhere ?? []} />
      {steps.length === 0 && <p className="text-fg-muted">Nothing has been done to it yet.</p>}
      <ol aria-label="History" className="flex flex-col gap-2.5">
        {steps.map((step) => (
          <Step key={step.id} step={step} labels={labels} hidden={hidden} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="self-start"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </div>
  );
}

/** Beside a history that an area tells in its own words: where else the record was touched. */
export function RecordElsewhere({ resource, id }: Pick<RecordHistoryProps, 'resource' | 'id'>) {
  const { data = [] } = useQuery(recordElsewhereQuery(useClient(), resource, id));
  return <Elsewhere places={data} />;
}

function Elsewhere({ places }: { places: RecordHistoryAnswer['elsewhere'] }) {
  if (places.length === 0) return null;
  return (
    <ul
      aria-label="Also changed on other installations"
      className="flex flex-col gap-1 text-fg-muted"
    >
      {places.map(({ installation, actorName, at }) => (
        <li key={installation}>
          Also changed on installation <Untrusted text={installation} max={12} />, last by{' '}
          <Untrusted text={actorName} max={80} /> <DateTime value={at} />
        </li>
      ))}
    </ul>
  );
}

interface StepProps extends Required<Pick<RecordHistoryProps, 'labels' | 'hidden'>> {
  step: RecordStep;
}

function Step({ step, labels, hidden }: StepProps) {
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0">
          <span className="font-medium text-fg">
            <Untrusted text={step.actorName} max={80} />
          </span>{' '}
          <span className="text-fg-muted">{actionText(step.action)}</span>
          {step.subject && (
            <span className="text-fg">
              {': '}
              <Untrusted text={step.subject} max={160} />
            </span>
          )}
          {step.installation && (
            <span className="text-fg-muted">
              {' on installation '}
              <Untrusted text={step.installation} max={12} />
            </span>
          )}
        </span>
        <DateTime value={step.at} className="text-xs text-fg-muted tabular-nums" />
      </p>
      <ul>
        {step.changes
          .filter(({ field }) => !hidden.includes(field))
          .map(({ field, from, to }) => (
            <li key={field} className="break-words text-xs text-fg-muted">
              {labels[field] ?? fieldText(field)}: <Untrusted text={valueText(from)} max={120} /> →{' '}
              <span className="text-fg">
                <Untrusted text={valueText(to)} max={120} />
              </span>
            </li>
          ))}
      </ul>
      {step.reason && (
        <p className="break-words text-fg">
          “<Untrusted text={step.reason} newlines="keep" />”
        </p>
      )}
    </li>
  );
}
