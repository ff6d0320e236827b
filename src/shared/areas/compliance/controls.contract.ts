/** Controls: list, tree, detail, assessment, bulk changes. Their tests are in control-tests.contract. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';
import { controlTestCalls } from './control-tests.contract.ts';
import { CONTROL_CATEGORIES, CONTROL_LIMITS } from './controls.rules.ts';

const statusSchema = z.enum(CONTROL_STATUSES, {
  error: `Status must be one of ${CONTROL_STATUSES.join(', ')}`,
});

/** One control of one framework. `controlId` is the framework's own id ('AC-2'). */
export const controlSchema = z.object({
  id: z.string(),
  frameworkId: z.string(),
  frameworkName: z.string(),
  controlId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  priority: z.enum(SEVERITIES),
  isAutomated: z.boolean(),
  status: statusSchema,
  owner: z.string().nullable(),
  lastAssessment: z.string().nullable(),
  nextAssessment: z.string().nullable(),
  isApplicable: z.boolean(),
  /** The version of the pack that no longer has it. */
  goneIn: z.string().nullable(),
  evidenceCount: z.number().int(),
  validEvidenceCount: z.number().int(),
  testCount: z.number().int(),
  overdueTestCount: z.number().int(),
  /** The end of the exception in force; null where there is none. */
  exceptionUntil: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Control = z.infer<typeof controlSchema>;

const linkedEvidenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  verdict: z.string(),
  isValid: z.boolean(),
  collectionDate: z.string().nullable(),
  expirationDate: z.string().nullable(),
});
export type LinkedEvidence = z.infer<typeof linkedEvidenceSchema>;

export const controlDetailSchema = controlSchema.extend({
  requirement: z.string().nullable(),
  parentRef: z.string().nullable(),
  weight: z.number().int(),
  applicabilityReason: z.string().nullable(),
  frameworkVersion: z.string().nullable(),
  /** Title and description are the workspace's own, not a pack's. */
  isEditable: z.boolean(),
  /** The shortest cadence of its active tests, in days. */
  cadenceDays: z.number().int().nullable(),
  /** Downgrades that failed tests propose and nobody has decided on. */
  openProposals: z.number().int(),
  evidence: z.array(linkedEvidenceSchema),
});
export type ControlDetail = z.infer<typeof controlDetailSchema>;

