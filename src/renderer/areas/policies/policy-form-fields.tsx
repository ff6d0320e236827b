import {
  POLICY_CATEGORIES,
  POLICY_CATEGORY_LABELS,
  POLICY_DESCRIPTION_MAX,
  POLICY_REASON_MAX,
  POLICY_TITLE_MAX,
} from '../../../shared/areas/policies/policies.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Field, type FieldControl, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { DraftButton } from '../models/models.embed.tsx';
import { POLICY_FIELD_LABELS } from './policies.text.ts';
import { PolicyEditor } from './policy-editor.tsx';
import type { FormErrors, FormField, FormValues } from './policy-form.ts';

const NONE = 'none';
const CATEGORY_OPTIONS = [
  { value: NONE, label: 'None' },
  ...POLICY_CATEGORIES.map((value) => ({ value, label: POLICY_CATEGORY_LABELS[value] })),
];

interface PolicyFormFieldsProps {
  values: FormValues;
  errors: FormErrors;
  onChange: (field: FormField, value: string) => void;
  /** Title, text, version and effective date are in force: a new version changes them. */
  isTextFixed?: boolean;
  /** A first version: nothing in it is new. */
  isFirst?: boolean;
  /** Null: not saved yet. */
  policyId?: string | null;
}

export function PolicyFormFields(props: PolicyFormFieldsProps) {
  const { values, errors, onChange, isTextFixed = false, isFirst = false, policyId = null } = props;
  const input = (field: FormField, more: { hint?: string; type?: string; max?: number } = {}) => (
    <Field
      label={POLICY_FIELD_LABELS[field] ?? field}
      hint={more.hint}
      error={errors[field]}
      isRequired={field === 'title'}
    >
      {(control) => (
        <Input
          {...control}
          type={more.type ?? 'text'}
          value={values[field]}
          maxLength={more.max}
          min={more.type === 'number' ? 1 : undefined}
          autoComplete="off"
          onChange={(event) => onChange(field, event.target.value)}
        />
      )}
    </Field>
  );
  const words = (field: FormField, hint: string, max: number) => (
    <Field label={POLICY_FIELD_LABELS[field] ?? field} hint={hint} error={errors[field]}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          value={values[field]}
          maxLength={max}
          onChange={(event) => onChange(field, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="flex flex-col gap-4">
      {!isTextFixed && input('title', { max: POLICY_TITLE_MAX })}
      {words('description', 'What it is for, in a sentence.', POLICY_DESCRIPTION_MAX)}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
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
        <Field label="Owner" error={errors.owner}>
          {(control) => (
            <OwnerSelect
              control={control}
              value={values.owner}
              onChange={(value) => onChange('owner', value)}
            />
          )}
        </Field>
        {!isTextFixed && input('version', { max: 14 })}
        {input('reviewMonths', { type: 'number' })}
        {!isTextFixed &&
          input('effectiveDate', { type: 'date', hint: 'Empty: the day of its approval.' })}
        {input('reviewDate', { type: 'date' })}
        {input('nextReviewDate', { type: 'date', hint: 'It reminds 30, 7 and 1 days before.' })}
      </div>
      {!isTextFixed &&
        !isFirst &&
        words('note', 'For those who review and read it.', POLICY_REASON_MAX)}
      {!isTextFixed && (
        <div className="-mb-2 empty:hidden">
          <DraftButton
            kind="policy"
            recordId={policyId}
            current={values.content}
            title={values.title}
            onAccept={(text) => onChange('content', text)}
          />
        </div>
      )}
      {!isTextFixed && (
        <Field label="Text" error={errors.content}>
          {(control) => (
            <PolicyEditor
              control={control}
              value={values.content}
              onChange={(value) => onChange('content', value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}

interface OwnerSelectProps {
  control: FieldControl;
  value: string;
  onChange: (id: string) => void;
}

function OwnerSelect({ control, value, onChange }: OwnerSelectProps) {
  const { all } = useAccounts();
  const options = [
    { value: NONE, label: 'Nobody' },
    ...all
      .filter(({ id, deactivatedAt }) => deactivatedAt === null || id === value)
      .map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <Select
      {...control}
      value={value || NONE}
      options={options}
      onValueChange={(id) => onChange(id === NONE ? '' : id)}
    />
  );
}
