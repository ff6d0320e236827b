import { type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  INCIDENT_NAME_MAX,
  INCIDENT_REASON_MAX,
} from '../../../shared/areas/incidents/incidents.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';

export interface NamedReason {
  readonly reason: string;
  readonly name?: string;
}

interface NamedReasonFormProps {
  title: string;
  description: string;
  label: string;
  pendingLabel: string;
  nameHint: string;
  isPending: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  onSubmit: (input: NamedReason) => void;
  /** Above the fields. */
  children?: ReactNode;
}

/** What makes one incident of several, or several of one: a reason, and a name if one is wanted. */
export function NamedReasonForm(props: NamedReasonFormProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setError('Reason is required');
    props.onSubmit({
      reason: reason.trim(),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    });
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      isDirty={reason.trim() !== '' || name.trim() !== ''}
      footer={
        <DialogButtons
          form={formId}
          label={props.label}
          pendingLabel={props.pendingLabel}
          isPending={props.isPending}
          isDisabled={props.isDisabled ?? false}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {props.children}
        <Field label="Reason" isRequired error={error}>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={INCIDENT_REASON_MAX}
              onChange={(event) => {
                setReason(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Name" hint={props.nameHint}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={INCIDENT_NAME_MAX}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
