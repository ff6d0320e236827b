/** Investigations: what is asked, what the engine found, what a person decided. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { SEVERITIES, severitySchema } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import {
  analysisSchema,
  caseVerdictSchema,
  findingSchema,
  iocSchema,
  timelineEntrySchema,
} from './analysis.ts';
import { indicatorsList } from './indicators/indicators.contract.ts';
import {
  INVESTIGATION_STATUSES,
  INVESTIGATION_TYPES,
  INVESTIGATION_LIMITS as LIMITS,
  REPORT_FORMATS,
  RUN_STATES,
} from './investigations.rules.ts';

const required = (label: string, message: string, max: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters`);

const titleSchema = required('Title', 'Investigation title is required', LIMITS.title);
const descriptionSchema = required('Description', 'Description is required', LIMITS.description);
const prioritySchema = z.enum(SEVERITIES, {
  error: `Priority must be one of ${SEVERITIES.join(', ')}`,
});

export const newInvestigationSchema = z.object({
  incidentId: required('Incident ID', 'Incident ID is required', LIMITS.incidentId),
  title: titleSchema,
  description: descriptionSchema,
  priority: prioritySchema.default('MEDIUM'),
  investigationType: z.enum(INVESTIGATION_TYPES, { error: 'Investigation type is required' }),
  /** The alerts that it is about, where it was begun from some. */
  alertIds: z
    .array(z.string().min(1).max(100))
    .max(LIMITS.scopeAlerts, `At most ${LIMITS.scopeAlerts} alerts`)
    .default([]),
});
export type NewInvestigation = z.output<typeof newInvestigationSchema>;
export type NewInvestigationInput = z.input<typeof newInvestigationSchema>;

/** The last run of the engine on this workstation. */
const runSchema = z.object({
  state: z.enum(RUN_STATES),
  jobId: z.string().nullable(),
  error: z.string().nullable(),
  startedAt: isoTimeSchema,
  endedAt: isoTimeSchema.nullable(),
});

const personSchema = z.object({ id: z.string(), name: z.string() });

/** A row of the list. Texts are strangers' or colleagues'; `findings` and `iocs` are in analysis.ts. */
export const investigationSchema = z.object({
  id: z.string(),
  incidentId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  investigationType: z.enum(INVESTIGATION_TYPES).nullable(),
  priority: severitySchema,
  status: z.enum(INVESTIGATION_STATUSES),
  investigator: personSchema.nullable(),
  findings: z.array(findingSchema),
  iocs: z.array(iocSchema),
  aiProgress: z.int().min(0).max(100),
  verdict: caseVerdictSchema.nullable(),
  run: runSchema.nullable(),
  createdAt: isoTimeSchema,
  updatedAt: isoTimeSchema,
  completedAt: isoTimeSchema.nullable(),
  closedAt: isoTimeSchema.nullable(),
  /** Only named people may see it. */
  isRestricted: z.boolean(),
});
export type Investigation = z.infer<typeof investigationSchema>;

const stepSchema = z.object({
  step: z.string(),
  label: z.string(),
  state: z.enum(['done', 'running', 'waiting']),
  /** What was found, in words. */
  note: z.string().nullable(),
  finishedAt: isoTimeSchema.nullable(),
  ms: z.int().nullable(),
});
export type InvestigationStepState = z.infer<typeof stepSchema>;

const claimSchema = z.object({
  text: z.string(),
  evidence: z.array(z.object({ id: z.string(), quote: z.string().nullable() })),
});

/** What a model wrote; the engine's answer stands beside it. `facts` says what its ids stand for. */
export const opinionSchema = z.object({
  at: isoTimeSchema,
  by: z.enum(['model', 'engine']),
  notice: z.string().nullable(),
  failure: z.string().nullable(),
  summary: z.string(),
  verdict: caseVerdictSchema,
  dissent: z.string().nullable(),
  claims: z.array(claimSchema),
  hypotheses: z.array(
    z.object({
      text: z.string(),
      supports: z.array(claimSchema),
      refutes: z.array(claimSchema),
      standing: z.enum(['supported', 'refuted', 'open']),
    }),
  ),
  proposals: z.array(z.string()),
  couldNotCheck: z.array(z.string()),
  injections: z.array(z.object({ quote: z.string(), field: z.string() })),
  claimsDropped: z.int(),
  facts: z.record(z.string(), z.object({ kind: z.string(), id: z.string() })),
});
export type Opinion = z.infer<typeof opinionSchema>;

