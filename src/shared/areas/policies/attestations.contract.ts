/** Attestation: readers confirm that they read the version of a policy that is in force. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { type Day, optionalDay } from '../../kernel/day.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { ATTESTING_ROLES, REQUEST_STATES, STATEMENT_MAX } from './attestations.rules.ts';
import { policyReason, sha256Schema } from './policy-fields.ts';

const count = z.number().int();

/**
 * `asked`, `attested` and `missing` count accounts that are active and may attest. `due` is a day.
 * `isOverdue`: open, its day has passed, and somebody is missing.
 */
export const attestationRequestSchema = z.object({
  id: z.string(),
  policyId: z.string(),
  policyTitle: z.string(),
  versionId: z.string(),
  version: z.string(),
  sha256: z.string(),
  statement: z.string(),
  roles: z.array(z.string()),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  due: z.string().nullable(),
  state: z.enum(REQUEST_STATES),
  closedAt: z.string().nullable(),
  closedByName: z.string().nullable(),
  closedReason: z.string().nullable(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  asked: count,
  attested: count,
  missing: count,
  percent: count.nullable(),
  isOverdue: z.boolean(),
});
export type AttestationRequest = z.infer<typeof attestationRequestSchema>;

export const attestationPersonSchema = z.object({
  accountId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** Null while it is missing. */
  attestedAt: z.string().nullable(),
});
export type AttestationPerson = z.infer<typeof attestationPersonSchema>;

export const attestationRequestDetailSchema = attestationRequestSchema.extend({
  people: z.array(attestationPersonSchema),
});
export type AttestationRequestDetail = z.infer<typeof attestationRequestDetailSchema>;

/** Written once, never changed. `sha256` is of the text that was read. */
export const attestationSchema = z.object({
  id: z.string(),
  requestId: z.string().nullable(),
  policyId: z.string(),
  policyTitle: z.string(),
  versionId: z.string(),
  version: z.string(),
  sha256: z.string(),
  statement: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  attestedAt: z.string(),
});
export type Attestation = z.infer<typeof attestationSchema>;

/** What the asking account has still to attest. */
export const openAttestationSchema = z.object({
  requestId: z.string(),
  policyId: z.string(),
  policyTitle: z.string(),
  version: z.string(),
  due: z.string().nullable(),
  isOverdue: z.boolean(),
  requestedAt: z.string(),
});
export type OpenAttestation = z.infer<typeof openAttestationSchema>;

/** The text in force with what the asking account confirms of it. */
export const attestationTextSchema = z.object({
  policyId: z.string(),
  title: z.string(),
  versionId: z.string(),
  version: z.string(),
  sha256: z.string(),
  content: z.string(),
  effectiveDate: z.string().nullable(),
  statement: z.string(),
  /** Whether the account was asked; it may attest without, too. */
  requestId: z.string().nullable(),
  due: z.string().nullable(),
  attestedAt: z.string().nullable(),
});
export type AttestationText = z.infer<typeof attestationTextSchema>;

export const attestationStatsSchema = z.object({
  openRequests: count,
  /** Of open requests: accounts asked, each once a request. */
  asked: count,
  attested: count,
  percent: count.nullable(),
  overdueRequests: count,
  mine: count,
});
export type AttestationStats = z.infer<typeof attestationStatsSchema>;

const ROLES_MESSAGE = `Roles must be of ${ATTESTING_ROLES.join(', ')}`;
const CHOOSE = 'Choose roles or accounts to ask';

export const newAttestationRequestSchema = z
  .object({
    roles: z
      .array(z.string())
      .max(10)
      .refine((roles) => roles.every((role) => (ATTESTING_ROLES as string[]).includes(role)), {
        message: ROLES_MESSAGE,
      })
      .default([])
      .transform((roles) => [...new Set(roles)]),
    accounts: z
      .array(z.string().min(1).max(100))
      .max(500, 'At most 500 accounts can be chosen; ask by role instead')
      .default([])
      .transform((accounts) => [...new Set(accounts)]),
    due: optionalDay('Due').default(null as Day | null),
    /** Absent: that the version was read, understood and is followed. */
    statement: z
      .string({ error: 'Statement must be text' })
      .trim()
      .max(STATEMENT_MAX, `Statement must be less than ${STATEMENT_MAX} characters`)
      .nullable()
      .default(null)
      .transform((text) => text || null),
  })
  .refine(({ roles, accounts }) => roles.length + accounts.length > 0, {
    message: CHOOSE,
    path: ['roles'],
  });
export type NewAttestationRequest = z.output<typeof newAttestationRequestSchema>;
export type NewAttestationRequestInput = z.input<typeof newAttestationRequestSchema>;

export const newAttestationSchema = z.object({
  versionId: z.string({ error: 'versionId is required' }).min(1).max(100),
  /** Of the text that was read. */
  sha256: sha256Schema,
  hasRead: z.literal(true, { error: 'Read the text to its end first' }),
});
export type NewAttestation = z.output<typeof newAttestationSchema>;

export const requestQuerySchema = pageQuerySchema.extend({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  policy: z.string().max(100).optional(),
});
export type RequestQuery = z.output<typeof requestQuerySchema>;

export const attestationQuerySchema = pageQuerySchema.extend({
  policy: z.string().max(100).optional(),
});
export type AttestationQuery = z.output<typeof attestationQuerySchema>;

export const attestationCalls = {
  requests: endpoint({
    method: 'GET',
    path: '/api/policy-attestation-requests',
    summary: 'Requests to attest policies with their progress, newest first',
    permission: 'policies.read',
    query: requestQuerySchema,
    response: z.array(attestationRequestSchema),
    list: true,
  }),
  request: endpoint({
    method: 'GET',
    path: '/api/policy-attestation-requests/{id}',
    summary: 'One request to attest, with who has and who is missing',
    permission: 'policies.read',
    params: idParamSchema,
    response: attestationRequestDetailSchema,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/policies/{id}/attestation-requests',
    summary: 'Ask roles or accounts to attest the version in force',
    permission: 'policies.write',
    params: idParamSchema,
    body: newAttestationRequestSchema,
    response: attestationRequestDetailSchema,
    status: 201,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/policy-attestation-requests/{id}/withdraw',
    summary: 'Withdraw a request to attest; what was attested stays',
    permission: 'policies.write',
    params: idParamSchema,
    body: z.object({ reason: policyReason }),
    response: attestationRequestDetailSchema,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/policy-attestations/stats',
    summary: 'How far the open requests to attest are',
    permission: 'policies.read',
    response: attestationStatsSchema,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/policy-attestations/mine',
    summary: 'What the asking account has still to attest, the earliest due first',
    permission: 'policies.read',
    response: z.array(openAttestationSchema),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/policy-attestations/csv',
    summary: 'The record of attestations as CSV, newest first',
    permission: 'policies.read',
    query: z.object({ policy: z.string().max(100).optional() }),
    response: 'bytes',
  }),
  records: endpoint({
    method: 'GET',
    path: '/api/policy-attestations',
    summary: 'The record of attestations, newest first',
    permission: 'policies.read',
    query: attestationQuerySchema,
    response: z.array(attestationSchema),
    list: true,
  }),
  text: endpoint({
    method: 'GET',
    path: '/api/policies/{id}/attestation',
    summary: 'The text in force, and what the asking account confirms of it',
    permission: 'policies.read',
    params: idParamSchema,
    response: attestationTextSchema,
  }),
  attest: endpoint({
    method: 'POST',
    path: '/api/policies/{id}/attestations',
    summary: 'Confirm, for oneself, to have read the version in force',
    permission: 'policies.attest',
    params: idParamSchema,
    body: newAttestationSchema,
    response: attestationSchema,
    status: 201,
  }),
};
