/** Exports to and imports from other products, and their receipts. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { alertFilterSchema } from '../alerts/alerts.contract.ts';
import { indicatorFilterSchema } from '../forensics/indicators/indicators.contract.ts';
import { EXPORT_FORMATS, FORMATS_OF, PASSWORD_MIN, RECEIPT_STATES } from './exchange.rules.ts';

const countedSchema = z.object({
  what: z.string(),
  n: z.int(),
  /** Where the first of them is. */
  first: z.string().nullable(),
});

/** Exports, imports of intelligence and packages; imports of alerts and of indicators; other jobs. */
const RECEIPT_KINDS = ['exchange', 'alerts', 'indicators', 'job'] as const;

/** What strangers or colleagues named: `subject`, `what`, `first`, `file.name`. */
export const receiptSchema = z.object({
  id: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  jobId: z.string().nullable(),
  direction: z.enum(['in', 'out']),
  format: z.string(),
  subject: z.string(),
  state: z.enum(RECEIPT_STATES),
  message: z.string().nullable(),
  read: z.int(),
  kept: z.int(),
  merged: z.int(),
  rejected: z.int(),
  rejections: z.array(countedSchema),
  unknownFields: z.array(countedSchema),
  losses: z.array(countedSchema),
  /** Records that are here already with other content: nothing was taken over. */
  conflicts: z.array(countedSchema),
  notes: z.array(z.string()),
  /** How fine times were kept. */
  precision: z.string().nullable(),
  file: z
    .object({
      name: z.string(),
      sha256: z.string(),
      size: z.int(),
      /** Until when it can be had. */
      expiresAt: isoTimeSchema.nullable(),
    })
    .nullable(),
  /** Sealed with a password, which is needed to take it over. */
  isSealed: z.boolean(),
  startedBy: z.string().nullable(),
  startedAt: isoTimeSchema,
  finishedAt: isoTimeSchema.nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;

const idSchema = z.string().min(1).max(100);
export const subjectSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('alerts'), filter: alertFilterSchema.default({}) }),
  z.object({ type: z.literal('incident'), id: idSchema }),
  z.object({ type: z.literal('investigation'), id: idSchema }),
  z.object({
    type: z.literal('indicators'),
    filter: indicatorFilterSchema.default({}),
    ids: z.array(idSchema).max(1_000).default([]),
  }),
]);
export type ExportSubject = z.infer<typeof subjectSchema>;
export type ExportSubjectInput = z.input<typeof subjectSchema>;

const passwordSchema = z
  .string({ error: 'Password must be text' })
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(1_000, 'Password must be at most 1,000 characters');

const exportSchema = z
  .object({
    subject: subjectSchema,
    format: z.enum(EXPORT_FORMATS, {
      error: `Format must be one of ${EXPORT_FORMATS.join(', ')}`,
    }),
    /** Seals the file; of packages only. */
    password: passwordSchema.optional(),
  })
  .refine(({ subject, format }) => FORMATS_OF[subject.type].includes(format), {
    error: 'This does not leave in that format',
    path: ['format'],
  })
  .refine(({ format, password }) => password === undefined || format === 'package', {
    error: 'Only a package can have a password',
    path: ['password'],
  });
export type ExportRequest = z.infer<typeof exportSchema>;

const receiptsList = endpoint({
  method: 'GET',
  path: '/api/exchange/receipts',
  summary: 'Receipts of imports and exports, newest first',
  permission: 'forensics.read',
  query: pageQuerySchema,
  response: z.array(receiptSchema),
  list: true,
});

export const exchangeContract = {
  receipts: receiptsList,
  receipt: endpoint({
    method: 'GET',
    path: '/api/exchange/receipts/{id}',
    summary: 'One receipt of an export, or of an import of intelligence or a package',
    permission: 'forensics.read',
    params: idParamSchema,
    response: receiptSchema,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/exchange/exports',
    summary: 'Make a file for another product; the receipt says when it can be had',
    permission: 'forensics.read',
    body: exportSchema,
    response: receiptSchema,
    status: 201,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/exchange/receipts/{id}/file',
    summary: 'The file that an export made, for a day',
    permission: 'forensics.read',
    params: idParamSchema,
    response: 'bytes',
  }),
  receive: endpoint({
    method: 'POST',
    path: '/api/exchange/imports',
    summary: 'Read a STIX bundle, MISP event, OpenIOC file or package; nothing is taken over',
    permission: 'forensics.write',
    query: z.object({
      handle: z.string().max(100).optional(),
      name: z.string().max(300).optional(),
    }),
    body: 'bytes',
    response: receiptSchema,
    status: 201,
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/exchange/imports/{id}/take',
    summary: 'Take over what was read; a package by administrators only',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({ password: z.string().max(1_000).optional() }),
    response: receiptSchema,
  }),
};
