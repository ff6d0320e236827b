import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';
import {
  AWS_ADDRESS_FIELDS,
  AWS_KEY_FIELDS,
  awsSettings,
  regionSchema,
} from '../aws/aws-settings.ts';
import { sinceDaysField } from '../kit/settings.ts';
import { linesSchema, switchField } from '../shared/settings.ts';

export const settingsSchema = z.object({
  ...awsSettings,
  regions: linesSchema
    .pipe(z.array(regionSchema).min(1, 'Name at least one region').max(40, 'At most 40 regions'))
    .transform((regions) => [...new Set(regions)]),
  includeArchived: z.boolean().default(false),
});
export type GuardDutySettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  ...AWS_KEY_FIELDS,
  {
    name: 'regions',
    label: 'Regions',
    hint: 'One a line, such as eu-central-1. GuardDuty keeps its findings by region.',
    kind: 'lines',
    isRequired: true,
  },
  switchField(
    'includeArchived',
    'Archived findings too',
    'Suppression rules of GuardDuty archive what they match.',
    false,
  ),
  sinceDaysField,
  ...AWS_ADDRESS_FIELDS,
];
