/** Gap analysis, next best actions, proof by the SOC, and challenges. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { severitySchema } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';
import { QUEUE_MEASURES } from './gaps.kinds.ts';

export const GAP_LIMITS = { frameworks: 500, controls: 20_000, note: 1000 } as const;
/** So many gaps are in the answer itself; the others are a list of their own. */
export const GAPS_AT_ONCE = 1000;

/** Why a control is in the analysis. The first one is the gap itself; the others are shortcomings. */
export const GAP_REASONS = [
  'NON_COMPLIANT',
  'PARTIAL',
  'NOT_ASSESSED',
  'FAILED_TEST',
  'CHALLENGED',
  'EXPIRED',
  'REJECTED',
  'UNREVIEWED',
  'NO_EVIDENCE',
  'OVERDUE',
  'TEST_OVERDUE',
] as const;
export type GapReasonCode = (typeof GAP_REASONS)[number];

export const GAP_REASON_LABELS: Record<GapReasonCode, string> = {
  NON_COMPLIANT: 'Non-compliant',
  PARTIAL: 'Partially compliant',
  NOT_ASSESSED: 'Not assessed',
  FAILED_TEST: 'Failed test',
  CHALLENGED: 'Challenged',
  EXPIRED: 'Evidence expired',
  REJECTED: 'Evidence rejected',
  UNREVIEWED: 'Evidence not reviewed',
  NO_EVIDENCE: 'No evidence',
  OVERDUE: 'Assessment overdue',
  TEST_OVERDUE: 'Test overdue',
};

export const GAP_EVIDENCE_TYPES = [
  'CONFIGURATION',
  'DOCUMENT',
  'LOG',
  'REPORT',
  'SCREENSHOT',
  'CERTIFICATE',
] as const;
const statusSchema = z.enum(CONTROL_STATUSES);

const proofRefSchema = z.object({
  kind: z.enum(['evidence', 'test', 'run', 'challenge']),
  id: z.string(),
});

export const gapReasonSchema = z.object({
  code: z.enum(GAP_REASONS),
  text: z.string(),
  /** The first records behind it, and how many more there are. */
  proof: z.array(proofRefSchema),
  proofMore: z.number().int().default(0),
});
export type GapReason = z.infer<typeof gapReasonSchema>;

/** A figure with what it is made of: the parts add up to it. */
const partSchema = z.object({ text: z.string(), value: z.number() });
export type GapPart = z.infer<typeof partSchema>;

export const gapEvidenceSchema = z.object({
  type: z.enum(GAP_EVIDENCE_TYPES),
  what: z.string(),
  /** Whether there was none, it ran out, or it was turned down or not looked at. */
  state: z.enum(['missing', 'expired', 'rejected', 'unreviewed']),
});
export type GapEvidence = z.infer<typeof gapEvidenceSchema>;

const techniqueAlertsSchema = z.object({ id: z.string(), alerts: z.number().int() });

/** What one control lacks. `isGap`: NON_COMPLIANT, what the product's figure of gaps counts. */
export const gapEntrySchema = z.object({
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  frameworkId: z.string(),
  status: statusSchema,
  weight: z.number().int(),
  isGap: z.boolean(),
  kind: z.string(),
  /** What is missing, in a sentence. */
  gap: z.string(),
  reasons: z.array(gapReasonSchema),
  remediation: z.array(z.string()),
  evidence: z.array(gapEvidenceSchema),
  effort: z.object({ hours: z.number(), parts: z.array(partSchema) }),
  priority: z.object({
    level: severitySchema,
    points: z.number().int(),
    parts: z.array(partSchema),
  }),
  techniques: z.array(techniqueAlertsSchema),
  /** An exception in force: its end. */
  exceptionUntil: isoTimeSchema.nullable(),
});
export type GapEntry = z.infer<typeof gapEntrySchema>;

const actionCloseSchema = z.object({
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  frameworkId: z.string(),
  /** `own`: the control itself; otherwise what it is to the other one. */
  relation: z.enum(['own', 'equal', 'superset', 'intersects']),
  /** Of this requirement's weight, what the action gains: at most its whole, once. */
  gained: z.number(),
});
/** `close`: a requirement is won; `prove`: one that is claimed to be met gets its proof. */
export const ACTION_TRACKS = ['close', 'prove'] as const;
export const nextActionSchema = z.object({
  track: z.enum(ACTION_TRACKS),
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  frameworkId: z.string(),
  gained: z.number(),
  hours: z.number(),
  closes: z.array(actionCloseSchema),
});
export type NextAction = z.infer<typeof nextActionSchema>;

