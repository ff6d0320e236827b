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

const WHAT = ['alerts', 'incidents', 'both'] as const;

export const settingsSchema = z.object({
  tenant: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.-]{1,100}$/, 'Write the tenant’s id or one of its domains'),
  client: z.string().trim().min(1, 'Write the application’s id').max(100),
  what: z.enum(WHAT).default('alerts'),
  graph: addressSchema.default('https://graph.microsoft.com'),
  login: addressSchema.default('https://login.microsoftonline.com'),
  sinceDays: sinceDaysSchema,
  lateMinutes: lateMinutesSchema,
});
export type GraphSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  textField({
    name: 'tenant',
    label: 'Tenant',
    hint: 'The directory’s id, or one of its domains.',
    isRequired: true,
  }),
  textField({
    name: 'client',
    label: 'Application (client) id',
    hint: 'Of the app registration.',
    isRequired: true,
  }),
  secretField({
    name: 'clientSecret',
    label: 'Client secret',
    hint: 'Its value, not its id. It runs out at the date given there.',
  }),
  {
    name: 'what',
    label: 'What is read',
    hint: 'Incidents bring the alerts they are made of within them.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['alerts', 'Alerts'],
      ['incidents', 'Incidents'],
      ['both', 'Alerts and incidents'],
    ],
    initial: 'alerts',
  },
  {
    name: 'graph',
    label: 'Microsoft Graph',
    hint: 'Change it for a national cloud: https://graph.microsoft.us',
    kind: 'url',
    isRequired: false,
    initial: 'https://graph.microsoft.com',
  },
  {
    name: 'login',
    label: 'Sign-in',
    hint: 'Change it for a national cloud: https://login.microsoftonline.us',
    kind: 'url',
    isRequired: false,
    initial: 'https://login.microsoftonline.com',
  },
  sinceDaysField,
  lateMinutesField,
];

export function signIn(context: ConnectorContext<GraphSettings>): Promise<Record<string, string>> {
  const { settings } = context;
  return clientToken(context, {
    url: `${settings.login}/${settings.tenant}/oauth2/v2.0/token`,
    form: {
      client_id: settings.client,
      client_secret: context.secret('clientSecret').trim(),
      scope: `${settings.graph}/.default`,
      grant_type: 'client_credentials',
    },
    refused: 'Check tenant, application id and secret; a secret has an end date.',
  });
}

export type Stream = 'alerts' | 'incidents';

export function streamsOf({ what }: GraphSettings): readonly Stream[] {
  return what === 'both' ? ['alerts', 'incidents'] : [what];
}

export function rightOf(stream: Stream): string {
  return stream === 'alerts'
    ? 'The application needs the application permission SecurityAlert.Read.All with admin consent.'
    : 'The application needs the application permission SecurityIncident.Read.All with admin consent.';
}

export function pathOf(stream: Stream): string {
  return stream === 'alerts' ? '/v1.0/security/alerts_v2' : '/v1.0/security/incidents';
}
