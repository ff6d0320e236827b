import { type FormEvent, useId, useState } from 'react';
import { isCurrency, riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useRiskCall } from './risks.queries.ts';

interface QuantSettingsDialogProps {
  settings: { readonly currency: string; readonly seed: number };
  onClose: () => void;
}

/** The currency that risks without one of their own are in, and the seed of the draws. */
export function QuantSettingsDialog({ settings, onClose }: QuantSettingsDialogProps) {
  const formId = useId();
  const [currency, setCurrency] = useState(settings.currency);
  const [seed, setSeed] = useState(String(settings.seed));
  const [errors, setErrors] = useState<{ currency?: string; seed?: string }>({});
  const save = useRiskCall(
    (client, body: { currency?: string; seed?: number }) =>
      client.call(riskQuantContract.setQuantSettings, { body }),
    { done: 'Currency and seed saved', failed: 'Failed to save currency and seed' },
  );
  const isDirty = currency !== settings.currency || seed !== String(settings.seed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isSeed = /^\d{1,10}$/.test(seed) && Number(seed) <= 2147483647;
    const found = {
      ...(isCurrency(currency) ? {} : { currency: 'Currency must be a code of ISO 4217 like EUR' }),
      ...(isSeed ? {} : { seed: 'Seed must be a whole number from 0 to 2147483647' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    if (!isDirty) return onClose();
    save.mutate(
      {
        ...(currency === settings.currency ? {} : { currency }),
        ...(Number(seed) === settings.seed ? {} : { seed: Number(seed) }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Currency and seed"
      description="Amounts are not converted: a risk without a currency of its own is taken to be in this one."
      size="sm"
      isDirty={isDirty}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Currency" isRequired error={errors.currency}>
          {(control) => (
            <Input
              {...control}
              maxLength={3}
              autoComplete="off"
              value={currency}
              onChange={(event) => setCurrency(event.target.value.toUpperCase())}
            />
          )}
        </Field>
        <Field
          label="Seed"
          isRequired
          hint="Another seed draws other years: how much the figures move is how sure they are."
          error={errors.seed}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={seed}
              onChange={(event) => setSeed(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
