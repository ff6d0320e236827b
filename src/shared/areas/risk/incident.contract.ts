/** What incidents say about the likelihood of a risk; a person confirms or dismisses it. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { dayAsWritten, optionalDay } from '../../kernel/day.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';

const INCIDENT_LIMITS = { techniques: 50, keywords: 20, keyword: 60, note: 1000 } as const;

export const riskCaseSchema = z.object({
  /** Stays the same as long as the case is the same. */
  key: z.string(),
  kind: z.enum(['DETECTED', 'MANUAL']),
  title: z.string(),
  /** When it began, and when a person confirmed it; days in what was added by hand. */
  raisedAt: z.string(),
  confirmedAt: z.string(),
  /** The first 50 of its alerts. */
  alertIds: z.array(z.string()),
  alertCount: z.number().int(),
  investigationIds: z.array(z.string()),
  /** Techniques and words by which it was found. */
  matched: z.array(z.string()),
  note: z.string().nullable(),
  /** Of what was added by hand: what removes it. */
  entryId: z.string().nullable(),
});
export type RiskCase = z.infer<typeof riskCaseSchema>;

/** Events per year: the mean and the 5th and 95th percentile. */
const rateSchema = z.object({
  shape: z.number(),
  rate: z.number(),
  mean: z.number(),
  low: z.number(),
  high: z.number(),
});
export type EventRate = z.infer<typeof rateSchema>;

export const PROPOSAL_STATES = ['PENDING', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

const PRIOR_SOURCES = ['frequency', 'frequency-after', 'likelihood', 'posterior'] as const;
export type PriorSource = (typeof PRIOR_SOURCES)[number];
export const PRIOR_LABELS: Record<PriorSource, string> = {
  frequency: 'stated events per year',
  'frequency-after': 'stated events per year after treatment',
  likelihood: 'likelihood of the register',
  posterior: 'the proposal that was confirmed last',
};

export const proposalSchema = z.object({
  id: z.string(),
  risk: z.object({ id: z.string(), title: z.string() }),
  state: z.enum(PROPOSAL_STATES),
  fromLikelihood: z.number().int(),
  toLikelihood: z.number().int(),
  priorSource: z.enum(PRIOR_SOURCES),
  prior: rateSchema,
  posterior: rateSchema,
  exposureFrom: z.string(),
  exposureTo: z.string(),
  exposureYears: z.number(),
  caseCount: z.number().int(),
  cases: z.array(riskCaseSchema),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const riskIncidentsSchema = z.object({
  riskId: z.string(),
  likelihood: z.number().int(),
  scenario: z.object({
    techniques: z.array(z.string()),
    keywords: z.array(z.string()),
    /** As a person set it; null counts from the day on which the risk was written down. */
    exposureFrom: z.string().nullable(),
    revision: revisionSchema.nullable(),
  }),
  exposureFrom: z.string(),
  exposureTo: z.string(),
  exposureYears: z.number(),
  priorSource: z.enum(PRIOR_SOURCES),
  prior: rateSchema,
  posterior: rateSchema,
  /** What the posterior reads as in the register. */
  indicatedLikelihood: z.number().int(),
  cases: z.array(riskCaseSchema),
  /** What a person took out, with what it is and why. */
  excluded: z.array(z.object({ entryId: z.string(), ref: z.string(), note: z.string() })),
  /** More alerts match than are looked at. */
  isCut: z.boolean(),
  /** Null: never looked for. */
  foundAt: z.string().nullable(),
  proposals: z.array(proposalSchema),
});
export type RiskIncidents = z.infer<typeof riskIncidentsSchema>;

const list = (label: string, max: number, item: z.ZodType<string>) =>
  z
    .array(item, { error: `${label} must be a list` })
    .max(max, `At most ${max} ${label.toLowerCase()}`)
    .transform((items) => [...new Set(items)]);

const techniqueSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^T\d{4}(?:\.\d{3})?$/, 'A technique is written like T1486 or T1566.001');
const keywordSchema = z
  .string()
  .trim()
  .min(2, 'A keyword has at least 2 characters')
  .max(INCIDENT_LIMITS.keyword, `A keyword has at most ${INCIDENT_LIMITS.keyword} characters`);

const scenarioUpdateSchema = z
  .object({
    techniques: list('Techniques', INCIDENT_LIMITS.techniques, techniqueSchema),
    keywords: list('Keywords', INCIDENT_LIMITS.keywords, keywordSchema),
    exposureFrom: optionalDay('Counted since'),
  })
  .partial()
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'Nothing to change',
  })
  .and(z.object({ baseRevision: revisionSchema.optional() }));
