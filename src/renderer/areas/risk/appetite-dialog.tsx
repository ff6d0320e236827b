import { type FormEvent, useId, useState } from 'react';
import { type RiskSummary, risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useRiskCall } from './risks.queries.ts';

/** Sets the score above which a residual risk is more than the workspace accepts. */
export function AppetiteButton({ summary }: { summary: RiskSummary | undefined }) {
  const mayWrite = useMay('risk.write');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayWrite || summary === undefined) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        {summary.appetite === null ? 'Set appetite' : `Appetite ${summary.appetite}`}
      </Button>
      {isOpen && <AppetiteDialog appetite={summary.appetite} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AppetiteDialog({ appetite, onClose }: { appetite: number | null; onClose: () => void }) {
  const formId = useId();
  const before = appetite === null ? '' : String(appetite);
  const [score, setScore] = useState(before);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ score?: string; reason?: string }>({});
  const save = useRiskCall(
    (client, body: { appetite: number | null; reason: string }) =>
      client.call(risksContract.setAppetite, { body }),
    { done: 'Risk appetite updated successfully', failed: 'Failed to update the risk appetite' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = score.trim() === '' ? null : Number(score.trim().replace(',', '.'));
    const found = {
      ...(value !== null && !(value >= 1 && value <= 25)
        ? { score: 'Risk appetite must be a score from 1 to 25, or nothing' }
        : {}),
      ...(reason.trim() === '' ? { reason: 'Reason is required' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0)
      save.mutate({ appetite: value, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Risk appetite"
      description="A residual risk above this score is more than the workspace accepts."
      isDirty={score !== before || reason !== ''}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Residual score"
          hint="1 to 25; empty where there is no line."
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
