import { useInfiniteQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { alertStateLabel } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { GroupDetail } from '../../../shared/areas/incidents/groups.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { alertHref } from './group-search.ts';
import { groupMembersQuery, useDetach } from './groups.queries.ts';
import { LongList } from './long-list.tsx';
import { useViewCommands } from './use-view-commands.ts';

/** The alerts of a group, newest first. */
export function GroupMembers({ group }: { group: GroupDetail }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    groupMembersQuery(useClient(), group.key),
  );
  const mayWrite = useMay('alerts.write');
  const alerts = data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <section aria-labelledby="group-alerts" className="mt-4">
      <h3 id="group-alerts" className="text-sm font-semibold text-fg">
        Alerts
      </h3>
      {error && (
        <ErrorState
          title="The alerts could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <LongList
        rows={alerts}
        rowPx={28}
        rowKey={({ id }) => id}
        row={(alert) => (
          <MemberRow
            alert={alert}
            place={group.isDetached ? 'alone' : group.alerts > 1 ? 'repeat' : 'only'}
            mayWrite={mayWrite}
          />
        )}
      />
      {hasNextPage && (
        <Button size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more alerts
        </Button>
      )}
    </section>
  );
}

interface MemberRowProps {
  alert: Alert;
  /** `alone`: taken out of its group; `only`: it has no repeats. */
  place: 'repeat' | 'alone' | 'only';
  mayWrite: boolean;
}

function MemberRow({ alert, place, mayWrite }: MemberRowProps) {
  return (
    <div className="flex items-center gap-2 rounded-sm px-1 hover:bg-raised">
      <Link
        to={alertHref(alert.id)}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-sm py-1"
      >
        <span className="min-w-0 flex-1 truncate">
          <Untrusted text={alert.title} max={120} expand="none" />
        </span>
        <span className="shrink-0 text-xs text-fg-muted">{alertStateLabel(alert)}</span>
        <DateTime value={alert.createdAt} className="shrink-0 text-xs text-fg-muted tabular-nums" />
      </Link>
      {mayWrite && place !== 'only' && <DetachButton alert={alert} isBack={place === 'alone'} />}
    </div>
  );
}

/** Takes an alert out of its group, or puts it back, and says so. */
function useDetachSaid() {
  const { mutate, isPending } = useDetach();
  const { toast } = useToast();
  const onError = useErrorToast();
  const detach = (id: string, isBack: boolean) => {
    const done = isBack
      ? 'The alert is among its repeats again'
      : 'The alert is a group of its own';
    const onSuccess = () => toast({ title: 'Success', description: done });
    mutate({ id, isBack }, { onSuccess, onError });
  };
  return { detach, isPending };
}

function DetachButton({ alert, isBack }: { alert: Alert; isBack: boolean }) {
  const { detach, isPending } = useDetachSaid();
  return (
    <Button
      size="sm"
      variant="ghost"
      label={isBack ? 'Put back among its repeats' : 'Take out of this group'}
      icon={<Unlink aria-hidden />}
      disabled={isPending}
      onClick={() => detach(alert.id, isBack)}
    />
  );
}

/** The same for the open alert, by name. */
export function useDetachCommand(alertId: string, group: GroupDetail | null): void {
  const { detach } = useDetachSaid();
  const isBack = group?.isDetached ?? false;
  const applies = group !== null && (isBack || group.alerts > 1);
  useViewCommands(
    applies
      ? [
          {
            id: isBack ? 'alerts.open-rejoin' : 'alerts.open-detach',
            title: `Open alert: ${isBack ? 'Put back among its repeats' : 'Take out of its group'}`,
            words: 'detach rejoin repeats this',
            icon: Unlink,
            run: () => detach(alertId, isBack),
          },
        ]
      : [],
  );
}
