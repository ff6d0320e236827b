/** Sweeps, imports and exports of indicators, and lists of what is known to be good. */
import { z } from 'zod';
import { endpoint } from '../../../contract/define.ts';
import { idParamSchema } from '../../../kernel/ids.ts';
import { pageQuerySchema } from '../../../kernel/paging.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { indicatorFilterSchema, sightingSchema } from './indicators.contract.ts';
import { INDICATOR_LIMITS, TLPS } from './life.ts';

const STATES = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;

const idsSchema = z.array(z.string().max(100)).max(INDICATOR_LIMITS.bulk);

export const sweepSetSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chosen'), ids: idsSchema.min(1, 'Choose at least one indicator') }),
  z.object({ type: z.literal('filter'), filter: indicatorFilterSchema }),
  z.object({
    type: z.literal('text'),
    text: z
      .string()
      .min(1, 'Paste at least one indicator')
      .max(900_000, 'At most 900,000 characters'),
  }),
]);
export type SweepSet = z.infer<typeof sweepSetSchema>;

export const sweepSchema = z.object({
  id: z.string(),
  jobId: z.string().nullable(),
  title: z.string(),
  state: z.enum(STATES),
  message: z.string().nullable(),
  lookedFor: z.number().int(),
  leftOut: z.number().int(),
  /** How many of them were found. */
  found: z.number().int(),
  alerts: z.number().int(),
  events: z.number().int(),
  readAlerts: z.number().int(),
  readEvents: z.number().int(),
  ms: z.number().int().nullable(),
  startedAt: isoTimeSchema,
});
export type Sweep = z.infer<typeof sweepSchema>;

export const sweepHitSchema = z.object({
  n: z.number().int(),
  indicatorId: z.string().nullable(),
  type: z.string(),
  value: z.string(),
  alerts: z.number().int(),
  events: z.number().int(),
  places: z.array(sightingSchema),
});
export type SweepHitRow = z.infer<typeof sweepHitSchema>;

const IMPORT_FORMATS = ['list', 'csv', 'stix'] as const;
export const MAPPED_FIELDS = [
  'value',
  'type',
  'severity',
  'confidence',
  'tlp',
  'source',
  'description',
  'tags',
  'firstSeen',
  'lastSeen',
  'expiresAt',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

export const importPreviewSchema = z.object({
  /** Names the file as it was read, for an hour. */
  token: z.string(),
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS),
  /** Rows or objects that may be indicators. */
  total: z.number().int(),
  /** Of a CSV: its heads, in order. */
  columns: z.array(z.string()),
  /** Of a CSV: which column is which, as it was guessed; -1 none. */
  mapping: z.record(z.string(), z.number().int()),
  /** The first lines as they stand. */
  sample: z.array(z.array(z.string())),
  /** The first indicators as they would be read. */
  read: z.array(z.object({ type: z.string(), value: z.string() })),
  problems: z.array(z.object({ what: z.string(), n: z.number().int(), first: z.string() })),
});
export type IndicatorImportPreview = z.infer<typeof importPreviewSchema>;

export const indicatorImportSchema = z.object({
  id: z.string(),
  jobId: z.string().nullable(),
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS),
  state: z.enum(STATES),
  message: z.string().nullable(),
  total: z.number().int(),
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  problems: z.array(z.object({ what: z.string(), n: z.number().int(), first: z.string() })),
  startedAt: isoTimeSchema,
  finishedAt: isoTimeSchema.nullable(),
});
export type IndicatorImport = z.infer<typeof indicatorImportSchema>;

export const INDICATOR_EXPORTS = ['list', 'list-defanged', 'csv', 'stix'] as const;
export type IndicatorExport = (typeof INDICATOR_EXPORTS)[number];

export const warninglistSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.number().int(),
  type: z.string(),
  entries: z.number().int(),
  leftOut: z.number().int(),
  isOn: z.boolean(),
  isOwn: z.boolean(),
  importedAt: isoTimeSchema,
});
export type Warninglist = z.infer<typeof warninglistSchema>;

const fileQuery = z.object({
  name: z.string().max(255).optional(),
  handle: z.string().max(100).optional(),
});

