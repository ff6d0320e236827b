import type { Question } from '../../../shared/areas/vendors/questionnaire.rules.ts';
import type { GivenAnswer } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import {
  ANSWER_LABELS,
  ANSWERS,
  type Answer,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { DraftAnswer } from './use-assessment.ts';

const NONE = 'NONE';
const SEGMENTS = [
  ...ANSWERS.map((value) => ({ value, label: value === 'NA' ? 'N/A' : ANSWER_LABELS[value] })),
  { value: NONE, label: 'Open' },
] as const;
const COMMENT_MAX = 2000;
const EVIDENCE_REF_MAX = 500;

interface AnswerEditorProps {
  question: Question;
  given: GivenAnswer | undefined;
  draft: DraftAnswer | undefined;
  onChange: (change: DraftAnswer) => void;
}

/** An answer by hand, with what it rests on. */
export function AnswerEditor({ question, given, draft, onChange }: AnswerEditorProps) {
  const answer = draft?.answer === undefined ? (given?.answer ?? null) : draft.answer;
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Segmented<Answer | typeof NONE>
          label={`Answer to ${question.id}`}
          size="sm"
          value={answer ?? NONE}
          onValueChange={(value) => onChange({ answer: value === NONE ? null : value })}
          segments={SEGMENTS}
        />
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Input
          aria-label={`Comment on ${question.id}`}
          placeholder="Comment"
          maxLength={COMMENT_MAX}
          value={draft?.comment ?? given?.comment ?? ''}
          onChange={(event) => onChange({ comment: event.target.value })}
        />
        <Input
          aria-label={`Evidence for ${question.id}`}
          placeholder="Evidence: document, date, page"
          maxLength={EVIDENCE_REF_MAX}
          value={draft?.evidenceRef ?? given?.evidenceRef ?? ''}
          onChange={(event) => onChange({ evidenceRef: event.target.value })}
        />
      </div>
    </div>
  );
}
