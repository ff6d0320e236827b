import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';

/** An address of http or https, without a name and password, without what follows its path. */
export const addressSchema = z
  .string()
  .trim()
  .min(1, 'Write the address, such as https://host.example.com')
  .max(500)
  .refine(isAddress, 'Write an address of http or https without a name and password in it')
  .transform((text) => text.replace(/\/+$/, ''));

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && url.search + url.hash === '';
}

export function originOf(address: string): string {
  return new URL(address).origin;
}

/** How far back the first run reads. */
export const sinceDaysSchema = z.coerce.number().int().min(0).max(365).default(7);

export const sinceDaysField: SettingField = {
  name: 'sinceDays',
  label: 'First run reads back',
  hint: 'Days. 0 begins now. Later runs go on where the last one ended.',
  kind: 'number',
  isRequired: false,
  initial: 7,
};

export const lateMinutesSchema = z.coerce.number().int().min(0).max(1_440).default(10);

export const lateMinutesField: SettingField = {
  name: 'lateMinutes',
  label: 'Wait for late records',
  hint: 'Minutes that each run reads again, for records that arrive after later ones. Known ones are not added again.',
  kind: 'number',
  isRequired: false,
  initial: 10,
};

/** For what changes with a scan, not with every minute: a whole pass is dear for the vendor's side. */
export const everyHoursSchema = z.coerce.number().min(0).max(168).default(6);

export const everyHoursField: SettingField = {
  name: 'everyHours',
  label: 'Hours between two passes',
  hint: 'Runs in between go on with the pass that is under way, or do nothing.',
  kind: 'number',
  isRequired: false,
  initial: 6,
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

type Given = Pick<SettingField, 'name' | 'label' | 'hint'>;

export function secretField(given: Given): SettingField {
  return { ...given, kind: 'secret', isRequired: true };
}

export function textField(given: Given & { readonly isRequired?: boolean }): SettingField {
  return { kind: 'text', isRequired: false, ...given };
}