export type ScenarioUpdate = z.output<typeof scenarioUpdateSchema>;

const needed = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(INCIDENT_LIMITS.note, `${label} must be less than ${INCIDENT_LIMITS.note} characters`);

const newCaseSchema = z.object({
  day: z.string({ error: 'Day is required' }).transform((value, context) => {
    const day = dayAsWritten(value);
    if (day !== null) return day;
    context.addIssue({ code: 'custom', message: 'Day must be a date like 2026-11-20' });
    return z.NEVER;
  }),
  note: needed('Note'),
});

const reasonBody = z.object({ reason: needed('Reason') });

export const incidentCalls = {
  incidents: endpoint({
    method: 'GET',
    path: '/api/risk-incidents/{id}',
    summary: 'Cases of a risk, and what they say about how often it happens',
    permission: 'risk.read',
    params: idParamSchema,
    response: riskIncidentsSchema,
  }),
  setScenario: endpoint({
    method: 'PATCH',
    path: '/api/risk-incidents/{id}/scenario',
    summary: 'Say by which techniques and words cases belong to a risk, and since when they count',
    permission: 'risk.write',
    params: idParamSchema,
    body: scenarioUpdateSchema,
    response: riskIncidentsSchema.extend({ merged: mergedSchema }),
  }),
  addCase: endpoint({
    method: 'POST',
    path: '/api/risk-incidents/{id}/cases',
    summary: 'Add a case by hand',
    permission: 'risk.write',
    params: idParamSchema,
    body: newCaseSchema,
    response: riskIncidentsSchema,
    status: 201,
  }),
  excludeCase: endpoint({
    method: 'POST',
    path: '/api/risk-incidents/{id}/exclusions',
    summary: 'Take a case out that is not of this risk, with the reason',
    permission: 'risk.write',
    params: idParamSchema,
    body: z.object({ key: z.string().min(1).max(200), note: needed('Reason') }),
    response: riskIncidentsSchema,
    status: 201,
  }),
  removeEntry: endpoint({
    method: 'DELETE',
    path: '/api/risk-incidents/{id}/entries/{entry}',
    summary: 'Take back a case that was added by hand, or an exclusion',
    permission: 'risk.write',
    params: idParamSchema.extend({ entry: z.string().min(1).max(100) }),
    response: riskIncidentsSchema,
  }),
  lookAgain: endpoint({
    method: 'POST',
    path: '/api/risk-incidents/{id}/evaluate',
    summary: 'Look for cases now and propose what follows from them',
    permission: 'risk.write',
    params: idParamSchema,
    response: riskIncidentsSchema,
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/api/risk-proposals',
    summary: 'Proposed likelihoods, newest first',
    permission: 'risk.read',
    query: pageQuerySchema.extend({
      state: z
        .enum(PROPOSAL_STATES, { error: `State must be one of ${PROPOSAL_STATES.join(', ')}` })
        .optional(),
    }),
    response: z.array(proposalSchema),
    list: true,
  }),
  confirmProposal: endpoint({
    method: 'POST',
    path: '/api/risk-proposals/{id}/confirm',
    summary: 'Take a proposed likelihood over, with the reason',
    permission: 'risk.write',
    params: idParamSchema,
    body: reasonBody,
    response: proposalSchema,
  }),
  dismissProposal: endpoint({
    method: 'POST',
    path: '/api/risk-proposals/{id}/dismiss',
    summary: 'Dismiss a proposed likelihood, with the reason',
    permission: 'risk.write',
    params: idParamSchema,
    body: reasonBody,
    response: proposalSchema,
  }),
};
