/** Policies: their states, versions, approvals and controls. Days are `2026-11-20`. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { DEFAULT_REVIEW_MONTHS, WORKING_STATUSES } from './policies.rules.ts';
import {
  policyCategorySchema,
  policyFields,
  policyReason,
  policyStatusSchema,
  sha256Schema,
} from './policy-fields.ts';
import {
  policyVersionCalls,
  policyVersionSchema,
  policyVersionTextSchema,
} from './policy-versions.contract.ts';

/**
 * A policy without its text. `title`, `version` and `effectiveDate` are those in force, or of the
 * first version while none is. `working` is the version that is written or reviewed. `isOutdated` is
 * derived when it is read: approved, and its next review was due before today.
 */
export const policySchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  version: z.string(),
  status: policyStatusSchema,
  category: policyCategorySchema.nullable(),
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  approver: z.string().nullable(),
  approverName: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  reviewDate: z.string().nullable(),
  nextReviewDate: z.string().nullable(),
  reviewMonths: z.number().int(),
  isOutdated: z.boolean(),
  /** Of the version in force. */
  isSelfApproved: z.boolean(),
  working: z
    .object({ id: z.string(), version: z.string(), status: z.enum(WORKING_STATUSES) })
    .nullable(),
  controlCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: revisionSchema,
});
export type Policy = z.infer<typeof policySchema>;

const policyControlSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  title: z.string(),
  framework: z.string(),
});
export type PolicyControl = z.infer<typeof policyControlSchema>;

/**
 * `content` is the text in force, or of the first version. `quorum`: approvals that are needed, that
 * count for the version under review, and accounts that may give one. `mayApprove`: whether the
 * asking account may approve what is under review, by separation of duties.
 */
export const policyDetailSchema = policySchema.extend({
  content: z.string(),
  current: policyVersionTextSchema.nullable(),
  workingText: policyVersionTextSchema.nullable(),
  versions: z.array(policyVersionSchema),
  controls: z.array(policyControlSchema),
  allowed: z.array(policyStatusSchema),
  quorum: z.object({
    needed: z.number().int(),
    given: z.number().int(),
    possible: z.number().int(),
    problem: z.string().nullable(),
  }),
  mayApprove: z.enum(['yes', 'self-approved', 'no-own', 'no-twice', 'no-permission', 'nothing']),
  /** What is kept of the version in force as evidence. */
  evidence: z
    .object({ id: z.string(), verdict: z.string(), expirationDate: z.string().nullable() })
    .nullable(),
});
export type PolicyDetail = z.infer<typeof policyDetailSchema>;

export const policyStatsSchema = z.object({
  total: z.number().int(),
  draft: z.number().int(),
  underReview: z.number().int(),
  approved: z.number().int(),
  deprecated: z.number().int(),
  outdated: z.number().int(),
  /** Approved, with a review due from today on within 30 days. */
  due: z.number().int(),
  /** Approved policies whose next version waits for approval. */
  nextUnderReview: z.number().int(),
});
export type PolicyStats = z.infer<typeof policyStatsSchema>;

const flag = z
  .enum(['1', '0', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true');

export const policyQuerySchema = pageQuerySchema.extend({
  q: z.string().max(500).optional(),
  status: policyStatusSchema.optional(),
  category: policyCategorySchema.optional(),
  owner: z.string().max(100).optional(),
  outdated: flag.optional(),
  /** A review due within 30 days. */
  due: flag.optional(),
  /** State of the version that is written or reviewed. */
  working: z.enum(WORKING_STATUSES).optional(),
  control: z.string().max(100).optional(),
});
export type PolicyQuery = z.output<typeof policyQuerySchema>;

export const newPolicySchema = z.object({
  title: policyFields.title,
  description: policyFields.description.default(null),
  content: policyFields.content.default(''),
  version: policyFields.version.default('1.0'),
  status: policyStatusSchema
    .refine((status) => status === 'DRAFT' || status === 'UNDER_REVIEW', {
      message: 'A new policy begins as DRAFT or UNDER_REVIEW: it is approved after its review',
    })
    .default('DRAFT'),
  category: policyFields.category.default(null),
  owner: policyFields.owner.default(null),
  effectiveDate: policyFields.effectiveDate.default(null),
  reviewDate: policyFields.reviewDate.default(null),
  nextReviewDate: policyFields.nextReviewDate.default(null),
  reviewMonths: policyFields.reviewMonths.default(DEFAULT_REVIEW_MONTHS),
  note: policyFields.note.default(null),
  controlIds: z.array(z.string().min(1).max(100)).max(200).default([]),
});
export type NewPolicy = z.output<typeof newPolicySchema>;
export type NewPolicyInput = z.input<typeof newPolicySchema>;

/**
 * `status` alone is a step of the policy or of its next version. `reason` is needed to request changes
 * and to deprecate. `sha256`, with an approval, is of the text that was read: another is refused.
 */
export const policyUpdateSchema = z
  .object({
    ...policyFields,
    status: policyStatusSchema,
    reason: policyReason,
    sha256: sha256Schema,
    baseRevision: revisionSchema,
  })
  .partial()
  .refine((update) => {
    const { reason, sha256, baseRevision, ...changes } = update;
    return Object.values(changes).some((value) => value !== undefined);
  }, 'Nothing to change');
export type PolicyUpdate = z.output<typeof policyUpdateSchema>;
export type PolicyUpdateInput = z.input<typeof policyUpdateSchema>;

export const policyReviewSchema = z.object({
  nextReviewDate: policyFields.nextReviewDate.optional(),
  note: policyFields.note.default(null),
});
export type PolicyReview = z.output<typeof policyReviewSchema>;

const controlParams = idParamSchema.extend({ controlId: z.string().min(1).max(100) });
const changedPolicySchema = policyDetailSchema.extend({ merged: mergedSchema });
export type ChangedPolicy = z.infer<typeof changedPolicySchema>;

export const policiesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/policies',
    summary: 'Policies without their texts, newest first',
    permission: 'policies.read',
    query: policyQuerySchema,
    response: z.array(policySchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/policies',
    summary: 'Create a policy with its first version',
    permission: 'policies.write',
    body: newPolicySchema,
    response: policyDetailSchema,
    status: 201,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/policies/stats',
    summary: 'How many policies there are, by state',
    permission: 'policies.read',
    response: policyStatsSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/policies/{id}',
    summary: 'One policy with its text, versions, approvals and controls',
    permission: 'policies.read',
    params: idParamSchema,
    response: policyDetailSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/policies/{id}',
    summary: 'Change a policy or its working version, or take its next step',
    permission: 'policies.write',
    params: idParamSchema,
    body: policyUpdateSchema,
    response: changedPolicySchema,
  }),
  confirmReview: endpoint({
    method: 'POST',
    path: '/api/policies/{id}/review',
    summary: 'Say that an approved policy was reviewed and stays as it is',
    permission: 'policies.approve',
    params: idParamSchema,
    body: policyReviewSchema,
    response: policyDetailSchema,
  }),
  ...policyVersionCalls(policyDetailSchema),
  linkControl: endpoint({
    method: 'PUT',
    path: '/api/policies/{id}/controls/{controlId}',
    summary: 'Link a policy to a control; approved, it is evidence of it',
    permission: 'policies.write',
    params: controlParams,
    response: policyDetailSchema,
  }),
  unlinkControl: endpoint({
    method: 'DELETE',
    path: '/api/policies/{id}/controls/{controlId}',
    summary: 'Unlink a policy from a control',
    permission: 'policies.write',
    params: controlParams,
    response: policyDetailSchema,
  }),
};
