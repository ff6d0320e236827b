import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import {
  addressSchema,
  everyHoursField,
  everyHoursSchema,
  lateMinutesSchema,
  secretField,
  sinceDaysField,
  sinceDaysSchema,
  textField,
} from '../kit/settings.ts';

const LOWEST = ['low', 'medium', 'high', 'critical'] as const;

export const settingsSchema = z.object({
  address: addressSchema.default('https://cloud.tenable.com'),
  accessKey: z.string().trim().min(1, 'Write the access key').max(200),
  lowest: z.enum(LOWEST).default('high'),
  sinceDays: sinceDaysSchema,
  lateMinutes: lateMinutesSchema.default(60),
  everyHours: everyHoursSchema,
});
export type TenableSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  {
    name: 'address',
    label: 'Address',
    hint: 'Change it only for another cloud of Tenable.',
    kind: 'url',
    isRequired: false,
    initial: 'https://cloud.tenable.com',
  },
  textField({
    name: 'accessKey',
    label: 'Access key',
    hint: 'Of the account’s API keys.',
    isRequired: true,
  }),
  secretField({
    name: 'secretKey',
    label: 'Secret key',
    hint: 'Shown once, when the keys were made.',
  }),
  {
    name: 'lowest',
    label: 'Lowest severity',
    hint: 'Findings below it are not asked for.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['low', 'Low'],
      ['medium', 'Medium'],
      ['high', 'High'],
      ['critical', 'Critical'],
    ],
    initial: 'high',
  },
  sinceDaysField,
  {
    name: 'lateMinutes',
    label: 'Wait for late findings',
    hint: 'Minutes that each export reaches back before the one before it: scans take a while until they are indexed.',
    kind: 'number',
    isRequired: false,
    initial: 60,
  },
  everyHoursField,
];

export function severitiesOf({ lowest }: TenableSettings): readonly string[] {
  return LOWEST.slice(LOWEST.indexOf(lowest));
}

export function headersOf(context: ConnectorContext<TenableSettings>): Record<string, string> {
  const secret = context.secret('secretKey').trim();
  return { 'x-apikeys': `accessKey=${context.settings.accessKey};secretKey=${secret}` };
}
