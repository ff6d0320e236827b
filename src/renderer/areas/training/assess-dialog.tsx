import { type FormEvent, useState } from 'react';
import {
  type AssessedStatus,
  assessmentSchema,
  type Gap,
  type GapEvidence,
} from '../../../shared/areas/training/training.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useAssessGap } from './training.queries.ts';

const FORM_ID = 'assess-gap';

interface AssessDialogProps {
  gap: Gap;
  evidence: readonly GapEvidence[];
  onClose: () => void;
}

export function AssessDialog({ gap, evidence, onClose }: AssessDialogProps) {
  const [status, setStatus] = useState<AssessedStatus>('NON_COMPLIANT');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const assess = useAssessGap();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = assessmentSchema.safeParse({ status, evidenceIds: chosen, reason });
    if (!parsed.success) return setErrors({ reason: parsed.error.issues[0]?.message });
    setErrors({});
    assess.mutate(
      { id: gap.id, assessment: parsed.data },
      { onSuccess: onClose, onError: (error) => setErrors({ form: describeError(error).why }) },
    );
  };
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Assess ${gap.framework} ${gap.controlId}`}
      description={gap.title}
      isDirty={chosen.length > 0 || reason.trim() !== ''}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={FORM_ID} variant="primary" disabled={assess.isPending}>
            {assess.isPending ? 'Saving...' : 'Save assessment'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-fg-muted">{gap.description}</p>
        <EvidenceChoice evidence={evidence} chosen={chosen} onToggle={toggle} />
        <Segmented
          label="Status"
          value={status}
          onValueChange={setStatus}
          segments={[
            { value: 'NON_COMPLIANT', label: 'Non-compliant' },
            { value: 'PARTIALLY_COMPLIANT', label: 'Partially compliant' },
            { value: 'COMPLIANT', label: 'Compliant' },
          ]}
        />
        <Field
          label="Reason"
          isRequired
          hint="What was missing, and what shows that it is there now."
          error={errors.reason}
        >
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={1000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {errors.form !== undefined && (
          <p role="alert" className="text-bad">
            {errors.form}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface Errors {
  readonly reason?: string | undefined;
  readonly form?: string;
}

interface EvidenceChoiceProps {
  evidence: readonly GapEvidence[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}

function EvidenceChoice({ evidence, chosen, onToggle }: EvidenceChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-fg">Evidence that proves it</legend>
      {evidence.map((one) => (
        <label
          key={one.id}
          className="flex items-start gap-3 rounded-md border border-line px-3 py-2 hover:border-line-strong"
        >
          <input
            type="checkbox"
            checked={chosen.includes(one.id)}
            onChange={() => onToggle(one.id)}
            className="mt-1 size-4 accent-accent"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-fg">{one.title}</span>
            <span className="block text-fg-muted">{one.description}</span>
            <span className="block text-xs text-fg-muted">
              {one.type} · collected <DateTime value={one.collectedAt} />
            </span>
          </span>
          <Badge tone={one.isValid ? 'ok' : 'bad'}>{one.isValid ? 'Valid' : 'Expired'}</Badge>
        </label>
      ))}
    </fieldset>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
