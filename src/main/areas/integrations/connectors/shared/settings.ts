/** What the settings of several connectors have in common, beside those of the kit. */
import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';
import { addressSchema } from '../kit/settings.ts';

/** Empty where the vendor's own address stands. */
export const optionalAddressSchema = z.union([z.literal(''), addressSchema]).default('');

/** One value a line; a list is taken as it is. */
export const linesSchema = z
  .union([z.string().max(20_000), z.array(z.string().max(2_000)).max(500)])
  .default([])
  .transform((given) =>
    (typeof given === 'string' ? given.split(/\r?\n/) : given)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

/** PEM; the runner hands it to the way out. */
export const authoritySchema = z
  .string()
  .trim()
  .max(100_000)
  .refine(
    (pem) => pem === '' || pem.includes('-----BEGIN CERTIFICATE-----'),
    'Paste PEM: it begins with -----BEGIN CERTIFICATE-----',
  )
  .default('');

export const AUTHORITY_FIELD: SettingField = {
  name: 'certificateAuthority',
  label: 'Certificate authority',
  hint: 'PEM of your own authority, where no public one signed the certificate of the server.',
  kind: 'lines',
  isRequired: false,
};

export const addressField = (hint: string): SettingField => ({
  name: 'address',
  label: 'Address',
  hint,
  kind: 'url',
  isRequired: true,
});

export const switchField = (
  name: string,
  label: string,
  hint: string,
  initial: boolean,
): SettingField => ({ name, label, hint, kind: 'switch', isRequired: false, initial });
