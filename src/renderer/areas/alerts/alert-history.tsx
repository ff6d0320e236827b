import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordElsewhere } from '../history/history.embed.tsx';
import { actionText, changeText, reasonText } from './alerts.history.ts';
import { alertHistoryQuery } from './alerts.queries.ts';
import { PaneSection } from './pane-section.tsx';

interface AlertHistoryProps {
  id: string;
  nameOf: (accountId: string) => string;
}

/** Who did what to this alert, newest first. */
export function AlertHistory({ id, nameOf }: AlertHistoryProps) {
  const { data, error, refetch } = useQuery(alertHistoryQuery(useClient(), id));
  return (
    <PaneSection title="History">
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {error && (
        <ErrorState
          title="The history could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="text-fg-muted">Nothing has been done to it yet.</p>}
      <RecordElsewhere resource="alerts" id={id} />
      <ol className="flex flex-col gap-2.5">
        {data?.map((entry) => (
          <Entry key={entry.id} entry={entry} nameOf={nameOf} />
        ))}
      </ol>
    </PaneSection>
  );
}

function Entry({ entry, nameOf }: { entry: HistoryEntry; nameOf: AlertHistoryProps['nameOf'] }) {
  const reason = reasonText(entry, nameOf);
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          <span className="font-medium text-fg">
            <Untrusted text={entry.actorName} max={80} />
          </span>{' '}
          <span className="text-fg-muted">{actionText(entry)}</span>
        </span>
        <DateTime value={entry.at} className="shrink-0 text-xs text-fg-muted tabular-nums" />
      </p>
      <ul>
        {changeText(entry, nameOf).map(({ field, from, to }) => (
          <li key={field} className="text-xs text-fg-muted">
            {field}: <Untrusted text={from} max={200} /> →{' '}
            <span className="text-fg">
              <Untrusted text={to} max={200} />
            </span>
          </li>
        ))}
      </ul>
      {reason && (
        <p className="text-fg">
          “<Untrusted text={reason} newlines="keep" />”
        </p>
      )}
    </li>
  );
}
