import { type FormEvent, useId, useState } from 'react';
import { risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useRiskCall } from './risks.queries.ts';

interface RiskReviewDialogProps {
  risk: { readonly id: string; readonly title: string };
  onClose: () => void;
}

/** A look at the risk today; where no day is given, the cadence says when the next one is due. */
export function RiskReviewDialog({ risk, onClose }: RiskReviewDialogProps) {
  const formId = useId();
  const [note, setNote] = useState('');
  const [next, setNext] = useState('');
  const [error, setError] = useState<string | undefined>();
  const save = useRiskCall(
    (client, body: { note: string; nextReview?: string }) =>
      client.call(risksContract.review, { params: { id: risk.id }, body }),
    { done: 'Review recorded', failed: 'Failed to record the review' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() === '') return setError('Note is required');
    save.mutate(
      { note: note.trim(), ...(next === '' ? {} : { nextReview: next }) },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Record review"
      description={<Untrusted text={risk.title} max={160} expand="none" />}
      isDirty={note !== '' || next !== ''}
      footer={<DialogButtons form={formId} label="Record review" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Note" isRequired hint="What was looked at, and what follows." error={error}>
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={4000}
              onChange={(event) => {
                setNote(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Next review" hint="By the cadence where it stays empty.">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
