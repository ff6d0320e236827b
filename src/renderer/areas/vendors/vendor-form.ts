/** A vendor as it is typed: every field as text, and what of it was changed. */
import { newVendorSchema, type Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { listFrom } from './vendors.text.ts';

const LIST_FIELDS = ['complianceCertifications', 'domains', 'addresses', 'software'] as const;
const TEXT_FIELDS = [
  'name',
  'description',
  'category',
  'riskTier',
  'lastAssessment',
  'nextAssessment',
  'contractExpiry',
  'primaryContact',
  'securityContact',
  'riskScore',
] as const;
export const FORM_FIELDS = [...TEXT_FIELDS, ...LIST_FIELDS] as const;
export type FormField = (typeof FORM_FIELDS)[number];
export type FormValues = Readonly<Record<FormField, string>>;

const isList = (field: string): boolean => LIST_FIELDS.some((one) => one === field);

/** How a stored value is typed. */
export function typedValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

export function valuesOf(vendor: Vendor | null): FormValues {
  const values = Object.fromEntries(
    FORM_FIELDS.map((field) => [field, typedValue(vendor?.[field])]),
  ) as Record<FormField, string>;
  return vendor === null ? { ...values, category: 'SOFTWARE', riskTier: 'MEDIUM' } : values;
}

/** What of the form differs from what it began with. */
export const changedFields = (values: FormValues, first: FormValues): FormField[] =>
  FORM_FIELDS.filter((field) => values[field].trim() !== first[field].trim());

const bodyValue = (field: FormField, value: string): unknown =>
  isList(field) ? listFrom(value) : value.trim();

/** The fields as the core takes them. */
export function bodyOf(values: FormValues, fields: readonly FormField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, bodyValue(field, values[field])]));
}

export type FormErrors = Partial<Record<FormField, string>>;

/** What the core would not take, in its words. */
export function errorsOf(values: FormValues): FormErrors {
  const checked = newVendorSchema.safeParse(bodyOf(values, FORM_FIELDS));
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
    FORM_FIELDS.some((one) => one === field) ? [[field, typedValue(value)]] : [],
  );
  return { ...values, ...Object.fromEntries(theirs) };
}

export const tierOf = (values: FormValues): Severity => values.riskTier as Severity;
