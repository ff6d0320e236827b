import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import type { SyncPeople } from '../../../shared/areas/sync/sync-state.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { peopleQuery, useSyncCall } from './sync.queries.ts';

type Workstation = SyncPeople['workstations'][number];

/** Every machine that has a login of its own, and when it was there last. */
export function WorkstationsCard({ isRevoked }: { isRevoked: boolean }) {
  const people = useQuery(peopleQuery(useClient()));
  const mayManage = useMay('workspace.manage') && !isRevoked;
  const asOf = people.data?.asOf ?? null;
  return (
    <Card
      title="Workstations"
      note={
        asOf === null ? (
          'As the server says.'
        ) : (
          <>
            As the server said <DateTime value={asOf} />.
          </>
        )
      }
    >
      <Loaded
        query={people}
        failed="The workstations could not be read"
        placeholder={<Skeleton className="h-24 w-full" />}
      >
        {({ workstations }) =>
          workstations.length === 0 ? (
            <EmptyState
              title="Not known yet"
              text="The list comes with the next sync that reaches the server."
            />
          ) : (
            <ul aria-label="Workstations" className="divide-y divide-line">
              {workstations.map((workstation) => (
                <WorkstationRow
                  key={workstation.id}
                  workstation={workstation}
                  mayManage={mayManage}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

interface WorkstationRowProps {
  workstation: Workstation;
  mayManage: boolean;
}

function WorkstationRow({ workstation, mayManage }: WorkstationRowProps) {
  const { id, label, people, lastSeenAt, joinedAt, isRevoked, isYou } = workstation;
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useSyncCall(
    (client, _: undefined) =>
      client.call(syncContract.revokeWorkstation, { params: { id }, body: {} }),
    { done: `${label} is shut out of the workspace` },
  );
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
      <span className="min-w-40 flex-1">
        <span className={isRevoked ? 'block text-fg-muted' : 'block font-medium text-fg'}>
          <Untrusted text={label} max={120} expand="none" />
          {isYou && <span className="ml-1.5 text-xs font-normal text-fg-muted">this one</span>}
        </span>
        <span className="block text-xs text-fg-muted">
          {people.length === 0 ? 'Nobody' : <Untrusted text={people.join(', ')} max={200} />}
          {' · '}
          {joinedAt === null ? (
            'invited, not joined yet'
          ) : lastSeenAt === null ? (
            'never seen'
          ) : (
            <>
              last seen <DateTime value={lastSeenAt} />
            </>
          )}
        </span>
      </span>
      {isRevoked && <Badge tone="bad">Shut out</Badge>}
      {mayManage && !isRevoked && !isYou && (
        <Button
          size="sm"
          label={`Shut out ${label}`}
          disabled={revoke.isPending}
          onClick={() => setIsAsking(true)}
        >
          Shut out
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Shut ${label} out?`}
        text={`${label} can no longer sync: its login is removed from the server for good. What is on that machine stays there until its user wipes it. To come back it needs a new invitation.`}
        confirmLabel="Shut out"
        tone="destructive"
        onConfirm={() => {
          setIsAsking(false);
          revoke.mutate(undefined);
        }}
      />
    </li>
  );
}
