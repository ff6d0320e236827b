import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { SEVERITIES } from '../../kernel/severity.ts';

export const EXERCISE_KEYS = [
  'triage-queue',
  'investigate-host',
  'close-gap',
  'hunt-web-server',
] as const;
export type ExerciseKey = (typeof EXERCISE_KEYS)[number];
const exerciseKeySchema = z.enum(EXERCISE_KEYS);

/** Why there is nothing to train on; null where exercises can be begun. */
const EXERCISE_OBSTACLES = ['not-demo', 'demo-without-exercises'] as const;

export const STEP_VERDICTS = ['right', 'partly', 'missed', 'wrong'] as const;
export type StepVerdict = (typeof STEP_VERDICTS)[number];

const ATTEMPT_STATES = ['RUNNING', 'PASSED', 'ENDED'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** A row of the workspace that an explanation speaks of; `link` is an address of the page. */
export const rowLinkSchema = z.object({
  label: z.string(),
  link: z.string().nullable(),
  /** What became of it by the trainee's hand. */
  note: z.string(),
});
export type RowLink = z.infer<typeof rowLinkSchema>;

export const stepResultSchema = z.object({
  step: z.string(),
  verdict: z.enum(STEP_VERDICTS),
  right: z.array(z.string()),
  missed: z.array(z.string()),
  why: z.string(),
  rows: z.array(rowLinkSchema),
});
export type StepResult = z.infer<typeof stepResultSchema>;

const progressSchema = z.object({
  attempts: z.number().int(),
  state: z.enum(ATTEMPT_STATES).nullable(),
  /** Steps that were right in the best check so far; null before the first. */
  bestSteps: z.number().int().nullable(),
  hints: z.number().int(),
  lastAt: z.string().nullable(),
});

const exerciseSummarySchema = z.object({
  key: exerciseKeySchema,
  title: z.string(),
  summary: z.string(),
  minutes: z.number().int(),
  steps: z.number().int(),
  /** Whether the role of this account may do what the exercise asks for. */
  mayTake: z.boolean(),
  /** The roles that may, in words. */
  forRoles: z.array(z.string()),
  progress: progressSchema,
});
export type ExerciseSummary = z.infer<typeof exerciseSummarySchema>;

export const trainingOverviewSchema = z.object({
  obstacle: z.enum(EXERCISE_OBSTACLES).nullable(),
  exercises: z.array(exerciseSummarySchema),
});
export type TrainingOverview = z.infer<typeof trainingOverviewSchema>;

/** An alert that the exercise is about, as it is now. */
const exerciseAlertSchema = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  status: z.enum(['OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE']),
  escalated: z.boolean(),
  host: z.string().nullable(),
  user: z.string().nullable(),
  sourceIp: z.string().nullable(),
  destIp: z.string().nullable(),
  createdAt: z.string(),
});
export type ExerciseAlert = z.infer<typeof exerciseAlertSchema>;

const stepSchema = z.object({
  key: z.string(),
  title: z.string(),
  task: z.string(),
  /** Hints asked for so far, and how many there are. */
  hints: z.array(z.string()),
  hintsTotal: z.number().int(),
});
export type ExerciseStep = z.infer<typeof stepSchema>;

const questionSchema = z.object({ key: z.string(), label: z.string(), hint: z.string() });
export type ExerciseQuestion = z.infer<typeof questionSchema>;

const attemptSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  state: z.enum(ATTEMPT_STATES),
  startedAt: z.string(),
  checks: z.number().int(),
  checkedAt: z.string().nullable(),
  answers: z.record(z.string(), z.string()),
  result: z.array(stepResultSchema).nullable(),
});

export const exerciseSchema = exerciseSummarySchema.extend({
  briefing: z.array(z.string()),
  /** Where to begin, in the workspace. */
  startLink: z.string().nullable(),
  stepList: z.array(stepSchema),
  questions: z.array(questionSchema),
  /** The queue, where the exercise hands one out; empty where finding the rows is the exercise. */
  alerts: z.array(exerciseAlertSchema),
  attempt: attemptSchema.nullable(),
  obstacle: z.enum(EXERCISE_OBSTACLES).nullable(),
});
export type Exercise = z.infer<typeof exerciseSchema>;

