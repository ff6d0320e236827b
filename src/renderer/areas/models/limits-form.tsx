import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  type ModelLimits,
  type ModelUsage,
  modelLimitsSchema,
} from '../../../shared/areas/models/models.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useSaveLimits } from './models.queries.ts';

const FIELDS: readonly { name: keyof ModelLimits; label: string; hint: string }[] = [
  { name: 'callsPerDay', label: 'Calls a day', hint: 'Of all tasks and people together.' },
  { name: 'tokensPerDay', label: 'Tokens a day', hint: 'Sent and received.' },
  {
    name: 'costPerDay',
    label: 'Cost a day',
    hint: 'Nothing: not limited. Needs the prices below.',
  },
  { name: 'currency', label: 'Currency', hint: 'Three letters.' },
  {
    name: 'pricePerMillionSent',
    label: 'Price of a million tokens sent',
    hint: 'Nothing: cost is not reckoned.',
  },
  {
    name: 'pricePerMillionReceived',
    label: 'Price of a million tokens received',
    hint: 'As the provider bills them.',
  },
  {
    name: 'keepDays',
    label: 'Days to keep contents',
    hint: 'What left and what came back. The log itself stays a year.',
  },
];

/** A number, or null for nothing; what is neither is left for the schema to refuse. */
function amountOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text === '' ? null : Number(text.replaceAll(',', ''));
}

export function LimitsForm({ limits, today }: { limits: ModelLimits; today: ModelUsage }) {
  const { toast } = useToast();
  const sayError = useErrorToast();
  const save = useSaveLimits();
  const form = useForm<ModelLimits>({
    resolver: zodResolver(modelLimitsSchema),
    values: limits,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        form.reset(saved);
        toast({ title: 'Success', description: 'Budgets and prices are saved' });
      },
      onError: sayError,
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Card title="Budgets and prices" note={usedText(today, limits)}>
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} error={errors[name]?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...form.register(name, name === 'currency' ? {} : { setValueAs: amountOf })}
                  inputMode={name === 'currency' ? 'text' : 'decimal'}
                  autoComplete="off"
                  className="tabular-nums"
                />
              )}
            </Field>
          ))}
        </div>
        <div className="mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
          {isDirty && <Button onClick={() => form.reset(limits)}>Discard changes</Button>}
          <Button type="submit" variant="primary" disabled={!isDirty || save.isPending}>
            {save.isPending ? 'Saving...' : 'Save budgets'}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function usedText({ calls, tokens, cost }: ModelUsage, { currency }: ModelLimits): string {
  const parts = [`${calls.toLocaleString()} calls`, `${tokens.toLocaleString()} tokens`];
  if (cost > 0) parts.push(`${cost.toFixed(2)} ${currency}`);
  return `Used today (UTC): ${parts.join(', ')}. At a limit the local engine answers alone.`;
}
