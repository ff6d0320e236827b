import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { alertQuery } from './alerts.queries.ts';
import type { DeskActions } from './use-desk-actions.ts';

const NOBODY = 'nobody';

interface AlertDialogProps {
  id: string;
  actions: DeskActions;
  onClose: () => void;
}

/** Gives an alert to an account: oneself first, as that is what is mostly wanted. */
export function AssignDialog({ id, actions, onClose }: AlertDialogProps) {
  const me = useUser();
  const { all } = useAccounts();
  const { data: alert } = useQuery(alertQuery(useClient(), useQueryClient(), id));
  const [choice, setChoice] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const value = choice ?? alert?.assignedTo ?? me.id;
  const others = all.filter(
    ({ id: other, deactivatedAt }) =>
      other !== me.id && (deactivatedAt === null || other === alert?.assignedTo),
  );
  const options = [
    { value: me.id, label: `${accountName(me)} (me)` },
    ...others.map((account) => ({ value: account.id, label: accountName(account) })),
    { value: NOBODY, label: 'Nobody' },
  ];
  const assign = async () => {
    setIsPending(true);
    const isDone = await actions.update(id, { assignedTo: value === NOBODY ? null : value });
    setIsPending(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Assign alert"
      size="sm"
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={isPending} onClick={assign}>
            {isPending ? 'Assigning...' : 'Assign'}
          </Button>
        </>
      }
    >
      <Field label="Assigned to">
        {(control) => (
          <Select {...control} value={value} options={options} onValueChange={setChoice} />
        )}
      </Field>
    </Dialog>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
