import { type FormEvent, useId, useState } from 'react';
import { type Risk, risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useRiskCall } from './risks.queries.ts';

interface OwnResidualDialogProps {
  risk: Risk;
  onClose: () => void;
}

/** Somebody's own figure in the formula's place, and why. */
export function OwnResidualDialog({ risk, onClose }: OwnResidualDialogProps) {
  const formId = useId();
  const [score, setScore] = useState(risk.residualRisk);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ score?: string; reason?: string }>({});
  const save = useRiskCall(
    (client, body: { residualRisk: number; reason: string }) =>
      client.call(risksContract.setResidual, { params: { id: risk.id }, body }),
    { done: 'Risk updated successfully', failed: 'Failed to update risk' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = Number(score.trim().replace(',', '.'));
    const isGood = score.trim() !== '' && value >= 0 && value <= Number(risk.inherentRisk);
    const found = {
      ...(isGood ? {} : { score: 'Residual risk must be a number from 0 to the inherent risk' }),
      ...(reason.trim() === '' ? { reason: 'Reason is required' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0)
      save.mutate(
        { residualRisk: Math.round(value * 10) / 10, reason: reason.trim() },
        { onSuccess: onClose },
      );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Assess the residual yourself"
      description="It takes the formula's place and says so wherever it is explained."
      isDirty={score !== risk.residualRisk || reason !== ''}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Residual risk"
          isRequired
          hint={`0 to ${risk.inherentRisk}`}
          error={errors.score}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={score}
              onChange={(event) => setScore(event.target.value)}
            />
          )}
        </Field>
        <Field label="Reason" isRequired error={errors.reason}>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={1000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
