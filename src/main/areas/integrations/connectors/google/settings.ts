import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';
import { secretField, sinceDaysField, sinceDaysSchema } from '../kit/settings.ts';
import { linesSchema, optionalAddressSchema } from '../shared/settings.ts';

const RESOURCE = /^(?:projects|folders|organizations|billingAccounts)\/[\w.:-]{1,100}$/;

export const settingsSchema = z.object({
  resources: linesSchema.pipe(
    z
      .array(z.string().regex(RESOURCE, 'Write resources as projects/name or organizations/number'))
      .min(1, 'Name at least one project, folder or organization')
      .max(100, 'At most 100 resources'),
  ),
  events: z.enum(['listed', 'all']).default('listed'),
  address: optionalAddressSchema,
  sinceDays: sinceDaysSchema,
});
export type GoogleSettings = z.infer<typeof settingsSchema>;

export const ADDRESS = 'https://logging.googleapis.com';

export const fields: readonly SettingField[] = [
  secretField({
    name: 'serviceAccountKey',
    label: 'Key of the service account',
    hint: 'The whole JSON file that Google Cloud gives when the key is made.',
  }),
  {
    name: 'resources',
    label: 'Resources',
    hint: 'One a line: projects/my-project, folders/123, organizations/456.',
    kind: 'lines',
    isRequired: true,
  },
  {
    name: 'events',
    label: 'Which calls',
    hint: 'What is left out is counted by its reason.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['listed', 'Calls that matter for security, and what policies denied'],
      ['all', 'Every administrative change'],
    ],
    initial: 'listed',
  },
  sinceDaysField,
  {
    name: 'address',
    label: 'Address',
    hint: 'Only for a private endpoint. Empty: the public one of Cloud Logging.',
    kind: 'url',
    isRequired: false,
  },
];
