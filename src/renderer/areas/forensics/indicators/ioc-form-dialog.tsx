import { type FormEvent, useId, useState } from 'react';
import {
  type IndicatorDetail,
  indicatorsContract,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import {
  ALL_INDICATOR_TYPES,
  INDICATOR_LIMITS as LIMITS,
  TLPS,
  typeLabel,
} from '../../../../shared/areas/forensics/indicators/life.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useIndicatorCall } from './indicators.queries.ts';

const AUTO = 'AUTO';
const NONE = 'NONE';
const TYPE_OPTIONS = [
  { value: AUTO, label: 'Read from the value' },
  ...ALL_INDICATOR_TYPES.map((value) => ({ value: String(value), label: typeLabel(value) })),
];
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));
const TLP_OPTIONS = [
  { value: NONE, label: 'Not marked' },
  ...TLPS.map((value) => ({ value: String(value), label: `TLP:${value}` })),
];

const fieldsOf = (one: IndicatorDetail | null) => ({
  type: AUTO,
  value: one?.value ?? '',
  severity: one?.severity ?? ('MEDIUM' as const),
  confidence: String(one?.confidence ?? 50),
  tlp: one?.tlp ?? NONE,
  expires: one?.expiresAt?.slice(0, 10) ?? '',
  tags: one?.tags.join(', ') ?? '',
  source: one?.source ?? '',
  description: one?.description ?? '',
  notes: one?.notes ?? '',
});
type Fields = ReturnType<typeof fieldsOf>;

function bodyOf(fields: Fields) {
  const orNull = (text: string) => text.trim() || null;
  return {
    severity: fields.severity,
    confidence: Number(fields.confidence),
    tlp: TLPS.find((one) => one === fields.tlp) ?? null,
    expiresAt: fields.expires === '' ? null : `${fields.expires}T00:00:00.000Z`,
    tags: fields.tags.split(',').flatMap((tag) => tag.trim() || []),
    source: orNull(fields.source),
    description: orNull(fields.description),
    notes: orNull(fields.notes),
  };
}

const isWhole = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 100;

/** A new one, or what is known of one; its value stays. */
export function IocFormDialog({
  one,
  onClose,
}: {
  one: IndicatorDetail | null;
  onClose: () => void;
}) {
  const formId = useId();
  const [before] = useState(() => fieldsOf(one));
  const [fields, setFields] = useState(before);
  const [isTold, setTold] = useState(false);
  const set = (change: Partial<Fields>) => setFields((now) => ({ ...now, ...change }));
  const save = useIndicatorCall(
    async (client, given: Fields) => {
      if (one) {
        await client.call(indicatorsContract.change, {
          params: { id: one.id },
          body: bodyOf(given),
        });
        return 'Indicator saved';
      }
      const type = given.type === AUTO ? null : given.type;
      const { added } = await client.call(indicatorsContract.add, {
        body: { indicators: [{ type, value: given.value.trim(), ...bodyOf(given) }] },
      });
      return added.length > 0 ? 'Indicator added' : 'This indicator is there already';
    },
    (said) => said,
  );
  const wrong = {
    value: isTold && fields.value.trim() === '' ? 'Value is required' : undefined,
    confidence:
      isTold && !isWhole(fields.confidence)
        ? 'Confidence must be a whole number from 0 to 100'
        : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (fields.value.trim() !== '' && isWhole(fields.confidence))
      save.mutate(fields, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={one ? 'Edit indicator' : 'Add indicator'}
      size="lg"
      isDirty={JSON.stringify(fields) !== JSON.stringify(before)}
      footer={
        <DialogButtons form={formId} label={one ? 'Save' : 'Add'} isPending={save.isPending} />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {one === null && (
          <>
            <Field
              label="Value"
              isRequired
              error={wrong.value}
              hint="Defanged is fine"
              className="sm:col-span-2"
            >
              {(control) => (
                <Input
                  {...control}
                  value={fields.value}
                  maxLength={LIMITS.value * 2}
                  onChange={(event) => set({ value: event.target.value })}
                />
              )}
            </Field>
            <Field label="Type">
              {(control) => (
                <Select
                  {...control}
                  value={fields.type}
                  options={TYPE_OPTIONS}
                  onValueChange={(type) => set({ type })}
                />
              )}
            </Field>
          </>
        )}
        <LifeFields fields={fields} set={set} confidenceError={wrong.confidence} />
        <TextFields fields={fields} set={set} />
      </form>
    </Dialog>
  );
}

interface PartProps {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
}

function LifeFields({
  fields,
  set,
  confidenceError,
}: PartProps & { confidenceError: string | undefined }) {
  return (
    <>
      <Field label="Severity">
        {(control) => (
          <Select
            {...control}
            value={fields.severity}
            options={SEVERITY_OPTIONS}
            onValueChange={(severity) => set({ severity })}
          />
        )}
      </Field>
      <Field label="Confidence" error={confidenceError} hint="0 to 100">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={fields.confidence}
            maxLength={3}
            onChange={(event) => set({ confidence: event.target.value })}
          />
        )}
      </Field>
      <Field label="TLP">
        {(control) => (
          <Select
            {...control}
            value={fields.tlp}
            options={TLP_OPTIONS}
            onValueChange={(tlp) => set({ tlp })}
          />
        )}
      </Field>
      <Field label="Expires" hint="From this day on it is not active (UTC)">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={fields.expires}
            onChange={(event) => set({ expires: event.target.value })}
          />
        )}
      </Field>
      <Field label="Tags" hint="Parted by commas">
        {(control) => (
          <Input
            {...control}
            value={fields.tags}
            maxLength={400}
            onChange={(event) => set({ tags: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function TextFields({ fields, set }: PartProps) {
  return (
    <>
      <Field label="Source" className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            value={fields.source}
            maxLength={LIMITS.source}
            onChange={(event) => set({ source: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={fields.description}
            maxLength={LIMITS.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Notes" className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={fields.notes}
            maxLength={LIMITS.notes}
            onChange={(event) => set({ notes: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
