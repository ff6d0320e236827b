import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { Field, Textarea } from './field.tsx';

const REASON_MAX = 1000;

interface ReasonDialogProps {
  title: string;
  description: ReactNode;
  /** On the button, and while it is being done. */
  label: string;
  pendingLabel: string;
  hint?: string;
  isPending: boolean;
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Something that is done only with a reason, which goes to the history. */
export function ReasonDialog(props: ReasonDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setError('Reason is required');
    props.onReason(reason.trim());
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      size="sm"
      isDirty={reason.trim() !== ''}
      footer={
        <DialogButtons
          form={formId}
          label={props.label}
          pendingLabel={props.pendingLabel}
          isPending={props.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Reason" isRequired hint={props.hint} error={error}>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={REASON_MAX}
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
