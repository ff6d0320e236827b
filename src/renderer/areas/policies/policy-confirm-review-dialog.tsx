import { type FormEvent, useId, useState } from 'react';
import { type Policy, policiesContract } from '../../../shared/areas/policies/policies.contract.ts';
import { POLICY_REASON_MAX } from '../../../shared/areas/policies/policies.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { usePolicyCall } from './policies.queries.ts';
import { countOf } from './policies.text.ts';

interface ConfirmReviewDialogProps {
  policy: Policy;
  onClose: () => void;
}

/** The policy was read again and stays as it is. */
export function ConfirmReviewDialog({ policy, onClose }: ConfirmReviewDialogProps) {
  const formId = useId();
  const [note, setNote] = useState('');
  const [day, setDay] = useState('');
  const review = usePolicyCall(
    (client, body: { note: string; nextReviewDate?: string }) =>
      client.call(policiesContract.confirmReview, { params: { id: policy.id }, body }),
    {
      done: 'Policy updated successfully',
      more: ({ nextReviewDate }) => `Next review ${nextReviewDate}`,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    review.mutate({ note, ...(day ? { nextReviewDate: day } : {}) }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Confirm review of ${policy.title}`}
      description={`Version ${policy.version} was read again and stays as it is.`}
      size="sm"
      isDirty={note.trim() !== '' || day !== ''}
      footer={<DialogButtons form={formId} label="Confirm review" isPending={review.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="Next review"
          hint={`Empty: ${countOf(policy.reviewMonths, 'month', 'months')} from today.`}
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <Field label="Note" hint="What was looked at; it goes to the history.">
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={POLICY_REASON_MAX}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
