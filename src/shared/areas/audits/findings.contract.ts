import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { auditDay, auditStepSchema, auditText, requiredAuditText } from './audits.contract.ts';
import { FINDING_STATUSES, FINDING_STEPS } from './findings.rules.ts';

const FINDING_TITLE_MAX = 255;
const FINDING_NOTE_MAX = 4000;

const severitySchema = z.enum(SEVERITIES, {
  error: `Severity must be one of ${SEVERITIES.join(', ')}`,
});

const fields = {
  title: requiredAuditText('Title', FINDING_TITLE_MAX),
  description: auditText('Description'),
  criteria: auditText('Criteria'),
  condition: auditText('Condition'),
  cause: auditText('Cause'),
  effect: auditText('Effect'),
  recommendation: auditText('Recommendation'),
  severity: severitySchema,
  auditId: z.string().max(100).nullable(),
  controlId: z.string().max(100).nullable(),
  owner: z.string().max(100).nullable(),
  /** The day by which it must be gone; by severity where none is given. */
  due: auditDay('Due date'),
  remediationPlan: auditText('Remediation plan'),
};

export const newFindingSchema = z.object({
  title: fields.title,
  description: fields.description.default(null),
  criteria: fields.criteria.default(null),
  condition: fields.condition.default(null),
  cause: fields.cause.default(null),
  effect: fields.effect.default(null),
  recommendation: fields.recommendation.default(null),
  severity: fields.severity.default('MEDIUM'),
  auditId: fields.auditId.default(null),
  controlId: fields.controlId.default(null),
  owner: fields.owner.default(null),
  due: fields.due.default(null),
});
export type NewFinding = z.output<typeof newFindingSchema>;
export type NewFindingInput = z.input<typeof newFindingSchema>;

const { auditId: _audit, ...changeable } = fields;
export const findingUpdateSchema = z
  .object({ ...changeable, reason: requiredAuditText('Reason', FINDING_NOTE_MAX) })
  .partial()
  .refine((update) => {
    const { reason, ...changes } = update;
    return Object.values(changes).some((value) => value !== undefined);
  }, 'Nothing to change');
export type FindingUpdate = z.output<typeof findingUpdateSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

export const findingSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  description: z.string().nullable(),
  criteria: z.string().nullable(),
  condition: z.string().nullable(),
  cause: z.string().nullable(),
  effect: z.string().nullable(),
  recommendation: z.string().nullable(),
  severity: severitySchema,
  status: z.enum(FINDING_STATUSES),
  isOverdue: z.boolean(),
  audit: z.object({ id: z.string(), title: z.string() }).nullable(),
  control: z
    .object({ id: z.string(), ref: z.string(), title: z.string(), framework: z.string() })
    .nullable(),
  owner: personSchema.nullable(),
  dueAt: z.string().nullable(),
  remediationPlan: z.string().nullable(),
  remediationNote: z.string().nullable(),
  remediatedBy: personSchema.nullable(),
  remediatedAt: z.string().nullable(),
  retestResult: z.enum(['PASS', 'FAIL']).nullable(),
  retestNote: z.string().nullable(),
  retestedBy: personSchema.nullable(),
  retestedAt: z.string().nullable(),
  /** Retested or accepted by the one who did the work, because nobody else could. */
  isSelfApproved: z.boolean(),
  acceptedBy: personSchema.nullable(),
  acceptedReason: z.string().nullable(),
  acceptedUntil: z.string().nullable(),
  closedAt: z.string().nullable(),
  sampleId: z.string().nullable(),
  sampleItem: z.string().nullable(),
  createdBy: personSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

export const findingDetailSchema = findingSchema.extend({
  evidence: z.array(
    z.object({ id: z.string(), title: z.string(), type: z.string(), addedAt: z.string() }),
  ),
  history: z.array(auditStepSchema),
});
export type FindingDetail = z.infer<typeof findingDetailSchema>;

const listOf = <const V extends readonly [string, ...string[]]>(values: V, label: string) =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(values, { error: `${label} must be of ${values.join(', ')}` })));

export const findingQuerySchema = pageQuerySchema.extend({
  audit: z.string().max(100).optional(),
  control: z.string().max(100).optional(),
  status: listOf(FINDING_STATUSES, 'Status').optional(),
  severity: listOf(SEVERITIES, 'Severity').optional(),
  overdue: z.enum(['true', 'false']).optional(),
});
export type FindingQuery = z.output<typeof findingQuerySchema>;

/** A step to another status. `until`: the day on which an accepted risk is decided anew. */
const stepSchema = z.object({
  step: z.enum(FINDING_STEPS, { error: `Step must be one of ${FINDING_STEPS.join(', ')}` }),
  note: requiredAuditText('Note', FINDING_NOTE_MAX),
  until: auditDay('Expiry').default(null),
});
export type FindingStepInput = z.output<typeof stepSchema>;

const evidenceParams = idParamSchema.extend({ evidenceId: z.string().min(1).max(100) });

export const findingsContract = {
  findings: endpoint({
    method: 'GET',
    path: '/api/findings',
    summary: 'Findings, newest first',
    permission: 'audits.read',
    query: findingQuerySchema,
    response: z.array(findingSchema),
    list: true,
  }),
  createFinding: endpoint({
    method: 'POST',
    path: '/api/findings',
    summary: 'Record a finding',
    permission: 'audits.write',
    body: newFindingSchema,
    response: findingDetailSchema,
    status: 201,
  }),
  finding: endpoint({
    method: 'GET',
    path: '/api/findings/{id}',
    summary: 'One finding with its evidence and history',
    permission: 'audits.read',
    params: idParamSchema,
    response: findingDetailSchema,
  }),
  updateFinding: endpoint({
    method: 'PATCH',
    path: '/api/findings/{id}',
    summary: 'Change a finding; its status changes by steps',
    permission: 'audits.write',
    params: idParamSchema,
    body: findingUpdateSchema,
    response: findingDetailSchema,
  }),
  stepFinding: endpoint({
    method: 'POST',
    path: '/api/findings/{id}/steps',
    summary:
      'Plan, report as remediated (its owner may), retest (by another person), accept the risk, reopen',
    permission: 'evidence.write',
    params: idParamSchema,
    body: stepSchema,
    response: findingDetailSchema,
  }),
  addFindingEvidence: endpoint({
    method: 'POST',
    path: '/api/findings/{id}/evidence',
    summary: 'Link evidence to a finding',
    permission: 'evidence.write',
    params: idParamSchema,
    body: z.object({ evidenceId: z.string().min(1, 'Evidence is required').max(100) }),
    response: findingDetailSchema,
  }),
  removeFindingEvidence: endpoint({
    method: 'DELETE',
    path: '/api/findings/{id}/evidence/{evidenceId}',
    summary: 'Take evidence off a finding',
    permission: 'evidence.write',
    params: evidenceParams,
    response: findingDetailSchema,
  }),
};
