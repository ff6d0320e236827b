import { useState } from 'react';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import type { SyncPeople } from '../../../shared/areas/sync/sync-state.contract.ts';
import { isRole, ROLES, type Role } from '../../../shared/contract/permissions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useSyncCall } from './sync.queries.ts';

export type SyncPerson = SyncPeople['people'][number];

const FORM_ID = 'sync-role';
export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: value }));

export function RoleDialog({ person, onClose }: { person: SyncPerson; onClose: () => void }) {
  const { id, name } = person;
  const [role, setRole] = useState<Role>(isRole(person.role) ? person.role : 'Auditor');
  const change = useSyncCall(
    (client, next: Role) =>
      client.call(syncContract.setRole, { params: { id }, body: { role: next } }),
    { done: `${name} is ${role} now` },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Role of ${name}`}
      description="It holds on every workstation from its next sync on."
      footer={
        <DialogButtons
          form={FORM_ID}
          label="Change role"
          isPending={change.isPending}
          isDisabled={role === person.role}
        />
      }
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(role, { onSuccess: onClose });
        }}
      >
        <Field label="Role" isRequired>
          {(control) => (
            <Select {...control} value={role} options={ROLE_OPTIONS} onValueChange={setRole} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
