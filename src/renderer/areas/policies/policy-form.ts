/** A policy as it is typed: every field as text, and what of it was changed. */
import {
  type NewPolicyInput,
  newPolicySchema,
  type PolicyDetail,
} from '../../../shared/areas/policies/policies.contract.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';

/** Those of the version that is written. */
const VERSION_FIELDS = ['title', 'version', 'effectiveDate', 'content', 'note'] as const;
const FACT_FIELDS = [
  'description',
  'category',
  'owner',
  'reviewDate',
  'nextReviewDate',
  'reviewMonths',
] as const;
const FORM_FIELDS = [...VERSION_FIELDS, ...FACT_FIELDS] as const;
export type FormField = (typeof FORM_FIELDS)[number];
export type FormValues = Readonly<Record<FormField, string>>;
export type FormErrors = Partial<Record<FormField, string>>;

const typed = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

export const EMPTY_FORM: FormValues = {
  title: '',
  version: '1.0',
  effectiveDate: '',
  content: '',
  note: '',
  description: '',
  category: 'SECURITY',
  owner: '',
  reviewDate: '',
  nextReviewDate: '',
  reviewMonths: '12',
};

/** With the words of the version that is written, where there is one. */
export function valuesOf(policy: PolicyDetail): FormValues {
  const version = policy.workingText ?? policy.current;
  const facts = FACT_FIELDS.map((field) => [field, typed(policy[field])]);
  const words = VERSION_FIELDS.map((field) => [field, typed(version?.[field])]);
  return { ...EMPTY_FORM, ...Object.fromEntries([...words, ...facts]) };
}

/** Of a text every space counts: its hash is what is approved. */
const normal = (field: FormField, value: string) => (field === 'content' ? value : value.trim());

export const changedFields = (values: FormValues, first: FormValues): FormField[] =>
  FORM_FIELDS.filter((field) => normal(field, values[field]) !== normal(field, first[field]));

/** The fields as the core takes them. */
export function bodyOf(
  values: FormValues,
  fields: readonly FormField[] = FORM_FIELDS,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = normal(field, values[field]);
      return [field, field === 'reviewMonths' ? Number(value || Number.NaN) : value];
    }),
  );
}

export const newPolicyOf = (values: FormValues) => bodyOf(values) as unknown as NewPolicyInput;

/** What the core would not take, in its words. */
export function errorsOf(values: FormValues): FormErrors {
  const checked = newPolicySchema.safeParse(bodyOf(values));
  if (checked.success) return {};
  const errors: FormErrors = {};
  for (const { path, message } of checked.error.issues) {
    const field = FORM_FIELDS.find((one) => one === path[0]);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}

/** Takes what others wrote into the form, where both changed the same field. */
export function withTheirs(values: FormValues, conflict: RecordConflict): FormValues {
  const theirs = conflict.fields.flatMap(({ field, value }) =>
    FORM_FIELDS.some((one) => one === field) ? [[field, typed(value)]] : [],
  );
  return { ...values, ...Object.fromEntries(theirs) };
}
