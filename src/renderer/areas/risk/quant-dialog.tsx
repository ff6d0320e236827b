import { type FormEvent, useId, useState } from 'react';
import {
  QUANT_LIMITS,
  type QuantInputs,
  type QuantUpdateInput,
  type RiskQuantities,
  riskQuantContract,
} from '../../../shared/areas/risk/risk-quant.contract.ts';
import { conflictOf, mergedText } from '../../api/conflicts.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { QUANT_LABELS } from './quant.text.ts';
import { useRiskCall } from './risks.queries.ts';

type NumberField = Exclude<keyof QuantInputs, 'currency' | 'assumptions'>;
type Values = Record<keyof QuantInputs, string>;

const GROUPS = [
  {
    title: 'Before treatment',
    note: 'As if none of the planned treatment were in place.',
    fields: ['lossLow', 'lossHigh', 'frequencyLow', 'frequencyHigh'],
    isRequired: true,
  },
  {
    title: 'After treatment',
    note: 'What stays empty is as before.',
    fields: ['afterLossLow', 'afterLossHigh', 'afterFrequencyLow', 'afterFrequencyHigh'],
    isRequired: false,
  },
] as const;

const SHORT: Record<NumberField, string> = {
  lossLow: 'Loss per event, 5th percentile',
  lossHigh: 'Loss per event, 95th percentile',
  frequencyLow: 'Events per year, 5th percentile',
  frequencyHigh: 'Events per year, 95th percentile',
  afterLossLow: 'Loss after, 5th percentile',
  afterLossHigh: 'Loss after, 95th percentile',
  afterFrequencyLow: 'Events after, 5th percentile',
  afterFrequencyHigh: 'Events after, 95th percentile',
};
const NUMBER_FIELDS = Object.keys(SHORT) as NumberField[];

const shown = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

function valuesOf(inputs: QuantInputs | null): Values {
  const fields = [...NUMBER_FIELDS, 'currency', 'assumptions'] as const;
  return Object.fromEntries(fields.map((field) => [field, shown(inputs?.[field])])) as Values;
}

function toBody(values: Values, before: Values): QuantUpdateInput {
  const changed = (Object.keys(values) as (keyof Values)[]).filter(
    (field) => values[field].trim() !== before[field].trim(),
  );
  return Object.fromEntries(
    changed.map((field) => {
      const text = values[field].trim();
      if (text === '') return [field, null];
      return [field, field === 'currency' || field === 'assumptions' ? text : Number(text)];
    }),
  );
}

/** What must be a number, and is none or is not there. */
function problemsOf(values: Values): Partial<Values> {
  const problems: Partial<Values> = {};
  for (const field of NUMBER_FIELDS) {
    const text = values[field].trim();
    const isRequired = !field.startsWith('after');
    if (text === '' && isRequired) problems[field] = `${SHORT[field]} is required`;
    if (text !== '' && !(Number(text) > 0))
      problems[field] = `${SHORT[field]} must be a number above 0`;
  }
  for (const [low, high] of [
    ['lossLow', 'lossHigh'],
    ['frequencyLow', 'frequencyHigh'],
    ['afterLossLow', 'afterLossHigh'],
    ['afterFrequencyLow', 'afterFrequencyHigh'],
  ] as const)
    if (!problems[high] && values[high] !== '' && Number(values[high]) < Number(values[low]))
      problems[high] = 'The 95th percentile cannot be below the 5th';
  return problems;
}

interface QuantDialogProps {
  risk: { readonly id: string; readonly title: string };
  quantities: RiskQuantities;
  onClose: () => void;
}

/** States or changes what a risk costs and how often it happens. */
export function QuantDialog({ risk, quantities, onClose }: QuantDialogProps) {
  const formId = useId();
  const [before, setBefore] = useState(() => valuesOf(quantities.inputs));
  const [base, setBase] = useState(quantities.inputs?.revision);
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<Partial<Values>>({});
  const save = useRiskCall(
    (client, body: QuantUpdateInput) =>
      client.call(riskQuantContract.setQuantities, { params: { id: risk.id }, body }),
    {
      done: ({ merged }) =>
        ['Quantities saved', mergedText(merged, QUANT_LABELS)].filter(Boolean).join('. '),
      failed: 'Failed to save the quantities',
    },
  );
  const conflict = conflictOf(save.error);
  const body = toBody(values, before);
  const isDirty = Object.keys(body).length > 0;
  const set = (field: keyof Values, text: string) => {
    setValues((now) => ({ ...now, [field]: text }));
    setErrors(({ [field]: _, ...others }) => others);
  };
  const send = (revision: string | undefined) => {
    const problems = problemsOf(values);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    if (!isDirty) return onClose();
    save.mutate(
      { ...body, ...(revision === undefined ? {} : { baseRevision: revision }) },
      { onSuccess: onClose },
    );
  };
  const keepTheirs = () => {
    const theirs = Object.fromEntries(
      (conflict?.fields ?? []).map(({ field, value }) => [field, shown(value as string | null)]),
    );
    setValues((now) => ({ ...now, ...theirs }));
    setBefore((now) => ({ ...now, ...theirs }));
    setBase(conflict?.revision ?? base);
    save.reset();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Loss and frequency"
      description={<Untrusted text={risk.title} max={160} expand="none" />}
      size="lg"
      isDirty={isDirty}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(base);
        }}
      >
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            labels={QUANT_LABELS}
            isBusy={save.isPending}
            onKeepTheirs={keepTheirs}
            onUseMine={() => send(conflict.revision)}
          />
        )}
        <QuantFields values={values} errors={errors} onChange={set} />
      </form>
    </Dialog>
  );
}

interface QuantFieldsProps {
  values: Values;
  errors: Partial<Values>;
  onChange: (field: keyof Values, text: string) => void;
}

function QuantFields({ values, errors, onChange }: QuantFieldsProps) {
  return (
    <>
      {GROUPS.map(({ title, note, fields, isRequired }) => (
        <fieldset key={title} className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-semibold text-fg">
            {title} <span className="font-normal text-fg-muted">{note}</span>
          </legend>
          {fields.map((field) => (
            <Field key={field} label={SHORT[field]} isRequired={isRequired} error={errors[field]}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  value={values[field]}
                  onChange={(event) => onChange(field, event.target.value)}
                />
              )}
            </Field>
          ))}
        </fieldset>
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Currency"
          hint="A code of ISO 4217 like EUR; empty is the workspace's."
          error={errors.currency}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={3}
              autoComplete="off"
              value={values.currency}
              onChange={(event) => onChange('currency', event.target.value.toUpperCase())}
            />
          )}
        </Field>
      </div>
      <Field label="Assumptions" hint="What the percentiles rest on." error={errors.assumptions}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={QUANT_LIMITS.assumptions}
            value={values.assumptions}
            onChange={(event) => onChange('assumptions', event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
