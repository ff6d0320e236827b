/** The risk register: list, figures, one risk, its transitions and its residual. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { riskSettingsSchema } from '../settings/workspace-settings.contract.ts';
import { riskFields, riskReasonSchema } from './risks.fields.ts';
import { RISK_CATEGORIES, RISK_LEVELS, RISK_STATUSES } from './risks.rules.ts';
import { riskParts, risksTreatmentContract } from './risks.treatment.contract.ts';

const level = z.enum(RISK_LEVELS, { error: `Level must be one of ${RISK_LEVELS.join(', ')}` });
/** A decimal with one digit: '12.0'. */
const points = z.string();
const day = z.string().nullable();

/** Scores are decimal text with one digit. Days are `2026-11-20`, times ISO. */
export const riskSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  category: z.enum(RISK_CATEGORIES).nullable(),
  likelihood: z.number().int(),
  impact: z.number().int(),
  riskScore: points,
  inherentRisk: points,
  residualRisk: points,
  /** Of the score. */
  level,
  residualLevel: level,
  /** How the residual is known: 0.7 of the score, linked controls, or somebody's own assessment. */
  residualBasis: z.enum(['CREATION', 'CONTROLS', 'PERSON']),
  status: riskFields.status,
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  mitigationPlan: z.string().nullable(),
  targetDate: day,
  isTargetOverdue: z.boolean(),
  acceptedBy: z.string().nullable(),
  acceptedByName: z.string().nullable(),
  acceptedReason: z.string().nullable(),
  acceptedOn: day,
  /** The last day of the acceptance. */
  expiresOn: day,
  isExpired: z.boolean(),
  /** Accepted by its own owner, because nobody else could. */
  isSelfApproved: z.boolean(),
  transferredTo: z.string().nullable(),
  transferReason: z.string().nullable(),
  reviewMonths: z.number().int().nullable(),
  lastReview: day,
  nextReview: day,
  isReviewOverdue: z.boolean(),
  controlCount: z.number().int(),
  openTaskCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: revisionSchema,
});
export type Risk = z.infer<typeof riskSchema>;

export const riskDetailSchema = riskSchema.extend(riskParts);
export type RiskDetail = z.infer<typeof riskDetailSchema>;

/** What clients compute is not believed: the server computes it from likelihood and impact. */
const ignored = z.unknown().optional();

export const newRiskSchema = z.object({
  title: riskFields.title,
  description: riskFields.description.default(null),
  category: riskFields.category,
  status: riskFields.status
    .refine((status) => status !== 'ACCEPTED' && status !== 'TRANSFERRED', {
      message: 'A risk is accepted or transferred once it is recorded, with a reason',
    })
    .default('IDENTIFIED'),
  likelihood: riskFields.likelihood.default(1),
  impact: riskFields.impact.default(1),
  owner: riskFields.owner.default(null),
  mitigationPlan: riskFields.mitigationPlan.default(null),
  targetDate: riskFields.targetDate.default(null),
  reviewMonths: riskFields.reviewMonths.default(null),
  nextReview: riskFields.nextReview.default(null),
  riskScore: ignored,
  inherentRisk: ignored,
  residualRisk: ignored,
});
export type NewRisk = z.output<typeof newRiskSchema>;
export type NewRiskInput = z.input<typeof newRiskSchema>;

/**
 * `status` is a transition; ACCEPTED takes `expiresOn`, TRANSFERRED `transferredTo`. A change of
 * likelihood or impact and every transition but Assess and Mitigate need a `reason`.
 */
export const riskUpdateSchema = z
  .object({ ...riskFields, reason: riskReasonSchema, baseRevision: revisionSchema })
  .partial()
  .refine(({ reason, baseRevision, ...changes }) => Object.keys(changes).length > 0, {
    message: 'Nothing to change',
  });
export type RiskUpdate = z.output<typeof riskUpdateSchema>;
export type RiskUpdateInput = z.input<typeof riskUpdateSchema>;

const listOf = <const V extends readonly [string, ...string[]]>(values: V, label: string) =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(values, { error: `${label} must be of ${values.join(', ')}` })));

const cell = z
  .string()
  .regex(/^[1-5]x[1-5]$/, 'A cell is likelihood and impact, like 4x5')
  .transform((text) => ({ likelihood: Number(text[0]), impact: Number(text[2]) }));

/** `cell`: by likelihood and impact; `residualCell`: where the residual stands. */
export const riskQuerySchema = pageQuerySchema.extend({
  q: z.string().max(500).optional(),
  status: listOf(RISK_STATUSES, 'Status').optional(),
  category: listOf(RISK_CATEGORIES, 'Category').optional(),
  level: listOf(RISK_LEVELS, 'Level').optional(),
  owner: z.string().max(100).optional(),
  cell: cell.optional(),
  residualCell: cell.optional(),
  overdue: z.literal('1', { error: 'Overdue must be 1' }).optional(),
  /** Residual above the appetite; nothing where none is set. */
  aboveAppetite: z.literal('1', { error: 'aboveAppetite must be 1' }).optional(),
});
export type RiskQuery = z.output<typeof riskQuerySchema>;

