import { PencilLine, Undo2 } from 'lucide-react';
import type { Question } from '../../../shared/areas/vendors/questionnaire.rules.ts';
import type { GivenAnswer } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { ANSWER_LABELS, ANSWERS } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Correction } from './use-assessment.ts';

const SEGMENTS = ANSWERS.map((value) => ({
  value,
  label: value === 'NA' ? 'N/A' : ANSWER_LABELS[value],
}));
const REASON_MAX = 1000;

interface AnswerCorrectionProps {
  question: Question;
  given: GivenAnswer | undefined;
  correction: Correction | undefined;
  onCorrect: (correction: Correction | null) => void;
}

/** The reviewer's word in place of the vendor's, with the reason. */
export function AnswerCorrection(props: AnswerCorrectionProps) {
  const { question, given, correction, onCorrect } = props;
  if (!correction) {
    return (
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<PencilLine aria-hidden />}
          onClick={() =>
            onCorrect({ answer: given?.answer === 'NO' ? 'PARTLY' : 'NO', reason: '' })
          }
        >
          Correct {question.id}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={`Correct answer to ${question.id}`}
        size="sm"
        value={correction.answer}
        onValueChange={(answer) => onCorrect({ ...correction, answer })}
        segments={SEGMENTS}
      />
      <Input
        aria-label={`Reason for the correction of ${question.id}`}
        placeholder="Reason"
        className="min-w-48 flex-1"
        maxLength={REASON_MAX}
        value={correction.reason}
        aria-invalid={correction.reason.trim() === ''}
        onChange={(event) => onCorrect({ ...correction, reason: event.target.value })}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<Undo2 aria-hidden />}
        label={`Take the correction of ${question.id} back`}
        onClick={() => onCorrect(null)}
      />
    </div>
  );
}
