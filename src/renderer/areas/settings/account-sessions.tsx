import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession } from '../../../shared/areas/auth/accounts.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ownSessionsQuery, useEndSessions } from './accounts.queries.ts';

/** Where the account is signed in, and how to end that from here. */
export function AccountSessions() {
  const sessions = useQuery(ownSessionsQuery(useClient()));
  const end = useEndSessions();
  const sayError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const endSession = (id: string | null) => end.mutate(id, { onError: sayError });
  return (
    <Card
      title="Sessions"
      note="Where you are signed in. A session ends by itself twelve hours after it began."
      bodyClassName="px-4"
      actions={
        others.length > 1 && (
          <Button size="sm" disabled={end.isPending} onClick={() => setIsAsking(true)}>
            End all others
          </Button>
        )
      }
    >
      {sessions.isPending && <Skeleton className="my-3 h-10 w-full" />}
      {sessions.isError && (
        <ErrorState
          title="The sessions could not be loaded"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isPending={end.isPending}
            onEnd={() => endSession(session.id)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="End all other sessions?"
        text={`${others.length} sessions end at once. What is typed there and not saved is lost.`}
        confirmLabel="End sessions"
        tone="destructive"
        onConfirm={() => {
          setIsAsking(false);
          endSession(null);
        }}
      />
    </Card>
  );
}

function SessionRow(props: { session: OwnSession; isPending: boolean; onEnd: () => void }) {
  const { device, createdAt, isCurrent } = props.session;
  return (
    <li className="flex min-h-12 items-center gap-3 py-2">
      <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-fg-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-fg">{device}</span>
        <span className="block text-xs text-fg-muted">
          Signed in <DateTime value={createdAt} />
        </span>
      </span>
      {isCurrent ? (
        <Badge tone="ok">This session</Badge>
      ) : (
        <Button
          size="sm"
          disabled={props.isPending}
          aria-label={`End the session of ${device}`}
          onClick={props.onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
