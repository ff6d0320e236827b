import { z } from 'zod';
import type { SettingField } from '../../connector.types.ts';
import { sinceDaysSchema } from '../kit/settings.ts';
import { optionalAddressSchema } from '../shared/settings.ts';

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/;

export const regionSchema = z
  .string({ error: 'Region is required' })
  .trim()
  .regex(REGION, 'Region must be written as eu-central-1');

/** Settings of everything that is signed with a key of AWS. */
export const awsSettings = {
  accessKeyId: z
    .string({ error: 'Access key ID is required' })
    .trim()
    .regex(/^[A-Z0-9]{16,128}$/, 'Access key ID must be 16 to 128 capital letters and digits'),
  roleArn: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .regex(
          /^arn:aws[\w-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
          'Role must be an ARN as arn:aws:iam::111122223333:role/name',
        ),
    ])
    .default(''),
  externalId: z
    .string()
    .trim()
    .max(1_224, 'External ID must be at most 1,224 characters')
    .default(''),
  address: optionalAddressSchema,
  stsAddress: optionalAddressSchema,
  sinceDays: sinceDaysSchema,
};

export interface AwsSettings {
  readonly accessKeyId: string;
  readonly roleArn: string;
  readonly externalId: string;
  readonly address: string;
  readonly stsAddress: string;
}

export const AWS_KEY_FIELDS: readonly SettingField[] = [
  {
    name: 'accessKeyId',
    label: 'Access key ID',
    hint: 'Of an IAM user that may do nothing else. It begins with AKIA.',
    kind: 'text',
    isRequired: true,
  },
  {
    name: 'secretAccessKey',
    label: 'Secret access key',
    hint: 'Shown by AWS once, when the key is made.',
    kind: 'secret',
    isRequired: true,
  },
  {
    name: 'roleArn',
    label: 'Role to assume',
    hint: 'ARN of a role in another account. Empty: the key’s own rights.',
    kind: 'text',
    isRequired: false,
  },
  {
    name: 'externalId',
    label: 'External ID',
    hint: 'What the role’s trust policy asks for, where it asks for one.',
    kind: 'text',
    isRequired: false,
  },
];

export const AWS_ADDRESS_FIELDS: readonly SettingField[] = [
  {
    name: 'address',
    label: 'Address',
    hint: 'Only for a private endpoint. Empty: the public one of each region.',
    kind: 'url',
    isRequired: false,
  },
  {
    name: 'stsAddress',
    label: 'Address of STS',
    hint: 'Only for a private endpoint, where a role is assumed. Empty: the public one.',
    kind: 'url',
    isRequired: false,
  },
];

/** China has a domain of its own. */
export function awsAddress(service: string, region: string): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

export function stsAddressOf(settings: AwsSettings, region: string): string {
  return settings.stsAddress === '' ? awsAddress('sts', region) : settings.stsAddress;
}
