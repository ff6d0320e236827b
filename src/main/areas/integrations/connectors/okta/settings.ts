import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import { signAssertion } from '../kit/client-assertion.ts';
import { clientToken } from '../kit/client-credentials.ts';
import {
  addressSchema,
  secretField,
  sinceDaysField,
  sinceDaysSchema,
  textField,
} from '../kit/settings.ts';

const KINDS = ['ssws', 'bearer', 'service'] as const;
const WHAT = ['security', 'warnings', 'all'] as const;

export const settingsSchema = z
  .object({
    address: addressSchema,
    tokenKind: z.enum(KINDS).default('ssws'),
    client: z.string().trim().max(100).default(''),
    what: z.enum(WHAT).default('security'),
    sinceDays: sinceDaysSchema,
  })
  .refine(({ tokenKind, client }) => tokenKind !== 'service' || client !== '', {
    path: ['client'],
    message: 'Write the client id of the service app',
  });
export type OktaSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  {
    name: 'address',
    label: 'Address',
    hint: 'Of your organisation: https://example.okta.com, without -admin',
    kind: 'url',
    isRequired: true,
  },
  {
    name: 'tokenKind',
    label: 'Sign-in',
    hint: 'An API token stays valid while it is used; an access token ends after an hour; a service app signs in anew each time.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['ssws', 'API token (SSWS)'],
      ['service', 'Service app of OAuth 2.0 (private key)'],
      ['bearer', 'Access token of OAuth 2.0'],
    ],
    initial: 'ssws',
  },
  textField({ name: 'client', label: 'Client id', hint: 'Of the service app. Empty for tokens.' }),
  secretField({
    name: 'token',
    label: 'Token or private key',
    hint: 'Of an account that may read the system log; of a service app its private key as PEM or JWK.',
  }),
  {
    name: 'what',
    label: 'What becomes an alert',
    hint: 'All other events are read, counted and left out.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['security', 'Events that matter to security'],
      ['warnings', 'These, and every warning and error'],
      ['all', 'Every event'],
    ],
    initial: 'security',
  },
  sinceDaysField,
];

/** A service app's token lives for one page. */
export async function signIn(
  context: ConnectorContext<OktaSettings>,
): Promise<Record<string, string>> {
  const { address, tokenKind, client } = context.settings;
  const token = context.secret('token').trim();
  if (tokenKind === 'ssws') return { authorization: `SSWS ${token}` };
  if (tokenKind === 'bearer') return { authorization: `Bearer ${token}` };
  const url = `${address}/oauth2/v1/token`;
  const now = context.now();
  return clientToken(context, {
    url,
    form: {
      grant_type: 'client_credentials',
      scope: 'okta.logs.read',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signAssertion({ key: token, client, audience: url, now }),
    },
    refused:
      'Check client id and key, the scope okta.logs.read, and that proof of possession (DPoP) is off.',
  });
}
