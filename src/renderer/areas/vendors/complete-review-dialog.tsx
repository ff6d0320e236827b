import { type FormEvent, useId, useState } from 'react';
import type { Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import { nextReviewAfter, REVIEW_MONTHS } from '../../../shared/areas/vendors/vendors.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useMoveVendor } from './use-move-vendor.ts';
import { useToday } from './use-today.ts';

interface CompleteReviewDialogProps {
  vendor: Vendor;
  onClose: () => void;
}

/** Ends a review: when it was made, and when the next one is due by the tier's cadence. */
export function CompleteReviewDialog({ vendor, onClose }: CompleteReviewDialogProps) {
  const formId = useId();
  const today = useToday();
  const [last, setLast] = useState(today);
  const [chosenNext, setNext] = useState<string | null>(null);
  const [score, setScore] = useState(vendor.riskScore ?? '');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | undefined>();
  const move = useMoveVendor(vendor.id);
  const next = chosenNext ?? (last ? nextReviewAfter(last, vendor.riskTier) : '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next && last && next < last)
      return setError('Next assessment must not be before the last assessment');
    move.mutate(
      {
        status: 'ACTIVE',
        lastAssessment: last || null,
        nextAssessment: next || null,
        ...(score === (vendor.riskScore ?? '') ? {} : { riskScore: score }),
        ...(note.trim() ? { reason: note.trim() } : {}),
      },
      { onSuccess: onClose },
    );
  };
  const months = REVIEW_MONTHS[vendor.riskTier];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Complete review of '${vendor.name}'`}
      description="The vendor becomes active again; what you note goes to its history."
      isDirty={chosenNext !== null || note !== '' || score !== (vendor.riskScore ?? '')}
      footer={
        <DialogButtons
          form={formId}
          label="Complete review"
          pendingLabel="Completing..."
          isPending={move.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Last assessment">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={last}
              onChange={(event) => setLast(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Next assessment"
          hint={`Tier ${SEVERITY_LABELS[vendor.riskTier]}: every ${months} months`}
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              value={next}
              onChange={(event) => {
                setNext(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Risk score" hint="0 is best; one decimal.">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={score}
              onChange={(event) => setScore(event.target.value)}
            />
          )}
        </Field>
        <Field label="Outcome" className="sm:col-span-2">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
