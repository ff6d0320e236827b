import { type FormEvent, useState } from 'react';
import { ALERT_REASON_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ExerciseAlert } from '../../../shared/areas/training/training.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { type Closing, useCloseAlert } from './training.queries.ts';

const FORM_ID = 'close-exercise-alert';

interface CloseAlertDialogProps {
  exerciseKey: string;
  alert: ExerciseAlert;
  onClose: () => void;
}

/** A closing as the desk makes it, with the reason that its history then shows. */
export function CloseAlertDialog({ exerciseKey, alert, onClose }: CloseAlertDialogProps) {
  const [status, setStatus] = useState<Closing['status']>('FALSE_POSITIVE');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const close = useCloseAlert(exerciseKey);
  const fail = useErrorToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setError('Reason is required');
    close.mutate({ alert, status, reason }, { onSuccess: onClose, onError: fail });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Close with a reason"
      description="The reason goes to the history of the alert."
      isDirty={reason.trim() !== ''}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={FORM_ID} variant="primary" disabled={close.isPending}>
            {close.isPending ? 'Closing...' : 'Close alert'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="font-medium [overflow-wrap:anywhere] text-fg">{alert.title}</p>
        <Segmented
          label="Disposition"
          value={status}
          onValueChange={setStatus}
          segments={[
            { value: 'FALSE_POSITIVE', label: 'False Positive' },
            { value: 'RESOLVED', label: 'Resolved' },
          ]}
        />
        <Field
          label="Reason"
          isRequired
          hint="Name what you checked: the job, the host it came from, the schedule, the ticket."
          error={error}
        >
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
