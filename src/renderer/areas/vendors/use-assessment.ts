import { useState } from 'react';
import {
  vendorAssessmentsContract as calls,
  type ReviewSent,
  type VendorAssessmentDetail,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { ANSWERABLE, type Answer } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useVendorCall } from './vendors.queries.ts';

export interface DraftAnswer {
  readonly answer?: Answer | null;
  readonly comment?: string;
  readonly evidenceRef?: string;
}

export interface Correction {
  readonly answer: Answer;
  readonly reason: string;
}

/** What is typed into an assessment and not saved yet. */
export interface AssessmentEdits {
  readonly answers: Readonly<Record<string, DraftAnswer>>;
  readonly corrections: Readonly<Record<string, Correction>>;
  changeAnswer(questionId: string, change: DraftAnswer): void;
  /** Null takes the correction back. */
  correct(questionId: string, correction: Correction | null): void;
  clear(): void;
  readonly isDirty: boolean;
}

export function useAssessmentEdits(): AssessmentEdits {
  const [answers, setAnswers] = useState<Readonly<Record<string, DraftAnswer>>>({});
  const [corrections, setCorrections] = useState<Readonly<Record<string, Correction>>>({});
  return {
    answers,
    corrections,
    changeAnswer: (id, change) =>
      setAnswers((now) => ({ ...now, [id]: { ...now[id], ...change } })),
    correct: (id, correction) =>
      setCorrections((now) => {
        const { [id]: _, ...others } = now;
        return correction === null ? others : { ...others, [id]: correction };
      }),
    clear() {
      setAnswers({});
      setCorrections({});
    },
    isDirty: Object.keys(answers).length + Object.keys(corrections).length > 0,
  };
}

export type AssessmentStepInput =
  | { readonly type: 'send'; readonly sentTo: string | null }
  | { readonly type: 'answers'; readonly answers: AssessmentEdits['answers'] }
  | { readonly type: 'submit' }
  | { readonly type: 'review'; readonly body: ReviewSent }
  | { readonly type: 'return'; readonly reason: string }
  | { readonly type: 'complete'; readonly expiresOn: string | null }
  | { readonly type: 'cancel'; readonly reason: string };

function call(client: Client, shown: VendorAssessmentDetail, step: AssessmentStepInput) {
  const params = { id: shown.id };
  switch (step.type) {
    case 'send':
      return client.call(calls.send, { params, body: { sentTo: step.sentTo } });
    case 'submit':
      return client.call(calls.submit, { params, body: {} });
    case 'review':
      return client.call(calls.review, { params, body: step.body });
    case 'return':
      return client.call(calls.return, { params, body: { reason: step.reason } });
    case 'complete':
      return client.call(calls.complete, { params, body: { expiresOn: step.expiresOn } });
    case 'cancel':
      return client.call(calls.cancel, { params, body: { reason: step.reason } });
    case 'answers': {
      const revisions = new Map(shown.answers.map((one) => [one.questionId, one.revision]));
      const answers = Object.entries(step.answers).map(([questionId, fields]) => {
        const baseRevision = revisions.get(questionId);
        return { questionId, ...fields, ...(baseRevision === undefined ? {} : { baseRevision }) };
      });
      return client.call(calls.answer, { params, body: { answers } });
    }
  }
}

/** One step of an assessment; what came of it is fetched again by the core's events. */
export function useAssessmentStep(shown: VendorAssessmentDetail) {
  return useVendorCall((client, step: AssessmentStepInput) => call(client, shown, step), {
    done: 'Assessment updated',
    failed: 'Failed to update assessment',
  });
}

/** What may be typed into it now. */
export function modeOf(
  { state }: VendorAssessmentDetail,
  mayWrite: boolean,
): 'answer' | 'review' | 'read' {
  if (!mayWrite) return 'read';
  if (ANSWERABLE.includes(state)) return 'answer';
  return state === 'ANSWERED' ? 'review' : 'read';
}
