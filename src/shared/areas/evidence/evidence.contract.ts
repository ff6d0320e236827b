/** Evidence: files, reviews, revisions, custody. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { custodyContract } from './custody.contract.ts';
import {
  EVIDENCE_TEXT_MAX,
  EVIDENCE_TITLE_MAX,
  EVIDENCE_TYPES,
  VALIDITIES,
  VERDICTS,
} from './evidence.rules.ts';
import { doneSchema, optionalText } from './evidence-fields.ts';
import { evidenceFilesContract } from './evidence-files.contract.ts';
import { evidenceUploadsContract } from './evidence-uploads.contract.ts';

const evidenceTypeSchema = z.enum(EVIDENCE_TYPES, {
  error: `Type must be one of ${EVIDENCE_TYPES.join(', ')}`,
});

/**
 * One piece of evidence. `isValid` is derived when it is read: accepted, current, not expired.
 * `filePath` is where its file is: a call of this API, or the place where somebody keeps it.
 * `size` in bytes.
 */
export const evidenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  type: z.string(),
  filePath: z.string().nullable(),
  collectedBy: z.string().nullable(),
  collectedByName: z.string().nullable(),
  collectionDate: z.string().nullable(),
  expirationDate: z.string().nullable(),
  isValid: z.boolean(),
  validity: z.enum(VALIDITIES),
  verdict: z.enum(VERDICTS),
  source: z.string().nullable(),
  collector: z.string(),
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  receivedAt: z.string().nullable(),
  fileName: z.string().nullable(),
  mediaType: z.string().nullable(),
  sha256: z.string().nullable(),
  size: z.number().int().nullable(),
  revision: z.number().int(),
  controlCount: z.number().int(),
  createdAt: z.string(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const evidenceControlSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  title: z.string(),
  framework: z.string(),
});
export type EvidenceControl = z.infer<typeof evidenceControlSchema>;

export const evidenceRevisionSchema = z.object({
  id: z.string(),
  revision: z.number().int(),
  title: z.string(),
  verdict: z.enum(VERDICTS),
  sha256: z.string().nullable(),
  size: z.number().int().nullable(),
  fileName: z.string().nullable(),
  createdAt: z.string(),
  isCurrent: z.boolean(),
});
export type EvidenceRevision = z.infer<typeof evidenceRevisionSchema>;

/**
 * `file`: 'stored' here, 'missing' though it should be, or 'reference' where none was given.
 * `mayReview`: whether the asking account may review this, by separation of duties; `reviewNote`
 * says why a verdict was given.
 */
export const evidenceDetailSchema = evidenceSchema.extend({
  file: z.enum(['stored', 'missing', 'reference']),
  reviewedBy: z.string().nullable(),
  reviewedByName: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  reviewNote: z.string().nullable(),
  isSelfApproved: z.boolean(),
  mayReview: z.enum(['yes', 'self-approved', 'no-own', 'no-permission']),
  supersededBy: z.string().nullable(),
  controls: z.array(evidenceControlSchema),
  revisions: z.array(evidenceRevisionSchema),
  custodyLength: z.number().int(),
  custodyHead: z.string().nullable(),
});
export type EvidenceDetail = z.infer<typeof evidenceDetailSchema>;

export const evidenceStatsSchema = z.object({
  total: z.number().int(),
  valid: z.number().int(),
  expiring: z.number().int(),
  expired: z.number().int(),
  pending: z.number().int(),
  rejected: z.number().int(),
});
export type EvidenceStats = z.infer<typeof evidenceStatsSchema>;

export const EVIDENCE_FILTERS = ['valid', 'expiring', 'expired', 'pending', 'rejected'] as const;
export type EvidenceFilterName = (typeof EVIDENCE_FILTERS)[number];

export const evidenceQuerySchema = pageQuerySchema.extend({
  q: z.string().max(500).optional(),
  type: evidenceTypeSchema.optional(),
  validity: z
    .enum(EVIDENCE_FILTERS, { error: `Validity must be one of ${EVIDENCE_FILTERS.join(', ')}` })
    .optional(),
  control: z.string().max(100).optional(),
});
export type EvidenceQuery = z.infer<typeof evidenceQuerySchema>;

const titleSchema = z
  .string({ error: 'Title is required' })
  .trim()
  .min(1, 'Title is required')
  .max(EVIDENCE_TITLE_MAX, `Title must be at most ${EVIDENCE_TITLE_MAX} characters`);

const timeOrNull = isoTimeSchema.nullish().transform((value) => value ?? null);

interface Period {
  readonly periodStart?: string | null | undefined;
  readonly periodEnd?: string | null | undefined;
}
const isPeriodInOrder = ({ periodStart, periodEnd }: Period) =>
  !periodStart || !periodEnd || periodStart <= periodEnd;
const PERIOD_ORDER = {
  message: 'The period must begin before it ends',
  path: ['periodEnd'],
};

const metadataShape = {
  title: titleSchema,
  description: optionalText('Description', EVIDENCE_TEXT_MAX),
  type: evidenceTypeSchema,
  source: optionalText('Source', 200),
  collectionDate: timeOrNull,
  periodStart: timeOrNull,
  periodEnd: timeOrNull,
  expirationDate: timeOrNull,
};

