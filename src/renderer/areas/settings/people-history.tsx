import { useQuery } from '@tanstack/react-query';
import type { AccountHistoryEntry } from '../../../shared/areas/auth/accounts.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { accountHistoryQuery } from './accounts.queries.ts';
import { historyText } from './people-history.text.ts';

const NAME_CHARS = 60;

/** Who changed which account, from the audit log. */
export function PeopleHistory() {
  const history = useQuery(accountHistoryQuery(useClient()));
  return (
    <Card
      title="Changes of accounts"
      note="From the audit log, the newest first."
      bodyClassName="p-0"
    >
      {history.isPending && <Skeleton className="m-4 h-32" />}
      {history.isError && (
        <ErrorState
          title="The log could not be loaded"
          error={history.error}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        />
      )}
      {history.data?.length === 0 && (
        <EmptyState title="No changes yet" text="No account was changed since this log began." />
      )}
      {history.data && history.data.length > 0 && (
        <ScrollRegion label="Log of changes of accounts" className="max-h-80">
          <ul className="divide-y divide-line px-4">
            {history.data.map((entry) => (
              <HistoryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </ScrollRegion>
      )}
    </Card>
  );
}

function HistoryRow({ entry }: { entry: AccountHistoryEntry }) {
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 py-1.5">
      <span className="min-w-0 flex-1 text-fg">
        <Untrusted text={entry.actorName} max={NAME_CHARS} expand="none" />{' '}
        <span className="text-fg-muted">{historyText(entry)}</span>{' '}
        {entry.actorName !== entry.accountName && (
          <Untrusted text={entry.accountName} max={NAME_CHARS} expand="none" />
        )}
      </span>
      <DateTime value={entry.at} className="text-xs text-fg-muted tabular-nums" />
    </li>
  );
}
