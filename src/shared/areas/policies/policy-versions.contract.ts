/** Versions of a policy, their approvals and what changed between two of them. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { VERSION_CHANGES, VERSION_STATUSES } from './policies.rules.ts';
import { policyFields, policyReason } from './policy-fields.ts';

/** `sha256` is what was approved. A voided one no longer counts: the text was changed after it. */
const approvalSchema = z.object({
  id: z.string(),
  approver: z.string().nullable(),
  approverName: z.string().nullable(),
  sha256: z.string(),
  isSelfApproved: z.boolean(),
  note: z.string().nullable(),
  createdAt: z.string(),
  voidedAt: z.string().nullable(),
  voidedReason: z.string().nullable(),
});
export type PolicyApproval = z.infer<typeof approvalSchema>;

/** Without its text. `sha256` is of the text's UTF-8 bytes; `length` in characters. */
export const policyVersionSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  version: z.string(),
  title: z.string(),
  status: z.enum(VERSION_STATUSES),
  sha256: z.string(),
  length: z.number().int(),
  note: z.string().nullable(),
  author: z.string().nullable(),
  authorName: z.string().nullable(),
  /** Everyone who wrote in it. */
  authorNames: z.array(z.string()),
  submittedByName: z.string().nullable(),
  submittedAt: z.string().nullable(),
  approvedAt: z.string().nullable(),
  isSelfApproved: z.boolean(),
  effectiveDate: z.string().nullable(),
  endedAt: z.string().nullable(),
  evidenceId: z.string().nullable(),
  createdAt: z.string(),
  approvals: z.array(approvalSchema),
});
export type PolicyVersion = z.infer<typeof policyVersionSchema>;

export const policyVersionTextSchema = policyVersionSchema.extend({ content: z.string() });
export type PolicyVersionText = z.infer<typeof policyVersionTextSchema>;

/**
 * `by`: 'word', or 'line' where the texts differ too much to be compared by word in time, or 'whole'
 * where even that takes too long: then all of the one is removed and all of the other added.
 */
export const policyDiffSchema = z.object({
  from: z.object({ id: z.string(), version: z.string(), title: z.string() }),
  to: z.object({ id: z.string(), version: z.string(), title: z.string() }),
  by: z.enum(['word', 'line', 'whole']),
  /** Words or lines, as `by` says. */
  added: z.number().int(),
  removed: z.number().int(),
  parts: z.array(z.object({ type: z.enum(['same', 'added', 'removed']), text: z.string() })),
});
export type PolicyDiff = z.infer<typeof policyDiffSchema>;

export const newVersionSchema = z.object({
  change: z.enum(VERSION_CHANGES, { error: 'Change must be minor or major' }).default('minor'),
  note: policyFields.note.default(null),
  /** Of the version in force where it is left out. */
  content: policyFields.content.optional(),
});
export type NewVersion = z.output<typeof newVersionSchema>;

const versionParams = idParamSchema.extend({ versionId: z.string().min(1).max(100) });

/** `T` is the policy as it is after the call. */
export function policyVersionCalls<T extends z.ZodType>(policy: T) {
  return {
    version: endpoint({
      method: 'GET',
      path: '/api/policies/{id}/versions/{versionId}',
      summary: 'One version of a policy with its text',
      permission: 'policies.read',
      params: versionParams,
      response: policyVersionTextSchema,
    }),
    newVersion: endpoint({
      method: 'POST',
      path: '/api/policies/{id}/versions',
      summary: 'Begin the next version of an approved policy, which stays in force meanwhile',
      permission: 'policies.write',
      params: idParamSchema,
      body: newVersionSchema,
      response: policy,
      status: 201,
    }),
    discardVersion: endpoint({
      method: 'POST',
      path: '/api/policies/{id}/discard',
      summary: 'Withdraw the next version of an approved policy',
      permission: 'policies.write',
      params: idParamSchema,
      body: z.object({ reason: policyReason }),
      response: policy,
    }),
    diff: endpoint({
      method: 'GET',
      path: '/api/policies/{id}/diff',
      summary: 'What changed between two versions of a policy',
      permission: 'policies.read',
      params: idParamSchema,
      query: z.object({ from: z.string().min(1).max(100), to: z.string().min(1).max(100) }),
      response: policyDiffSchema,
    }),
  };
}
