import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  CONTROL_WEIGHT_LABELS,
  CONTROL_WEIGHTS,
  type ControlWeight,
} from '../../../shared/areas/risk/residual.rules.ts';
import { type RiskDetail, risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { riskControlChoicesQuery, useRiskCall } from './risks.queries.ts';

const WEIGHTS = CONTROL_WEIGHTS.map((weight) => ({
  value: `${weight}` as `${ControlWeight}`,
  label: CONTROL_WEIGHT_LABELS[weight],
}));

interface LinkControlDialogProps {
  risk: RiskDetail;
  onClose: () => void;
}

export function LinkControlDialog({ risk, onClose }: LinkControlDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [weight, setWeight] = useState<`${ControlWeight}`>('2');
  const found = useQuery(riskControlChoicesQuery(useClient(), typed.trim()));
  const linked = new Set(risk.controls.map(({ id }) => id));
  const choices = (found.data ?? []).filter(({ id }) => !linked.has(id));
  const link = useRiskCall(
    (client, controlId: string) =>
      client.call(risksContract.linkControl, {
        params: { id: risk.id, controlId },
        body: { weight: Number(weight) as ControlWeight },
      }),
    { done: 'Control linked', failed: 'Failed to link the control' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) link.mutate(chosen, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Link control"
      description="The residual risk follows how effective the control is, by its status, evidence and tests."
      isDirty={chosen !== null}
      footer={
        <DialogButtons
          form={formId}
          label="Link control"
          isPending={link.isPending}
          isDisabled={chosen === null}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Control" hint="Search by framework, id or title.">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
        </Field>
        <div
          role="radiogroup"
          aria-label="Controls found"
          className="max-h-56 overflow-y-auto rounded-md border border-line"
        >
          {choices.map(({ id, ref, title, framework }) => (
            <label
              key={id}
              className="flex cursor-pointer items-center gap-2.5 px-2.5 py-1.5 hover:bg-raised has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="control"
                checked={id === chosen}
                onChange={() => setChosen(id)}
                className="size-4 shrink-0 accent-(--color-accent)"
              />
              <span className="min-w-0 flex-1 truncate text-fg">
                <Untrusted text={`${ref} ${title}`} max={120} expand="none" />
              </span>
              <span className="text-xs text-fg-muted">
                <Untrusted text={framework} max={40} expand="none" />
              </span>
            </label>
          ))}
          {choices.length === 0 && <p className="px-2.5 py-2 text-fg-muted">Nothing found</p>}
        </div>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium text-fg">How much of the treatment rests on it</span>
          <Segmented label="Weight" value={weight} onValueChange={setWeight} segments={WEIGHTS} />
        </div>
      </form>
    </Dialog>
  );
}
