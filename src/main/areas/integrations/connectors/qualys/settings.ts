import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import {
  addressSchema,
  everyHoursField,
  everyHoursSchema,
  secretField,
  sinceDaysField,
  sinceDaysSchema,
  textField,
} from '../kit/settings.ts';

const VERSIONS = ['2.0', '3.0', '4.0', '5.0'] as const;

export const settingsSchema = z.object({
  address: addressSchema,
  user: z.string().trim().min(1, 'Write the user name').max(200),
  lowest: z.coerce.number().int().min(1).max(5).default(4),
  withTitles: z.boolean().default(true),
  version: z.enum(VERSIONS).default('2.0'),
  sinceDays: sinceDaysSchema,
  everyHours: everyHoursSchema,
});
export type QualysSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  {
    name: 'address',
    label: 'Address',
    hint: 'The API server of your platform: https://qualysapi.qualys.com, https://qualysapi.qualys.eu',
    kind: 'url',
    isRequired: true,
  },
  textField({
    name: 'user',
    label: 'User name',
    hint: 'An account with API access.',
    isRequired: true,
  }),
  secretField({ name: 'password', label: 'Password', hint: 'Of that account.' }),
  {
    name: 'lowest',
    label: 'Lowest severity',
    hint: 'Of Qualys, 1 to 5. Detections below it are not asked for.',
    kind: 'number',
    isRequired: false,
    initial: 4,
  },
  {
    name: 'withTitles',
    label: 'Titles from the KnowledgeBase',
    hint: 'Without them an alert is called by its QID.',
    kind: 'switch',
    isRequired: false,
    initial: true,
  },
  {
    name: 'version',
    label: 'Version of the interface',
    hint: 'Qualys retires old ones: choose the one your platform still has.',
    kind: 'choice',
    isRequired: false,
    choices: VERSIONS.map((version) => [version, version] as const),
    initial: '2.0',
  },
  sinceDaysField,
  everyHoursField,
];

export function headersOf(context: ConnectorContext<QualysSettings>): Record<string, string> {
  const pair = `${context.settings.user}:${context.secret('password')}`;
  return {
    authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
    'x-requested-with': 'Watchfloor',
    accept: 'application/xml',
  };
}
