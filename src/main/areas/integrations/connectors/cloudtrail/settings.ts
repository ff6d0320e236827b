import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';
import {
  AWS_ADDRESS_FIELDS,
  AWS_KEY_FIELDS,
  awsAddress,
  awsSettings,
  regionSchema,
} from '../aws/aws-settings.ts';
import { sinceDaysField } from '../kit/settings.ts';

/** What becomes an alert beside the calls that our own rules name. */
const EVENT_CHOICES = [
  ['listed', 'Calls that matter for security'],
  ['refused', 'Those, and calls that were refused'],
  ['changes', 'Those, and every change'],
] as const;

const eventsSchema = z.enum(['listed', 'refused', 'changes']).default('listed');

export const bucketSettings = z.object({
  ...awsSettings,
  bucket: z
    .string({ error: 'Bucket is required' })
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Write the name of the bucket alone'),
  region: regionSchema,
  /** Before AWSLogs/. */
  prefix: z
    .string()
    .trim()
    .max(500)
    .default('')
    .transform((text) => text.replace(/^\/+|\/+$/g, '')),
  events: eventsSchema,
});
export type BucketSettings = z.infer<typeof bucketSettings>;

export const folderSettings = z.object({
  folder: z
    .string({ error: 'Folder is required' })
    .trim()
    .min(1, 'Folder is required')
    .max(1_000)
    .refine(isAbsolute, 'Write the whole path of the folder, from its root'),
  events: eventsSchema,
});
export type FolderSettings = z.infer<typeof folderSettings>;

export type CloudTrailSettings = Pick<BucketSettings, 'events'>;

const EVENTS_FIELD: SettingField = {
  name: 'events',
  label: 'Which calls',
  hint: 'What is left out is counted by its reason.',
  kind: 'choice',
  isRequired: false,
  choices: EVENT_CHOICES,
  initial: 'listed',
};

export const bucketFields: readonly SettingField[] = [
  ...AWS_KEY_FIELDS,
  {
    name: 'bucket',
    label: 'Bucket',
    hint: 'Into which the trail writes.',
    kind: 'text',
    isRequired: true,
  },
  {
    name: 'region',
    label: 'Region of the bucket',
    hint: 'Such as eu-central-1.',
    kind: 'text',
    isRequired: true,
  },
  {
    name: 'prefix',
    label: 'Prefix',
    hint: 'What the trail puts before AWSLogs. Empty: nothing.',
    kind: 'text',
    isRequired: false,
  },
  EVENTS_FIELD,
  sinceDaysField,
  ...AWS_ADDRESS_FIELDS,
];

export const folderFields: readonly SettingField[] = [
  {
    name: 'folder',
    label: 'Folder',
    hint: 'On this machine, with files of a trail (.json, .json.gz), in folders of any depth.',
    kind: 'text',
    isRequired: true,
  },
  EVENTS_FIELD,
];

/** Path style: the name of the bucket is never part of a host's name. */
export const s3Address = ({ address, region }: BucketSettings): string =>
  address === '' ? awsAddress('s3', region) : address;
