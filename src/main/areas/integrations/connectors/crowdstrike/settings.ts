import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import { clientToken } from '../kit/client-credentials.ts';
import {
  addressSchema,
  lateMinutesField,
  lateMinutesSchema,
  secretField,
  sinceDaysField,
  sinceDaysSchema,
  textField,
} from '../kit/settings.ts';

/** Each cloud has an origin of its own; a key of one is not known in another. */
const REGIONS = [
  ['https://api.crowdstrike.com', 'US-1'],
  ['https://api.us-2.crowdstrike.com', 'US-2'],
  ['https://api.eu-1.crowdstrike.com', 'EU-1'],
  ['https://api.laggar.gcw.crowdstrike.com', 'US-GOV-1'],
  ['https://api.us-gov-2.crowdstrike.mil', 'US-GOV-2'],
] as const;
const TIMES = ['updated', 'created'] as const;

export const settingsSchema = z.object({
  region: addressSchema.default(REGIONS[0][0]),
  client: z.string().trim().min(1, 'Write the client id').max(100),
  by: z.enum(TIMES).default('updated'),
  filter: z.string().trim().max(1_000).default(''),
  sinceDays: sinceDaysSchema,
  lateMinutes: lateMinutesSchema,
});
export type CrowdstrikeSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  {
    name: 'region',
    label: 'Cloud',
    hint: 'Where the console of your organisation is.',
    kind: 'choice',
    isRequired: false,
    choices: REGIONS,
    initial: REGIONS[0][0],
  },
  textField({ name: 'client', label: 'Client id', hint: 'Of the API client.', isRequired: true }),
  secretField({
    name: 'clientSecret',
    label: 'Secret',
    hint: 'Shown once, when the client was made.',
  }),
  {
    name: 'by',
    label: 'Order',
    hint: 'By update what was hidden at first is met too; a known alert is not added again.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['updated', 'By last update'],
      ['created', 'By creation'],
    ],
    initial: 'updated',
  },
  textField({
    name: 'filter',
    label: 'Filter',
    hint: "In Falcon Query Language, such as product:'epp'+severity:>=50. Empty: everything.",
  }),
  sinceDaysField,
  lateMinutesField,
];

export function signIn(
  context: ConnectorContext<CrowdstrikeSettings>,
): Promise<Record<string, string>> {
  return clientToken(context, {
    url: `${context.settings.region}/oauth2/token`,
    form: {
      client_id: context.settings.client,
      client_secret: context.secret('clientSecret').trim(),
    },
    refused: 'Check client id, secret and cloud.',
  });
}