/** `labels`: what the records that claims name are called, by `kind:id`. */
export const investigationDetailSchema = investigationSchema.extend({
  alertIds: z.array(z.string()),
  timeline: z.array(timelineEntrySchema),
  tools: z.array(z.object({ name: z.string(), status: z.string().nullable() })),
  analysis: analysisSchema.nullable(),
  opinion: opinionSchema.nullable(),
  /** A model is being asked for what it would add. */
  isModelAsked: z.boolean(),
  /** What it has done so far, in our words; empty where none is asked. */
  modelPhases: z.array(z.string()),
  steps: z.array(stepSchema),
  labels: z.record(z.string(), z.string()),
  createdBy: personSchema.nullable(),
  closedBy: personSchema.nullable(),
  closingReason: z.string().nullable(),
  closingVerdict: caseVerdictSchema.nullable(),
  bundle: z.object({ evidenceId: z.string(), sha256: z.string().nullable() }).nullable(),
});
export type InvestigationDetail = z.infer<typeof investigationDetailSchema>;

const changeSchema = z
  .object({
    title: titleSchema.optional(),
    description: descriptionSchema.optional(),
    priority: prioritySchema.optional(),
    /** `updatedAt` as the caller knew it: with it, a change that was made meanwhile is a conflict. */
    seen: isoTimeSchema.optional(),
  })
  .refine(
    ({ title, description, priority }) => title ?? description ?? priority,
    'Nothing to change: give title, description or priority',
  );
export type InvestigationChange = z.output<typeof changeSchema>;

const closeSchema = z.object({
  reason: required('Reason', 'Reason is required', LIMITS.reason),
  /** The person's own; without one the engine's stands. */
  verdict: caseVerdictSchema.optional(),
});
export type InvestigationClosing = z.output<typeof closeSchema>;

const searched = { q: z.string().max(200).optional() };

export const investigationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations',
    summary: 'Investigations, newest first',
    permission: 'forensics.read',
    query: pageQuerySchema.extend({
      ...searched,
      status: z
        .enum(INVESTIGATION_STATUSES, {
          error: `Status must be one of ${INVESTIGATION_STATUSES.join(', ')}`,
        })
        .optional(),
    }),
    response: z.array(investigationSchema),
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}',
    summary: 'One investigation with all that was found',
    permission: 'forensics.read',
    params: idParamSchema,
    response: investigationDetailSchema,
  }),
  indicators: indicatorsList,
  investigate: endpoint({
    method: 'POST',
    path: '/api/forensics/investigate',
    summary: 'Start an investigation',
    permission: 'forensics.write',
    body: newInvestigationSchema,
    response: investigationDetailSchema,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/forensics/investigations/{id}',
    summary: 'Change title, description or priority of an investigation that is not closed',
    permission: 'forensics.write',
    params: idParamSchema,
    body: changeSchema,
    response: investigationDetailSchema,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/run',
    summary: 'Resume the run of an investigation where it stopped, or run it anew',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({ isAnew: z.boolean().default(false) }),
    response: investigationDetailSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/cancel',
    summary: 'Cancel the run; what it has found so far is kept, and it can be resumed',
    permission: 'forensics.write',
    params: idParamSchema,
    response: investigationDetailSchema,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/close',
    summary: 'Close an investigation with a reason, and freeze it into a bundle of evidence',
    permission: 'forensics.write',
    params: idParamSchema,
    body: closeSchema,
    response: investigationDetailSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/forensics/investigations/{id}',
    summary: 'Delete an investigation that is neither running nor closed',
    permission: 'forensics.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/report',
    summary: 'The report of an investigation as Markdown, PDF or Word document',
    permission: 'forensics.read',
    params: idParamSchema,
    query: z.object({
      format: z.enum(REPORT_FORMATS, {
        error: `Format must be one of ${REPORT_FORMATS.join(', ')}`,
      }),
    }),
    response: 'bytes',
  }),
};
