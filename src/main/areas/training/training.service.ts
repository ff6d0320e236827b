import type {
  Assessment,
  Exercise,
  GapList,
  TrainingOverview,
} from '../../../shared/areas/training/training.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  type AttemptRow,
  attemptsOf,
  endAttempt,
  insertAttempt,
  runningAttempts,
  saveCheck,
  saveHints,
} from './attempts.store.ts';
import type { ExerciseDefinition } from './exercise.ts';
import {
  definitionOf,
  exerciseAnswer,
  mayTake,
  obstacleOf,
  summaryOf,
  type Trainee,
} from './exercise-answer.ts';
import {
  type ChangeAlert,
  placeAtStart,
  putBackAsMade,
  type RowDeps,
} from './exercise-rows.store.ts';
import { closeGap } from './exercises/close-gap.exercise.ts';
import { EXERCISES } from './exercises/exercises.ts';
import { readFacts } from './facts.store.ts';
import { assessGap, type GapDeps, listGaps } from './gaps.store.ts';

export interface TrainingServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly changeAlert: ChangeAlert;
  readonly assessControl: GapDeps['assessControl'];
}

/** @throws AppError 'forbidden' or 'conflict' where this account cannot train on this now. */
function checkMayTrain(db: ReadDb, exercise: ExerciseDefinition, trainee: Trainee): void {
  if (!mayTake(trainee, exercise)) throw new AppError('forbidden', 'Forbidden');
  const obstacle = obstacleOf(db);
  if (obstacle === 'not-demo')
    throw new AppError('conflict', 'Exercises need the demo workspace; this one is not the demo');
  if (obstacle === 'demo-without-exercises')
    throw new AppError(
      'conflict',
      'This demo workspace was made before there were exercises. Make a new one to train.',
    );
}

function refuseSharing(db: ReadDb, exercise: ExerciseDefinition, trainee: Trainee): void {
  const other = runningAttempts(db, exercise.key).find(({ account }) => account !== trainee.id);
  if (!other) return;
  throw new AppError(
    'conflict',
    `${other.name} is at this exercise in this workspace. Taking it over ends that attempt.`,
    { allowed: ['takeOver'] },
  );
}

function runningOf(db: ReadDb, exercise: ExerciseDefinition, trainee: Trainee): AttemptRow {
  const attempt = attemptsOf(db, trainee.id, exercise.key)[0];
  if (attempt?.state !== 'RUNNING') throw new AppError('conflict', 'Begin the exercise first');
  return attempt;
}

interface Begin {
  readonly exercise: ExerciseDefinition;
  readonly trainee: Trainee;
  readonly takeOver: boolean;
}

function begin(tx: WriteTx, { exercise, trainee, takeOver }: Begin, rows: RowDeps): void {
  if (!takeOver) refuseSharing(tx, exercise, trainee);
  for (const { id } of runningAttempts(tx, exercise.key)) endAttempt(tx, id, 'ENDED');
  placeAtStart(tx, exercise, rows);
  insertAttempt(tx, {
    id: rows.newId(),
    account: trainee.id,
    exercise: exercise.key,
    number: (attemptsOf(tx, trainee.id, exercise.key)[0]?.number ?? 0) + 1,
  });
}

function takeHint(tx: WriteTx, exercise: ExerciseDefinition, trainee: Trainee, key: string): void {
  const attempt = runningOf(tx, exercise, trainee);
  const step = exercise.steps.find((one) => one.key === key);
  if (!step) throw new AppError('not-found', 'There is no such step');
  const taken = Math.min((attempt.hints[key] ?? 0) + 1, step.hints.length);
  saveHints(tx, attempt.id, { ...attempt.hints, [key]: taken });
}

interface Check {
  readonly exercise: ExerciseDefinition;
  readonly trainee: Trainee;
  readonly answers: Readonly<Record<string, string>>;
}