const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${max} characters`);

export const newControlSchema = z.object({
  controlId: requiredText('Control ID', CONTROL_LIMITS.controlId),
  title: requiredText('Title', CONTROL_LIMITS.title),
  description: requiredText('Description', CONTROL_LIMITS.description),
  category: z.enum(CONTROL_CATEGORIES, { error: 'Category is required' }),
  priority: z.enum(SEVERITIES, { error: 'Priority is required' }).default('MEDIUM'),
  frameworkId: z
    .string({ error: 'Framework is required' })
    .min(1, 'Framework is required')
    .max(100),
});
export type NewControl = z.output<typeof newControlSchema>;
export type NewControlInput = z.input<typeof newControlSchema>;

const reasonSchema = z
  .string()
  .trim()
  .max(CONTROL_LIMITS.reason, `Reason must be at most ${CONTROL_LIMITS.reason} characters`);

/** What one or many controls may be made at once. */
const sharedChangeSchema = z.object({
  status: statusSchema.optional(),
  owner: z.string().min(1).max(100).nullable().optional(),
  nextAssessment: isoTimeSchema.nullable().optional(),
  isApplicable: z.boolean().optional(),
  applicabilityReason: reasonSchema.optional(),
  priority: z.enum(SEVERITIES).optional(),
  isAutomated: z.boolean().optional(),
});
export type SharedChange = z.infer<typeof sharedChangeSchema>;

const hasChange = (change: object) => Object.values(change).some((value) => value !== undefined);

export const controlUpdateSchema = sharedChangeSchema
  .extend({
    title: requiredText('Title', CONTROL_LIMITS.title).optional(),
    description: requiredText('Description', CONTROL_LIMITS.description).optional(),
    reason: reasonSchema.optional(),
    /** Refuses the change (409) where somebody changed the control since. */
    expectedUpdatedAt: isoTimeSchema.optional(),
  })
  .refine(
    ({ reason: _, expectedUpdatedAt: __, applicabilityReason, isApplicable, ...change }) =>
      hasChange(change) || isApplicable !== undefined || applicabilityReason !== undefined,
    'Nothing to change',
  );
export type ControlUpdate = z.infer<typeof controlUpdateSchema>;

const listOf = <T extends readonly [string, ...string[]]>(values: T, error: string) =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(values, { error })));
const yesNo = z.enum(['true', 'false']).transform((text) => text === 'true');

const CONTROL_DUE = ['overdue', 'soon'] as const;
const CONTROL_SORTS = ['newest', 'place'] as const;

/** `due=overdue` is past its next assessment, `soon` within 30 days. `owner=none` has no owner. */
export const controlFilterSchema = z.object({
  q: z.string().max(500).optional(),
  framework: z.string().max(100).optional(),
  status: listOf(CONTROL_STATUSES, `Status must be of ${CONTROL_STATUSES.join(', ')}`).optional(),
  category: z.string().max(255).optional(),
  owner: z.string().max(100).optional(),
  priority: listOf(SEVERITIES, `Priority must be of ${SEVERITIES.join(', ')}`).optional(),
  automated: yesNo.optional(),
  due: z.enum(CONTROL_DUE).optional(),
  applicable: yesNo.optional(),
  hasEvidence: yesNo.optional(),
});
export type ControlFilter = z.output<typeof controlFilterSchema>;
export type ControlFilterInput = z.input<typeof controlFilterSchema>;

const controlQuerySchema = controlFilterSchema.extend({
  ...pageQuerySchema.shape,
  cursor: z.string().max(600).optional(),
  sort: z.enum(CONTROL_SORTS).default('newest'),
});
export type ControlQuery = z.output<typeof controlQuerySchema>;

const countsSchema = z.object({
  total: z.number().int(),
  COMPLIANT: z.number().int(),
  PARTIALLY_COMPLIANT: z.number().int(),
  NON_COMPLIANT: z.number().int(),
  NOT_ASSESSED: z.number().int(),
  /** Not applicable or gone from the pack; in none of the others but the total. */
  outside: z.number().int(),
});
export type ControlCounts = z.infer<typeof countsSchema>;

export const treeFrameworkSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  isActive: z.boolean(),
  counts: countsSchema,
});
export type TreeFramework = z.infer<typeof treeFrameworkSchema>;

/** A framework's groups and controls in order; `parentRef` names a group's `ref` or a `controlId`. */
export const treeBranchSchema = z.object({
  groups: z.array(
    z.object({ ref: z.string(), parentRef: z.string().nullable(), title: z.string() }),
  ),
  controls: z.array(
    controlSchema
      .pick({ id: true, controlId: true, title: true, status: true, owner: true })
      .extend({
        parentRef: z.string().nullable(),
        isApplicable: z.boolean(),
        goneIn: z.string().nullable(),
        nextAssessment: z.string().nullable(),
      }),
  ),
});
export type TreeBranch = z.infer<typeof treeBranchSchema>;

/** What the list can be filtered by. */
const facetsSchema = z.object({
  frameworks: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  categories: z.array(z.string()),
  owners: z.array(z.string()),
  counts: countsSchema,
  overdue: z.number().int(),
  dueSoon: z.number().int(),
  overdueTests: z.number().int(),
});
export type ControlFacets = z.infer<typeof facetsSchema>;

/** One entry of a control's history, that of its tests, runs, exceptions and evidence included. */
export const controlHistorySchema = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  resource: z.string(),
  /** What it is about, where that is not the control itself: a test's or a piece of evidence's title. */
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  /** The bulk change that it was part of. */
  batchId: z.string().nullable(),
});
export type ControlHistoryEntry = z.infer<typeof controlHistorySchema>;

export const batchSchema = z.object({
  id: z.string(),
  actor: z.string().nullable(),
  actorName: z.string(),
  summary: z.string(),
  reason: z.string().nullable(),
  state: z.enum(['RUNNING', 'DONE', 'UNDONE']),
  changed: z.number().int(),
  /** Controls that could not be changed, with why; at most 100 of them. */
  skipped: z.array(z.object({ controlId: z.string(), reason: z.string() })),
  /** After an undo: put back as they were, and left alone because somebody changed them since. */
  restored: z.number().int(),
  kept: z.number().int(),
  undoneAt: z.string().nullable(),
  undoneByName: z.string().nullable(),
  createdAt: z.string(),
});
export type ControlBatch = z.infer<typeof batchSchema>;

const BULK_IDS_MAX = 20_000;

export const bulkChangeSchema = z
  .object({
    ids: z.array(z.string().min(1).max(100)).min(1).max(BULK_IDS_MAX).optional(),
    /** Everything that matches, not only what is loaded. */
    filter: controlFilterSchema.optional(),
    /** How many controls the caller saw: 409 where the filter matches another number now. */
    expectedCount: z.number().int().min(0).optional(),
    change: sharedChangeSchema.refine(hasChange, 'Nothing to change'),
    reason: z
      .string({ error: 'Reason is required' })
      .trim()
      .min(1, 'Reason is required')
      .max(CONTROL_LIMITS.reason, `Reason must be at most ${CONTROL_LIMITS.reason} characters`),
  })
  .refine(
    ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
    'Give either ids or a filter',
  );
export type BulkChange = z.output<typeof bulkChangeSchema>;

/** `job` is set while the change is still under way; the batch then counts as it goes. */
const batchAnswerSchema = z.object({ batch: batchSchema, job: z.string().nullable() });
export type BatchAnswer = z.infer<typeof batchAnswerSchema>;

export const controlsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/compliance/controls',
    summary: 'Controls, newest first or in the order of their frameworks',
    permission: 'compliance.read',
    query: controlQuerySchema,
    response: z.array(controlSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/compliance/controls',
    summary: 'Create a control by hand',
    permission: 'compliance.write',
    body: newControlSchema,
    response: controlDetailSchema,
    status: 201,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/facets',
    summary: 'What controls can be filtered by, and how many there are of each status',
    permission: 'compliance.read',
    response: facetsSchema,
  }),
  tree: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/tree',
    summary: 'Frameworks with how many of their controls have which status',
    permission: 'compliance.read',
    query: controlFilterSchema,
    response: z.array(treeFrameworkSchema),
  }),
  branch: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/tree/{id}',
    summary: "One framework's groups and controls, in its order",
    permission: 'compliance.read',
    params: idParamSchema,
    query: controlFilterSchema,
    response: treeBranchSchema,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/compliance/controls/bulk',
    summary: 'Change many controls at once; what was changed can be undone',
    permission: 'compliance.write',
    body: bulkChangeSchema,
    response: batchAnswerSchema,
    status: 201,
  }),
  batches: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/bulk',
    summary: 'The last bulk changes, newest first',
    permission: 'compliance.read',
    query: pageQuerySchema,
    response: z.array(batchSchema),
    list: true,
  }),
  batch: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/bulk/{id}',
    summary: 'One bulk change',
    permission: 'compliance.read',
    params: idParamSchema,
    response: batchSchema,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/compliance/controls/bulk/{id}/undo',
    summary: 'Restore what a bulk change changed, except what somebody changed since',
    permission: 'compliance.write',
    params: idParamSchema,
    response: batchAnswerSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/{id}',
    summary: 'One control with its requirement and evidence',
    permission: 'compliance.read',
    params: idParamSchema,
    response: controlDetailSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/compliance/controls/{id}',
    summary: 'Assess a control, or change its owner, automation, next assessment or applicability',
    permission: 'compliance.write',
    params: idParamSchema,
    body: controlUpdateSchema,
    response: controlDetailSchema,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/{id}/history',
    summary: 'Who did what to this control, its tests and its evidence, newest first',
    permission: 'compliance.read',
    params: idParamSchema,
    response: z.array(controlHistorySchema),
  }),
  ...controlTestCalls,
};
