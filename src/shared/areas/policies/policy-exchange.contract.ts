/** Policies as files: out as PDF, DOCX and Markdown, in from Markdown and DOCX. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { POLICY_CATEGORIES } from './policies.rules.ts';
import { policyFields } from './policy-fields.ts';

export const POLICY_EXPORT_FORMATS = ['pdf', 'docx', 'md'] as const;
export type PolicyExportFormat = (typeof POLICY_EXPORT_FORMATS)[number];
export const POLICY_EXPORT_LABELS: Record<PolicyExportFormat, string> = {
  pdf: 'PDF',
  docx: 'Word (DOCX)',
  md: 'Markdown',
};

export const POLICY_IMPORT_FORMATS = ['markdown', 'docx'] as const;
export type PolicyImportFormat = (typeof POLICY_IMPORT_FORMATS)[number];
export const POLICY_IMPORT_LABELS: Record<PolicyImportFormat, string> = {
  markdown: 'Markdown',
  docx: 'Word (DOCX)',
};

const count = z.number().int();

/** What of a file was left out or changed, and why; `count` how often. */
export const importNoteSchema = z.object({ what: z.string(), reason: z.string(), count });
export type PolicyImportNote = z.infer<typeof importNoteSchema>;

export const importCountsSchema = z.object({
  headings: count,
  lists: count,
  tables: count,
  links: count,
  words: count,
});
export type PolicyImportCounts = z.infer<typeof importCountsSchema>;

export const policyFilePreviewSchema = z.object({
  /** Names the file as it was read, for an hour; what is written is this, not the file again. */
  token: z.string(),
  fileName: z.string(),
  format: z.enum(POLICY_IMPORT_FORMATS),
  title: z.string(),
  description: z.string().nullable(),
  category: z.enum(POLICY_CATEGORIES).nullable(),
  version: z.string().nullable(),
  /** Markdown, as it will be written. */
  content: z.string(),
  counts: importCountsSchema,
  notes: z.array(importNoteSchema),
  /** Policies of this title that are there already. */
  sameTitle: count,
});
export type PolicyFilePreview = z.infer<typeof policyFilePreviewSchema>;

export const importPolicySchema = z.object({
  token: z.string({ error: 'Choose a file first' }).min(1, 'Choose a file first').max(100),
  title: policyFields.title,
  description: policyFields.description.default(null),
  category: policyFields.category.default(null),
  version: policyFields.version.default('1.0'),
});
export type ImportPolicy = z.output<typeof importPolicySchema>;
export type ImportPolicyInput = z.input<typeof importPolicySchema>;

/** Times are ISO 8601. `sha256` is of the file. */
export const policyImportReceiptSchema = z.object({
  id: z.string(),
  policyId: z.string(),
  policyTitle: z.string(),
  fileName: z.string(),
  format: z.enum(POLICY_IMPORT_FORMATS),
  sha256: z.string(),
  sizeBytes: count,
  counts: importCountsSchema,
  notes: z.array(importNoteSchema),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
});
export type PolicyImportReceipt = z.infer<typeof policyImportReceiptSchema>;

export const policyFileQuerySchema = z.object({
  name: z.string().max(255).optional(),
  /** A file the user chose on the desktop; the request then has no body. */
  handle: z.string().max(100).optional(),
});
export type PolicyFileQuery = z.output<typeof policyFileQuerySchema>;

export const policyExchangeCalls = {
  exportPolicy: endpoint({
    method: 'GET',
    path: '/api/policies/{id}/export/{format}',
    summary: 'A policy as a file: its text behind a cover with version, approvals and hash',
    permission: 'policies.read',
    params: idParamSchema.extend({
      format: z.enum(POLICY_EXPORT_FORMATS, {
        error: `Format must be one of ${POLICY_EXPORT_FORMATS.join(', ')}`,
      }),
    }),
    /** Without a version: the one in force, or the one that is written where none is. */
    query: z.object({ version: z.string().min(1).max(100).optional() }),
    response: 'bytes',
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/api/policy-imports/preview',
    summary: 'Read a file and show the policy that would come of it; nothing is written',
    permission: 'policies.write',
    query: policyFileQuerySchema,
    body: 'bytes',
    response: policyFilePreviewSchema,
  }),
  importPolicy: endpoint({
    method: 'POST',
    path: '/api/policy-imports',
    summary: 'Make a draft of a file that was looked at; answers the receipt',
    permission: 'policies.write',
    body: importPolicySchema,
    response: policyImportReceiptSchema,
    status: 201,
  }),
  imports: endpoint({
    method: 'GET',
    path: '/api/policy-imports',
    summary: 'Receipts of imports, newest first',
    permission: 'policies.read',
    query: pageQuerySchema,
    response: z.array(policyImportReceiptSchema),
    list: true,
  }),
};
