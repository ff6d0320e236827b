import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Exercise } from '../../../shared/areas/training/training.contract.ts';
import { Button, buttonStyles } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ProgressBadge } from './exercises-section.tsx';
import { useExerciseAction } from './training.queries.ts';

interface AttemptPanelProps {
  exercise: Exercise;
  answers: Record<string, string>;
}

const PUT_BACK = 'The rows of the exercise are as the demo made them';

type Question = 'restart' | 'put-back' | 'take-over';

/** Where the attempt stands, and what can be done with it. */
export function AttemptPanel({ exercise, answers }: AttemptPanelProps) {
  const { attempt } = exercise;
  const [asking, setAsking] = useState<Question | null>(null);
  const fail = useErrorToast();
  const { toast } = useToast();
  const tellPutBack = () => toast({ title: 'Success', description: PUT_BACK });
  const { mutate, isPending } = useExerciseAction(exercise.key);
  const begin = (takeOver: boolean) =>
    mutate(
      { type: 'begin', takeOver },
      { onError: (error) => (isShared(error) ? setAsking('take-over') : fail(error)) },
    );
  const isRunning = attempt?.state === 'RUNNING';
  const canTake = exercise.mayTake && exercise.obstacle === null;
  return (
    <Card
      title="Your attempt"
      actions={<ProgressBadge state={attempt?.state ?? null} />}
      bodyClassName="flex flex-col gap-3 p-4"
    >
      <AttemptText exercise={exercise} />
      {canTake && (
        <div className="flex flex-wrap gap-2">
          {isRunning && (
            <Button
              variant="primary"
              disabled={isPending}
              onClick={() => mutate({ type: 'check', answers }, { onError: fail })}
            >
              Check my work
            </Button>
          )}
          {isRunning && exercise.startLink !== null && (
            <Link to={exercise.startLink} className={buttonStyles({})}>
              Go to the desk
            </Link>
          )}
          <Button
            variant={isRunning ? 'secondary' : 'primary'}
            disabled={isPending}
            onClick={() => (isRunning ? setAsking('restart') : begin(false))}
          >
            {attempt === null ? 'Begin' : 'Restart'}
          </Button>
          {attempt !== null && attempt.state !== 'ENDED' && (
            <Button disabled={isPending} onClick={() => setAsking('put-back')}>
              Put the demo back
            </Button>
          )}
        </div>
      )}
      <AttemptQuestion
        asking={asking}
        onClose={() => setAsking(null)}
        onConfirm={(question) => {
          setAsking(null);
          if (question === 'put-back')
            mutate({ type: 'put-back' }, { onError: fail, onSuccess: tellPutBack });
          else begin(question === 'take-over');
        }}
      />
    </Card>
  );
}

/** Another account is at this exercise, and the core offers to take it over. */
function isShared(error: unknown): boolean {
  return error instanceof Error && /^409: .*"takeOver"/.test(error.message);
}

function AttemptText({ exercise }: { exercise: Exercise }) {
  const { attempt, progress } = exercise;
  if (!exercise.mayTake)
    return (
      <p className="text-fg-muted">
        Your role may read this exercise; taking it is for {exercise.forRoles.join(', ')}.
      </p>
    );
  if (attempt === null)
    return (
      <p className="text-fg-muted">
        Beginning puts the rows of this exercise to its start. The rest of the demo stays as it is,
        and everything can be put back.
      </p>
    );
  return (
    <p className="text-fg-muted tabular-nums">
      Attempt {attempt.number}, begun <DateTime value={attempt.startedAt} /> · checks:{' '}
      {attempt.checks} · hints: {progress.hints}
      {progress.bestSteps !== null && ` · best: ${progress.bestSteps} of ${exercise.steps} steps`}
    </p>
  );
}

const QUESTIONS: Record<Question, { title: string; text: string; confirm: string }> = {
  restart: {
    title: 'Restart the exercise?',
    text: 'The rows of the exercise go to its start; what you did to them in this attempt is undone. Their history keeps it.',
    confirm: 'Restart',
  },
  'put-back': {
    title: 'Put the demo back?',
    text: 'The attempt ends, and the rows of the exercise are as the demo made them. Their history keeps what you did.',
    confirm: 'Put back',
  },
  'take-over': {
    title: 'Take the exercise over?',
    text: 'Another account is at this exercise in this workspace. Taking it over ends that attempt and puts the rows to the start.',
    confirm: 'Take over',
  },
};

interface AttemptQuestionProps {
  asking: Question | null;
  onClose: () => void;
  onConfirm: (question: Question) => void;
}

function AttemptQuestion({ asking, onClose, onConfirm }: AttemptQuestionProps) {
  if (asking === null) return null;
  const { title, text, confirm } = QUESTIONS[asking];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      text={text}
      confirmLabel={confirm}
      onConfirm={() => onConfirm(asking)}
    />
  );
}
