import { useState } from 'react';
import type { User } from '../../../shared/areas/auth/auth.contract.ts';
import { DEFAULT_ROLE, isRole, type Role } from '../../../shared/contract/permissions.ts';
import { accountName } from '../../api/accounts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUpdateAccount } from './accounts.queries.ts';
import { ROLE_OPTIONS } from './people-add.tsx';

const FORM_ID = 'change-role';

export function RoleDialog({ account, onClose }: { account: User; onClose: () => void }) {
  const { toast } = useToast();
  const update = useUpdateAccount();
  const [role, setRole] = useState<Role>(isRole(account.role) ? account.role : DEFAULT_ROLE);
  const name = accountName(account);
  const submit = () =>
    update.mutate(
      { id: account.id, role },
      {
        onSuccess: () => {
          onClose();
          toast({ title: 'Success', description: `${name} is ${role} now` });
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Role of ${name}`}
      description="It holds at once, also where the person is signed in."
      size="sm"
      isDirty={role !== account.role}
      footer={<DialogButtons form={FORM_ID} label="Change role" isPending={update.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Role" error={update.isError ? describeError(update.error).why : undefined}>
          {(control) => (
            <Select {...control} value={role} options={ROLE_OPTIONS} onValueChange={setRole} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
