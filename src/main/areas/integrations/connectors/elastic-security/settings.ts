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
import { PRESET_NAMES, PRESETS, type Preset } from './presets.ts';

const ENGINES = ['preset', 'elasticsearch', 'opensearch'] as const;

export const settingsSchema = z.object({
  address: addressSchema,
  product: z.enum(PRESET_NAMES).default('elastic-security'),
  engine: z.enum(ENGINES).default('preset'),
  /** Instead of the product's own pattern. No path may be made of it. */
  indices: z
    .string()
    .trim()
    .max(500)
    .regex(/^[^\s/?#\\]*$/, 'Write names of indexes with commas between them')
    .default(''),
  filter: z.string().trim().max(2_000).default(''),
  user: z.string().trim().max(200).default(''),
  sinceDays: sinceDaysSchema,
  lateMinutes: lateMinutesSchema,
  certificateAuthority: z.string().max(100_000).default(''),
});
export type ElasticSettings = z.infer<typeof settingsSchema>;

export const fields: readonly SettingField[] = [
  {
    name: 'address',
    label: 'Address',
    hint: 'Of Elasticsearch or OpenSearch itself, with its port: https://elastic.example.com:9200',
    kind: 'url',
    isRequired: true,
  },
  {
    name: 'product',
    label: 'Product',
    hint: 'Says which indexes are read and how their documents are understood.',
    kind: 'choice',
    isRequired: false,
    choices: PRESET_NAMES.map((name) => [name, PRESETS[name].label] as const),
    initial: 'elastic-security',
  },
  {
    name: 'engine',
    label: 'Search engine',
    hint: 'Change this only where the product runs on another engine than it is shipped with.',
    kind: 'choice',
    isRequired: false,
    choices: [
      ['preset', 'As the product is shipped'],
      ['elasticsearch', 'Elasticsearch'],
      ['opensearch', 'OpenSearch'],
    ],
    initial: 'preset',
  },
  textField({
    name: 'indices',
    label: 'Index pattern',
    hint: 'Empty: the product’s own. Several with commas between them.',
  }),
  textField({
    name: 'filter',
    label: 'Filter',
    hint: 'A query string, such as kibana.alert.severity:(high OR critical). Empty: everything.',
  }),
  textField({
    name: 'user',
    label: 'User name',
    hint: 'For basic authentication. Empty: the secret is an API key.',
  }),
  secretField({
    name: 'secret',
    label: 'API key or password',
    hint: 'The encoded form of an API key, or the password of the user named above.',
  }),
  sinceDaysField,
  lateMinutesField,
  {
    name: 'certificateAuthority',
    label: 'Certificate authority',
    hint: 'PEM of your own authority, where the server’s certificate is signed by it.',
    kind: 'lines',
    isRequired: false,
  },
];

export function presetOf(settings: ElasticSettings): Preset {
  return PRESETS[settings.product];
}

export function isOpenSearch(settings: ElasticSettings): boolean {
  const engine = settings.engine === 'preset' ? presetOf(settings).engine : settings.engine;
  return engine === 'opensearch';
}

/** Names of indexes as a path takes them: wildcards and commas stay. */
export function indicesOf(settings: ElasticSettings): string {
  const names = settings.indices === '' ? presetOf(settings).indices : settings.indices;
  return names.split(',').map(encodeURIComponent).join(',');
}

export function headersOf(context: ConnectorContext<ElasticSettings>): Record<string, string> {
  const secret = context.secret('secret').trim();
  const { user } = context.settings;
  if (user === '') return { authorization: `ApiKey ${secret}` };
  const pair = Buffer.from(`${user}:${secret}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}
