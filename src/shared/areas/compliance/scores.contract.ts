import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { REASON_CODES } from './assurance.rules.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';

/** A whole percentage, or null where there is nothing to take a share of. */
const percent = z.number().nullable();
const count = z.number().int();

/**
 * Score: COMPLIANT ÷ assessed, rounded, of every control there is. Coverage and assurance, apart from
 * it and from each other, weighted: of the controls that apply and that their pack still has.
 */
const figuresSchema = z.object({ score: percent, coverage: percent, assurance: percent });
const countsSchema = z.record(z.enum(CONTROL_STATUSES), count);

/** Now, less what the snapshot of 30 days ago (or the last before it) holds; null where it holds nothing. */
const changeSchema = figuresSchema;

export const complianceMetricsSchema = z.object({
  /** isAutomated ÷ all, floored. */
  automationPercentage: percent,
  compliantControls: count,
  overallScore: percent,
  coverage: percent,
  assurance: percent,
  change: changeSchema,
  /** Controls NON_COMPLIANT. */
  gaps: count,
  activeFrameworks: count,
  totalControls: count,
  automatedControls: count,
  assessedControls: count,
  counts: countsSchema,
  /** Of the formula of assurance. */
  formula: z.string(),
});
export type ComplianceMetrics = z.infer<typeof complianceMetricsSchema>;

export const frameworkScoreSchema = figuresSchema.extend({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  category: z.string().nullable(),
  /** Of every control there is; they add up to `total`. */
  counts: countsSchema,
  total: count,
  /** Controls that coverage and assurance are made of, and those of them that are assessed. */
  applicable: count,
  assessed: count,
  /** Their weights, by which frameworks count in the figures of all together. */
  applicableWeight: count,
  assessedWeight: count,
  change: changeSchema,
});
export type FrameworkScore = z.infer<typeof frameworkScoreSchema>;

const proofSchema = z.object({
  kind: z.enum(['evidence', 'test', 'run', 'challenge']),
  id: z.string(),
});

/** One input of the formula; figures that end in `At` are times. The points add up to the assurance. */
export const assuranceReasonSchema = z.object({
  code: z.enum(REASON_CODES),
  points: z.number(),
  possible: z.number().nullable(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  proof: z.array(proofSchema),
});
export type AssuranceReasonJson = z.infer<typeof assuranceReasonSchema>;

const scoredControlSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  title: z.string(),
  /** The group or control it stands under, by its id within the framework. */
  parentRef: z.string().nullable(),
  status: z.enum(CONTROL_STATUSES),
  weight: count,
  isApplicable: z.boolean(),
  /** Its pack no longer has it. */
  isGone: z.boolean(),
  /** 0 to 100 with one digit; null where it is not assessed or in no score. */
  assurance: z.number().nullable(),
  reasons: z.array(assuranceReasonSchema),
});
export type ScoredControlJson = z.infer<typeof scoredControlSchema>;

const groupScoreSchema = figuresSchema.extend({
  ref: z.string(),
  title: z.string(),
  parentRef: z.string().nullable(),
  applicable: count,
  assessed: count,
});
export type GroupScore = z.infer<typeof groupScoreSchema>;

export const frameworkExplanationSchema = frameworkScoreSchema.extend({
  asOf: isoTimeSchema,
  formula: z.string(),
  /** The formula's constants: points, shares and days. */
  inputs: z.record(z.string(), z.number()),
  /** SHA-256 over everything the formula was given. */
  inputsDigest: z.string(),
  /** With everything that stands under them. */
  groups: z.array(groupScoreSchema),
  controls: z.array(scoredControlSchema),
});
export type FrameworkExplanation = z.infer<typeof frameworkExplanationSchema>;

export const controlExplanationSchema = scoredControlSchema.extend({
  frameworkId: z.string(),
  frameworkName: z.string(),
  asOf: isoTimeSchema,
  formula: z.string(),
  inputs: z.record(z.string(), z.number()),
  /** What the reasons' proof is called. */
  proofs: z.array(
    proofSchema.extend({
      title: z.string(),
      /** Of evidence: valid, expired, pending, rejected; of a run its result; of a challenge its state. */
      state: z.string(),
      at: isoTimeSchema.nullable(),
      expiresAt: isoTimeSchema.nullable(),
    }),
  ),
});
export type ControlExplanation = z.infer<typeof controlExplanationSchema>;

