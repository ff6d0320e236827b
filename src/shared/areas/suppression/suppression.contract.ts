import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES, severitySchema } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { alertSchema } from '../alerts/alerts.contract.ts';
import { SUPPRESSION_STATES } from './suppression.rules.ts';

const LIST_MAX = 20;
const VALUE_MAX = 200;
export const SUPPRESSION_TEXT_MAX = 1000;
export const SUPPRESSION_NAME_MAX = 120;
const TECHNIQUE_MESSAGE = 'Technique must be an id of ATT&CK: T1021 or T1021.001';

const listOf = (label: string, value = z.string()) =>
  z
    .array(
      value
        .trim()
        .min(1, `${label} must not be empty`)
        .max(VALUE_MAX, `${label} must be at most ${VALUE_MAX} characters`),
      { error: `${label} must be a list` },
    )
    .max(LIST_MAX, `${label}: at most ${LIST_MAX} values`)
    .transform((values) => [...new Set(values)])
    .default([]);

const scopeSchema = z.object({
  sources: listOf('Source'),
  detectors: listOf('Detector'),
  maxSeverity: severitySchema.default('HIGH'),
  hosts: listOf('Host'),
  users: listOf('User'),
  addresses: listOf('Address'),
  techniques: listOf(
    'Technique',
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^T\d{4}(\.\d{3})?$/, TECHNIQUE_MESSAGE),
  ),
  titleWords: listOf('Title words'),
});

