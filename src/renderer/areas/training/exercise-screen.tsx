import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EXERCISE_KEYS, type Exercise } from '../../../shared/areas/training/training.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AttemptPanel } from './attempt-panel.tsx';
import { ExerciseQueue } from './exercise-queue.tsx';
import { ObstacleNote } from './exercises-section.tsx';
import { GapPanel } from './gap-panel.tsx';
import { QuestionsPanel } from './questions-panel.tsx';
import { StepList } from './step-list.tsx';
import { PORTAL_PATH } from './training.addresses.ts';
import { exerciseQuery } from './training.queries.ts';
import { useAnswers } from './use-answers.ts';

function BackLink() {
  return (
    <Link to={PORTAL_PATH} className={buttonStyles({ variant: 'ghost' })}>
      <ArrowLeft aria-hidden />
      All lessons and exercises
    </Link>
  );
}

export function ExerciseScreen({ exerciseKey }: { exerciseKey: string }) {
  const client = useClient();
  const isKnown = (EXERCISE_KEYS as readonly string[]).includes(exerciseKey);
  const exercise = useQuery({ ...exerciseQuery(client, exerciseKey), enabled: isKnown });
  if (!isKnown)
    return (
      <>
        <PageHeader title="Analysts Training Portal" purpose="Guided exercise" />
        <Card>
          <EmptyState
            title="No such exercise"
            text="The address names an exercise that this version does not have."
            action={<BackLink />}
          />
        </Card>
      </>
    );
  if (exercise.data !== undefined) return <OpenExercise exercise={exercise.data} />;
  return (
    <>
      <PageHeader
        title="Analysts Training Portal"
        purpose="Guided exercise"
        actions={<BackLink />}
      />
      <Card>
        {exercise.isError ? (
          <ErrorState
            title="The exercise could not be loaded"
            error={exercise.error}
            onRetry={() => void exercise.refetch()}
            isRetrying={exercise.isFetching}
          />
        ) : (
          <div aria-busy className="flex flex-col gap-2">
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-64 w-full" />
          </div>
        )}
      </Card>
    </>
  );
}

function OpenExercise({ exercise }: { exercise: Exercise }) {
  const answers = useAnswers(exercise);
  const isRunning = exercise.attempt?.state === 'RUNNING';
  return (
    <>
      <PageHeader title={exercise.title} purpose={exercise.summary} actions={<BackLink />} />
      {exercise.obstacle !== null && <ObstacleNote obstacle={exercise.obstacle} />}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 xl:order-last">
          <AttemptPanel exercise={exercise} answers={answers.values} />
          <Card title="Briefing" bodyClassName="flex flex-col gap-2 p-4">
            {exercise.briefing.map((paragraph) => (
              <p key={paragraph} className="max-w-prose text-fg">
                {paragraph}
              </p>
            ))}
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4 xl:col-span-2">
          {exercise.alerts.length > 0 && <ExerciseQueue exercise={exercise} />}
          {exercise.key === 'close-gap' && exercise.obstacle === null && (
            <GapPanel mayAssess={exercise.mayTake && isRunning} />
          )}
          {exercise.questions.length > 0 && (
            <QuestionsPanel exercise={exercise} answers={answers} isOpen={isRunning} />
          )}
          <StepList exercise={exercise} />
        </div>
      </div>
    </>
  );
}