const CONTROL_STATUSES = [
  'NOT_ASSESSED',
  'COMPLIANT',
  'PARTIALLY_COMPLIANT',
  'NON_COMPLIANT',
] as const;
/** What an assessment may come to. */
export const ASSESSED_STATUSES = ['COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT'] as const;
export type AssessedStatus = (typeof ASSESSED_STATUSES)[number];

const ASSESSMENT_REASON_MIN = 15;
const ASSESSMENT_REASON_MAX = 1000;

const gapSchema = z.object({
  id: z.string(),
  framework: z.string(),
  controlId: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(CONTROL_STATUSES),
  lastAssessment: z.string().nullable(),
  evidenceIds: z.array(z.string()),
});
export type Gap = z.infer<typeof gapSchema>;

const gapEvidenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  collectedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  isValid: z.boolean(),
});
export type GapEvidence = z.infer<typeof gapEvidenceSchema>;

export const gapListSchema = z.object({
  gaps: z.array(gapSchema),
  evidence: z.array(gapEvidenceSchema),
});
export type GapList = z.infer<typeof gapListSchema>;

export const assessmentSchema = z.object({
  status: z.enum(ASSESSED_STATUSES, {
    error: 'Status must be one of COMPLIANT, PARTIALLY_COMPLIANT, NON_COMPLIANT',
  }),
  evidenceIds: z
    .array(z.string().min(1).max(100), { error: 'Evidence must be a list' })
    .max(20, 'Choose at most 20 pieces of evidence'),
  reason: z
    .string({ error: 'Reason is required' })
    .trim()
    .min(
      ASSESSMENT_REASON_MIN,
      `Give a reason of at least ${ASSESSMENT_REASON_MIN} characters that another assessor can follow`,
    )
    .max(ASSESSMENT_REASON_MAX, `Reason must be at most ${ASSESSMENT_REASON_MAX} characters`),
});
export type Assessment = z.infer<typeof assessmentSchema>;

const ANSWER_MAX = 200;
const answersSchema = z.object({
  answers: z
    .record(
      z.string().max(50),
      z.string().max(ANSWER_MAX, `An answer must be at most ${ANSWER_MAX} characters`),
    )
    .default({}),
});

const exerciseParams = z.object({ key: z.string().min(1).max(100) });

export const trainingContract = {
  overview: endpoint({
    method: 'GET',
    path: '/api/training',
    summary: 'The guided exercises, with what this account made of them',
    permission: 'training.read',
    response: trainingOverviewSchema,
  }),
  exercise: endpoint({
    method: 'GET',
    path: '/api/training/exercises/{key}',
    summary: 'One exercise with its latest attempt by this account',
    permission: 'training.read',
    params: exerciseParams,
    response: exerciseSchema,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/training/exercises/{key}/begin',
    summary: 'Begin or restart: the rows of the exercise are put to its start',
    permission: 'training.take',
    params: exerciseParams,
    body: z.object({ takeOver: z.boolean().default(false) }),
    response: exerciseSchema,
  }),
  hint: endpoint({
    method: 'POST',
    path: '/api/training/exercises/{key}/hint',
    summary: 'The next hint of a step; it costs nothing and is recorded',
    permission: 'training.take',
    params: exerciseParams,
    body: z.object({ step: z.string().min(1).max(50) }),
    response: exerciseSchema,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/training/exercises/{key}/check',
    summary: 'Compare what the trainee did in the workspace with what was to be done',
    permission: 'training.take',
    params: exerciseParams,
    body: answersSchema,
    response: exerciseSchema,
  }),
  putBack: endpoint({
    method: 'POST',
    path: '/api/training/exercises/{key}/put-back',
    summary: 'End the exercise and put its rows back to how the demo made them',
    permission: 'training.take',
    params: exerciseParams,
    body: z.object({}),
    response: exerciseSchema,
  }),
  gaps: endpoint({
    method: 'GET',
    path: '/api/training/gaps',
    summary: "The demo's gaps and the evidence that may close one",
    permission: 'training.read',
    response: gapListSchema,
  }),
  assess: endpoint({
    method: 'POST',
    path: '/api/training/gaps/{id}/assess',
    summary: 'Assess one of the gaps on chosen evidence, with a reason',
    permission: 'training.assess',
    params: z.object({ id: z.string().min(1).max(100) }),
    body: assessmentSchema,
    response: gapListSchema,
  }),
};
