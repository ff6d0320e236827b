import type { User } from '../../../shared/areas/auth/auth.contract.ts';
import { accountName } from '../../api/accounts.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useUpdateAccount } from './accounts.queries.ts';
import { AddPersonDialog } from './people-add.tsx';
import { ResetPasswordDialog } from './people-password.tsx';
import { RoleDialog } from './people-role.tsx';

export type PeopleAction =
  | { readonly type: 'add' }
  | {
      readonly type: 'role' | 'password' | 'deactivate' | 'reactivate';
      readonly account: User;
    };

interface PeopleDialogsProps {
  action: PeopleAction | null;
  onClose: () => void;
}

/** What is being done to an account, one at a time. */
export function PeopleDialogs({ action, onClose }: PeopleDialogsProps) {
  const account = action && action.type !== 'add' ? action.account : null;
  return (
    <>
      <AddPersonDialog open={action?.type === 'add'} onClose={onClose} />
      {account && action?.type === 'role' && <RoleDialog account={account} onClose={onClose} />}
      {account && action?.type === 'password' && (
        <ResetPasswordDialog account={account} onClose={onClose} />
      )}
      {account && (action?.type === 'deactivate' || action?.type === 'reactivate') && (
        <ActiveDialog account={account} isActive={action.type === 'reactivate'} onClose={onClose} />
      )}
    </>
  );
}

function ActiveDialog(props: { account: User; isActive: boolean; onClose: () => void }) {
  const { account, isActive, onClose } = props;
  const { toast } = useToast();
  const update = useUpdateAccount();
  const sayError = useErrorToast();
  const name = accountName(account);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isActive ? `Reactivate ${name}?` : `Deactivate ${name}?`}
      text={
        isActive
          ? `${name} can sign in again with the same password and the role ${account.role}.`
          : `${name} can no longer sign in, and is signed out everywhere at once. What ${name} did keeps the name.`
      }
      confirmLabel={isActive ? 'Reactivate' : 'Deactivate'}
      tone={isActive ? 'primary' : 'destructive'}
      onConfirm={() =>
        update.mutate(
          { id: account.id, isActive },
          {
            onSuccess: () =>
              toast({
                title: 'Success',
                description: `${name} is ${isActive ? 'active again' : 'deactivated'}`,
              }),
            onError: sayError,
            onSettled: onClose,
          },
        )
      }
    />
  );
}
