import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type {
  AttemptState,
  ExerciseSummary,
  TrainingOverview,
} from '../../../shared/areas/training/training.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { exercisePath } from './training.addresses.ts';
import { overviewQuery } from './training.queries.ts';

const CARDS = 4;

const OBSTACLES: Record<NonNullable<TrainingOverview['obstacle']>, string> = {
  'not-demo':
    'Exercises need the demo workspace: they are worked on its alerts and controls. This workspace holds real work and stays as it is. The lessons below need nothing.',
  'demo-without-exercises':
    'This demo workspace was made by a version without exercises. Leave it and set up a new demo workspace to train; the lessons below need nothing.',
};

export function ExercisesSection() {
  const overview = useQuery(overviewQuery(useClient()));
  const { data } = overview;
  if (overview.isError && data === undefined)
    return (
      <Card title="Guided exercises">
        <ErrorState
          title="The exercises could not be loaded"
          error={overview.error}
          onRetry={() => void overview.refetch()}
          isRetrying={overview.isFetching}
        />
      </Card>
    );
  return (
    <Card
      title="Guided exercises"
      note="You work in the demo workspace; the check reads what you really did there."
    >
      {data?.obstacle && <ObstacleNote obstacle={data.obstacle} />}
      <ul
        aria-busy={data === undefined}
        className="grid grid-cols-1 gap-3 sm:grid-cols-2 2xl:grid-cols-4"
      >
        {data === undefined
          ? Array.from({ length: CARDS }, (_, place) => place).map((place) => (
              <li key={place} className="h-44">
                <Skeleton className="h-full w-full" />
              </li>
            ))
          : data.exercises.map((exercise) => (
              <ExerciseCard
                key={exercise.key}
                exercise={exercise}
                isPossible={data.obstacle === null}
              />
            ))}
      </ul>
    </Card>
  );
}

export function ObstacleNote({
  obstacle,
}: {
  obstacle: NonNullable<TrainingOverview['obstacle']>;
}) {
  return (
    <p className="mb-3 max-w-prose rounded-md bg-warn-soft px-3 py-2 text-warn">
      {OBSTACLES[obstacle]}
    </p>
  );
}

const STATES: Record<AttemptState, readonly [string, BadgeTone]> = {
  RUNNING: ['Running', 'accent'],
  PASSED: ['Passed', 'ok'],
  ENDED: ['Ended', 'neutral'],
};

export function ProgressBadge({ state }: { state: AttemptState | null }) {
  if (state === null) return <Badge>Not begun</Badge>;
  const [text, tone] = STATES[state];
  return <Badge tone={tone}>{text}</Badge>;
}

interface CardProps {
  exercise: ExerciseSummary;
  isPossible: boolean;
}

function ExerciseCard({ exercise, isPossible }: CardProps) {
  const { progress } = exercise;
  const canTake = exercise.mayTake && isPossible;
  const verb = canTake ? 'Open exercise' : 'Read the briefing';
  return (
    <li className="flex min-h-44 min-w-0 flex-col gap-2 rounded-md border border-line bg-sunken p-3">
      <div className="flex items-start justify-between gap-2">
        <h3 className="font-semibold text-fg">{exercise.title}</h3>
        <ProgressBadge state={progress.state} />
      </div>
      <p className="flex-1 text-fg-muted">{exercise.summary}</p>
      <p className="text-xs text-fg-muted tabular-nums">
        {exercise.steps} steps · about {exercise.minutes} min
        {progress.bestSteps !== null && ` · best ${progress.bestSteps} of ${exercise.steps}`}
        {progress.lastAt !== null && (
          <>
            {' · '}
            <DateTime value={progress.lastAt} />
          </>
        )}
      </p>
      {!exercise.mayTake && (
        <p className="text-xs text-fg-muted">For {exercise.forRoles.join(', ')}</p>
      )}
      <Link
        to={exercisePath(exercise.key)}
        aria-label={`${verb}: ${exercise.title}`}
        className={buttonStyles({ variant: canTake ? 'secondary' : 'ghost', size: 'sm' })}
      >
        {verb}
      </Link>
    </li>
  );
}
