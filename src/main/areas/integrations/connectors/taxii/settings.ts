import { z } from 'zod';
import type { ConnectorContext, SettingField } from '../../connector.types.ts';
import { addressSchema, sinceDaysField, sinceDaysSchema, textField } from '../kit/settings.ts';
import { AUTHORITY_FIELD, addressField, authoritySchema, linesSchema } from '../shared/settings.ts';

/** What is known of an attacker stays true for longer than an alert is of interest. */
const USUAL_DAYS = 90;
/** As many positions as a cursor of 4 kB holds. */
export const MOST_COLLECTIONS = 40;

export const settingsSchema = z.object({
  address: addressSchema,
  signIn: z.enum(['basic', 'bearer', 'none']).default('basic'),
  user: z.string().trim().max(200).default(''),
  collections: linesSchema.pipe(
    z.array(z.string().max(100)).max(MOST_COLLECTIONS, `At most ${MOST_COLLECTIONS} collections`),
  ),
  sinceDays: sinceDaysSchema.default(USUAL_DAYS),
  certificateAuthority: authoritySchema,
});
export type TaxiiSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  addressField('Of the discovery (https://taxii.example.com/taxii2) or of one API root.'),
  {
    name: 'signIn',
    label: 'Sign-in',
    hint: 'What the server asks for.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['basic', 'User and password'],
      ['bearer', 'Token (Bearer)'],
      ['none', 'Nothing'],
    ],
    initial: 'basic',
  },
  textField({ name: 'user', label: 'User', hint: 'Only with a password.' }),
  {
    name: 'secret',
    label: 'Password or token',
    hint: 'Of an account that may read the collections.',
    kind: 'secret',
    isRequired: false,
  },
  {
    name: 'collections',
    label: 'Collections',
    hint: 'One id a line. Empty: all that the account may read.',
    kind: 'lines',
    isRequired: false,
  },
  { ...sinceDaysField, initial: USUAL_DAYS },
  AUTHORITY_FIELD,
];

export function headersOf(context: ConnectorContext<TaxiiSettings>): Record<string, string> {
  const { signIn, user } = context.settings;
  const accept = { accept: 'application/taxii+json;version=2.1' };
  if (signIn === 'none') return accept;
  const secret = context.secret('secret');
  const authorization =
    signIn === 'bearer'
      ? `Bearer ${secret}`
      : `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  return { ...accept, authorization };
}
