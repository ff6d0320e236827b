/** Rule packs, rules, hits and what people decide about them, as they are answered. Texts of rules are strangers'. */
import { z } from 'zod';
import { isoTimeSchema } from '../../../kernel/time.ts';
import { RULE_LIMITS as LIMITS, PACK_ORIGINS, RULE_ENGINES, RULE_STATES } from './rules.rules.ts';

export const required = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters`);

const namedFileSchema = z.object({ file: z.string(), reason: z.string() });
const changedRuleSchema = z.object({ key: z.string(), title: z.string() });

/** What reading files came to. Lists are cut at a stated length; the counts beside them are whole. */
export const packReceiptSchema = z.object({
  files: z.int(),
  passedOver: z.int(),
  read: z.int(),
  ready: z.int(),
  unsupported: z.int(),
  invalid: z.int(),
  filters: z.int(),
  correlations: z.int(),
  yara: z.int(),
  duplicateCount: z.int(),
  duplicates: z.array(z.object({ file: z.string(), key: z.string(), first: z.string() })),
  rejectedCount: z.int(),
  rejected: z.array(namedFileSchema),
  /** Rules that ask for what cannot be done here, with why. */
  left: z.array(namedFileSchema),
  newCount: z.int(),
  fresh: z.array(changedRuleSchema),
  changedCount: z.int(),
  changed: z.array(changedRuleSchema),
  goneCount: z.int(),
  gone: z.array(changedRuleSchema),
  unchanged: z.int(),
  ms: z.int(),
});
export type PackReceipt = z.infer<typeof packReceiptSchema>;

export const rulePackSchema = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.enum(PACK_ORIGINS),
  fileName: z.string(),
  version: z.int(),
  isEnabled: z.boolean(),
  rules: z.int(),
  ready: z.int(),
  unsupported: z.int(),
  invalid: z.int(),
  disabled: z.int(),
  gone: z.int(),
  yara: z.int(),
  receipt: packReceiptSchema.nullable(),
  createdAt: isoTimeSchema,
  updatedAt: isoTimeSchema,
});
export type RulePack = z.infer<typeof rulePackSchema>;

export const detectionRuleSchema = z.object({
  id: z.string(),
  packId: z.string(),
  packName: z.string(),
  engine: z.enum(RULE_ENGINES),
  kind: z.enum(['rule', 'filter', 'correlation']),
  key: z.string(),
  path: z.string(),
  title: z.string(),
  level: z.string().nullable(),
  status: z.string().nullable(),
  logsource: z.string().nullable(),
  techniques: z.array(z.string()),
  state: z.enum(RULE_STATES),
  isEnabled: z.boolean(),
  isGone: z.boolean(),
  hits: z.int(),
  falsePositives: z.int(),
  tunings: z.int(),
  updatedAt: isoTimeSchema,
});
export type DetectionRule = z.infer<typeof detectionRuleSchema>;

export const sigmaLogsourceSchema = z.object({
  product: z.string().max(100).optional(),
  category: z.string().max(100).optional(),
  service: z.string().max(100).optional(),
});

export const eventSchema = z.record(
  z.string().min(1).max(500),
  z.union([z.string().max(50_000), z.array(z.string().max(50_000)).max(500)]),
);

export const ruleTestSchema = z.object({
  id: z.string(),
  name: z.string(),
  isHit: z.boolean(),
  declared: sigmaLogsourceSchema.nullable(),
  event: eventSchema,
  createdAt: isoTimeSchema,
});
export type RuleTest = z.infer<typeof ruleTestSchema>;

export const ruleTuningSchema = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  reason: z.string(),
  isEnabled: z.boolean(),
  /** Why it takes nothing away, where it cannot run. */
  problem: z.string().nullable(),
  createdAt: isoTimeSchema,
});
export type RuleTuning = z.infer<typeof ruleTuningSchema>;

export const ruleVersionSchema = z.object({
  id: z.string(),
  number: z.int(),
  hash: z.string(),
  statedVersion: z.string().nullable(),
  text: z.string(),
  createdAt: isoTimeSchema,
});
export type RuleVersion = z.infer<typeof ruleVersionSchema>;

export const ruleDetailSchema = detectionRuleSchema.extend({
  description: z.string().nullable(),
  author: z.string().nullable(),
  /** Where its events come from: channels and ids, or what must be declared at import. */
  reaches: z.string().nullable(),
  tags: z.array(z.string()),
  statedFalsePositives: z.array(z.string()),
  reasons: z.array(z.string()),
  hash: z.string(),
  version: z.int(),
  statedVersion: z.string().nullable(),
  origin: z.enum(PACK_ORIGINS),
  isPackEnabled: z.boolean(),
  text: z.string(),
  createdAt: isoTimeSchema,
});
export type RuleDetail = z.infer<typeof ruleDetailSchema>;

const matchedSchema = z.object({ field: z.string(), value: z.string() });

export const ruleHitSchema = z.object({
  id: z.string(),
  ruleId: z.string(),
  ruleTitle: z.string(),
  level: z.string().nullable(),
  ruleVersion: z.int(),
  ruleHash: z.string(),
  investigationId: z.string(),
  investigationTitle: z.string().nullable(),
  sourceId: z.string(),
  eventId: z.string(),
  time: isoTimeSchema.nullable(),
  host: z.string().nullable(),
  user: z.string().nullable(),
  summary: z.string(),
  /** 'Security.evtx, record 12, offset 4096'. */
  place: z.string().nullable(),
  matched: z.array(matchedSchema),
  alertId: z.string().nullable(),
  mark: z.object({ id: z.string(), reason: z.string() }).nullable(),
});
export type RuleHit = z.infer<typeof ruleHitSchema>;

export const ruleRunSchema = z.object({
  id: z.string(),
  investigationId: z.string(),
  sourceId: z.string().nullable(),
  jobId: z.string().nullable(),
  state: z.enum(['RUNNING', 'DONE', 'CANCELLED', 'FAILED']),
  error: z.string().nullable(),
  startedAt: isoTimeSchema,
  endedAt: isoTimeSchema.nullable(),
  receipt: z
    .object({
      events: z.int(),
      rules: z.int(),
      hits: z.int(),
      newHits: z.int(),
      alerts: z.int(),
      notes: z.array(z.string()),
    })
    .nullable(),
});
export type RuleRun = z.infer<typeof ruleRunSchema>;

/** What a rule or a filter would do to the events that are there. */
export const trialSchema = z.object({
  problem: z.string().nullable(),
  events: z.int(),
  hits: z.int(),
  /** With a filter under trial: how many hits it leaves. */
  left: z.int().nullable(),
  isCut: z.boolean(),
  sample: z.array(
    z.object({
      investigationId: z.string(),
      sourceId: z.string(),
      eventId: z.string(),
      time: isoTimeSchema.nullable(),
      host: z.string().nullable(),
      summary: z.string(),
      matched: z.array(matchedSchema),
      isTaken: z.boolean(),
    }),
  ),
});
export type RuleTrial = z.infer<typeof trialSchema>;

const DRAFT_MODIFIERS = ['is', 'contains', 'startswith', 'endswith', 'exists'] as const;
export type DraftModifier = (typeof DRAFT_MODIFIERS)[number];

export const ruleDraftSchema = z.object({
  title: required('Title', LIMITS.title),
  description: z.string().trim().max(2_000).default(''),
  level: z.enum(['critical', 'high', 'medium', 'low', 'informational']).default('medium'),
  logsource: sigmaLogsourceSchema,
  techniques: z
    .array(z.string().regex(/^T\d{4}(\.\d{3})?$/, 'An ATT&CK id is T1059 or T1059.001'))
    .max(20)
    .default([]),
  fields: z
    .array(
      z.object({
        name: z.string().min(1).max(500),
        modifier: z.enum(DRAFT_MODIFIERS),
        values: z.array(z.string().max(10_000)).max(50),
      }),
    )
    .min(1, 'Tick at least one field')
    .max(50),
  falsePositives: z.array(z.string().max(500)).max(20).default([]),
});
export type RuleDraft = z.output<typeof ruleDraftSchema>;

/** An event or an alert as what a rule may be drafted from. */
export const draftSourceSchema = z.object({
  title: z.string(),
  summary: z.string(),
  investigationId: z.string().nullable(),
  declared: z.array(sigmaLogsourceSchema),
  proposed: sigmaLogsourceSchema,
  fields: z.array(
    z.object({ name: z.string(), values: z.array(z.string()), isUsual: z.boolean() }),
  ),
  event: eventSchema,
});
export type DraftSource = z.infer<typeof draftSourceSchema>;