export const indicatorWorkContract = {
  sweep: endpoint({
    method: 'POST',
    path: '/api/forensics/indicator-sweeps',
    summary: 'Look for a set of indicators in all alerts and in the events of all investigations',
    permission: 'forensics.write',
    body: z.object({
      set: sweepSetSchema,
      /** The records as their sources wrote them, too. */
      isDeep: z.boolean().default(true),
      /** Those that a list knows to be good. */
      withKnownGood: z.boolean().default(false),
    }),
    response: sweepSchema,
    status: 201,
  }),
  sweeps: endpoint({
    method: 'GET',
    path: '/api/forensics/indicator-sweeps',
    summary: 'Sweeps, newest first',
    permission: 'forensics.read',
    query: pageQuerySchema,
    response: z.array(sweepSchema),
    list: true,
  }),
  sweepOf: endpoint({
    method: 'GET',
    path: '/api/forensics/indicator-sweeps/{id}',
    summary: 'One sweep',
    permission: 'forensics.read',
    params: idParamSchema,
    response: sweepSchema,
  }),
  sweepHits: endpoint({
    method: 'GET',
    path: '/api/forensics/indicator-sweeps/{id}/hits',
    summary: 'What a sweep found, the indicator with the most hits first',
    permission: 'forensics.read',
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(sweepHitSchema),
    list: true,
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/api/forensics/indicator-imports/preview',
    summary: 'Read a list, a CSV or a STIX 2.1 bundle of indicators and say what is in it',
    permission: 'forensics.write',
    query: fileQuery,
    body: 'bytes',
    response: importPreviewSchema,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/forensics/indicator-imports',
    summary:
      'Begin the import of a file that was looked at; answers its receipt, which fills as it runs',
    permission: 'forensics.write',
    body: z.object({
      token: z.string({ error: 'Choose a file first' }).min(1, 'Choose a file first').max(100),
      mapping: z.record(z.string().max(40), z.number().int().min(-1).max(500)).default({}),
      defaults: z
        .object({
          severity: z.enum(SEVERITIES).optional(),
          confidence: z.number().int().min(0).max(100).optional(),
          tlp: z.enum(TLPS).optional(),
          tags: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
          /** Each ends after two half-lives of its type, where the file names no end. */
          isAging: z.boolean().optional(),
        })
        .default({}),
    }),
    response: indicatorImportSchema,
    status: 201,
  }),
  imports: endpoint({
    method: 'GET',
    path: '/api/forensics/indicator-imports',
    summary: 'Receipts of imports of indicators, newest first',
    permission: 'forensics.read',
    query: pageQuerySchema,
    response: z.array(indicatorImportSchema),
    list: true,
  }),
  importOf: endpoint({
    method: 'GET',
    path: '/api/forensics/indicator-imports/{id}',
    summary: 'The receipt of one import',
    permission: 'forensics.read',
    params: idParamSchema,
    response: indicatorImportSchema,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/forensics/indicator-exports/{format}',
    summary: 'Indicators as a list, a CSV or a STIX 2.1 bundle',
    permission: 'forensics.read',
    params: z.object({
      format: z.enum(INDICATOR_EXPORTS, {
        error: `Format must be one of ${INDICATOR_EXPORTS.join(', ')}`,
      }),
    }),
    query: indicatorFilterSchema.extend({
      /** Only these, parted by commas. */
      ids: z.string().max(60_000).optional(),
    }),
    response: 'bytes',
  }),
  warninglists: endpoint({
    method: 'GET',
    path: '/api/forensics/warninglists',
    summary: 'Lists of what is known to be good',
    permission: 'forensics.read',
    query: pageQuerySchema,
    response: z.array(warninglistSchema),
    list: true,
  }),
  addWarninglist: endpoint({
    method: 'POST',
    path: '/api/forensics/warninglists',
    summary: 'Import a warninglist in the format of MISP; one of the same name is replaced',
    permission: 'forensics.write',
    query: fileQuery,
    body: 'bytes',
    response: warninglistSchema,
    status: 201,
  }),
  switchWarninglist: endpoint({
    method: 'PATCH',
    path: '/api/forensics/warninglists/{id}',
    summary: 'Use a list of what is known to be good, or do not',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({ isOn: z.boolean() }),
    response: warninglistSchema,
  }),
  removeWarninglist: endpoint({
    method: 'DELETE',
    path: '/api/forensics/warninglists/{id}',
    summary: 'Remove a list of what is known to be good',
    permission: 'forensics.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
};