const requiredText = (label: string, max = SUPPRESSION_TEXT_MAX) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`);

const ownerSchema = z.string({ error: 'Owner is required' }).min(1, 'Owner is required').max(100);
const expirySchema = isoTimeSchema;
const REOPENINGS = ['ALERTS', 'NEW'] as const;
const reopeningSchema = z.enum(REOPENINGS, {
  error: `Reopening must be one of ${REOPENINGS.join(', ')}`,
});
export type Reopening = (typeof REOPENINGS)[number];

/** A rule as it is listed. `hits`: arriving alerts it hid; `hidden`: those it hides now. */
export const suppressionSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.object({
    sources: z.array(z.string()),
    detectors: z.array(z.string()),
    maxSeverity: z.enum(SEVERITIES),
    hosts: z.array(z.string()),
    users: z.array(z.string()),
    addresses: z.array(z.string()),
    techniques: z.array(z.string()),
    titleWords: z.array(z.string()),
  }),
  reason: z.string(),
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  state: z.enum(SUPPRESSION_STATES),
  inForceSince: z.string(),
  expiresAt: z.string(),
  control: z.object({ id: z.string(), ref: z.string(), title: z.string() }).nullable(),
  hits: z.number().int(),
  lastHitAt: z.string().nullable(),
  hidden: z.number().int(),
  /** Of these open or in progress: what comes back at the end. */
  hiddenOpen: z.number().int(),
  endedAt: z.string().nullable(),
  endedByName: z.string().nullable(),
  endReason: z.string().nullable(),
  reopening: reopeningSchema.nullable(),
  /** What is being done with alerts that were there before. */
  running: z.enum(['APPLY', 'REOPEN']).nullable(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: revisionSchema,
});
export type Suppression = z.infer<typeof suppressionSchema>;

const CRITICAL_MESSAGE = 'Confirm that critical alerts are to be hidden';

export const newSuppressionSchema = z
  .object({
    name: requiredText('Name', SUPPRESSION_NAME_MAX),
    scope: scopeSchema,
    owner: ownerSchema,
    reason: requiredText('Reason'),
    expiresAt: expirySchema,
    controlId: z.string().max(100).nullish(),
    /** Said where the scope reaches critical alerts. */
    hidesCritical: z.boolean().default(false),
    /** Also hides open alerts that are there already. */
    appliesToWaiting: z.boolean().default(false),
  })
  .refine(({ scope, hidesCritical }) => scope.maxSeverity !== 'CRITICAL' || hidesCritical, {
    path: ['hidesCritical'],
    message: CRITICAL_MESSAGE,
  });
export type NewSuppression = z.output<typeof newSuppressionSchema>;
export type NewSuppressionInput = z.input<typeof newSuppressionSchema>;

export const suppressionUpdateSchema = z
  .object({
    name: requiredText('Name', SUPPRESSION_NAME_MAX).optional(),
    scope: scopeSchema.optional(),
    owner: ownerSchema.optional(),
    reason: requiredText('Reason').optional(),
    controlId: z.string().max(100).nullable().optional(),
    hidesCritical: z.boolean().optional(),
    baseRevision: revisionSchema.optional(),
  })
  .refine(
    ({ scope, hidesCritical }) => scope?.maxSeverity !== 'CRITICAL' || hidesCritical === true,
    { path: ['hidesCritical'], message: CRITICAL_MESSAGE },
  )
  .refine(
    ({ baseRevision: _, hidesCritical: __, ...changes }) =>
      Object.values(changes).some((value) => value !== undefined),
    'Nothing to change: give name, scope, owner, reason or controlId',
  );
export type SuppressionUpdate = z.output<typeof suppressionUpdateSchema>;

const suppressionExtensionSchema = z.object({
  expiresAt: expirySchema,
  reason: requiredText('Reason'),
  baseRevision: revisionSchema.optional(),
});

export const suppressionEndSchema = z.object({
  reason: requiredText('Reason'),
  /** As the setting says where it is not given. */
  reopening: reopeningSchema.optional(),
});
export type SuppressionEnd = z.infer<typeof suppressionEndSchema>;

/** A rule after a change; `job` where alerts that are there already follow in one. */
const changedSuppressionSchema = suppressionSchema.extend({
  job: z.string().nullable(),
  /** The desk action that undoes it; null where nothing changed. */
  actionId: z.string().nullable(),
});
export type ChangedSuppression = z.infer<typeof changedSuppressionSchema>;

/** What a scope would have hidden in the last 30 days, by the alerts' own times. */
export const suppressionPreviewSchema = z.object({
  since: z.string(),
  total: z.number().int(),
  bySeverity: z.record(z.enum(SEVERITIES), z.number().int()),
  /** Most alerts first. */
  bySource: z.array(z.object({ source: z.string(), count: z.number().int() })),
  /** Of the total, those that another rule hides already. */
  hiddenAlready: z.number().int(),
  /** Open ones of any time that nothing hides yet: what applying the rule would hide. */
  waiting: z.number().int(),
  /** Confirmed by a person. */
  truePositives: z.number().int(),
  /** In an incident of several groups, or escalated. */
  inIncidents: z.number().int(),
  samples: z.array(alertSchema),
  /** Those that speak against the rule. */
  warnings: z.array(z.object({ alert: alertSchema, why: z.enum(['true-positive', 'incident']) })),
});
export type SuppressionPreview = z.infer<typeof suppressionPreviewSchema>;

const stateFilter = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z.array(
      z.enum(SUPPRESSION_STATES, {
        error: `State must be one of ${SUPPRESSION_STATES.join(', ')}`,
      }),
    ),
  );
export const suppressionQuerySchema = pageQuerySchema.extend({
  state: stateFilter.optional(),
  owner: z.string().max(100).optional(),
  q: z.string().max(200).optional(),
});
export type SuppressionQuery = z.infer<typeof suppressionQuerySchema>;

/** Controls that a rule may be an exception of: those that its techniques are about come first. */
const controlSuggestionsSchema = z.array(
  z.object({
    id: z.string(),
    ref: z.string(),
    title: z.string(),
    framework: z.string(),
    why: z.string(),
  }),
);
export type ControlSuggestions = z.infer<typeof controlSuggestionsSchema>;

export const suppressionContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/suppressions',
    summary: 'Rules of suppression, newest first',
    permission: 'alerts.read',
    query: suppressionQuerySchema,
    response: z.array(suppressionSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/suppressions',
    summary: 'Hide known noise: what arrives in a scope, until a day',
    permission: 'alerts.write',
    body: newSuppressionSchema,
    response: changedSuppressionSchema,
    status: 201,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/suppressions/preview',
    summary: 'What a scope would have hidden in the last 30 days; writes nothing',
    permission: 'alerts.read',
    body: z.object({ scope: scopeSchema }),
    response: suppressionPreviewSchema,
  }),
  controls: endpoint({
    method: 'GET',
    path: '/api/suppressions/controls',
    summary: 'Controls that a rule on these techniques is likely an exception of',
    permission: 'alerts.read',
    query: z.object({ techniques: z.string().max(500).default('') }),
    response: controlSuggestionsSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/suppressions/{id}',
    summary: 'One rule of suppression',
    permission: 'alerts.read',
    params: idParamSchema,
    response: suppressionSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/suppressions/{id}',
    summary: 'Change name, scope, owner, reason or control of a rule that has not ended',
    permission: 'alerts.write',
    params: idParamSchema,
    body: suppressionUpdateSchema,
    response: changedSuppressionSchema.extend({ merged: mergedSchema }),
  }),
  extend: endpoint({
    method: 'POST',
    path: '/api/suppressions/{id}/extend',
    summary: 'Let a rule end on a later day',
    permission: 'alerts.write',
    params: idParamSchema,
    body: suppressionExtensionSchema,
    response: changedSuppressionSchema,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/suppressions/{id}/end',
    summary: 'End a rule; its open alerts come back to the queue',
    permission: 'alerts.write',
    params: idParamSchema,
    body: suppressionEndSchema,
    response: changedSuppressionSchema,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/suppressions/{id}/apply',
    summary: 'Hide the open alerts of the scope that are there already',
    permission: 'alerts.write',
    params: idParamSchema,
    response: changedSuppressionSchema,
  }),
};
