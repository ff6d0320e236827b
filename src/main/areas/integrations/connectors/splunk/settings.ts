import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import {
  addressSchema,
  lateMinutesField,
  lateMinutesSchema,
  secretField,
  sinceDaysField,
  sinceDaysSchema,
  textField,
} from '../kit/settings.ts';

const KINDS = ['notable', 'search', 'saved'] as const;

export const settingsSchema = z
  .object({
    address: addressSchema,
    what: z.enum(KINDS).default('notable'),
    search: z.string().trim().max(10_000).default(''),
    app: z
      .string()
      .trim()
      .max(100)
      .regex(/^[A-Za-z0-9_.-]*$/, 'Write the name of an app’s folder')
      .default(''),
    sinceDays: sinceDaysSchema,
    lateMinutes: lateMinutesSchema,
    collector: z.union([z.literal(''), addressSchema]).default(''),
    collectorIndex: z.string().trim().max(200).default(''),
    certificateAuthority: z.string().max(100_000).default(''),
  })
  .refine(({ what, search }) => what === 'notable' || search !== '', {
    path: ['search'],
    message: 'Write the search, or the name of the saved search',
  });
export type SplunkSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  {
    name: 'address',
    label: 'Address',
    hint: 'Of the management port: https://splunk.example.com:8089',
    kind: 'url',
    isRequired: true,
  },
  secretField({
    name: 'token',
    label: 'Token',
    hint: 'An authentication token of an account that may search.',
  }),
  {
    name: 'what',
    label: 'What is read',
    hint: 'Notable events need Enterprise Security. A search must give events, a saved search may give a table.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['notable', 'Notable events'],
      ['search', 'Events of a search'],
      ['saved', 'Results of a saved search'],
    ],
    initial: 'notable',
  },
  textField({
    name: 'search',
    label: 'Search',
    hint: 'In SPL, or the name of the saved search. Without a time range: each run gives its own.',
  }),
  textField({
    name: 'app',
    label: 'App',
    hint: 'Where the search runs. Empty: the account’s own.',
  }),
  sinceDaysField,
  lateMinutesField,
  {
    name: 'collector',
    label: 'Event collector',
    hint: 'For sending alerts to Splunk: https://splunk.example.com:8088. Empty: nothing is sent.',
    kind: 'url',
    isRequired: false,
  },
  {
    name: 'collectorToken',
    label: 'Token of the event collector',
    hint: 'Only for sending.',
    kind: 'secret',
    isRequired: false,
  },
  textField({
    name: 'collectorIndex',
    label: 'Index',
    hint: 'Where sent alerts go. Empty: the token’s own.',
  }),
  {
    name: 'certificateAuthority',
    label: 'Certificate authority',
    hint: 'PEM of your own authority, where the server’s certificate is signed by it.',
    kind: 'lines',
    isRequired: false,
  },
];

export function headersOf(context: ConnectorContext<SplunkSettings>): Record<string, string> {
  return { authorization: `Bearer ${context.secret('token').trim()}` };
}

/** The REST root: in the app's namespace where one is named. */
export function servicesOf({ address, app }: SplunkSettings): string {
  return app === '' ? `${address}/services` : `${address}/servicesNS/nobody/${app}`;
}