/** Evidence with a file names its upload; without one, `filePath` may say where it is kept. */
export const newEvidenceSchema = z
  .object({
    ...metadataShape,
    uploadId: z.string().max(100).nullish(),
    filePath: optionalText('File path', 1000),
    controlIds: z.array(z.string().max(100)).max(200).default([]),
  })
  .refine(isPeriodInOrder, PERIOD_ORDER);
export type NewEvidence = z.output<typeof newEvidenceSchema>;
export type NewEvidenceInput = z.input<typeof newEvidenceSchema>;

export const evidenceUpdateSchema = z
  .object({
    title: titleSchema.optional(),
    description: metadataShape.description.optional(),
    type: evidenceTypeSchema.optional(),
    source: metadataShape.source.optional(),
    periodStart: isoTimeSchema.nullable().optional(),
    periodEnd: isoTimeSchema.nullable().optional(),
    expirationDate: isoTimeSchema.nullable().optional(),
  })
  .refine((update) => Object.keys(update).length > 0, 'Nothing to change')
  .refine(isPeriodInOrder, PERIOD_ORDER);
export type EvidenceUpdate = z.output<typeof evidenceUpdateSchema>;

const reasonSchema = z
  .string({ error: 'A reason is required' })
  .trim()
  .min(1, 'A reason is required')
  .max(1000, 'Reason must be at most 1000 characters');

export const reviewSchema = z
  .object({
    verdict: z.enum(['ACCEPTED', 'REJECTED'], {
      error: 'Verdict must be ACCEPTED or REJECTED',
    }),
    note: optionalText('Note', 1000),
  })
  .refine((review) => review.verdict === 'ACCEPTED' || review.note !== null, {
    message: 'Say why it is rejected',
    path: ['note'],
  });
export type Review = z.output<typeof reviewSchema>;

export const newRevisionSchema = z.object({
  uploadId: z.string({ error: 'A file is required' }).min(1, 'A file is required').max(100),
  note: optionalText('Note', 1000),
  collectionDate: timeOrNull,
  periodStart: timeOrNull,
  periodEnd: timeOrNull,
  expirationDate: timeOrNull,
});
export type NewRevision = z.output<typeof newRevisionSchema>;

const controlParams = idParamSchema.extend({ controlId: z.string().min(1).max(100) });
export const evidenceContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/evidence',
    summary: 'Evidence, newest first; current revisions only',
    permission: 'evidence.read',
    query: evidenceQuerySchema,
    response: z.array(evidenceSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/evidence',
    summary: 'Collect evidence, with a file that was uploaded or without one',
    permission: 'evidence.write',
    body: newEvidenceSchema,
    response: evidenceDetailSchema,
    status: 201,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/evidence/stats',
    summary: 'How much evidence there is, by validity',
    permission: 'evidence.read',
    response: evidenceStatsSchema,
  }),
  ...evidenceUploadsContract,
  get: endpoint({
    method: 'GET',
    path: '/api/evidence/{id}',
    summary: 'One piece of evidence with its controls, revisions and the head of its custody',
    permission: 'evidence.read',
    params: idParamSchema,
    response: evidenceDetailSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/evidence/{id}',
    summary: 'Change what is said about evidence; a change of type or period asks for a new review',
    permission: 'evidence.write',
    params: idParamSchema,
    body: evidenceUpdateSchema,
    response: evidenceDetailSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/evidence/{id}',
    summary: 'Delete evidence and its file; its custody stays',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({ reason: reasonSchema }),
    response: doneSchema,
  }),
  ...evidenceFilesContract,
  linkControl: endpoint({
    method: 'PUT',
    path: '/api/evidence/{id}/controls/{controlId}',
    summary: 'Link evidence to a control',
    permission: 'evidence.write',
    params: controlParams,
    response: evidenceDetailSchema,
  }),
  unlinkControl: endpoint({
    method: 'DELETE',
    path: '/api/evidence/{id}/controls/{controlId}',
    summary: 'Unlink evidence from a control',
    permission: 'evidence.write',
    params: controlParams,
    response: evidenceDetailSchema,
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/evidence/{id}/review',
    summary: 'Accept or reject evidence that another person collected',
    permission: 'evidence.review',
    params: idParamSchema,
    body: reviewSchema,
    response: evidenceDetailSchema,
  }),
  revise: endpoint({
    method: 'POST',
    path: '/api/evidence/{id}/revisions',
    summary: 'A new file that takes the place of this one, which is kept',
    permission: 'evidence.write',
    params: idParamSchema,
    body: newRevisionSchema,
    response: evidenceDetailSchema,
    status: 201,
  }),
  ...custodyContract,
  controls: endpoint({
    method: 'GET',
    path: '/api/evidence-controls',
    summary: 'Controls to link evidence to, by what is typed; at most 20',
    permission: 'evidence.read',
    query: z.object({ q: z.string().max(200).default('') }),
    response: z.array(evidenceControlSchema),
  }),
};
