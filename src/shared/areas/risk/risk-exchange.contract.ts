/** The register as a file, out and in. A file is looked at first; what is written is what was looked at. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';

export const RISK_EXPORT_FORMATS = ['xlsx', 'pdf', 'csv'] as const;
export type RiskExportFormat = (typeof RISK_EXPORT_FORMATS)[number];
export const RISK_EXPORT_LABELS: Record<RiskExportFormat, string> = {
  xlsx: 'Risk register (XLSX)',
  pdf: 'Risk register (PDF)',
  csv: 'Risk register (CSV)',
};

export const RISK_IMPORT_MAX = 10_000;

export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const importChangeSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ImportChange = z.infer<typeof importChangeSchema>;

const importRowSchema = z.object({
  /** Of the file, counted from 1 with its head. */
  line: z.number().int(),
  outcome: z.enum(IMPORT_OUTCOMES),
  title: z.string(),
  riskId: z.string().nullable(),
  /** Why it is skipped, or what of it was left alone. */
  reason: z.string().nullable(),
  changes: z.array(importChangeSchema),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const countsSchema = z.object({
  total: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
});

export const riskImportPreviewSchema = countsSchema.extend({
  /** Names the file as it was read, for an hour. */
  token: z.string(),
  fileName: z.string(),
  format: z.enum(['csv', 'xlsx']),
  /** Columns that are read, and what each is called in the file. */
  columns: z.array(z.object({ field: z.string(), header: z.string() })),
  notes: z.array(z.string()),
  /** The first 200 that change something or are skipped, then others. */
  rows: z.array(importRowSchema),
});
export type RiskImportPreview = z.infer<typeof riskImportPreviewSchema>;

export const riskImportSchema = countsSchema.extend({
  id: z.string(),
  fileName: z.string(),
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(['RUNNING', 'DONE', 'CANCELLED', 'FAILED']),
  notes: z.array(z.string()),
  message: z.string().nullable(),
  jobId: z.string().nullable(),
  startedBy: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type RiskImport = z.infer<typeof riskImportSchema>;

export const exchangeCalls = {
  exportRisks: endpoint({
    method: 'GET',
    path: '/api/risk-exports/{format}',
    summary: 'The whole register with treatment, owners and quantities as a file',
    permission: 'risk.read',
    params: z.object({
      format: z.enum(RISK_EXPORT_FORMATS, {
        error: `Format must be one of ${RISK_EXPORT_FORMATS.join(', ')}`,
      }),
    }),
    response: 'bytes',
  }),
  importTemplate: endpoint({
    method: 'GET',
    path: '/api/risk-import-template',
    summary: 'An XLSX template with the columns that are read, and an example',
    permission: 'risk.read',
    response: 'bytes',
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/api/risk-imports/preview',
    summary: 'Read a CSV or XLSX file of risks and say what would become of each row',
    permission: 'risk.write',
    query: z.object({
      name: z.string().max(255).optional(),
      /** A file the user chose on the desktop; the request then has no body. */
      handle: z.string().max(100).optional(),
    }),
    body: 'bytes',
    response: riskImportPreviewSchema,
  }),
  importRisks: endpoint({
    method: 'POST',
    path: '/api/risk-imports',
    summary:
      'Begin the import of a file that was looked at; answers its receipt, which fills as it runs',
    permission: 'risk.write',
    body: z.object({
      token: z.string({ error: 'Choose a file first' }).min(1, 'Choose a file first').max(100),
    }),
    response: riskImportSchema,
    status: 201,
  }),
  imports: endpoint({
    method: 'GET',
    path: '/api/risk-imports',
    summary: 'Receipts of imports, newest first',
    permission: 'risk.read',
    query: pageQuerySchema,
    response: z.array(riskImportSchema),
    list: true,
  }),
  importReceipt: endpoint({
    method: 'GET',
    path: '/api/risk-imports/{id}',
    summary: 'The receipt of one import',
    permission: 'risk.read',
    params: idParamSchema,
    response: riskImportSchema,
  }),
  importRows: endpoint({
    method: 'GET',
    path: '/api/risk-imports/{id}/rows',
    summary: 'What became of each row of an import, in the order of the file',
    permission: 'risk.read',
    params: idParamSchema,
    query: pageQuerySchema.extend({
      outcome: z
        .enum(IMPORT_OUTCOMES, { error: `Outcome must be one of ${IMPORT_OUTCOMES.join(', ')}` })
        .optional(),
    }),
    response: z.array(importRowSchema),
    list: true,
  }),
};
