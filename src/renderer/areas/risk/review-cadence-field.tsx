import { REVIEW_MONTHS } from '../../../shared/areas/risk/risks.rules.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { monthsText } from './risks.text.ts';

const NONE = 'none';

interface ReviewCadenceFieldProps {
  value: number | null;
  onChange: (months: number | null) => void;
}

export function ReviewCadenceField({ value, onChange }: ReviewCadenceFieldProps) {
  const known: readonly number[] = REVIEW_MONTHS;
  const months = value === null || known.includes(value) ? known : [...known, value];
  const options = [
    { value: NONE, label: 'No regular review' },
    ...months.map((one) => ({ value: String(one), label: `Every ${monthsText(one)}` })),
  ];
  return (
    <Field label="Review cadence">
      {(control) => (
        <Select
          {...control}
          value={value === null ? NONE : String(value)}
          options={options}
          onValueChange={(next) => onChange(next === NONE ? null : Number(next))}
        />
      )}
    </Field>
  );
}
