import { useQuery } from '@tanstack/react-query';
import {
  KeyRound,
  MoreHorizontal,
  UserRoundCheck,
  UserRoundCog,
  UserRoundPlus,
  UserRoundX,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import type { User } from '../../../shared/areas/auth/auth.contract.ts';
import { accountName, accountsQuery } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay, useUser } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { type PeopleAction, PeopleDialogs } from './people-dialogs.tsx';

const NAME_CHARS = 80;

export function PeopleList() {
  const accounts = useQuery(accountsQuery(useClient()));
  const mayManage = useMay('accounts.manage');
  const [action, setAction] = useState<PeopleAction | null>(null);
  const people = useMemo(() => byName(accounts.data ?? []), [accounts.data]);
  return (
    <Card
      title="People"
      note={accounts.data && peopleText(accounts.data)}
      bodyClassName="px-4"
      actions={
        mayManage && (
          <Button
            variant="primary"
            icon={<UserRoundPlus aria-hidden />}
            onClick={() => setAction({ type: 'add' })}
          >
            Add account
          </Button>
        )
      }
    >
      {accounts.isPending && <Skeleton className="my-3 h-40 w-full" />}
      {accounts.isError && (
        <ErrorState
          title="The accounts could not be loaded"
          error={accounts.error}
          onRetry={() => void accounts.refetch()}
          isRetrying={accounts.isFetching}
        />
      )}
      <ul aria-label="People" className="divide-y divide-line">
        {people.map((account) => (
          <PersonRow
            key={account.id}
            account={account}
            {...(mayManage ? { onAction: setAction } : {})}
          />
        ))}
      </ul>
      <PeopleDialogs action={action} onClose={() => setAction(null)} />
    </Card>
  );
}

/** Who has an account first, then who had one, each by name. */
function byName(accounts: readonly User[]): User[] {
  const isClosed = (account: User) => Number(account.deactivatedAt !== null);
  return accounts.toSorted(
    (a, b) => isClosed(a) - isClosed(b) || accountName(a).localeCompare(accountName(b)),
  );
}

function peopleText(accounts: readonly User[]): string {
  const active = accounts.filter(({ deactivatedAt }) => deactivatedAt === null).length;
  const closed = accounts.length - active;
  const text = active === 1 ? '1 account' : `${active} accounts`;
  return closed === 0 ? text : `${text}, ${closed} deactivated`;
}

function PersonRow(props: { account: User; onAction?: (action: PeopleAction) => void }) {
  const { account, onAction } = props;
  const isOwn = useUser().id === account.id;
  const isActive = account.deactivatedAt === null;
  const name = accountName(account);
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 [[data-density=comfortable]_&]:min-h-14">
      <span className="min-w-0 flex-1">
        <span className={isActive ? 'block font-medium text-fg' : 'block text-fg-muted'}>
          <Untrusted text={name} max={NAME_CHARS} expand="none" />
          {isOwn && <span className="ml-1.5 text-xs font-normal text-fg-muted">you</span>}
        </span>
        <span className="block truncate text-xs text-fg-muted">
          <Untrusted text={account.email} max={NAME_CHARS} expand="none" />
        </span>
      </span>
      {!isActive && <Badge tone="warn">Deactivated</Badge>}
      <Badge tone={account.role === 'Administrator' ? 'accent' : 'neutral'}>{account.role}</Badge>
      {onAction && (
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="sm"
              icon={<MoreHorizontal aria-hidden />}
              label={`Actions for ${name}`}
            />
          }
          items={actionsFor(account, isOwn, onAction)}
        />
      )}
    </li>
  );
}

function actionsFor(
  account: User,
  isOwn: boolean,
  onAction: (action: PeopleAction) => void,
): MenuItem[] {
  const role: MenuItem = {
    label: 'Change role',
    icon: <UserRoundCog aria-hidden />,
    onSelect: () => onAction({ type: 'role', account }),
  };
  if (isOwn) return [role];
  const isActive = account.deactivatedAt === null;
  return [
    role,
    {
      label: 'Reset password',
      icon: <KeyRound aria-hidden />,
      onSelect: () => onAction({ type: 'password', account }),
    },
    {
      label: isActive ? 'Deactivate' : 'Reactivate',
      icon: isActive ? <UserRoundX aria-hidden /> : <UserRoundCheck aria-hidden />,
      onSelect: () => onAction({ type: isActive ? 'deactivate' : 'reactivate', account }),
    },
  ];
}