/** Of the whole register. Points with one digit; null where there is nothing to compute it from. */
export const riskSummarySchema = z.object({
  total: z.number().int(),
  high: z.number().int(),
  critical: z.number().int(),
  open: z.number().int(),
  overdue: z.number().int(),
  residualSum: z.number().nullable(),
  /** The newest snapshot that is at least a quarter old. */
  quarterAgo: z.object({ day: z.string(), residualSum: z.number() }).nullable(),
  /** Change of the summed residual since then in percent; −12 is a reduction. */
  reductionTrend: z.number().int().nullable(),
  /** The residual score above which a risk is above what the workspace accepts. */
  appetite: z.number().nullable(),
  aboveAppetite: z.number().int().nullable(),
  /** Cells with a risk in them. */
  inherent: z.array(
    z.object({ likelihood: z.number().int(), impact: z.number().int(), count: z.number().int() }),
  ),
  residual: z.array(
    z.object({ likelihood: z.number().int(), impact: z.number().int(), count: z.number().int() }),
  ),
});
export type RiskSummary = z.infer<typeof riskSummarySchema>;

export const riskTrendSchema = z.object({
  days: z.array(z.object({ day: z.string(), residualSum: z.number() })),
});
export type RiskTrend = z.infer<typeof riskTrendSchema>;

/** What the residual comes from. `computed` is what the formula gives now, `residual` what counts. */
export const residualExplanationSchema = z.object({
  formula: z.string(),
  inherent: points,
  likelihood: z.number().int(),
  impact: z.number().int(),
  basis: z.enum(['CREATION', 'CONTROLS', 'PERSON']),
  residual: points,
  computed: points,
  computedBasis: z.enum(['CREATION', 'CONTROLS']),
  /** Shares from 0 to 1 that the formula is made of. */
  atCreation: z.number(),
  maxReduction: z.number(),
  controls: z.array(
    z.object({
      id: z.string(),
      ref: z.string(),
      title: z.string(),
      framework: z.string(),
      status: z.string(),
      /** 0 to 100; null where it was not assessed. */
      assurance: z.number().nullable(),
      counts: z.boolean(),
      weight: z.number().int(),
      /** Of the weights that count, 0 to 1. */
      share: z.number(),
      /** Points of the inherent risk. */
      reduction: z.number(),
    }),
  ),
  assessment: z
    .object({
      byName: z.string().nullable(),
      at: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type ResidualExplanation = z.infer<typeof residualExplanationSchema>;

const RESIDUAL_ERROR = 'Residual risk must be a number from 0 to the inherent risk';
/** Null withdraws one's own assessment: the formula counts again. */
const ownResidualSchema = z.object({
  residualRisk: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,2}([.,]\d)?$/, RESIDUAL_ERROR),
      ],
      { error: RESIDUAL_ERROR },
    )
    .transform((value) => Number(String(value).replace(',', '.')))
    .pipe(z.number().min(0, RESIDUAL_ERROR).max(25, RESIDUAL_ERROR))
    .nullable(),
  reason: riskReasonSchema,
});

const appetiteSchema = riskSettingsSchema.extend({ reason: riskReasonSchema });

export const risksContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/risks',
    summary: 'The risk register, newest first',
    permission: 'risk.read',
    query: riskQuerySchema,
    response: z.array(riskSchema),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/risks',
    summary: 'Record a risk; its scores are computed here',
    permission: 'risk.write',
    body: newRiskSchema,
    response: riskDetailSchema,
    status: 201,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/risks/summary',
    summary: 'Figures and matrix of the whole register',
    permission: 'risk.read',
    response: riskSummarySchema,
  }),
  trend: endpoint({
    method: 'GET',
    path: '/api/risks/trend',
    summary: 'Summed residual risk of each day that was kept, the oldest first',
    permission: 'risk.read',
    query: z.object({ days: z.coerce.number().int().min(1).max(1830).default(365) }),
    response: riskTrendSchema,
  }),
  setAppetite: endpoint({
    method: 'PUT',
    path: '/api/risks/appetite',
    summary: 'Set the residual score above which a risk is more than the workspace accepts',
    permission: 'risk.write',
    body: appetiteSchema,
    response: riskSummarySchema,
  }),
  ...risksTreatmentContract,
  get: endpoint({
    method: 'GET',
    path: '/api/risks/{id}',
    summary: 'One risk with its tasks, reviews and controls',
    permission: 'risk.read',
    params: idParamSchema,
    response: riskDetailSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/risks/{id}',
    summary: 'Change a risk, assess it anew, or take it to another status',
    permission: 'risk.write',
    params: idParamSchema,
    body: riskUpdateSchema,
    response: riskDetailSchema.extend({ merged: mergedSchema }),
  }),
  residual: endpoint({
    method: 'GET',
    path: '/api/risks/{id}/residual',
    summary: 'What the residual risk is computed from',
    permission: 'risk.read',
    params: idParamSchema,
    response: residualExplanationSchema,
  }),
  setResidual: endpoint({
    method: 'PUT',
    path: '/api/risks/{id}/residual',
    summary: "Put one's own assessment of the residual in the formula's place, or withdraw it",
    permission: 'risk.write',
    params: idParamSchema,
    body: ownResidualSchema,
    response: riskDetailSchema,
  }),
};
