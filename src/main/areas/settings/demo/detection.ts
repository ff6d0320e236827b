import { z } from 'zod';

/** What raises the demo's alerts: records of three kinds of source, with places to fill in. */
const suricataSchema = z.object({
  sid: z.number().int(),
  category: z.string(),
  priority: z.number().int().min(1).max(3),
  /** Out to a peer, in from a peer, or inside from the host to another. */
  flow: z.enum(['out', 'in', 'inside']),
  proto: z.enum(['TCP', 'UDP']),
  port: z.number().int(),
  app: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('http'),
        host: z.string(),
        url: z.string(),
        method: z.string(),
        status: z.number().int(),
        agent: z.string(),
      }),
      z.object({ type: z.literal('tls'), sni: z.string() }),
      z.object({ type: z.literal('dns'), name: z.string() }),
    ])
    .optional(),
});
export type SuricataDetail = z.output<typeof suricataSchema>;

const wazuhSchema = z.object({
  rule: z.number().int(),
  level: z.number().int().min(0).max(16),
  groups: z.array(z.string()),
  decoder: z.string(),
  location: z.string(),
  log: z.string().optional(),
  data: z.record(z.string(), z.string()),
  syscheck: z.record(z.string(), z.unknown()).optional(),
});
export type WazuhDetail = z.output<typeof wazuhSchema>;

const programSchema = z.object({
  name: z.string(),
  path: z.string().optional(),
  command: z.string(),
});

const productSchema = z.object({
  product: z.enum(['EDR', 'Identity', 'Mail gateway']),
  rule: z.string(),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  summary: z.string(),
  tactic: z.string().optional(),
  process: programSchema.optional(),
  parent: programSchema.optional(),
  action: z.enum(['observed', 'blocked']),
});
export type ProductDetail = z.output<typeof productSchema>;

/** Exactly one of the three details is given. */
const detectionShape = {
  title: z.string().max(255),
  techniques: z.array(z.string()),
  /** A host's name or a group of hosts. */
  host: z.string().optional(),
  /** A login, `owner` (of the host), `admin` or `anyone`. */
  user: z.string().optional(),
  /** An outside address or a group of them. */
  peer: z.string().optional(),
  /** The other machine inside. */
  to: z.string().optional(),
  suricata: suricataSchema.optional(),
  wazuh: wazuhSchema.optional(),
  detection: productSchema.optional(),
};
export type Detection = z.output<z.ZodObject<typeof detectionShape>>;

const closingSchema = z.object({
  as: z.enum(['RESOLVED', 'FALSE_POSITIVE']),
  why: z.string(),
});

const noiseTemplateSchema = z.object({
  ...detectionShape,
  key: z.string(),
  /** How often it comes and is closed automatically; 0 for what is too severe for that. */
  weight: z.number().int(),
  /** How often an analyst closes it. */
  analyst: z.number().int(),
  /** Comes in bursts of up to so many from one address. */
  burst: z.number().int().default(1),
  closing: closingSchema,
  found: z.string(),
  /** An automatic closing that an analyst took back: why, and what it was. */
  overturn: closingSchema.extend({ found: z.string() }).optional(),
});
export type NoiseTemplate = z.output<typeof noiseTemplateSchema>;
export const noiseSchema = z.object({ templates: z.array(noiseTemplateSchema) });

const stepBase = z.object({ ...detectionShape, before: z.string() });
const stepSchema = z.discriminatedUnion('fate', [
  stepBase.extend({
    fate: z.literal('overturned'),
    why: z.string(),
    reopen: z.string(),
    reason: z.string(),
    found: z.string(),
  }),
  stepBase.extend({ fate: z.literal('analyst'), found: z.string() }),
  stepBase.extend({
    fate: z.literal('working'),
    by: z.string(),
    escalate: z.boolean().default(false),
  }),
  stepBase.extend({ fate: z.literal('open') }),
]);
export type StoryStep = z.output<typeof stepSchema>;

const storySchema = z.object({
  key: z.string(),
  incident: z.string(),
  lead: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['malware', 'phishing', 'data-breach']),
  priority: z.enum(['HIGH', 'CRITICAL']),
  started: z.string(),
  progress: z.number().int(),
  steps: z.array(stepSchema),
  findings: z.array(z.string()),
  tools: z.array(z.string()),
  indicators: z.array(
    z.tuple([z.string(), z.string(), z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']), z.string()]),
  ),
});
export const storiesSchema = z.object({ stories: z.array(storySchema) });
