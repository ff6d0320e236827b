import type { ReassessmentState } from '../../../shared/areas/vendors/reassessments.rules.ts';
import type { VendorAssessment } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import type {
  Answer,
  AssessmentState,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const STATE_TONES: Record<AssessmentState, BadgeTone> = {
  DRAFT: 'neutral',
  SENT: 'accent',
  ANSWERED: 'warn',
  REVIEWED: 'accent',
  COMPLETED: 'ok',
  CANCELLED: 'neutral',
};

export const TASK_TONES: Record<ReassessmentState, BadgeTone> = {
  OPEN: 'warn',
  IN_REVIEW: 'accent',
  DONE: 'ok',
  DISMISSED: 'neutral',
};

export const ANSWER_TONES: Record<Answer, BadgeTone> = {
  YES: 'ok',
  PARTLY: 'warn',
  NO: 'bad',
  NA: 'neutral',
};

/** What a completed assessment still is. */
export function validityOf(
  assessment: VendorAssessment,
  today: string,
): { word: string; tone: BadgeTone } | null {
  if (assessment.state !== 'COMPLETED') return null;
  if (!assessment.isLatest) return { word: 'Replaced', tone: 'neutral' };
  if (!assessment.isValid) return { word: 'Expired', tone: 'bad' };
  const days = (Date.parse(assessment.expiresOn ?? today) - Date.parse(today)) / 86_400_000;
  return days <= 30 ? { word: 'Expires soon', tone: 'warn' } : { word: 'Valid', tone: 'ok' };
}

export const share = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${Math.round((100 * part) / whole)} %`;
