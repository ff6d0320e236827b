/**
 * What an investigation found, as it is kept in `forensic_investigations` and answered. Sentences are
 * ours; what strangers wrote stands in `quotes`, `title`, `value` and names only.
 * `findings`: [{text, evidence, quotes}]; earlier ones have `text` alone.
 * `iocs`: [{type, value, severity, …}]; `timeline`: [{at, title, alertId, …}], oldest first.
 */
import { z } from 'zod';
import { severitySchema } from '../../kernel/severity.ts';
import { CASE_VERDICTS } from '../assistant/agent.types.ts';
import { evidenceRefSchema } from '../assistant/explanation.ts';

export const caseVerdictSchema = z.enum(CASE_VERDICTS, {
  error: `Verdict must be one of ${CASE_VERDICTS.join(', ')}`,
});

const refs = z.array(evidenceRefSchema).default([]);
const quotes = z.array(z.string()).default([]);

export const findingSchema = z.object({
  text: z.string(),
  /** What people wrote stays when the engine finds more. */
  by: z.enum(['person', 'engine']).default('person'),
  evidence: refs,
  quotes,
});
export type Finding = z.infer<typeof findingSchema>;

export const iocSchema = z.object({
  type: z.string(),
  value: z.string(),
  severity: severitySchema.default('MEDIUM'),
  /** Null in what was recorded before. */
  firstSeen: z.string().nullable().default(null),
  lastSeen: z.string().nullable().default(null),
  /** Alerts and records of the case that name it. */
  n: z.number().int().default(0),
  /** What checking it against this workspace said. */
  checked: z.array(z.string()).default([]),
  evidence: refs,
});
export type Ioc = z.infer<typeof iocSchema>;

export const timelineEntrySchema = z.object({
  at: z.string(),
  /** Of the last repeat. */
  until: z.string().nullable().default(null),
  title: z.string(),
  alertId: z.string().nullable().default(null),
  severity: severitySchema.nullable().default(null),
  host: z.string().nullable().default(null),
  user: z.string().nullable().default(null),
  techniques: z.array(z.string()).default([]),
  source: z.string().nullable().default(null),
  /** Repeats that stand together here. */
  n: z.number().int().default(1),
  part: z.enum(['subject', 'related', 'desk']).default('subject'),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const caseClaimSchema = z.object({
  text: z.string(),
  /** 1 hints, 2 weighs, 3 decides. */
  weight: z.number().int(),
  evidence: refs,
  quotes,
});
export type CaseClaim = z.infer<typeof caseClaimSchema>;

export const hypothesisSchema = z.object({
  id: z.string(),
  text: z.string(),
  supports: z.array(caseClaimSchema),
  refutes: z.array(caseClaimSchema),
  standing: z.enum(['supported', 'refuted', 'open']),
});
export type CaseHypothesis = z.infer<typeof hypothesisSchema>;

export const techniqueSchema = z.object({
  id: z.string(),
  /** Null where the table does not know the id. */
  name: z.string().nullable(),
  tactics: z.array(z.string()),
  alerts: z.number().int(),
  firstSeen: z.string(),
  evidence: refs,
});
export type CaseTechnique = z.infer<typeof techniqueSchema>;

export const caseActionSchema = z.object({
  text: z.string(),
  source: z.string(),
  evidence: refs,
});
export type CaseAction = z.infer<typeof caseActionSchema>;

export const gapSchema = z.object({ what: z.string(), needs: z.string() });
export type CaseGap = z.infer<typeof gapSchema>;

export const caseEntitySchema = z.object({
  kind: z.enum(['host', 'user', 'address', 'hash', 'mailbox']),
  value: z.string(),
  /** Of the workspace, and of the case. */
  alerts: z.number().int(),
  alertsHere: z.number().int(),
  criticality: z.enum(['CRITICAL', 'NORMAL', 'KNOWN_BENIGN']),
  /** In so many alerts that sharing it says nothing. */
  isCommon: z.boolean(),
});
export type CaseEntity = z.infer<typeof caseEntitySchema>;

export const analysisSchema = z.object({
  /** Of the rules of investigations. */
  version: z.string(),
  summary: z.string(),
  /** Why the verdict is what it is. */
  because: z.array(caseClaimSchema),
  counts: z.object({
    subject: z.number().int(),
    related: z.number().int(),
    records: z.number().int(),
    /** Alerts that were left out where there are too many. */
    leftOut: z.number().int(),
    timelineLeftOut: z.number().int(),
  }),
  entities: z.array(caseEntitySchema),
  techniques: z.array(techniqueSchema),
  hypotheses: z.array(hypothesisSchema),
  actions: z.array(caseActionSchema),
  gaps: z.array(gapSchema),
});
export type CaseAnalysis = z.infer<typeof analysisSchema>;

/**
 * The rules below `src/shared/areas/forensics`; raised with every change of what they would answer.
 * 1.1.0: mitigations of the techniques are recommended.
 */
export const INVESTIGATION_VERSION = '1.1.0';
