import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import { addressSchema, secretField, sinceDaysField, sinceDaysSchema } from '../kit/settings.ts';
import { AUTHORITY_FIELD, addressField, authoritySchema, switchField } from '../shared/settings.ts';

export const settingsSchema = z.object({
  address: addressSchema,
  includeCases: z.boolean().default(true),
  customerId: z.coerce
    .number({ error: 'Customer must be a whole number' })
    .int('Customer must be a whole number')
    .min(1, 'Customer must be at least 1')
    .default(1),
  sinceDays: sinceDaysSchema,
  certificateAuthority: authoritySchema,
});
export type IrisSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  addressField('Of DFIR-IRIS 2.3 or later, as https://iris.example.com.'),
  secretField({
    name: 'apiKey',
    label: 'API key',
    hint: 'Of an account with alerts_read; with alerts_write, alerts can be sent too.',
  }),
  switchField('includeCases', 'Cases too', 'Beside alerts.', true),
  {
    name: 'customerId',
    label: 'Customer',
    hint: 'Number of the customer to whom alerts that are sent there belong.',
    kind: 'number',
    isRequired: false,
    initial: 1,
  },
  sinceDaysField,
  AUTHORITY_FIELD,
];

export const headersOf = (context: ConnectorContext<IrisSettings>): Record<string, string> => ({
  authorization: `Bearer ${context.secret('apiKey')}`,
});
