import type { ReactNode } from 'react';
import {
  VENDOR_CONTACT_MAX,
  VENDOR_DESCRIPTION_MAX,
} from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  REVIEW_MONTHS,
  VENDOR_CATEGORIES,
  VENDOR_CATEGORY_LABELS,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { type FormErrors, type FormField, type FormValues, tierOf } from './vendor-form.ts';
import { VENDOR_FIELD_LABELS } from './vendors.text.ts';

const NONE = 'NONE';
const CATEGORY_OPTIONS = [
  { value: NONE, label: 'None' },
  ...VENDOR_CATEGORIES.map((value) => ({ value, label: VENDOR_CATEGORY_LABELS[value] })),
];
const TIER_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

interface VendorFormFieldsProps {
  values: FormValues;
  errors: FormErrors;
  onChange: (field: FormField, value: string) => void;
  /** Beside the tier: the way to the tiering questions. */
  tierAction?: ReactNode;
  isTerminated?: boolean;
}

export function VendorFormFields(props: VendorFormFieldsProps) {
  const { values, errors, onChange, tierAction, isTerminated = false } = props;
  const text = (field: FormField, more: { hint?: string; type?: string; max?: number } = {}) => (
    <Field
      label={VENDOR_FIELD_LABELS[field] ?? field}
      hint={more.hint}
      error={errors[field]}
      isRequired={field === 'name'}
    >
      {(control) => (
        <Input
          {...control}
          type={more.type ?? 'text'}
          value={values[field]}
          maxLength={more.max}
          autoComplete="off"
          onChange={(event) => onChange(field, event.target.value)}
        />
      )}
    </Field>
  );
  const cadence = `Reviewed every ${REVIEW_MONTHS[tierOf(values)]} months`;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">{text('name')}</div>
      <Field label="Description" error={errors.description} className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={values.description}
            maxLength={VENDOR_DESCRIPTION_MAX}
            onChange={(event) => onChange('description', event.target.value)}
          />
        )}
      </Field>
      <Field label="Category" error={errors.category}>
        {(control) => (
          <Select
            {...control}
            value={values.category || NONE}
            options={CATEGORY_OPTIONS}
            onValueChange={(value) => onChange('category', value === NONE ? '' : value)}
          />
        )}
      </Field>
      <Field label="Risk tier" hint={cadence} error={errors.riskTier}>
        {(control) => (
          <div className="flex gap-2">
            <Select
              {...control}
              value={tierOf(values)}
              options={TIER_OPTIONS}
              onValueChange={(value) => onChange('riskTier', value)}
            />
            {tierAction}
          </div>
        )}
      </Field>
      {text('lastAssessment', { type: 'date' })}
      {!isTerminated && text('nextAssessment', { type: 'date' })}
      {text('contractExpiry', { type: 'date' })}
      {text('riskScore', { hint: 'A decimal; an assessment sets it too.' })}
      {text('primaryContact', { max: VENDOR_CONTACT_MAX })}
      {text('securityContact', { max: VENDOR_CONTACT_MAX })}
      <div className="sm:col-span-2">
        {text('complianceCertifications', {
          hint: 'ISO 27001, SOC 2 Type II; separated by commas.',
        })}
      </div>
      <fieldset className="grid gap-4 rounded-md border border-line p-3 sm:col-span-2 sm:grid-cols-2">
        <legend className="px-1 text-sm font-medium text-fg">Matched with alerts</legend>
        {text('domains', { hint: 'example.com; separated by commas.' })}
        {text('addresses', { hint: '192.0.2.10, 198.51.100.0/24' })}
        <div className="sm:col-span-2">
          {text('software', { hint: 'Names of products as alerts write them.' })}
        </div>
      </fieldset>
    </div>
  );
}
