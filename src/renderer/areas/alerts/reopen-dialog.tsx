import { type FormEvent, useState } from 'react';
import { ALERT_REASON_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import type { DeskActions } from './use-desk-actions.ts';

const FORM_ID = 'reopen-alert';

interface ReopenDialogProps {
  id: string;
  actions: DeskActions;
  onClose: () => void;
}

/** A closed alert opens again only with a reason, which goes to its history. */
export function ReopenDialog({ id, actions, onClose }: ReopenDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setError('Reason is required');
    setIsPending(true);
    const isDone = await actions.update(id, { status: 'OPEN', reason });
    setIsPending(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reopen alert"
      description="The alert becomes OPEN again; the reason goes to its history."
      size="sm"
      isDirty={reason.trim() !== ''}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
            {isPending ? 'Reopening...' : 'Reopen'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <Field label="Reason" isRequired error={error}>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={ALERT_REASON_MAX}
              onChange={(event) => {
                setReason(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
