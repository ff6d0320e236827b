import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConflictsCard } from './conflicts-card.tsx';
import { FilesCard } from './files-card.tsx';
import { LeaveCard } from './leave-card.tsx';
import { LogCard } from './log-card.tsx';
import { OffCard } from './off-card.tsx';
import { OwnInvitationCard } from './own-invitation-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { RefusedCard } from './refused-card.tsx';
import { StateCard } from './state-card.tsx';
import { membershipQuery, statusQuery } from './sync.queries.ts';
import { WorkstationsCard } from './workstations-card.tsx';

/** `/settings/sync`: what it is while it is off; how it goes, with whom, and what was decided. */
export function SyncSettings() {
  const client = useClient();
  const status = useQuery(statusQuery(client));
  const membership = useQuery(membershipQuery(client));
  const failed = [status, membership].find(({ isError }) => isError);
  if (failed)
    return (
      <ErrorState
        title="The state of sync could not be read"
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  if (status.data === undefined || membership.data === undefined) return <SyncSkeleton />;
  if (membership.data === null) return <OffCard />;
  const place = membership.data;
  return (
    <>
      {!place.isPersonIn && !place.isRevoked && <OwnInvitationCard />}
      <StateCard status={status.data} membership={place} />
      {status.data.refused > 0 && <RefusedCard mayRetry={place.mayPause} />}
      <ConflictsCard />
      <WorkstationsCard isRevoked={place.isRevoked} />
      <PeopleCard isRevoked={place.isRevoked} />
      <FilesCard mayChange={place.mayPause && !place.isRevoked} />
      <LogCard />
      {place.mayLeave && <LeaveCard membership={place} backlog={status.data.backlog} />}
    </>
  );
}

function SyncSkeleton() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">Loading sync...</span>
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
