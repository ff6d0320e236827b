import type { Exercise } from '../../../shared/areas/training/training.contract.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import type { Answers } from './use-answers.ts';

interface QuestionsPanelProps {
  exercise: Exercise;
  answers: Answers;
  isOpen: boolean;
}

const ANSWER_MAX = 200;

export function QuestionsPanel({ exercise, answers, isOpen }: QuestionsPanelProps) {
  return (
    <Card
      title="Questions"
      note="Answered with the check; what you typed stays while you look things up on the desk."
      bodyClassName="grid grid-cols-1 gap-4 p-4 sm:grid-cols-2"
    >
      {exercise.questions.map(({ key, label, hint }) => (
        <Field key={key} label={label} hint={hint}>
          {(control) => (
            <Input
              {...control}
              value={answers.values[key] ?? ''}
              maxLength={ANSWER_MAX}
              disabled={!isOpen}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => answers.set(key, event.target.value)}
            />
          )}
        </Field>
      ))}
    </Card>
  );
}
