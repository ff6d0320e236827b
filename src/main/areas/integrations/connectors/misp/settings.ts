import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';
import { addressSchema, secretField, sinceDaysField, sinceDaysSchema } from '../kit/settings.ts';
import {
  AUTHORITY_FIELD,
  addressField,
  authoritySchema,
  linesSchema,
  switchField,
} from '../shared/settings.ts';

/** What is known of an attacker stays true for longer than an alert is of interest. */
const USUAL_DAYS = 90;

export const settingsSchema = z.object({
  address: addressSchema,
  onlyForDetection: z.boolean().default(true),
  onlyPublished: z.boolean().default(true),
  tags: linesSchema.pipe(z.array(z.string().max(250)).max(50, 'At most 50 tags')),
  sinceDays: sinceDaysSchema.default(USUAL_DAYS),
  certificateAuthority: authoritySchema,
});
export type MispSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  addressField('Of the MISP server, as https://misp.example.com.'),
  secretField({
    name: 'authKey',
    label: 'Authentication key',
    hint: 'Of a user whose role may use the interface. Read only is enough.',
  }),
  switchField(
    'onlyForDetection',
    'Only attributes for detection',
    'Those whose flag to_ids is set.',
    true,
  ),
  switchField('onlyPublished', 'Only published events', 'Others may still be in the making.', true),
  {
    name: 'tags',
    label: 'Tags',
    hint: 'One a line; one that is negated leaves out what has it. Empty: all.',
    kind: 'lines',
    isRequired: false,
  },
  { ...sinceDaysField, initial: USUAL_DAYS },
  AUTHORITY_FIELD,
];