export const gapTechniqueSchema = techniqueAlertsSchema.extend({
  name: z.string().nullable(),
  /** Controls in scope that should stop it, and how many of them are in the analysis. */
  controls: z.number().int(),
  shortcomings: z.number().int(),
});
export type GapTechnique = z.infer<typeof gapTechniqueSchema>;

const countSchema = z.number().int();
export const gapFrameworkSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  controls: countSchema,
  gaps: countSchema,
  shortcomings: countSchema,
});
export type GapFramework = z.infer<typeof gapFrameworkSchema>;

const gapSummarySchema = z.object({
  controls: countSchema,
  /** Controls NON_COMPLIANT. */
  gaps: countSchema,
  /** The other controls that lack something. */
  shortcomings: countSchema,
  hours: z.number(),
  byReason: z.record(z.string(), countSchema),
});

/** Against the analysis before it of the same scope. */
const gapChangesSchema = z.object({
  since: isoTimeSchema,
  opened: z.array(z.string()),
  closed: z.array(z.string()),
  changed: z.array(z.string()),
});

export const gapAnalysisSchema = z.object({
  id: z.string(),
  ranAt: isoTimeSchema,
  ranBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  rules: z.string(),
  /** SHA-256 over everything it was made from. */
  digest: z.string(),
  /** Null where every active framework was looked at. */
  frameworkIds: z.array(z.string()).nullable(),
  /** Of a list of controls that was given: how many are known and narrow the analysis. */
  narrowedTo: countSchema.nullable(),
  frameworks: z.array(gapFrameworkSchema),
  summary: gapSummarySchema,
  /** The first of them, the most urgent first. */
  gaps: z.array(gapEntrySchema),
  /** Where `gapsOf` goes on; null where these are all. */
  gapsCursor: z.string().nullable().default(null),
  actions: z.array(nextActionSchema),
  techniques: z.array(gapTechniqueSchema),
  techniqueDays: countSchema,
  changes: gapChangesSchema.nullable(),
});
export type GapAnalysis = z.infer<typeof gapAnalysisSchema>;

/** What has changed since an analysis was made: rows by table, and what time alone did. */
export const gapSinceSchema = z.object({
  controls: countSchema,
  evidence: countSchema,
  tests: countSchema,
  challenges: countSchema,
  crosswalks: countSchema,
  frameworks: countSchema,
  expired: countSchema,
});
export type GapSince = z.infer<typeof gapSinceSchema>;

/** As the page of the specification sends it: a framework's row, or what names one. */
const namedRowSchema = z.union([
  z.string().min(1).max(100),
  z.looseObject({ id: z.string().min(1).max(100) }),
]);
const idOf = (row: z.infer<typeof namedRowSchema>) => (typeof row === 'string' ? row : row.id);

export const analyzeGapsSchema = z.object({
  framework: namedRowSchema.transform(idOf).nullish(),
  frameworkIds: z.array(z.string().min(1).max(100)).max(GAP_LIMITS.frameworks).nullish(),
  controls: z
    .array(z.union([namedRowSchema.transform(idOf), z.looseObject({}).transform(() => null)]))
    .max(GAP_LIMITS.controls)
    .nullish(),
});
export type AnalyzeGaps = z.output<typeof analyzeGapsSchema>;

const CHALLENGE_STATES = ['OPEN', 'CONFIRMED', 'DISMISSED'] as const;
const CHALLENGE_KINDS = ['ALERT', 'THRESHOLD'] as const;
export const challengeSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  frameworkId: z.string(),
  framework: z.string(),
  controlStatus: statusSchema,
  kind: z.enum(CHALLENGE_KINDS),
  state: z.enum(CHALLENGE_STATES),
  measure: z.enum(QUEUE_MEASURES).nullable(),
  alert: z.object({ id: z.string(), title: z.string() }).nullable(),
  technique: z.string().nullable(),
  reason: z.string(),
  proposedStatus: statusSchema,
  decidedBy: z.string().nullable(),
  decidedAt: isoTimeSchema.nullable(),
  note: z.string().nullable(),
  createdAt: isoTimeSchema,
});
export type Challenge = z.infer<typeof challengeSchema>;

export const CHALLENGE_NOTE_MESSAGE = 'Reason is required';
const noteTextSchema = z
  .string()
  .trim()
  .max(GAP_LIMITS.note, `Reason must have at most ${GAP_LIMITS.note} characters`);
const confirmChallengeSchema = z.object({ note: noteTextSchema.optional() });
const dismissChallengeSchema = z.object({
  reason: noteTextSchema.min(1, CHALLENGE_NOTE_MESSAGE),
});

