/** Assessments of vendors: their states, how long they hold, and the formula of the score. */
import type { Day } from '../../kernel/day.ts';
import type { Severity } from '../../kernel/severity.ts';
import { nextReviewAfter } from './vendors.rules.ts';

export const ASSESSMENT_STATES = [
  'DRAFT',
  'SENT',
  'ANSWERED',
  'REVIEWED',
  'COMPLETED',
  'CANCELLED',
] as const;
export type AssessmentState = (typeof ASSESSMENT_STATES)[number];
export const ASSESSMENT_STATE_LABELS: Record<AssessmentState, string> = {
  DRAFT: 'Draft',
  SENT: 'Sent',
  ANSWERED: 'Answered',
  REVIEWED: 'Reviewed',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
};

export const ASSESSMENT_STEPS = [
  'send',
  'submit',
  'review',
  'return',
  'complete',
  'cancel',
] as const;
export type AssessmentStep = (typeof ASSESSMENT_STEPS)[number];

export const STEP_FROM: Record<AssessmentStep, readonly AssessmentState[]> = {
  send: ['DRAFT'],
  submit: ['DRAFT', 'SENT'],
  review: ['ANSWERED'],
  return: ['ANSWERED', 'REVIEWED'],
  complete: ['REVIEWED'],
  cancel: ['DRAFT', 'SENT', 'ANSWERED', 'REVIEWED'],
};

/** What may be done to an assessment in this state. */
export function allowedSteps(state: AssessmentState): AssessmentStep[] {
  return ASSESSMENT_STEPS.filter((step) => STEP_FROM[step].includes(state));
}

/** States in which answers may still be given: by hand, or out of a workbook. */
export const ANSWERABLE: readonly AssessmentState[] = ['DRAFT', 'SENT'];
export const CLOSED_STATES: readonly AssessmentState[] = ['COMPLETED', 'CANCELLED'];

/** The last day on which it holds at most: the rhythm of the vendor's tier. */
export const expiryOf = (tier: Severity, completedOn: Day): Day =>
  nextReviewAfter(completedOn, tier);

export function isValid(
  assessment: { readonly state: AssessmentState; readonly expiresOn: Day | null },
  today: Day,
): boolean {
  return (
    assessment.state === 'COMPLETED' &&
    assessment.expiresOn !== null &&
    assessment.expiresOn >= today
  );
}

/** Days ahead in which an expiry is called near. */
export const EXPIRING_DAYS = 30;

export const ANSWERS = ['YES', 'PARTLY', 'NO', 'NA'] as const;
export type Answer = (typeof ANSWERS)[number];
export const ANSWER_LABELS: Record<Answer, string> = {
  YES: 'Yes',
  PARTLY: 'Partly',
  NO: 'No',
  NA: 'Not applicable',
};

/** Goes up with every change of what follows. */
const SCORE_FORMULA_VERSION = 1;
/** The same scale as that of risks: 0 is best, 25 worst. */
export const SCORE_MAX = 25;
export const SCORE_FORMULA =
  'Score = 25 × sum(weight × share) ÷ sum(weight). Share: Yes 0, Partly 0.5, No 1, required without an answer 1. Not applicable, and optional without an answer, count in neither sum. Rounded to one decimal.';

const SHARES: Record<Exclude<Answer, 'NA'>, number> = { YES: 0, PARTLY: 0.5, NO: 1 };

export interface ScoredQuestion {
  readonly id: string;
  readonly section: string;
  readonly weight: number;
  readonly required: boolean;
  /** As the reviewer left it; null without one. */
  readonly answer: Answer | null;
}

/** What of a question counts: `share` of its weight is risk; null is dropped. */
function shareOf({ answer, required }: Pick<ScoredQuestion, 'answer' | 'required'>) {
  if (answer === 'NA') return null;
  if (answer === null) return required ? 1 : null;
  return SHARES[answer];
}

export interface ScoreParts {
  /** 0–25 with one decimal; null where nothing counts. */
  readonly score: number | null;
  /** Sum of weight × share, and of the weights that count. */
  readonly risk: number;
  readonly weight: number;
  readonly counted: number;
  readonly notApplicable: number;
  /** Required without an answer: scored worst. */
  readonly unanswered: number;
}

export interface AssessmentScore extends ScoreParts {
  readonly formulaVersion: number;
  /** In the order of the questionnaire. */
  readonly sections: readonly (ScoreParts & { readonly section: string })[];
}

function partsOf(questions: readonly ScoredQuestion[]): ScoreParts {
  let risk = 0;
  let weight = 0;
  let counted = 0;
  for (const question of questions) {
    const share = shareOf(question);
    if (share === null) continue;
    risk += question.weight * share;
    weight += question.weight;
    counted += 1;
  }
  return {
    score: weight === 0 ? null : Math.round((10 * SCORE_MAX * risk) / weight) / 10,
    risk,
    weight,
    counted,
    notApplicable: questions.filter(({ answer }) => answer === 'NA').length,
    unanswered: questions.filter(({ answer, required }) => answer === null && required).length,
  };
}

export function scoreOf(questions: readonly ScoredQuestion[]): AssessmentScore {
  const sections = [...new Set(questions.map(({ section }) => section))];
  return {
    ...partsOf(questions),
    formulaVersion: SCORE_FORMULA_VERSION,
    sections: sections.map((section) => ({
      section,
      ...partsOf(questions.filter((question) => question.section === section)),
    })),
  };
}
