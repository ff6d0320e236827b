import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import {
  addressSchema,
  secretField,
  sinceDaysField,
  sinceDaysSchema,
  textField,
} from '../kit/settings.ts';

import { AUTHORITY_FIELD, addressField, authoritySchema, switchField } from '../shared/settings.ts';

export const settingsSchema = z.object({
  address: addressSchema,
  organisation: z.string().trim().max(200).default(''),
  includeCases: z.boolean().default(true),
  includeObservables: z.boolean().default(false),
  sinceDays: sinceDaysSchema,
  certificateAuthority: authoritySchema,
});
export type TheHiveSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  addressField('Of TheHive 5, as https://thehive.example.com.'),
  secretField({
    name: 'apiKey',
    label: 'API key',
    hint: 'Of an account with the profile read-only; with analyst, alerts can be sent too.',
  }),
  textField({
    name: 'organisation',
    label: 'Organisation',
    hint: 'Where the account belongs to several. Empty: its own default.',
  }),
  switchField('includeCases', 'Cases too', 'Beside alerts.', true),
  switchField(
    'includeObservables',
    'Observables too',
    'Addresses, hosts and users of each alert and case: one more request a record, in pages of 50.',
    false,
  ),
  sinceDaysField,
  AUTHORITY_FIELD,
];

export function headersOf(context: ConnectorContext<TheHiveSettings>): Record<string, string> {
  const { organisation } = context.settings;
  return {
    authorization: `Bearer ${context.secret('apiKey')}`,
    ...(organisation === '' ? {} : { 'x-organisation': organisation }),
  };
}