/** One figure of the queue's own record. Null where there was nothing to measure. */
export const queueFigureSchema = z.object({
  measure: z.enum(QUEUE_MEASURES),
  /** Percent in time; number of silent sources; percent taken back. */
  value: z.number().nullable(),
  limit: z.number(),
  /** What it was measured on: alerts due, sources, automatic closings. */
  sample: countSchema,
  isBroken: z.boolean(),
  text: z.string(),
});
export type QueueFigure = z.infer<typeof queueFigureSchema>;

export const queueRecordSchema = z.object({
  from: isoTimeSchema,
  to: isoTimeSchema,
  alerts: countSchema,
  figures: z.array(queueFigureSchema),
  silentSources: z.array(z.object({ source: z.string(), lastAt: isoTimeSchema })),
});
export type QueueRecord = z.infer<typeof queueRecordSchema>;

export const SOC_STATES = ['live', 'challenged', 'untested'] as const;
export const socControlSchema = z.object({
  controlId: z.string(),
  ref: z.string(),
  title: z.string(),
  frameworkId: z.string(),
  framework: z.string(),
  status: statusSchema,
  state: z.enum(SOC_STATES),
  measures: z.array(z.enum(QUEUE_MEASURES)),
});
export type SocControl = z.infer<typeof socControlSchema>;

export const controlSocProofSchema = z.object({
  /** Null where the queue says nothing of this control. */
  state: z.enum(SOC_STATES).nullable(),
  record: queueRecordSchema.nullable(),
  figures: z.array(queueFigureSchema),
  /** Techniques that the control should stop, with their alerts of the last 90 days. */
  techniques: z.array(techniqueAlertsSchema),
  challenges: z.array(challengeSchema),
  /** Rules of suppression in force that are an exception of the control. */
  rules: z.array(z.object({ id: z.string(), name: z.string(), expiresAt: isoTimeSchema })),
});
export type ControlSocProof = z.infer<typeof controlSocProofSchema>;

const [READ, WRITE] = ['compliance.read', 'compliance.write'] as const;

export const gapsContract = {
  analyze: endpoint({
    method: 'POST',
    path: '/api/compliance/analyze-gaps',
    summary: 'What controls lack, why, what closes it, and what to do next; no model is asked',
    permission: READ,
    body: analyzeGapsSchema,
    response: gapAnalysisSchema,
  }),
  last: endpoint({
    method: 'GET',
    path: '/api/compliance/gap-analysis',
    summary: 'The last gap analysis and what has changed since; null where there was none',
    permission: READ,
    response: z.object({
      analysis: gapAnalysisSchema.nullable(),
      since: gapSinceSchema.nullable(),
    }),
  }),
  gapsOf: endpoint({
    method: 'GET',
    path: '/api/compliance/gap-analysis/{id}/gaps',
    summary: 'Every gap of one of the last five analyses, the most urgent first',
    permission: READ,
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(gapEntrySchema),
    list: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/compliance/gap-analysis/export',
    summary: 'The last gap analysis as CSV',
    permission: READ,
    response: 'bytes',
  }),
  challenges: endpoint({
    method: 'GET',
    path: '/api/compliance/challenges',
    summary: 'What the queue says against controls, newest first',
    permission: READ,
    query: pageQuerySchema.extend({
      state: z.enum(CHALLENGE_STATES).optional(),
      control: z.string().max(100).optional(),
    }),
    response: z.array(challengeSchema),
    list: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/compliance/challenges/{id}/confirm',
    summary: 'Take a challenge as right: the control gets the proposed status',
    permission: WRITE,
    params: idParamSchema,
    body: confirmChallengeSchema,
    response: challengeSchema,
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/compliance/challenges/{id}/dismiss',
    summary: 'Turn a challenge down, with a reason; the control stays as it is',
    permission: WRITE,
    params: idParamSchema,
    body: dismissChallengeSchema,
    response: challengeSchema,
  }),
  socProof: endpoint({
    method: 'GET',
    path: '/api/compliance/soc-proof',
    summary: "The queue's own record and the controls that it proves",
    permission: READ,
    response: z.object({
      record: queueRecordSchema.nullable(),
      controls: z.array(socControlSchema),
      openChallenges: countSchema,
    }),
  }),
  evaluate: endpoint({
    method: 'POST',
    path: '/api/compliance/soc-proof/evaluate',
    summary: "Measure the queue's record now; open what follows from it",
    permission: WRITE,
    response: z.object({ record: queueRecordSchema, opened: countSchema }),
  }),
  controlSocProof: endpoint({
    method: 'GET',
    path: '/api/compliance/controls/{id}/soc-proof',
    summary: 'What the queue says of one control',
    permission: READ,
    params: idParamSchema,
    response: controlSocProofSchema,
  }),
};