const trendSchema = z.object({
  /** The first day that has coverage and assurance; null where none has. */
  assuranceSince: z.string().nullable(),
  days: z.array(figuresSchema.extend({ day: z.string() })),
});
export type ScoreTrend = z.infer<typeof trendSchema>;

/** Evidence in force that expires, by week (7 days from the beginning of today, UTC). */
const expirySchema = z.object({
  expired: count,
  weeks: z.array(z.object({ from: isoTimeSchema, to: isoTimeSchema, count })),
  later: count,
  never: count,
});
export type EvidenceExpiry = z.infer<typeof expirySchema>;

const expiringSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  expiresAt: isoTimeSchema,
  /** How many controls it speaks for. */
  controls: count,
});
export type ExpiringEvidence = z.infer<typeof expiringSchema>;

export const CHANGE_KINDS = [
  'evidence-expired',
  'evidence-accepted',
  'assessed',
  'test-failed',
  'challenged',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const changeEntrySchema = z.object({
  kind: z.enum(CHANGE_KINDS),
  at: isoTimeSchema,
  /** Of the evidence, else of the control. */
  id: z.string(),
  title: z.string(),
  controlId: z.string().nullable(),
  /** Its identifier within its framework, and the framework's name. */
  control: z.string().nullable(),
  framework: z.string().nullable(),
  /** Of an assessment: the status before (null where unknown) and after. */
  from: z.enum(CONTROL_STATUSES).nullable(),
  to: z.enum(CONTROL_STATUSES).nullable(),
});
export type ChangeEntry = z.infer<typeof changeEntrySchema>;

const changesSchema = z.object({
  since: isoTimeSchema,
  /** How many there are of each kind; `entries` has the newest of all kinds. */
  counts: z.record(z.enum(CHANGE_KINDS), count),
  entries: z.array(changeEntrySchema),
});
export type ComplianceChanges = z.infer<typeof changesSchema>;

export const CHANGES_SINCE = ['day', 'week'] as const;
const TREND_DAYS = 365;

const idParams = z.object({ id: z.string().min(1).max(100) });
const frameworkParams = z.object({ frameworkId: z.string().min(1).max(100) });

export const scoresContract = {
  metrics: endpoint({
    method: 'GET',
    path: '/api/compliance/metrics',
    summary: 'The figures of compliance over the whole workspace',
    permission: 'compliance.read',
    response: complianceMetricsSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/compliance/scores',
    summary: 'Score, coverage and assurance of every active framework',
    permission: 'compliance.read',
    response: z.array(frameworkScoreSchema),
  }),
  framework: endpoint({
    method: 'GET',
    path: '/api/compliance/scores/{frameworkId}',
    summary: 'One framework explained: by group and control, with reasons and proof',
    permission: 'compliance.read',
    params: frameworkParams,
    response: frameworkExplanationSchema,
  }),
  control: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/{id}/assurance',
    summary: 'Why the assurance of one control is what it is, down to the proof',
    permission: 'compliance.read',
    params: idParams,
    response: controlExplanationSchema,
  }),
  trend: endpoint({
    method: 'GET',
    path: '/api/compliance/score-trend',
    summary: 'Score, coverage and assurance day by day, of all or of one framework',
    permission: 'compliance.read',
    query: z.object({
      framework: z.string().min(1).max(100).optional(),
      days: z.coerce.number().int().min(1).max(3660).default(TREND_DAYS),
    }),
    response: trendSchema,
  }),
  expiry: endpoint({
    method: 'GET',
    path: '/api/compliance/evidence-expiry',
    summary: 'Accepted evidence by the week in which it expires',
    permission: 'compliance.read',
    response: expirySchema,
  }),
  expiring: endpoint({
    method: 'GET',
    path: '/api/compliance/evidence-expiring',
    summary:
      'Accepted evidence in force that expires from one moment until before another, the next first',
    permission: 'compliance.read',
    query: z.object({
      from: isoTimeSchema,
      to: isoTimeSchema,
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    response: z.array(expiringSchema),
    list: true,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/compliance/changes',
    summary: 'What changed the scores since a day or a week ago',
    permission: 'compliance.read',
    query: z.object({ since: z.enum(CHANGES_SINCE).default('day') }),
    response: changesSchema,
  }),
};
