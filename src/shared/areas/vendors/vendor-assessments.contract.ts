/** Tiering, questionnaires and assessments of vendors, and the workbooks they travel in. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { revisionSchema } from '../../contract/revision.ts';
import { optionalDay } from '../../kernel/day.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { severitySchema } from '../../kernel/severity.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { questionnaireSchema } from './questionnaire.rules.ts';
import { ANSWERS, ASSESSMENT_STATES } from './vendor-assessments.rules.ts';
import { vendorSignalCalls } from './vendor-signals.contract.ts';

const COMMENT_MAX = 2000;
const EVIDENCE_REF_MAX = 500;
const NOTE_MAX = 1000;
const ANSWERS_MAX = 500;
const CONTACT_MAX = 255;
/** A workbook of a questionnaire has some dozens of kilobytes. */
export const WORKBOOK_MAX_BYTES = 10 * 1024 * 1024;

const reasonSchema = z
  .string({ error: 'A reason is required' })
  .trim()
  .min(1, 'A reason is required')
  .max(NOTE_MAX, `A reason has at most ${NOTE_MAX} characters`);
const text = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters`)
    .transform((value) => value || null)
    .nullable();
const answerSchema = z.enum(ANSWERS, { error: 'Answer must be YES, PARTLY, NO or NA' });

export const tieringInputSchema = z.object({
  answers: z.record(z.string().max(40), z.string().max(40)),
  /** The rule's tier, or another one with a reason. */
  tier: severitySchema.optional(),
  overrideReason: text('Reason', NOTE_MAX).default(null),
});
export type TieringInput = z.output<typeof tieringInputSchema>;

const tieringSchema = z.object({
  id: z.string(),
  version: z.number(),
  answers: z.record(z.string(), z.string()),
  share: z.number(),
  inherentTier: severitySchema,
  tier: severitySchema,
  overrideReason: z.string().nullable(),
  /** By the rule of now; empty where it was made by an older one. */
  reasons: z.array(
    z.object({ question: z.string().nullable(), text: z.string(), points: z.number() }),
  ),
  createdByName: z.string().nullable(),
  createdAt: isoTimeSchema,
});
export type Tiering = z.infer<typeof tieringSchema>;

const scorePartsShape = {
  /** Decimal of 0.0 (best) to 25.0; null where nothing counts. */
  score: z.string().nullable(),
  risk: z.number(),
  weight: z.number(),
  counted: z.number(),
  notApplicable: z.number(),
  unanswered: z.number(),
};
const scoreSchema = z.object({
  ...scorePartsShape,
  formulaVersion: z.number(),
  sections: z.array(z.object({ section: z.string(), ...scorePartsShape })),
});
export type ScoreShown = z.infer<typeof scoreSchema>;

const assessmentShape = {
  id: z.string(),
  vendorId: z.string(),
  vendorName: z.string(),
  questionnaire: z.object({ id: z.string(), version: z.number(), title: z.string() }),
  state: z.enum(ASSESSMENT_STATES),
  tier: severitySchema,
  sentTo: z.string().nullable(),
  sentOn: z.string().nullable(),
  due: z.string().nullable(),
  answeredOn: z.string().nullable(),
  reviewedOn: z.string().nullable(),
  reviewedByName: z.string().nullable(),
  reviewNote: z.string().nullable(),
  completedOn: z.string().nullable(),
  completedByName: z.string().nullable(),
  /** The last day on which it holds. */
  expiresOn: z.string().nullable(),
  isValid: z.boolean(),
  /** The last completed one of its vendor. */
  isLatest: z.boolean(),
  isSelfApproved: z.boolean(),
  score: z.string().nullable(),
  answered: z.number(),
  questions: z.number(),
  createdByName: z.string().nullable(),
  createdAt: isoTimeSchema,
  updatedAt: isoTimeSchema,
  revision: revisionSchema,
};
const assessmentSchema = z.object(assessmentShape);
export type VendorAssessment = z.infer<typeof assessmentSchema>;

const givenAnswerSchema = z.object({
  questionId: z.string(),
  answer: answerSchema.nullable(),
  comment: z.string().nullable(),
  evidenceRef: z.string().nullable(),
  source: z.enum(['hand', 'workbook']),
  recordedByName: z.string().nullable(),
  correctedAnswer: answerSchema.nullable(),
  correctionReason: z.string().nullable(),
  correctedByName: z.string().nullable(),
  revision: revisionSchema,
});
export type GivenAnswer = z.infer<typeof givenAnswerSchema>;

const assessmentDetailSchema = z.object({
  ...assessmentShape,
  form: questionnaireSchema,
  answers: z.array(givenAnswerSchema),
  /** As it stands now; what was completed keeps the figure of that day in `score`. */
  standing: scoreSchema,
  /** What may be done next. */
  allowed: z.array(z.string()),
});
export type VendorAssessmentDetail = z.infer<typeof assessmentDetailSchema>;

export const newAssessmentSchema = z.object({
  vendorId: z.string({ error: 'Choose a vendor' }).min(1, 'Choose a vendor').max(100),
  questionnaire: z.string().max(40).optional(),
  due: optionalDay('Due').default(null),
});
export type NewAssessment = z.output<typeof newAssessmentSchema>;

const answersInputSchema = z.object({
  answers: z
    .array(
      z.object({
        questionId: z.string().min(1).max(40),
        answer: answerSchema.nullable().optional(),
        comment: text('Comment', COMMENT_MAX).optional(),
        evidenceRef: text('Evidence reference', EVIDENCE_REF_MAX).optional(),
        baseRevision: revisionSchema.optional(),
      }),
    )
    .min(1, 'Nothing to save')
    .max(ANSWERS_MAX),
});
export type AnswersInput = z.output<typeof answersInputSchema>;

const reviewInputSchema = z.object({
  note: text('Note', NOTE_MAX).default(null),
  corrections: z
    .array(z.object({ questionId: z.string().max(40), answer: answerSchema, reason: reasonSchema }))
    .max(ANSWERS_MAX)
    .default([]),
});
export type ReviewInput = z.output<typeof reviewInputSchema>;
export type ReviewSent = z.input<typeof reviewInputSchema>;

const RECEIPT_OUTCOMES = ['taken', 'unchanged', 'refused'] as const;
const receiptSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  taken: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  entries: z.array(
    z.object({
      /** Of the sheet, from 1; 0 for a question that no row was about. */
      row: z.number(),
      questionId: z.string(),
      outcome: z.enum(RECEIPT_OUTCOMES),
      why: z.string().nullable(),
    }),
  ),
  createdByName: z.string().nullable(),
  createdAt: isoTimeSchema,
});
export type QuestionnaireReceipt = z.infer<typeof receiptSchema>;

const listQuerySchema = pageQuerySchema.extend({
  vendorId: z.string().max(100).optional(),
  state: z
    .string()
    .max(100)
    .transform((value) => value.split(',').filter(Boolean))
    .pipe(z.array(z.enum(ASSESSMENT_STATES)))
    .optional(),
  /** Completed ones that are the last of their vendor: they hold, end within 30 days, have ended. */
  validity: z.enum(['valid', 'expiring', 'expired']).optional(),
});
export type AssessmentQuery = z.output<typeof listQuerySchema>;

const summarySchema = z.object({
  states: z.record(z.enum(ASSESSMENT_STATES), z.number()),
  expiring: z.number(),
  expired: z.number(),
  /** Vendors that are not terminated, and those of them with a valid assessment. */
  coverage: z.array(z.object({ tier: severitySchema, vendors: z.number(), assessed: z.number() })),
});
export type AssessmentSummary = z.infer<typeof summarySchema>;

const BASE = '/api/vendor-assessments';
const write = { permission: 'vendors.write', params: idParamSchema } as const;

export const vendorAssessmentsContract = {
  ...vendorSignalCalls,
  tierings: endpoint({
    method: 'GET',
    path: '/api/vendors/{id}/tierings',
    summary: 'How a vendor got its tier, newest first',
    permission: 'vendors.read',
    params: idParamSchema,
    response: z.array(tieringSchema),
  }),
  tier: endpoint({
    method: 'POST',
    path: '/api/vendors/{id}/tierings',
    summary: 'Answer the tiering questions; the vendor gets the tier',
    ...write,
    body: tieringInputSchema,
    response: tieringSchema,
    status: 201,
  }),
  questionnaires: endpoint({
    method: 'GET',
    path: '/api/vendor-questionnaires',
    summary: 'Questionnaires that assessments can be made of',
    permission: 'vendors.read',
    response: z.array(questionnaireSchema),
  }),
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Assessments of vendors, newest first',
    permission: 'vendors.read',
    query: listQuerySchema,
    response: z.array(assessmentSchema),
    list: true,
  }),
  summary: endpoint({
    method: 'GET',
    path: `${BASE}/summary`,
    summary: 'Assessments by state, what expires, coverage by tier',
    permission: 'vendors.read',
    response: summarySchema,
  }),
  create: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Begin an assessment of a vendor',
    permission: 'vendors.write',
    body: newAssessmentSchema,
    response: assessmentDetailSchema,
    status: 201,
  }),
  find: endpoint({
    method: 'GET',
    path: `${BASE}/{id}`,
    summary: 'An assessment with its questions, answers and score',
    permission: 'vendors.read',
    params: idParamSchema,
    response: assessmentDetailSchema,
  }),
  send: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/send`,
    summary: 'Note that the questionnaire was sent',
    ...write,
    body: z.object({
      sentTo: text('Recipient', CONTACT_MAX).default(null),
      due: optionalDay('Due').optional(),
    }),
    response: assessmentDetailSchema,
  }),
  answer: endpoint({
    method: 'PUT',
    path: `${BASE}/{id}/answers`,
    summary: 'Record answers; questions and fields that are left out stay as they are',
    ...write,
    body: answersInputSchema,
    response: assessmentDetailSchema,
  }),
  submit: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/submit`,
    summary: 'Close the answers: they are ready for the review',
    ...write,
    body: z.object({}),
    response: assessmentDetailSchema,
  }),
  review: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/review`,
    summary: 'Accept the answers, with corrections and their reasons',
    ...write,
    body: reviewInputSchema,
    response: assessmentDetailSchema,
  }),
  return: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/return`,
    summary: 'Send it back to the vendor with a reason',
    ...write,
    body: z.object({ reason: reasonSchema }),
    response: assessmentDetailSchema,
  }),
  complete: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/complete`,
    summary: 'Complete it: the vendor gets the score and the day of its next assessment',
    ...write,
    body: z.object({ expiresOn: optionalDay('Valid until').default(null) }),
    response: assessmentDetailSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/cancel`,
    summary: 'Give an assessment up, with a reason',
    ...write,
    body: z.object({ reason: reasonSchema }),
    response: assessmentDetailSchema,
  }),
  workbook: endpoint({
    method: 'GET',
    path: `${BASE}/{id}/workbook`,
    summary: 'The questionnaire as a workbook (XLSX) for the vendor',
    permission: 'vendors.read',
    params: idParamSchema,
    response: 'bytes',
  }),
  readWorkbook: endpoint({
    method: 'POST',
    path: `${BASE}/{id}/workbook`,
    summary: 'Read the answered workbook back: the file as the body, or the handle of a chosen one',
    ...write,
    query: z.object({
      handle: z.string().max(100).optional(),
      name: z.string().max(255).optional(),
    }),
    body: 'bytes',
    response: receiptSchema,
    status: 201,
  }),
  receipts: endpoint({
    method: 'GET',
    path: `${BASE}/{id}/receipts`,
    summary: 'What became of the rows of workbooks that were read back, newest first',
    permission: 'vendors.read',
    params: idParamSchema,
    response: z.array(receiptSchema),
  }),
};
