import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { severitySchema } from '../../kernel/severity.ts';

/** Formats the importer knows. `json` and `csv` need a mapping of fields; the others bring their own. */
export const IMPORT_FORMATS = [
  'suricata-eve',
  'suricata-fast',
  'wazuh',
  'elastic-ecs',
  'ocsf',
  'sentinel',
  'cef',
  'leef',
  'syslog',
  'zeek',
  'hayabusa',
  'chainsaw',
  'timesketch',
  'thehive',
  'dfir-iris',
  'watchfloor',
  'json',
  'csv',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const IMPORT_FORMAT_LABELS: Record<ImportFormat, string> = {
  'suricata-eve': 'Suricata eve.json',
  'suricata-fast': 'Suricata fast.log',
  wazuh: 'Wazuh alerts.json',
  'elastic-ecs': 'Elastic ECS NDJSON',
  ocsf: 'OCSF findings',
  sentinel: 'Microsoft Sentinel and Defender alerts',
  cef: 'CEF, alone or over syslog',
  leef: 'LEEF, alone or over syslog',
  syslog: 'Syslog with priorities',
  zeek: 'Zeek notice.log and intel.log',
  hayabusa: 'Hayabusa timeline',
  chainsaw: 'Chainsaw detections',
  timesketch: 'Timesketch JSONL or CSV',
  thehive: 'TheHive alerts and cases',
  'dfir-iris': 'DFIR-IRIS alerts and cases',
  watchfloor: 'Watchfloor NDJSON export',
  json: 'JSON or NDJSON with field mapping',
  csv: 'CSV with field mapping',
};

/** Fields of an alert that a mapping can fill. */
export const MAPPABLE_FIELDS = [
  'title',
  'description',
  'severity',
  'time',
  'source',
  'sourceHost',
  'sourceUser',
  'sourceIp',
  'destIp',
  'detector',
  'category',
  'techniques',
] as const;
export type MappableField = (typeof MAPPABLE_FIELDS)[number];

/**
 * How a generic file becomes alerts. `fields` names, per alert field, the column (CSV) or the
 * dotted path (JSON). `severities` says what the file's own words mean (compared lower-case).
 * `timeZone` is the IANA zone of times written without one.
 */
export const importMappingSchema = z.object({
  fields: z
    .partialRecord(z.enum(MAPPABLE_FIELDS), z.string().min(1).max(500))
    .refine((fields) => Boolean(fields.title), 'Choose the field that holds the title'),
  severities: z.record(z.string(), severitySchema).default({}),
  defaultSeverity: severitySchema.default('MEDIUM'),
  defaultSource: z.string().trim().min(1).max(200).default('Import'),
});
export type ImportMapping = z.output<typeof importMappingSchema>;
export type ImportMappingInput = z.input<typeof importMappingSchema>;

export const IMPORT_STATES = ['RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** `line` counts from 1; for CSV it is the line on which the record begins. `excerpt` is cut at 200 characters. */
export const rejectedRecordSchema = z.object({
  line: z.number().int(),
  reason: z.string(),
  excerpt: z.string(),
});
export type RejectedRecord = z.infer<typeof rejectedRecordSchema>;

/**
 * The import receipt: read = added + merged + skipped + rejected, always.
 * `merged` were here already; `skipped` are valid records that are not alerts (flows, statistics);
 * `unknownFields` were not understood and live on in the raw record only, with how often they came.
 * `rejected` keeps the first 1,000; the download has all of them.
 */
export const importSchema = z.object({
  id: z.string(),
  jobId: z.string().nullable(),
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS).nullable(),
  state: z.enum(IMPORT_STATES),
  error: z.string().nullable(),
  bytesRead: z.number().int(),
  totalBytes: z.number().int().nullable(),
  read: z.number().int(),
  added: z.number().int(),
  merged: z.number().int(),
  skipped: z.number().int(),
  rejected: z.number().int(),
  rejectedSample: z.array(rejectedRecordSchema),
  notes: z.array(z.string()),
  unknownFields: z.array(z.object({ field: z.string(), count: z.number().int() })),
  startedBy: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Import = z.infer<typeof importSchema>;

/**
 * What a look at the head of a file shows: the format and why, the first records as they would
 * become alerts, and for generic files the fields found and a proposed mapping.
 */
export const importPreviewSchema = z.object({
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS).nullable(),
  reason: z.string(),
  compressed: z.boolean(),
  fields: z.array(z.object({ field: z.string(), sample: z.string() })),
  mapping: importMappingSchema.nullable(),
  timesWithoutZone: z.boolean(),
  rows: z.array(
    z.object({
      line: z.number().int(),
      alert: z
        .object({
          title: z.string(),
          severity: severitySchema,
          createdAt: z.string(),
          source: z.string(),
          sourceHost: z.string().nullable(),
          sourceUser: z.string().nullable(),
          sourceIp: z.string().nullable(),
        })
        .nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const jsonInQuery = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .max(20_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'Mapping must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/**
 * A file comes either as the request's body (browser host, scripts) or as the opaque handle that
 * the desktop host gave out for a file the user chose (`handle`). Never as a path.
 */
export const importQuerySchema = z.object({
  name: z.string().max(500).optional(),
  format: z.enum(IMPORT_FORMATS).optional(),
  mapping: jsonInQuery(importMappingSchema).optional(),
  timeZone: z.string().max(100).optional(),
  handle: z.string().max(100).optional(),
});
export type ImportQuery = z.output<typeof importQuerySchema>;

export const importsContract = {
  preview: endpoint({
    method: 'POST',
    path: '/api/imports/preview',
    summary: 'Look at the head of a file: format, first records, proposed mapping',
    permission: 'alerts.import',
    query: importQuerySchema,
    body: 'bytes',
    response: importPreviewSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/imports',
    summary:
      'Import a file of alerts; answers the receipt when the body has been read (handle: at once)',
    permission: 'alerts.import',
    query: importQuerySchema,
    body: 'bytes',
    response: importSchema,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/imports',
    summary: 'Imports, newest first',
    permission: 'alerts.read',
    response: z.array(importSchema),
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/imports/{id}',
    summary: 'One import receipt',
    permission: 'alerts.read',
    params: idParamSchema,
    response: importSchema,
  }),
  rejected: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/rejected',
    summary: 'All rejected records as CSV: line, reason, excerpt',
    permission: 'alerts.read',
    params: idParamSchema,
    response: 'bytes',
  }),
};
