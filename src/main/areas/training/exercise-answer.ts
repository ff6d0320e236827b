/** An exercise as it is answered: its texts, and where this account stands. */
import type {
  Exercise,
  ExerciseStep,
  ExerciseSummary,
  StepResult,
  TrainingOverview,
} from '../../../shared/areas/training/training.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { ROLES, roleMay } from '../../../shared/contract/permissions.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { type AttemptRow, attemptsOf, workspaceKind } from './attempts.store.ts';
import type { ExerciseDefinition } from './exercise.ts';
import { readRows } from './exercise-rows.store.ts';
import { EXERCISES } from './exercises/exercises.ts';
import { readAlertRows } from './facts.store.ts';

/** Who trains: the account and what its role may do. */
export interface Trainee {
  readonly id: string;
  readonly role: string;
}

export function definitionOf(key: string): ExerciseDefinition {
  const found = EXERCISES.find((exercise) => exercise.key === key);
  if (!found) throw new AppError('not-found', 'There is no such exercise');
  return found;
}

export function obstacleOf(db: ReadDb): TrainingOverview['obstacle'] {
  if (workspaceKind(db) !== 'demo') return 'not-demo';
  return readRows(db).length === 0 ? 'demo-without-exercises' : null;
}

export const mayTake = ({ role }: Trainee, { needs }: ExerciseDefinition): boolean =>
  roleMay(role, 'training.take') && roleMay(role, needs);

function countRight(result: readonly StepResult[] | null): number | null {
  return result === null ? null : result.filter(({ verdict }) => verdict === 'right').length;
}

export function summaryOf(
  db: ReadDb,
  exercise: ExerciseDefinition,
  trainee: Trainee,
): ExerciseSummary {
  const attempts = attemptsOf(db, trainee.id, exercise.key);
  const latest = attempts[0];
  const scores = attempts.map(({ result }) => countRight(result)).filter((score) => score !== null);
  return {
    key: exercise.key,
    title: exercise.title,
    summary: exercise.summary,
    minutes: exercise.minutes,
    steps: exercise.steps.length,
    mayTake: mayTake(trainee, exercise),
    forRoles: ROLES.filter((role) => mayTake({ id: '', role }, exercise)),
    progress: {
      attempts: attempts.length,
      state: latest?.state ?? null,
      bestSteps: scores.length === 0 ? null : Math.max(...scores),
      hints: Object.values(latest?.hints ?? {}).reduce((sum, count) => sum + count, 0),
      lastAt: latest ? toIso(latest.checkedAt ?? latest.startedAt) : null,
    },
  };
}

function stepsOf(exercise: ExerciseDefinition, attempt: AttemptRow | undefined): ExerciseStep[] {
  return exercise.steps.map(({ key, title, task, hints }) => ({
    key,
    title,
    task,
    hints: hints.slice(0, attempt?.hints[key] ?? 0),
    hintsTotal: hints.length,
  }));
}

function queueOf(db: ReadDb, exercise: ExerciseDefinition): Exercise['alerts'] {
  if (exercise.queue.length === 0) return [];
  const ids = readRows(db)
    .filter(({ part }) => exercise.queue.includes(part))
    .map(({ recordId }) => recordId);
  return readAlertRows(db, ids)
    .sort((a, b) => b.createdAt - a.createdAt)
    .map((row) => ({
      id: row.id,
      title: row.title,
      severity: row.severity,
      status: row.status,
      escalated: row.escalated,
      host: row.sourceHost,
      user: row.sourceUser,
      sourceIp: row.sourceIp,
      destIp: row.destIp,
      createdAt: toIso(row.createdAt),
    }));
}

function attemptAnswer(attempt: AttemptRow): NonNullable<Exercise['attempt']> {
  return {
    id: attempt.id,
    number: attempt.number,
    state: attempt.state,
    startedAt: toIso(attempt.startedAt),
    checks: attempt.checks,
    checkedAt: attempt.checkedAt === null ? null : toIso(attempt.checkedAt),
    answers: attempt.answers,
    result: attempt.result,
  };
}

export function exerciseAnswer(
  db: ReadDb,
  exercise: ExerciseDefinition,
  trainee: Trainee,
): Exercise {
  const obstacle = obstacleOf(db);
  const attempt = attemptsOf(db, trainee.id, exercise.key)[0];
  return {
    ...summaryOf(db, exercise, trainee),
    briefing: [...exercise.briefing],
    startLink: exercise.startLink,
    stepList: stepsOf(exercise, attempt),
    questions: [...exercise.questions],
    alerts: attempt?.state === 'RUNNING' ? queueOf(db, exercise) : [],
    attempt: attempt ? attemptAnswer(attempt) : null,
    obstacle,
  };
}
