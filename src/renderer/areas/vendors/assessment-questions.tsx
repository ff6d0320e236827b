import { useState } from 'react';
import type { Question } from '../../../shared/areas/vendors/questionnaire.rules.ts';
import type {
  GivenAnswer,
  VendorAssessmentDetail,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { AnswerCorrection } from './assessment-correction.tsx';
import { AnswerEditor } from './assessment-editor.tsx';
import { AnswerShown } from './assessment-shown.tsx';
import type { AssessmentEdits } from './use-assessment.ts';

export type AssessmentMode = 'answer' | 'review' | 'read';

interface AssessmentQuestionsProps {
  assessment: VendorAssessmentDetail;
  edits: AssessmentEdits;
  mode: AssessmentMode;
}

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'weak', label: 'Partly or No' },
] as const;
type Filter = (typeof FILTERS)[number]['value'];

function isShown(filter: Filter, given: GivenAnswer | undefined): boolean {
  const answer = given?.correctedAnswer ?? given?.answer ?? null;
  if (filter === 'open') return answer === null;
  if (filter === 'weak') return answer === 'PARTLY' || answer === 'NO';
  return true;
}

/** The questions in their sections, as they are answered, reviewed or read. */
export function AssessmentQuestions({ assessment, edits, mode }: AssessmentQuestionsProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const given = new Map(assessment.answers.map((answer) => [answer.questionId, answer]));
  const sections = assessment.form.sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(
        ({ id }) => isShown(filter, given.get(id)) || id in edits.answers,
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div>
        <Segmented
          label="Questions shown"
          size="sm"
          value={filter}
          onValueChange={setFilter}
          segments={FILTERS}
        />
      </div>
      {sections.length === 0 && <p className="text-fg-muted">No question is like this.</p>}
      {sections.map((section) => (
        <section key={section.id} aria-label={section.title}>
          <h3 className="mb-1 border-b border-line pb-1 text-sm font-semibold text-fg">
            {section.title}
          </h3>
          <ol className="flex flex-col divide-y divide-line">
            {section.questions.map((question) => (
              <QuestionRow
                key={question.id}
                question={question}
                given={given.get(question.id)}
                edits={edits}
                mode={mode}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface QuestionRowProps {
  question: Question;
  given: GivenAnswer | undefined;
  edits: AssessmentEdits;
  mode: AssessmentMode;
}

function QuestionRow({ question, given, edits, mode }: QuestionRowProps) {
  const { id, text, guidance, weight, required, refs } = question;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div>
        <p className="text-fg">
          {text}
          {required && (
            <span className="text-bad" title="Required">
              {' '}
              *<span className="sr-only">required</span>
            </span>
          )}
        </p>
        <p className="text-xs text-fg-muted">
          <span className="font-mono">{id}</span>, weight {weight}
          {refs.map((ref) => (
            <span key={`${ref.framework} ${ref.id}`}>
              , {ref.framework} {ref.id}
            </span>
          ))}
          {guidance !== '' && `. ${guidance}`}
        </p>
      </div>
      {mode === 'answer' ? (
        <AnswerEditor
          question={question}
          given={given}
          draft={edits.answers[id]}
          onChange={(change) => edits.changeAnswer(id, change)}
        />
      ) : (
        <AnswerShown given={given} />
      )}
      {mode === 'review' && (
        <AnswerCorrection
          question={question}
          given={given}
          correction={edits.corrections[id]}
          onCorrect={(correction) => edits.correct(id, correction)}
        />
      )}
    </li>
  );
}
