import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal, UserRoundCog, UserRoundPlus, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay, useUser } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleDialog, type SyncPerson } from './role-dialog.tsx';
import { peopleQuery, useSyncCall } from './sync.queries.ts';

/** Who works in the shared workspace, and with which role. */
export function PeopleCard({ isRevoked }: { isRevoked: boolean }) {
  const people = useQuery(peopleQuery(useClient()));
  const mayManage = useMay('workspace.manage') && !isRevoked;
  const [isInviting, setIsInviting] = useState(false);
  return (
    <Card
      title="People of the workspace"
      note="Their roles hold on every workstation."
      actions={
        mayManage && (
          <Button
            variant="primary"
            icon={<UserRoundPlus aria-hidden />}
            onClick={() => setIsInviting(true)}
          >
            Invite
          </Button>
        )
      }
    >
      <Loaded
        query={people}
        failed="The people could not be read"
        placeholder={<Skeleton className="h-24 w-full" />}
      >
        {({ people: members }) =>
          members.length === 0 ? (
            <EmptyState
              title="Not known yet"
              text="The list comes with the next sync that reaches the server."
            />
          ) : (
            <ul aria-label="People of the workspace" className="divide-y divide-line">
              {members.map((person) => (
                <PersonRow key={person.id} person={person} mayManage={mayManage} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Card>
  );
}

function PersonRow({ person, mayManage }: { person: SyncPerson; mayManage: boolean }) {
  const isOwn = useUser().id === person.id;
  const [action, setAction] = useState<'role' | 'revoke' | null>(null);
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 first:pt-0 last:pb-0">
      <span className="min-w-0 flex-1">
        <span className={person.isRevoked ? 'block text-fg-muted' : 'block font-medium text-fg'}>
          <Untrusted text={person.name} max={80} expand="none" />
          {isOwn && <span className="ml-1.5 text-xs font-normal text-fg-muted">you</span>}
        </span>
        <span className="block truncate text-xs text-fg-muted">
          <Untrusted text={person.email} max={80} expand="none" />
        </span>
      </span>
      {person.isRevoked && <Badge tone="bad">Shut out</Badge>}
      <Badge tone={person.role === 'Administrator' ? 'accent' : 'neutral'}>{person.role}</Badge>
      {mayManage && !person.isRevoked && !isOwn && (
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="sm"
              icon={<MoreHorizontal aria-hidden />}
              label={`Actions for ${person.name}`}
            />
          }
          items={[
            {
              label: 'Change role',
              icon: <UserRoundCog aria-hidden />,
              onSelect: () => setAction('role'),
            },
            {
              label: 'Shut out',
              icon: <UserRoundX aria-hidden />,
              onSelect: () => setAction('revoke'),
            },
          ]}
        />
      )}
      {action === 'role' && <RoleDialog person={person} onClose={() => setAction(null)} />}
      {action === 'revoke' && <RevokeDialog person={person} onClose={() => setAction(null)} />}
    </li>
  );
}

function RevokeDialog({ person, onClose }: { person: SyncPerson; onClose: () => void }) {
  const { id, name } = person;
  const revoke = useSyncCall(
    (client, _: undefined) => client.call(syncContract.revokePerson, { params: { id }, body: {} }),
    { done: `${name} is shut out of the workspace` },
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Shut ${name} out?`}
      text={`${name} can no longer sync from any workstation, and no longer sign in to the others. What ${name} did keeps the name.`}
      confirmLabel="Shut out"
      tone="destructive"
      onConfirm={() => revoke.mutate(undefined, { onSettled: onClose })}
    />
  );
}
