import { z } from 'zod';

/** What the engine decides about one alert. Only 'auto-close' may ever close, and only where that was earned. */
export const DECISIONS = ['escalate', 'review', 'likely-benign', 'auto-close'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a claim rests on: a record of the workspace, and the field of it where one is meant. */
export const evidenceRefSchema = z.object({
  kind: z.enum([
    'alert',
    'group',
    'incident',
    'indicator',
    'investigation',
    'entity',
    'pattern',
    'technique',
    'control',
    'action',
  ]),
  /** An id; of an entity `kind:value`, of a technique its ATT&CK id. */
  id: z.string(),
  field: z.string().optional(),
});
export type EvidenceRef = z.infer<typeof evidenceRefSchema>;

export const engineReasonSchema = z.object({
  code: z.string(),
  /** Of our own words; what strangers wrote stands in `quotes` only. */
  text: z.string(),
  /** Added to suspicion; 0 where it only informs. */
  points: z.number(),
  quotes: z.array(z.string()),
  evidence: z.array(evidenceRefSchema),
});
export type EngineReason = z.infer<typeof engineReasonSchema>;

/** One shape for the engine and for a model: why it decided as it did, and what would change that. */
export const explanationSchema = z.object({
  decision: z.enum(DECISIONS),
  /** Of the engine's rules, e.g. `1.0.0`. */
  version: z.string(),
  /** 0 to 100; ranks only. */
  suspicion: z.number().min(0).max(100),
  reasons: z.array(engineReasonSchema),
  /** What the desk did with this pattern before; null: it has not met it. */
  support: z
    .object({
      pattern: z.string(),
      /** In words, e.g. `Suricata: ET POLICY … on web servers`. */
      label: z.string(),
      closed: z.int(),
      days: z.int(),
      analysts: z.array(z.object({ name: z.string(), closed: z.int() })),
      malicious: z.int(),
      lastAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** At most five past alerts of the pattern, newest first. */
  similar: z.array(
    z.object({
      alertId: z.string(),
      title: z.string(),
      closedAt: z.iso.datetime(),
      verdict: z.string().nullable(),
    }),
  ),
  counter: z.array(engineReasonSchema),
  wouldChange: z.array(z.string()),
  /** Which conditions of closing by itself are missing. */
  missing: z.array(z.object({ code: z.string(), text: z.string() })),
  next: z.array(z.object({ text: z.string(), source: z.string() })),
});
export type Explanation = z.infer<typeof explanationSchema>;
