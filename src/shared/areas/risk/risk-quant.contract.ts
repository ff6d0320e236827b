/** Risk in currency, learning from incidents, and the register as a file. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { mergedSchema, revisionSchema } from '../../contract/revision.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { incidentCalls } from './incident.contract.ts';
import { exchangeCalls } from './risk-exchange.contract.ts';

export const QUANT_LIMITS = {
  loss: { min: 0.01, max: 1e12 },
  frequency: { min: 0.0001, max: 1000 },
  /** 95th over 5th percentile: wider says nothing, and its mean is carried by a handful of draws. */
  spread: 10_000,
  assumptions: 2000,
} as const;

const lossFiguresSchema = z.object({
  mean: z.number(),
  p50: z.number(),
  p90: z.number(),
  p95: z.number(),
  chanceOfLoss: z.number(),
  curve: z.array(z.object({ loss: z.number(), chance: z.number() })),
});

const resultSchema = z.object({
  before: lossFiguresSchema,
  after: lossFiguresSchema.nullable(),
  computedAt: z.string(),
});
export type QuantResult = z.infer<typeof resultSchema>;

const drawingSchema = z.object({ seed: z.number().int(), draws: z.number().int() });

const inputFields = {
  /** ISO 4217; null is the workspace's. */
  currency: z.string().nullable(),
  lossLow: z.number(),
  lossHigh: z.number(),
  frequencyLow: z.number(),
  frequencyHigh: z.number(),
  afterLossLow: z.number().nullable(),
  afterLossHigh: z.number().nullable(),
  afterFrequencyLow: z.number().nullable(),
  afterFrequencyHigh: z.number().nullable(),
  assumptions: z.string().nullable(),
};
const quantInputsSchema = z.object(inputFields);
export type QuantInputs = z.infer<typeof quantInputsSchema>;
export const QUANT_FIELDS = Object.keys(inputFields) as (keyof QuantInputs)[];

const statedSchema = quantInputsSchema.extend({
  statedBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: revisionSchema,
});

export const riskQuantitiesSchema = z.object({
  riskId: z.string(),
  /** What its amounts are in: its own or the workspace's. */
  currency: z.string(),
  inputs: statedSchema.nullable(),
  /** Of the inputs as they are now; null while it is made, or where nothing is stated. */
  result: resultSchema.nullable(),
  isComputing: z.boolean(),
  drawing: drawingSchema,
});
export type RiskQuantities = z.infer<typeof riskQuantitiesSchema>;

const portfolioRiskSchema = z.object({
  risk: z.object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    likelihood: z.number().int(),
    impact: z.number().int(),
  }),
  inputs: statedSchema,
  result: resultSchema.nullable(),
});
export type PortfolioRisk = z.infer<typeof portfolioRiskSchema>;

export const portfolioSchema = z.object({
  currency: z.string(),
  /** Of the workspace. */
  defaultCurrency: z.string(),
  /** Currencies that risks are stated in: there are no exchange rates here, so none are summed together. */
  currencies: z.array(z.object({ currency: z.string(), risks: z.number().int() })),
  risks: z.array(portfolioRiskSchema),
  /** Risks of the register without ranges. */
  unstated: z.number().int(),
  /** Risks that state no range after treatment: they count after as before. */
  untreated: z.number().int(),
  total: resultSchema.nullable(),
  isComputing: z.boolean(),
  drawing: drawingSchema,
});
export type Portfolio = z.infer<typeof portfolioSchema>;

export const isCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code);

const currencySchema = z
  .string({ error: 'Currency must be a code like EUR' })
  .trim()
  .toUpperCase()
  .refine(isCurrency, 'Currency must be a code of ISO 4217 like EUR');

const amount = (label: string, { min, max }: { min: number; max: number }) => {
  const message = `${label} must be between ${min} and ${max.toLocaleString('en')}`;
  return z.number({ error: message }).min(min, message).max(max, message);
};
const loss = (which: string) => amount(`${which} of loss`, QUANT_LIMITS.loss);
const frequency = (which: string) => amount(`${which} of events`, QUANT_LIMITS.frequency);
const LOW = '5th percentile';
const HIGH = '95th percentile';

export const quantUpdateSchema = z
  .object({
    currency: currencySchema.nullable(),
    lossLow: loss(LOW),
    lossHigh: loss(HIGH),
    frequencyLow: frequency(LOW),
    frequencyHigh: frequency(HIGH),
    afterLossLow: loss(LOW).nullable(),
    afterLossHigh: loss(HIGH).nullable(),
    afterFrequencyLow: frequency(LOW).nullable(),
    afterFrequencyHigh: frequency(HIGH).nullable(),
    assumptions: z
      .string({ error: 'Assumptions must be text' })
      .trim()
      .max(
        QUANT_LIMITS.assumptions,
        `Assumptions must be less than ${QUANT_LIMITS.assumptions.toLocaleString('en')} characters`,
      )
      .nullable()
      .transform((text) => text || null),
  })
  .partial()
  .extend({ baseRevision: revisionSchema.optional() })
  .refine(
    ({ baseRevision: _, ...fields }) => Object.values(fields).some((value) => value !== undefined),
    'Nothing to change',
  );
export type QuantUpdate = z.output<typeof quantUpdateSchema>;
export type QuantUpdateInput = z.input<typeof quantUpdateSchema>;

export const riskQuantContract = {
  portfolio: endpoint({
    method: 'GET',
    path: '/api/risk-quantities',
    summary:
      'Risks with a stated range of loss and frequency, and the loss of all of them together',
    permission: 'risk.read',
    query: z.object({ currency: currencySchema.optional() }),
    response: portfolioSchema,
  }),
  quantities: endpoint({
    method: 'GET',
    path: '/api/risk-quantities/{id}',
    summary: 'Stated ranges of one risk and the loss that follows from them',
    permission: 'risk.read',
    params: idParamSchema,
    response: riskQuantitiesSchema,
  }),
  setQuantities: endpoint({
    method: 'PATCH',
    path: '/api/risk-quantities/{id}',
    summary: 'State or change ranges of loss and frequency of a risk',
    permission: 'risk.write',
    params: idParamSchema,
    body: quantUpdateSchema,
    response: riskQuantitiesSchema.extend({ merged: mergedSchema }),
  }),
  removeQuantities: endpoint({
    method: 'DELETE',
    path: '/api/risk-quantities/{id}',
    summary: 'Take the stated ranges of a risk back',
    permission: 'risk.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  quantSettings: endpoint({
    method: 'GET',
    path: '/api/risk-quant-settings',
    summary: 'Currency of the workspace and seed of the draws',
    permission: 'risk.read',
    response: z.object({ currency: z.string(), seed: z.number().int(), draws: z.number().int() }),
  }),
  setQuantSettings: endpoint({
    method: 'PATCH',
    path: '/api/risk-quant-settings',
    summary: 'Change the currency of the workspace or the seed of the draws',
    permission: 'risk.write',
    body: z
      .object({
        currency: currencySchema,
        seed: z
          .number({ error: 'Seed must be a whole number' })
          .int('Seed must be a whole number')
          .min(0, 'Seed must be a whole number from 0 to 2147483647')
          .max(2147483647, 'Seed must be a whole number from 0 to 2147483647'),
      })
      .partial()
      .refine((update) => Object.values(update).some((value) => value !== undefined), {
        error: 'Nothing to change',
      }),
    response: z.object({ currency: z.string(), seed: z.number().int(), draws: z.number().int() }),
  }),
  ...incidentCalls,
  ...exchangeCalls,
};
