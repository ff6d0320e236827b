import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { auditText, requiredAuditText } from './audits.contract.ts';
import { POPULATIONS, SAMPLE_LEVELS, SAMPLE_RESULTS, SAMPLE_SIZE_MAX } from './sampling.rules.ts';

const SEED_MAX = 100;
const RESULT_NOTE_MAX = 2000;
const FILTER_VALUE_MAX = 255;

const populationSchema = z.enum(POPULATIONS, {
  error: `Population must be one of ${POPULATIONS.join(', ')}`,
});
const value = z.string().trim().min(1).max(FILTER_VALUE_MAX);

/** Narrows a population; what is not of it is refused. `access`: accounts (the default) or their changes. */
export const populationFilterSchema = z.strictObject({
  severity: z.enum(SEVERITIES).optional(),
  status: value.optional(),
  source: value.optional(),
  priority: z.enum(SEVERITIES).optional(),
  access: z.enum(['accounts', 'changes']).optional(),
});
export type PopulationFilter = z.infer<typeof populationFilterSchema>;

const FILTERS_OF: Record<(typeof POPULATIONS)[number], readonly (keyof PopulationFilter)[]> = {
  ALERTS: ['severity', 'status', 'source'],
  INCIDENTS: ['priority', 'status'],
  ACCESS: ['access'],
};

export const newSampleSchema = z
  .object({
    population: populationSchema,
    filter: populationFilterSchema.default({}),
    purpose: auditText('Purpose', RESULT_NOTE_MAX).default(null),
    /** By the table of sizes (`level`), or chosen. */
    level: z.enum(SAMPLE_LEVELS).optional(),
    size: z
      .int({ error: 'Size must be a whole number' })
      .min(1, 'Size must be at least 1')
      .max(SAMPLE_SIZE_MAX, `Size must be at most ${SAMPLE_SIZE_MAX}`)
      .optional(),
    /** Made at random where none is given. */
    seed: z
      .string()
      .trim()
      .min(1, 'Seed must not be empty')
      .max(SEED_MAX, `Seed must be at most ${SEED_MAX} characters`)
      .optional(),
  })
  .superRefine((sample, context) => {
    if ((sample.level === undefined) === (sample.size === undefined)) {
      const message = 'Give a size or a level of the table of sizes';
      context.addIssue({ code: 'custom', path: ['size'], message });
    }
    for (const key of Object.keys(sample.filter) as (keyof PopulationFilter)[]) {
      if (FILTERS_OF[sample.population].includes(key)) continue;
      const message = `${sample.population} cannot be narrowed by ${key}`;
      context.addIssue({ code: 'custom', path: ['filter', key], message });
    }
  });
export type NewSample = z.output<typeof newSampleSchema>;
export type NewSampleInput = z.input<typeof newSampleSchema>;

/**
 * One way to count the population, beside the list it was drawn from. DIFFERS must be explained
 * before the sample is relied on; UNKNOWN says that the workspace cannot tell.
 */
export const checkSchema = z.object({
  title: z.string(),
  /** By the list, and counted independently; null where it cannot be. */
  listed: z.number().nullable(),
  counted: z.number().nullable(),
  verdict: z.enum(['AGREES', 'DIFFERS', 'UNKNOWN']),
  note: z.string(),
});
export type ReconciliationCheck = z.infer<typeof checkSchema>;

export const reconciliationSchema = z.object({
  checks: z.array(checkSchema),
  /** The population by one of its fields: `status`, `source` … */
  totals: z.array(
    z.object({ by: z.string(), rows: z.array(z.object({ value: z.string(), n: z.number() })) }),
  ),
  /** What no count here can answer, in sentences. */
  limits: z.array(z.string()),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

const itemSchema = z.object({
  ref: z.string(),
  ordinal: z.number().int(),
  label: z.string(),
  at: z.string(),
  facts: z.record(z.string(), z.string().nullable()),
  result: z.enum(SAMPLE_RESULTS).nullable(),
  note: z.string().nullable(),
  evidence: z.object({ id: z.string(), title: z.string() }).nullable(),
  finding: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  testedBy: z.string().nullable(),
  testedAt: z.string().nullable(),
});
export type SampleItemState = z.infer<typeof itemSchema>;

const summarySchema = z.object({
  id: z.string(),
  auditId: z.string(),
  number: z.number().int(),
  population: populationSchema,
  purpose: z.string().nullable(),
  filter: z.record(z.string(), z.string()),
  periodStart: z.string(),
  /** Not included. */
  periodEnd: z.string(),
  seed: z.string(),
  method: z.string(),
  size: z.number().int(),
  sizeBasis: z.string(),
  populationCount: z.number().int(),
  populationSha256: z.string(),
  drawnBy: z.string().nullable(),
  drawnAt: z.string(),
  tested: z.number().int(),
  exceptions: z.number().int(),
  notTestable: z.number().int(),
});
export type SampleSummary = z.infer<typeof summarySchema>;

export const sampleSchema = summarySchema.extend({
  items: z.array(itemSchema),
  reconciliation: reconciliationSchema,
});
export type Sample = z.infer<typeof sampleSchema>;

/** The same seed over the frozen count, and the population as it is now. */
const verificationSchema = z.object({
  isSameDraw: z.boolean(),
  isSamePopulation: z.boolean(),
  countNow: z.number().int(),
  sha256Now: z.string(),
  note: z.string(),
});
export type SampleVerification = z.infer<typeof verificationSchema>;

const resultSchema = z.object({
  ref: z.string().min(1).max(100),
  /** Null takes the result back. */
  result: z
    .enum(SAMPLE_RESULTS, { error: `Result must be one of ${SAMPLE_RESULTS.join(', ')}` })
    .nullable(),
  note: auditText('Note', RESULT_NOTE_MAX).default(null),
  evidenceId: z.string().max(100).nullable().default(null),
  /** Makes a finding of an exception. */
  finding: z
    .object({
      title: requiredAuditText('Title', 255),
      severity: z.enum(SEVERITIES).default('MEDIUM'),
      controlId: z.string().max(100).nullable().default(null),
    })
    .optional(),
});
export type ItemResult = z.output<typeof resultSchema>;
export type ItemResultInput = z.input<typeof resultSchema>;

export const samplesContract = {
  samples: endpoint({
    method: 'GET',
    path: '/api/audits/{id}/samples',
    summary: 'The samples of an audit, newest first',
    permission: 'audits.read',
    params: idParamSchema,
    response: z.array(summarySchema),
  }),
  drawSample: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/samples',
    summary: 'Freeze a population of the audit’s period and draw a sample from it',
    permission: 'audits.write',
    params: idParamSchema,
    body: newSampleSchema,
    response: sampleSchema,
    status: 201,
  }),
  sample: endpoint({
    method: 'GET',
    path: '/api/audit-samples/{id}',
    summary: 'One sample with its items, results and reconciliation',
    permission: 'audits.read',
    params: idParamSchema,
    response: sampleSchema,
  }),
  verifySample: endpoint({
    method: 'POST',
    path: '/api/audit-samples/{id}/verify',
    summary: 'Draw it again and compare; nothing is changed',
    permission: 'audits.read',
    params: idParamSchema,
    response: verificationSchema,
  }),
  recordResult: endpoint({
    method: 'POST',
    path: '/api/audit-samples/{id}/results',
    summary: 'The result of one item; an exception can become a finding',
    permission: 'audits.write',
    params: idParamSchema,
    body: resultSchema,
    response: sampleSchema,
  }),
};