function check(tx: WriteTx, { exercise, trainee, answers: given }: Check): void {
  const attempt = runningOf(tx, exercise, trainee);
  const answers = Object.fromEntries(
    exercise.questions.map(({ key }) => [key, given[key] ?? attempt.answers[key] ?? '']),
  );
  const facts = readFacts(tx, {
    now: tx.now,
    account: trainee.id,
    afterSeq: attempt.startSeq,
    answers,
  });
  const result = exercise.steps.map((step) => ({ step: step.key, ...step.check(facts) }));
  saveCheck(tx, attempt.id, { answers, result });
  if (result.every(({ verdict }) => verdict === 'right')) endAttempt(tx, attempt.id, 'PASSED');
}

function putBack(tx: WriteTx, exercise: ExerciseDefinition, trainee: Trainee, rows: RowDeps): void {
  const attempt = attemptsOf(tx, trainee.id, exercise.key)[0];
  if (!attempt) throw new AppError('conflict', 'Begin the exercise first');
  refuseSharing(tx, exercise, trainee);
  endAttempt(tx, attempt.id, 'ENDED');
  putBackAsMade(tx, exercise, rows);
}

export function createTrainingService(deps: TrainingServiceDeps) {
  const { db, clock, newId, changeAlert } = deps;
  const rows: RowDeps = { changeAlert, newId };

  /** One change of an exercise in the trainee's name, then the exercise as it is. */
  function change(
    key: string,
    trainee: Trainee,
    verb: string,
    fn: (tx: WriteTx, exercise: ExerciseDefinition) => void,
  ): Exercise {
    const exercise = definitionOf(key);
    const reason = `Exercise ‘${exercise.title}’`;
    const caller: Caller = {
      actor: trainee.id,
      origin: 'user',
      action: `training.${verb}`,
      reason,
    };
    return db.write(caller, (tx) => {
      checkMayTrain(tx, exercise, trainee);
      fn(tx, exercise);
      tx.announce('training');
      return exerciseAnswer(tx, exercise, trainee);
    });
  }

  return {
    overview: (trainee: Trainee): TrainingOverview =>
      db.read('training.overview', (reader) => ({
        obstacle: obstacleOf(reader),
        exercises: EXERCISES.map((exercise) => summaryOf(reader, exercise, trainee)),
      })),
    exercise(key: string, trainee: Trainee): Exercise {
      const exercise = definitionOf(key);
      return db.read('training.exercise', (reader) => exerciseAnswer(reader, exercise, trainee));
    },
    begin: (key: string, trainee: Trainee, takeOver: boolean): Exercise =>
      change(key, trainee, 'begin', (tx, exercise) =>
        begin(tx, { exercise, trainee, takeOver }, rows),
      ),
    hint: (key: string, trainee: Trainee, step: string): Exercise =>
      change(key, trainee, 'hint', (tx, exercise) => takeHint(tx, exercise, trainee, step)),
    check: (key: string, trainee: Trainee, answers: Readonly<Record<string, string>>): Exercise =>
      change(key, trainee, 'check', (tx, exercise) => check(tx, { exercise, trainee, answers })),
    putBack: (key: string, trainee: Trainee): Exercise =>
      change(key, trainee, 'put-back', (tx, exercise) => putBack(tx, exercise, trainee, rows)),
    gaps: (): GapList => db.read('training.gaps', (reader) => listGaps(reader, clock.now())),
    assess(id: string, trainee: Trainee, assessment: Assessment): GapList {
      const { reason } = assessment;
      const caller: Caller = {
        actor: trainee.id,
        origin: 'user',
        action: 'training.assess',
        reason,
      };
      return db.write(caller, (tx) => {
        checkMayTrain(tx, closeGap, trainee);
        runningOf(tx, closeGap, trainee);
        assessGap(tx, id, assessment, deps);
        tx.announce('training');
        return listGaps(tx, tx.now);
      });
    },
  };
}
export type TrainingService = ReturnType<typeof createTrainingService>;
